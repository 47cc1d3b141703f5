import {
  createDecipheriv,
  createECDH,
  createPublicKey,
  type ECDH,
  hkdfSync,
  randomBytes,
  verify,
} from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { BrowserDraft } from '#domain/messages/browsers.ts'
import { type Arrivals, arrivals } from '../makers/arrivals.ts'

/** What a browser was handed, as it read it. */
export type Pushed = {
  browser: string
  words: { title: string; words: string; path: string; tag: string; at: string }
  ttl: number
  urgency: string
  topic: string
  /** Whom the service may turn to, and by which key the sender showed itself. */
  contact: string
  key: string
}

export type PushBehaviour =
  | 'accept'
  | 'gone'
  | 'busy'
  | 'fail'
  | 'too-large'
  | 'hang'
  | 'redirect'
  | 'take-and-hang'

export type PushService = Arrivals<Pushed> & {
  /** For OUTGOING_NETWORKS: it stands on the loopback. */
  settings: { OUTGOING_NETWORKS: string }
  /** Subscribes a browser, and what it gives out. */
  browser(name: string): BrowserDraft
  tries(): number
  /** What was not as the standards want it. */
  faults: string[]
  behave(behaviour: PushBehaviour): void
  close(): Promise<void>
}

type Keys = { pair: ECDH; auth: Buffer }

/** A push service on the loopback (RFC 8030): checks who sends (RFC 8292), and reads what its browsers get (RFC 8291). */
export async function pushService(): Promise<PushService> {
  const pushed = arrivals<Pushed>('push')
  const keysOf = new Map<string, Keys>()
  const faults: string[] = []
  let behaviour: PushBehaviour = 'accept'
  let tries = 0
  const server = createServer((request, response) => {
    serve(request, response).catch((error) => {
      faults.push(String(error))
      response.writeHead(400).end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await bodyOf(request)
    tries++
    if (behaviour === 'hang') return
    if (behaviour === 'redirect')
      return void response.writeHead(307, { location: `${origin}/elsewhere` }).end()
    const status = { gone: 410, busy: 429, fail: 503, 'too-large': 413 }[behaviour as string]
    if (status) return void response.writeHead(status).end()
    const browser = decodeURIComponent((request.url ?? '').slice(1))
    const keys = keysOf.get(browser)
    if (request.method !== 'POST' || !keys) return void response.writeHead(404).end()
    const { headers } = request
    const { contact, key } = whoSends(String(headers.authorization), origin)
    if (headers['content-encoding'] !== 'aes128gcm') throw new Error('another encoding')
    pushed.add({
      browser,
      words: JSON.parse(decrypt(body, keys)),
      ttl: Number(headers.ttl ?? Number.NaN),
      urgency: String(headers.urgency),
      topic: String(headers.topic),
      contact,
      key,
    })
    if (behaviour === 'take-and-hang') return
    response.writeHead(201, { location: `${origin}/message/${tries}` }).end()
  }

  return {
    all: pushed.all,
    next: pushed.next,
    find: pushed.find,
    settings: { OUTGOING_NETWORKS: '127.0.0.0/8' },
    browser(name) {
      const pair = createECDH('prime256v1')
      pair.generateKeys()
      const auth = randomBytes(16)
      keysOf.set(name, { pair, auth })
      return {
        endpoint: `${origin}/${encodeURIComponent(name)}`,
        p256dh: pair.getPublicKey('base64url'),
        auth: auth.toString('base64url'),
      }
    },
    tries: () => tries,
    faults,
    behave(wish) {
      behaviour = wish
    },
    close() {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks)
}

/** RFC 8292: `vapid t=<a signed token>, k=<the key it is signed with>`. */
function whoSends(authorization: string, origin: string): { contact: string; key: string } {
  const [, token = '', key = ''] = /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(authorization) ?? []
  const [head = '', claims = '', signature = ''] = token.split('.')
  const point = Buffer.from(key, 'base64url')
  const publicKey = createPublicKey({
    format: 'jwk',
    key: {
      kty: 'EC',
      crv: 'P-256',
      x: point.subarray(1, 33).toString('base64url'),
      y: point.subarray(33, 65).toString('base64url'),
    },
  })
  const isSigned = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key: publicKey, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  )
  if (!isSigned) throw new Error('the token is not signed with its key')
  const read = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString('utf8'))
  const { aud, exp, sub } = read(claims)
  const left = exp - Date.now() / 1_000
  if (read(head).alg !== 'ES256' || aud !== origin) throw new Error(`a token for ${aud}`)
  if (!(left > 0 && left <= 86_400)) throw new Error(`a token for ${left} s`)
  return { contact: sub, key }
}

/** RFC 8291: the content coding aes128gcm (RFC 8188), with a key that only that browser and the sender can know. */
function decrypt(body: Buffer, { pair, auth }: Keys): string {
  const salt = body.subarray(0, 16)
  const recordSize = body.readUInt32BE(16)
  const idLength = body.readUInt8(20)
  const sender = body.subarray(21, 21 + idLength)
  const record = body.subarray(21 + idLength)
  if (record.length > recordSize) throw new Error('more than one record')
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), pair.getPublicKey(), sender])
  const shared = Buffer.from(hkdfSync('sha256', pair.computeSecret(sender), auth, info, 32))
  const key = Buffer.from(hkdfSync('sha256', shared, salt, 'Content-Encoding: aes128gcm\0', 16))
  const nonce = Buffer.from(hkdfSync('sha256', shared, salt, 'Content-Encoding: nonce\0', 12))
  const decipher = createDecipheriv('aes-128-gcm', key, nonce)
  decipher.setAuthTag(record.subarray(-16))
  const plain = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()])
  // what is after the last delimiter is padding
  return plain.subarray(0, plain.lastIndexOf(2)).toString('utf8')
}
