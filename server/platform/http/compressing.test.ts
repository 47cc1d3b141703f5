import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { compressAnswers } from './compressing.ts'

const long = { items: Array.from({ length: 100 }, (_, nth) => ({ nth, name: 'the same again' })) }
let app: FastifyInstance

beforeAll(async () => {
  app = Fastify()
  compressAnswers(app)
  app.get('/long', () => long)
  app.post('/long', () => long)
  app.get('/short', () => ({ ok: true }))
  app.get('/file', (_request, reply) =>
    reply.type('application/json').send(Buffer.from(JSON.stringify(long))),
  )
  app.get('/page', (_request, reply) => reply.type('text/html').send('x'.repeat(5_000)))
  await app.ready()
})

afterAll(() => app.close())

const ask = (url: string, encodings?: string, method: 'GET' | 'POST' = 'GET') =>
  app.inject({ method, url, headers: encodings ? { 'accept-encoding': encodings } : {} })

test.each([
  ['gzip, deflate, br, zstd', 'br', brotliDecompressSync],
  ['gzip;q=0.8', 'gzip', gunzipSync],
  ['br;q=0, gzip', 'gzip', gunzipSync],
] as const)('a long answer is sent to who takes %s as %s', async (accepted, encoding, undo) => {
  const { headers, rawPayload } = await ask('/long', accepted)
  expect(headers).toMatchObject({ 'content-encoding': encoding, vary: 'accept-encoding' })
  expect(Number(headers['content-length'])).toBe(rawPayload.length)
  expect(rawPayload.length).toBeLessThan(600)
  expect(JSON.parse(undo(rawPayload).toString())).toEqual(long)
})

test.each([
  ['/long', undefined, 'GET'],
  ['/long', 'br;q=0', 'GET'],
  ['/long', 'gzip, br', 'POST'],
  ['/short', 'gzip, br', 'GET'],
  ['/file', 'gzip, br', 'GET'],
  ['/page', 'gzip, br', 'GET'],
] as const)('%s asked with %s by %s is sent as it is', async (url, accepted, method) => {
  const { headers, statusCode } = await ask(url, accepted, method)
  expect([statusCode, headers['content-encoding']]).toEqual([200, undefined])
})
