import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { closeLater } from '#testing/harness/closing.ts'
import { aService } from '#testing/harness/service.ts'
import { unusedConnectionsOf } from './unused-connections.ts'

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

test('a hospital behind one address that comes back at once is served, though all connect before the first asks', async () => {
  const service = await aService()
  const { port } = new URL(service.url)
  const sockets = Array.from({ length: 300 }, () => connect(Number(port), '127.0.0.1'))
  await Promise.all(sockets.map((socket) => once(socket, 'connect')))
  // the way from a ward to the service
  await sleep(200)
  const answers = await Promise.all(
    sockets.map(async (socket) => {
      socket.end('GET /healthz HTTP/1.0\r\n\r\n')
      return String(Buffer.concat(await socket.toArray().catch(() => [])))
    }),
  )
  expect(answers.filter((answer) => answer.includes(' 200 '))).toHaveLength(300)
})

test('a proxy’s connections are those of everybody: the first of three hundred is still there to ask with', async () => {
  const server = createServer((_request, response) => void response.end('served'))
  const unused = unusedConnectionsOf(server, { isBehindProxy: true })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  closeLater(async () => {
    unused.end()
    server.closeAllConnections()
    server.close()
  })
  const open = () => connect((server.address() as AddressInfo).port, '127.0.0.1').on('error', () => undefined)
  const first = open()
  await once(server, 'connection')
  let others = 0
  server.on('connection', () => others++)
  for (let opened = 0; opened < 299; opened++) open()
  await expect.poll(() => others, { timeout: 5_000 }).toBe(299)
  first.end('GET / HTTP/1.0\r\n\r\n')
  expect(String(Buffer.concat(await first.toArray()))).toContain('served')
})
