import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { readNetwork } from '#domain/basics/ip-address.ts'
import { outgoingTo } from '../platform/outgoing/outgoing.ts'
import { tryCall } from './calling.ts'

const call = (url: string) => () => ({ url, headers: {}, body: Buffer.from('{}') })

test('AMB-304 a name that was public when it was saved and leads inside when it is called is not called', async () => {
  const answers = [['169.254.169.254'], ['::1'], ['8.8.8.8', '10.0.0.1']]
  for (const found of answers) {
    const outgoing = outgoingTo([], { lookUp: async () => found })
    expect(await tryCall(outgoing, call('https://hooks.example.org/x'))).toMatchObject({
      code: null,
      fault: 'not-called',
    })
  }
})

test('AMB-321 who does not answer, is not there, or cannot be signed for has a word of its own', async () => {
  const server = createServer(() => undefined)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  const loopback = ['127.0.0.0/8'].flatMap((text) => readNetwork(text) ?? [])
  const outgoing = outgoingTo(loopback, { longestMs: 200 })
  expect(await tryCall(outgoing, call(`http://127.0.0.1:${port}/`))).toMatchObject({ fault: 'no-answer' })
  expect(await tryCall(outgoing, call('http://127.0.0.1:1/'))).toMatchObject({ fault: 'no-connection' })
  const unreadable = await tryCall(outgoing, () => {
    throw new Error('another secret')
  })
  expect(unreadable).toMatchObject({ fault: 'no-secret' })
})
