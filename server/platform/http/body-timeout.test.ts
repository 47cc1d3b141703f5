import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { endCrawlingBody } from './body-timeout.ts'

/** Takes a body and says how much of it came. */
async function aTaker(): Promise<{ url: string }> {
  const server = createServer((incoming, response) => {
    endCrawlingBody(incoming, { bytes: 1000, ms: 300 })
    let length = 0
    incoming.on('data', (chunk: Buffer) => {
      length += chunk.length
    })
    incoming.on('end', () => response.end(String(length)))
    incoming.on('error', () => undefined)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.closeAllConnections())
  onTestFinished(() => void server.close())
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

/** Sends parts of that size, one every 50 ms; resolves with the answer, or with why there is none. */
async function dribble(url: string, bytes: number, parts: number): Promise<string> {
  return new Promise((resolve) => {
    const sending = request(url, { method: 'PUT' }, (response) => {
      response.on('data', (chunk) => resolve(String(chunk)))
    })
    sending.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? 'lost'))
    void (async () => {
      for (let part = 0; part < parts && !sending.destroyed; part++) {
        sending.write(Buffer.alloc(bytes))
        await sleep(50)
      }
      sending.end()
    })()
  })
}

test('X24 an upload that crawls is ended', async () => {
  const { url } = await aTaker()
  expect(await dribble(url, 1, 40)).toMatch(/ECONNRESET|EPIPE/)
})

test('X24 one that goes on is not, however long it takes', async () => {
  const { url } = await aTaker()
  expect(await dribble(url, 5_000, 20)).toBe('100000')
})
