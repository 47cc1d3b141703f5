import { randomUUID } from 'node:crypto'
import fs, { type FileHandle } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { errorCodes } from 'fastify'
import { no, say } from '#domain/basics/refusal.ts'
import { uploadWords } from '#domain/basics/uploading.ts'
import { Gone } from '../../basics/network.ts'
import { limiter } from '../tasks/limiter.ts'
import { Answer } from './refuse.ts'

const usual = {
  /** Under way at once. A phone sends one after the other; a desk with several windows a few. */
  ofOneAccount: 4,
  /** Of all accounts. Phones on bad lines may take their time, so they cannot take the places of the others. */
  patient: 150,
  others: 50,
  /** Whole in memory, with what is made of them. All others are files, however slowly they come. */
  atWork: 4,
}

/** Seconds: an account's own are soon through, those of all may take longer. */
const comeBackAfter = { own: 5, all: 10 }

type Upload = {
  body: IncomingMessage
  /** Whose places it takes one of. */
  by: string
  /** From a phone, maybe over a bad line. */
  isPatient: boolean
  maxBytes: number
}

/** Takes the body as a draft on the disk, and acts once all of it has come. */
export type Uploads = <Result>(upload: Upload, act: (file: Buffer) => Promise<Result>) => Promise<Result>

/** `folder` is theirs alone. Processes may share it. */
export async function uploadsIn(folder: string, changed: Partial<typeof usual> = {}): Promise<Uploads> {
  const most = { ...usual, ...changed }
  const inTurn = limiter(most.atWork)
  const underWay = new Map<string, number>()
  const inAll = { patient: 0, others: 0 }
  await sweep(folder)

  function takePlace({ by, isPatient }: Upload): () => void {
    const kind = isPatient ? 'patient' : 'others'
    const own = underWay.get(by) ?? 0
    if (own >= most.ofOneAccount) throw later('own-uploads-full', 429, comeBackAfter.own)
    if (inAll[kind] >= most[kind]) throw later('uploads-full', 503, comeBackAfter.all)
    inAll[kind]++
    underWay.set(by, own + 1)
    return () => {
      inAll[kind]--
      const left = (underWay.get(by) ?? 1) - 1
      if (left > 0) underWay.set(by, left)
      else underWay.delete(by)
    }
  }

  return async (upload, act) => {
    const { body, maxBytes } = upload
    if (saidLength(body) > maxBytes) throw tooLarge()
    const leave = takePlace(upload)
    try {
      const draft = await openDraft(folder)
      try {
        const size = await receive(body, draft, maxBytes)
        return await inTurn(async () => act(await readWhole(draft, size)))
      } finally {
        await draft.close()
      }
    } finally {
      leave()
    }
  }
}

/** NaN if it does not say. */
const saidLength = (body: IncomingMessage): number => Number(body.headers['content-length'])

export const hasFittingLength = ({ body, maxBytes }: Upload): boolean => saidLength(body) <= maxBytes

const draftName = 'draft-'

/** Its name is taken from it at once: what is open goes with its process, however that ends. */
async function openDraft(folder: string): Promise<FileHandle> {
  await fs.mkdir(folder, { recursive: true, mode: 0o700 })
  const path = join(folder, `${draftName}${randomUUID()}`)
  const draft = await fs.open(path, 'wx+', 0o600)
  // where an open file keeps its name, the next start removes it
  await fs.rm(path, { force: true }).catch(() => undefined)
  return draft
}

async function receive(body: IncomingMessage, draft: FileHandle, maxBytes: number): Promise<number> {
  let size = 0
  try {
    // not destroyed with the loop: whoever sends too much is to hear of it
    for await (const chunk of body.iterator({ destroyOnReturn: false })) {
      size += chunk.length
      if (size > maxBytes) throw tooLarge()
      await draft.writeFile(chunk)
    }
    return size
  } catch (error) {
    if (body.errored || (body.destroyed && !body.complete)) throw new Gone('the sender has gone')
    // what still comes is dropped, or the answer would not be heard
    body.resume()
    throw error
  }
}

async function readWhole(draft: FileHandle, size: number): Promise<Buffer> {
  const file = Buffer.allocUnsafeSlow(size)
  const { bytesRead } = await draft.read(file, 0, size, 0)
  if (bytesRead !== size) throw new Error(`a draft of ${size} bytes has ${bytesRead}`)
  return file
}

/** What a process left that died between making a draft and taking its name. */
async function sweep(folder: string): Promise<void> {
  const names = await fs.readdir(folder).catch(() => [])
  for (const name of names) if (name.startsWith(draftName)) await fs.rm(join(folder, name), { force: true })
}

const tooLarge = () => new errorCodes.FST_ERR_CTP_BODY_TOO_LARGE()

const later = (code: 'own-uploads-full' | 'uploads-full', status: number, seconds: number): Answer =>
  new Answer(status, { code, ...say(uploadWords, no(code)) }, seconds)
