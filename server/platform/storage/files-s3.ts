import { createHash } from 'node:crypto'
import { AwsClient } from 'aws4fetch'
import type { Files } from '../../basics/files.ts'
import { checkedKey, FilesUnavailable } from './files.ts'

export type S3 = { endpoint: string; bucket: string; region: string; key: string; secret: string }

/** A person waits for it: two tries end within a quarter of a minute. */
const usual = { tries: 2, timeoutMs: 6_000, pauseMs: 200 }

/** In any store that speaks S3. A PUT there is whole or not at all, so what disks need drafts for is given. */
export function filesInS3(s3: S3, patience = usual): Files {
  const base = `${s3.endpoint.replace(/\/$/, '')}/${encodeURIComponent(s3.bucket)}`
  // it signs and nothing else: its own tries would go on for a minute
  const signer = new AwsClient({
    accessKeyId: s3.key,
    secretAccessKey: s3.secret,
    region: s3.region,
    service: 's3',
  })

  async function put(key: string, bytes: Uint8Array): Promise<void> {
    const sum = sha256(bytes)
    const headers = {
      'content-type': typeOf(key),
      'content-length': String(bytes.byteLength),
      // signed with the rest: a store that was sent other bytes refuses them
      'x-amz-content-sha256': sum,
      [sumHeader]: sum,
    }
    const { status, body } = await ask('PUT', key, { headers, body: Buffer.from(bytes) })
    if (status !== 200) throw new FilesUnavailable(`PUT ${key} was answered ${status} ${codeIn(body)}`)
  }

  async function get(key: string): Promise<Buffer | null> {
    const { status, body, sum } = await ask('GET', key, {})
    if (status === 404 && codeIn(body) === 'NoSuchKey') return null
    if (status !== 200) throw new FilesUnavailable(`GET ${key} was answered ${status} ${codeIn(body)}`)
    // null for a file that somebody else put there
    if (sum !== null && sum !== sha256(body)) throw new FilesUnavailable(`GET ${key} gave other bytes`)
    return body
  }

  async function remove(key: string): Promise<void> {
    const { status, body } = await ask('DELETE', key, {})
    const isGone = status < 300 || (status === 404 && codeIn(body) === 'NoSuchKey')
    if (!isGone) throw new FilesUnavailable(`DELETE ${key} was answered ${status} ${codeIn(body)}`)
  }

  /** All are safe to repeat. What the store says of itself may pass; what it says of the call will not. */
  async function ask(method: string, key: string, init: Sent): Promise<Answered> {
    const url = `${base}/${checkedKey(key).split('/').map(encodeURIComponent).join('/')}`
    for (let left = patience.tries - 1; ; left--) {
      const answered = await once(method, url, init).catch((error: Error) => {
        if (left === 0) throw new FilesUnavailable(`${method} ${key}: ${reasonOf(error)}`)
        return null
      })
      if (answered && (left === 0 || (answered.status < 500 && answered.status !== 429))) return answered
      await new Promise((resolve) => setTimeout(resolve, patience.pauseMs))
    }
  }

  async function once(method: string, url: string, init: Sent): Promise<Answered> {
    // followed nowhere: what is signed is for this store
    const asked = { ...init, method, redirect: 'manual', signal: AbortSignal.timeout(patience.timeoutMs) }
    const response = await fetch(await signer.sign(url, asked as RequestInit))
    const body = Buffer.from(await response.arrayBuffer())
    return { status: response.status, body, sum: response.headers.get(sumHeader) }
  }

  return { put, get, remove }
}

type Sent = { headers?: Record<string, string>; body?: Buffer<ArrayBuffer> }
type Answered = { status: number; body: Buffer; sum: string | null }

const sumHeader = 'x-amz-meta-sha256'

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

const types: Record<string, string> = { pdf: 'application/pdf', jpeg: 'image/jpeg', png: 'image/png' }
const typeOf = (key: string): string => types[key.split('.').at(-1) ?? ''] ?? 'application/octet-stream'

/** NoSuchKey, NoSuchBucket, SignatureDoesNotMatch: the word that helps whoever reads the log. */
const codeIn = (body: Buffer): string => /<Code>(\w{1,60})<\/Code>/.exec(body.toString('latin1'))?.[1] ?? ''

const reasonOf = (error: Error): string =>
  (error.cause as { code?: string } | undefined)?.code ?? error.message
