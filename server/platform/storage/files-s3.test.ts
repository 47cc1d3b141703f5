import { afterAll, beforeEach, expect, test } from 'vitest'
import { freePort } from '#testing/harness/process.ts'
import { s3Peer } from '#testing/peers/s3.ts'
import { FilesUnavailable } from './files.ts'
import { filesInS3 } from './files-s3.ts'

const peer = await s3Peer()
afterAll(() => peer.close())
const hasty = { tries: 2, timeoutMs: 1_000, pauseMs: 10 }
const files = filesInS3(peer.store, hasty)
const bytes = (text: string) => Buffer.from(text)
const key = 'invoices/05c8aa71/05c8aa71-hospital-firm-invoice.pdf'

beforeEach(async () => {
  peer.behave('serve')
  await files.put(key, bytes('before'))
  peer.calls.length = 0
})

test.each([
  [key, 'application/pdf'],
  ['images/05c8aa71/05c8aa71-InTransit-Bag.jpeg', 'image/jpeg'],
])(
  'STORAGE-03 STORAGE-04 a file lies at its path below the bucket, as what it is: %s',
  async (path, type) => {
    await files.put(path, bytes('content'))
    expect(peer.calls).toEqual([`PUT /crossmatch/${path}`])
    const { AwsClient } = await import('aws4fetch')
    const { key: accessKeyId, secret: secretAccessKey, region, endpoint } = peer.store
    const somebody = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3' })
    const answer = await somebody.fetch(`${endpoint}/crossmatch/${path}`)
    expect([answer.headers.get('content-type'), await answer.text()]).toEqual([type, 'content'])
  },
)

test('X16 a store that stumbles once is asked again', async () => {
  peer.behave('fail-once')
  await files.put(key, bytes('after'))
  peer.behave('fail-once')
  expect(await files.get(key)).toEqual(bytes('after'))
  expect(peer.calls).toHaveLength(4)
})

test.each([
  ['answers 503', 'fail', '503 SlowDown'],
  ['does not answer', 'hang', 'timeout'],
] as const)('X16 a store that %s is away, and the file is the one before', async (_, behaviour, why) => {
  peer.behave(behaviour)
  await expect(files.put(key, bytes('after'))).rejects.toThrow(why)
  await expect(files.get(key)).rejects.toBeInstanceOf(FilesUnavailable)
  peer.behave('serve')
  expect(await files.get(key)).toEqual(bytes('before'))
})

test('X16 a store that is not there is away', async () => {
  const nowhere = filesInS3({ ...peer.store, endpoint: `http://127.0.0.1:${await freePort()}` }, hasty)
  await expect(nowhere.put(key, bytes('x'))).rejects.toThrow(/^PUT .*ECONNREFUSED/)
  await expect(nowhere.get(key)).rejects.toBeInstanceOf(FilesUnavailable)
})

test.each(['cut', 'spoil'] as const)('X31 half a file, or a wrong one, is no file: %s', async (behaviour) => {
  peer.behave(behaviour)
  await expect(files.get(key)).rejects.toBeInstanceOf(FilesUnavailable)
})

test.each([
  ['a wrong secret', { secret: 'not-the-secret' }, '403 SignatureDoesNotMatch'],
  ['a wrong key', { key: 'NOBODY' }, '403 InvalidAccessKeyId'],
  ['a wrong region', { region: 'ap-south-1' }, '403 SignatureDoesNotMatch'],
  ['a bucket that is not there', { bucket: 'elsewhere' }, '404 NoSuchBucket'],
])('X16 %s is a fault that names itself, never a file that is missing', async (_, change, why) => {
  const wrong = filesInS3({ ...peer.store, ...change }, hasty)
  await expect(wrong.put(key, bytes('after'))).rejects.toThrow(why)
  await expect(wrong.get(key)).rejects.toThrow(why)
  // said once: another try would be answered the same
  expect(peer.calls).toHaveLength(2)
  expect(await files.get(key)).toEqual(bytes('before'))
})

test('T70 no fault tells the secret', async () => {
  const wrong = filesInS3({ ...peer.store, secret: 'canary-secret' }, hasty)
  const fault = await wrong.put(key, bytes('x')).catch((error: Error) => `${error.message} ${error.stack}`)
  expect(fault).not.toContain('canary')
})

test('T67 a store that sends us elsewhere is not followed', async () => {
  const { createServer } = await import('node:http')
  const server = createServer((_, response) => {
    response.writeHead(307, { location: `${peer.store.endpoint}/crossmatch/${key}` }).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  const led = filesInS3({ ...peer.store, endpoint: `http://127.0.0.1:${port}` }, hasty)
  await expect(led.put(key, bytes('x'))).rejects.toThrow('307')
  await expect(led.get(key)).rejects.toThrow('307')
  expect(peer.calls).toEqual([])
  await new Promise((resolve) => server.close(resolve))
})
