import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { aService } from '#testing/harness/service.ts'

test('a connection that never asked anything does not hold up the end of the service', async () => {
  const service = await aService()
  const socket = connect(Number(new URL(service.url).port), '127.0.0.1')
  await once(socket, 'connect')
  const ended = once(socket, 'close')
  await service.close()
  await ended
  expect(socket.destroyed).toBe(true)
})

test('of four hundred silent connections at most a hundred stay, one that drips is ended, and others are served', {
  timeout: 60_000,
}, async () => {
  const service = await aService()
  const port = Number(new URL(service.url).port)
  const open = () => {
    const socket = connect(port, '127.0.0.1')
    socket.on('error', () => undefined)
    return socket
  }
  const silent = Array.from({ length: 400 }, open)
  await expect.poll(() => silent.filter(({ destroyed }) => !destroyed).length, { timeout: 20_000 }).toBe(100)
  expect((await service.anonymous.raw('GET', '/healthz')).status).toBe(200)

  const slow = open()
  const drip = setInterval(() => slow.write('x'), 200)
  slow.write('GET / HTTP/1.1\r\nx: ')
  await new Promise((resolve) => slow.once('close', resolve))
  clearInterval(drip)
  for (const socket of silent) socket.destroy()
})
