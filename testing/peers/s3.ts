import { createHash, createHmac } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
// @ts-expect-error it brings no types
import S3rver from 's3rver'
import type { S3 } from '#server/platform/storage/files-s3.ts'

/** What the store does with the next calls; `cut` hangs up half-way through the answer. */
export type S3Behaviour = 'serve' | 'fail' | 'fail-once' | 'hang' | 'cut' | 'spoil'

export type S3Peer = {
  settings: { STORAGE: 's3'; S3_ENDPOINT: string; S3_BUCKET: string; S3_KEY: string; S3_SECRET: string }
  store: S3
  /** Every call, as METHOD /path, served or not. */
  calls: string[]
  behave(behaviour: S3Behaviour): void
  close(): Promise<void>
}

type Peer = { run(): Promise<AddressInfo>; close(): Promise<void> }
type PeerOptions = { address: string; port: number; silent: boolean; directory: string } & Record<
  string,
  unknown
>

const [bucket, key, secret, region] = ['crossmatch', 'S3RVER', 'S3RVER', 'us-east-1']

/** s3rver on the loopback, and before it what it leaves out: the signature and the sum are looked at. */
export async function s3Peer(): Promise<S3Peer> {
  const directory = await mkdtemp(join(tmpdir(), 'crossmatch-s3-'))
  const options = { address: '127.0.0.1', port: 0, silent: true, directory, vhostBuckets: false }
  const Server = S3rver as new (options: PeerOptions) => Peer
  const peer = new Server({ ...options, configureBuckets: [{ name: bucket }] })
  const inner = await peer.run()
  let behaviour: S3Behaviour = 'serve'
  const calls: string[] = []
  const gate = createServer((request, response) => void serve(request, response))

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    calls.push(`${request.method} ${request.url}`)
    const body = await bodyOf(request)
    const now = behaviour
    if (behaviour === 'fail-once') behaviour = 'serve'
    if (now === 'hang') return
    if (now === 'fail' || now === 'fail-once') return refuse(response, 503, 'SlowDown')
    if (!isSigned(request)) return refuse(response, 403, 'SignatureDoesNotMatch')
    if (body.length > 0 && sha256(body) !== request.headers['x-amz-content-sha256'])
      return refuse(response, 400, 'XAmzContentSHA256Mismatch')
    const answer = await fetch(`http://127.0.0.1:${inner.port}${request.url}`, {
      method: request.method ?? 'GET',
      headers: Object.entries(request.headers).filter(([name]) => !hopByHop.has(name)) as [string, string][],
      ...(body.length > 0 ? { body } : {}),
    })
    const bytes = Buffer.from(await answer.arrayBuffer())
    if (now === 'spoil' && bytes.length > 0) bytes[0] = (bytes[0] ?? 0) ^ 1
    response.writeHead(answer.status, {
      ...Object.fromEntries(answer.headers),
      'content-length': bytes.length,
    })
    if (now !== 'cut') return void response.end(bytes)
    response.write(bytes.subarray(0, bytes.length / 2), () => response.destroy())
  }

  await new Promise<void>((resolve) => gate.listen(0, '127.0.0.1', resolve))
  const endpoint = `http://127.0.0.1:${(gate.address() as AddressInfo).port}`
  return {
    settings: { STORAGE: 's3', S3_ENDPOINT: endpoint, S3_BUCKET: bucket, S3_KEY: key, S3_SECRET: secret },
    store: { endpoint, bucket, region, key, secret },
    calls,
    behave(next) {
      behaviour = next
    },
    async close() {
      gate.closeAllConnections()
      await new Promise((resolve) => gate.close(resolve))
      await peer.close()
      await rm(directory, { recursive: true, force: true })
    },
  }
}

const hopByHop = new Set([
  'connection',
  'host',
  'transfer-encoding',
  'keep-alive',
  'content-length',
  'expect',
])

async function bodyOf(request: IncomingMessage): Promise<Buffer<ArrayBuffer>> {
  const chunks: Uint8Array[] = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks)
}

function refuse(response: ServerResponse, status: number, code: string): void {
  const xml = `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code></Error>`
  response.writeHead(status, { 'content-type': 'application/xml' }).end(xml)
}

const sha256 = (text: string | Buffer): string => createHash('sha256').update(text).digest('hex')
const hmac = (secret: string | Buffer, text: string): Buffer =>
  createHmac('sha256', secret).update(text).digest()

/** AWS Signature Version 4, worked out anew from what arrived. */
function isSigned({ method, url = '', headers }: IncomingMessage): boolean {
  const given = /Credential=([^/]+)\/([^,]+), SignedHeaders=([^,]+), Signature=(\w+)/.exec(
    headers.authorization ?? '',
  )
  const [, , scope = '', names = '', signature = ''] = given ?? []
  if (scope.split('/')[1] !== region) return false
  const signed = names.split(';').map((name) => `${name}:${headers[name]}\n`)
  const path = url
    .split('/')
    .map((part) => encodeURIComponent(decodeURIComponent(part)).replace(/[!'()*]/g, hex))
  const sum = headers['x-amz-content-sha256']
  const canonical = [method, path.join('/'), '', signed.join(''), names, sum].join('\n')
  const text = ['AWS4-HMAC-SHA256', headers['x-amz-date'], scope, sha256(canonical)].join('\n')
  const signing = scope.split('/').reduce<string | Buffer>(hmac, `AWS4${secret}`)
  return hmac(signing, text).toString('hex') === signature
}

const hex = (letter: string): string => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`
