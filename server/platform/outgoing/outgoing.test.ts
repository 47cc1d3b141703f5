import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { readNetwork } from '#domain/basics/ip-address.ts'
import { NotCalled, outgoingTo } from './outgoing.ts'

const loopback = ['127.0.0.0/8'].flatMap((text) => readNetwork(text) ?? [])
const call = (url: string) => ({ url, headers: { ttl: '5' }, body: Buffer.from('words') })

async function aPeer(answer: RequestListener): Promise<{ url: string; port: number }> {
  const server = createServer(answer)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}/x`, port }
}

test('what is posted arrives, and the answer comes back', async () => {
  const { url } = await aPeer((request, response) => {
    request.resume().on('end', () => response.writeHead(201).end(`${request.method} ${request.headers.ttl}`))
  })
  expect(await outgoingTo(loopback)(call(url))).toEqual({ status: 201, text: 'POST 5', retryAfter: null })
})

test('AMB-304 without the operator’s word the loopback is not called', async () => {
  let asked = 0
  const { url } = await aPeer((_, response) => {
    asked++
    response.end()
  })
  await expect(outgoingTo([])(call(url))).rejects.toThrow(NotCalled)
  expect(asked).toBe(0)
})

test.each([['127.0.0.1'], ['10.0.0.1'], ['::1'], ['::ffff:169.254.169.254'], ['nonsense']])(
  'AMB-304 a public name that stands for %s is not called',
  async (address) => {
    // a second address that is public helps nobody
    for (const found of [[address], ['8.8.8.8', address]]) {
      const outgoing = outgoingTo([], { lookUp: async () => found })
      await expect(outgoing(call('https://push.example.org/x'))).rejects.toThrow(
        'This address lies inside a network of its own, where the server does not call.',
      )
    }
  },
)

test('AMB-304 the name is looked up once, and the connection goes to what was found then', async () => {
  const { port } = await aPeer((_, response) => response.end())
  const answers = [['127.0.0.1'], ['10.0.0.1']]
  let asked = 0
  const outgoing = outgoingTo(loopback, { lookUp: async () => answers[asked++] ?? [] })
  // no TLS is spoken there: that it is reached at all shows in the fault
  await expect(outgoing(call(`https://push.example.org:${port}/x`))).rejects.toThrow(
    /wrong version|EPROTO|SSL/,
  )
  expect(asked).toBe(1)
})

test('a redirect is an answer, and is not followed', async () => {
  let asked = 0
  const { url } = await aPeer((_, response) => {
    asked++
    response.writeHead(307, { location: '/elsewhere' }).end()
  })
  expect((await outgoingTo(loopback)(call(url))).status).toBe(307)
  expect(asked).toBe(1)
})

test('whoever does not answer is left, and so is whoever answers byte by byte', async () => {
  const silent = await aPeer(() => undefined)
  const outgoing = outgoingTo(loopback, { longestMs: 200 })
  await expect(outgoing(call(silent.url))).rejects.toThrow('no answer within 200 ms')
  const slow = await aPeer((_, response) => {
    response.writeHead(201).write('x')
    const timer = setInterval(() => response.write('x'), 20)
    response.on('close', () => clearInterval(timer))
  })
  expect((await outgoing(call(slow.url))).status).toBe(201)
})

test('of an answer without end no more is read than can be of use', async () => {
  const { url } = await aPeer((_, response) => {
    response.writeHead(201)
    const pour = () => {
      while (!response.destroyed && response.write('x'.repeat(65_536)));
    }
    response.on('drain', pour)
    pour()
  })
  const { status, text } = await outgoingTo(loopback, { mostBytes: 100 })(call(url))
  expect([status, text.length]).toEqual([201, 100])
})

test('a name that nobody knows is a fault, and may be known later', async () => {
  const outgoing = outgoingTo([], { lookUp: async () => [] })
  await expect(outgoing(call('https://push.example.org/x'))).rejects.toThrow('stands for no address')
})
