import { constants } from 'node:fs'
import { lstat, open, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { whyNotPdf } from '#domain/basics/pdf-content.ts'
import { say } from '#domain/basics/refusal.ts'
import { uploadWords } from '#domain/basics/uploading.ts'
import { type FileName, firstBytes, readFileName } from '#domain/exchange/file-paths.ts'
import { nameFile } from '../db/stored-files.ts'
import { lookIntoPdf } from '../documents/pdf-look.ts'
import type { ImportParts, Tally } from './import-parts.ts'
import { importStore, importWriter } from './import-store.ts'

/** More than any upload may be. */
const largest = 32 * 1024 * 1024
const inTurn = 100

type Candidate = { path: string; name: FileName }

/** Files whose path is one of §3.3 and which a row names; nothing else of the folder is read, no link is followed. */
export async function importFiles(parts: ImportParts): Promise<Tally | null> {
  const root = join(parts.folder, 'files')
  const found = await lstat(root).catch(() => null)
  if (!found) return null
  const tally: Tally = { read: 0, written: 0, skipped: 0, bad: 0 }
  const refuse = (path: string, why: string) => {
    tally.bad++
    parts.onBad({ file: path, line: null, why })
  }
  if (!found.isDirectory()) {
    refuse('files', 'is not a folder')
    return tally
  }
  let waiting: Candidate[] = []
  for await (const { path, isFile } of walk(root, '')) {
    tally.read++
    const name = isFile ? readFileName(path) : null
    if (name) waiting.push({ path, name })
    else refuse(`files/${path}`, isFile ? 'is not a path of a file that is kept' : 'is not a file')
    if (waiting.length >= inTurn) await flush()
  }
  await flush()
  return tally

  async function flush(): Promise<void> {
    const namedBy = await ownersOf(parts, waiting)
    for (const { path, name } of waiting) {
      const loaded = await load(join(root, path), name)
      if ('why' in loaded) refuse(`files/${path}`, loaded.why)
      else if (!namedBy(path, name)) refuse(`files/${path}`, 'no document names it')
      else tally[(await keep(path, name, loaded)) ? 'written' : 'skipped']++
    }
    waiting = []
    parts.onProgress({ file: 'files', done: tally.read, of: tally.read, read: tally.read })
  }

  async function keep(path: string, name: FileName, { bytes, at }: Loaded): Promise<boolean> {
    const isHere = (await parts.files.get(path)) !== null
    if (parts.isDryRun) return !isHere
    const kept = isHere ? null : await parts.files.keep(bytes, endings[name.kind])
    const isNew = await parts.db.transaction().execute(async (tx) => {
      if (kept) await nameFile(tx, path, kept)
      if (name.kind !== 'picture') return false
      const { requestId, state, name: type, seq, aside } = name
      const writer = importWriter(tx, parts.now)
      const row = { requestId, seq, state, name: type, aside, path, bytes: bytes.length, takenAt: at }
      if (!(await writer.picture(row))) return false
      await writer.record([{ kind: 'picture-imported', subjectId: requestId, detail: { state, name: type } }])
      return true
    })
    return isNew || !isHere
  }
}

/** Whether a row that is here names the file. A dry run wrote none, so it does not ask. */
async function ownersOf({ db, isDryRun }: ImportParts, files: readonly Candidate[]) {
  if (isDryRun || files.length === 0) return () => true
  const store = importStore(db)
  const requestIds = files.flatMap(({ name }) => (name.kind === 'signature' ? [] : [name.requestId]))
  const formIds = files.flatMap(({ name }) => (name.kind === 'signature' ? [name.formId] : []))
  const requests = requestIds.length === 0 ? [] : await store.requests(requestIds)
  const forms = formIds.length === 0 ? [] : await store.donorForms(formIds)
  const types = new Set((await store.pictureTypes()).map(({ state, name }) => `${state} ${name}`))
  const known = new Set(requests.map(({ id }) => id))
  const paths = new Set([
    ...requests.flatMap(({ hospitalInvoicePath, bankInvoicePath }) => [hospitalInvoicePath, bankInvoicePath]),
    ...forms.map(({ signaturePath }) => signaturePath),
  ])
  return (path: string, name: FileName): boolean =>
    name.kind === 'picture'
      ? known.has(name.requestId) && types.has(`${name.state} ${name.name}`)
      : paths.has(path)
}

type Loaded = { bytes: Buffer; at: Date }

async function load(path: string, name: FileName): Promise<Loaded | { why: string }> {
  const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW).catch(() => null)
  if (!file) return { why: 'cannot be opened' }
  try {
    const found = await file.stat()
    if (!found.isFile()) return { why: 'is not a file' }
    if (found.size > largest) return { why: 'is too large' }
    const bytes = await file.readFile()
    const begins = firstBytes[name.kind].every((byte, at) => bytes[at] === byte)
    if (!begins) return { why: `is not ${kindsOf[name.kind]}` }
    const refusal = name.kind === 'invoice' ? whyNotPdf(lookIntoPdf(bytes)) : null
    return refusal ? { why: `${say(uploadWords, refusal).text} ${howToMend}` } : { bytes, at: found.mtime }
  } finally {
    await file.close()
  }
}

/** Older versions took such files, so an order may name one. */
const howToMend = 'Until then its order is without: put it in the place of this one and import again.'

const endings = { invoice: 'pdf', picture: 'jpeg', signature: 'png' } as const

const kindsOf: Record<FileName['kind'], string> = { invoice: 'a PDF', picture: 'a JPEG', signature: 'a PNG' }

/** Everything below it by name; folders are entered, links are not. */
async function* walk(root: string, below: string): AsyncGenerator<{ path: string; isFile: boolean }> {
  const entries = await readdir(join(root, below), { withFileTypes: true })
  for (const entry of entries.toSorted((one, other) => (one.name < other.name ? -1 : 1))) {
    const path = below === '' ? entry.name : `${below}/${entry.name}`
    if (entry.isDirectory()) yield* walk(root, path)
    else yield { path, isFile: entry.isFile() }
  }
}
