import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { aService } from '#testing/service.ts'

test('a connection that never asked anything does not hold up the end of the service', async () => {
  const service = await aService()
  const socket = connect(Number(new URL(service.url).port), '127.0.0.1')
  await once(socket, 'connect')
  const ended = once(socket, 'close')
  await service.close()
  await ended
  expect(socket.destroyed).toBe(true)
})
