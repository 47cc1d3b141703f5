import { mkdir, open, readdir, utimes, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { collections } from '#contract/exchange.ts'
import { donorDocument } from '#domain/exchange/bank-documents.ts'
import type { Db } from '../db/database.ts'
import type { StoredFiles } from '../db/stored-files.ts'
import { type Found, readers } from './collections.ts'
import { fileStore, type NamedFile } from './file-store.ts'
import { exchangeStore, type Part } from './store.ts'

const pageSize = 500

/** It goes into a folder that must be its own: what another export left there would be taken for part of this one. */
export class WrongFolder extends Error {}

export type ExportParts = {
  db: Db
  files: Pick<StoredFiles, 'get'>
  folder: string
  say: (line: string) => void
}
export type Exported = { documents: Record<string, number>; files: number; missing: number }

/** Patients and donors stand in it: for its owner's eyes alone. */
const onlyOwner = { folder: 0o700, file: 0o600 }

export async function exportFolder(parts: ExportParts): Promise<Exported> {
  const { db, folder, say } = parts
  await mkdir(folder, { recursive: true, mode: onlyOwner.folder })
  if ((await readdir(folder)).length > 0) throw new WrongFolder(`${folder} is not empty.`)
  const documents: Record<string, number> = {}
  // one picture of everything, however long the writing takes: no order names a driver that is not there
  await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => {
      const store = exchangeStore(tx)
      const donors = async (part: Part): Promise<Found[]> =>
        (await store.donorForms(null, part)).map((form) => ({ key: form.id, document: donorDocument(form) }))
      for (const name of collections)
        documents[name] = await writeCollection(parts, name, (part) => readers[name](store, part))
      documents.donorForms = await writeCollection(parts, 'donorForms', donors)
    })
  const { files, missing } = await copyFiles(parts)
  say(`files: ${files} copied${missing > 0 ? `, ${missing} missing` : ''}`)
  return { documents, files, missing }
}

async function writeCollection(
  { folder, say }: ExportParts,
  name: string,
  read: (part: Part) => Promise<Found[]>,
): Promise<number> {
  const file = await open(join(folder, `${name}.jsonl`), 'wx', onlyOwner.file)
  let written = 0
  try {
    for (let after: string | null = ''; after !== null; ) {
      const page: Found[] = await read({ after, limit: pageSize })
      await file.write(page.map(({ document }) => `${JSON.stringify(document)}\n`).join(''))
      written += page.length
      after = page.length < pageSize ? null : (page.at(-1)?.key ?? null)
    }
    await file.sync()
  } finally {
    await file.close()
  }
  say(`${name}: ${written} documents`)
  return written
}

async function copyFiles(parts: ExportParts): Promise<{ files: number; missing: number }> {
  const store = fileStore(parts.db)
  const done = { files: 0, missing: 0 }
  for (const read of [store.invoices, store.pictures, store.signatures]) {
    for (let after: string | null = ''; after !== null; ) {
      const page: Awaited<ReturnType<typeof read>> = await read({ after, limit: pageSize })
      for (const file of page.files) {
        const isThere = await copyFile(parts, file)
        done[isThere ? 'files' : 'missing'] += 1
        if (!isThere) parts.say(`missing: ${file.path}`)
      }
      after = page.next
    }
  }
  return done
}

async function copyFile({ files, folder }: ExportParts, { path, at }: NamedFile): Promise<boolean> {
  const bytes = await files.get(path)
  if (bytes === null) return false
  const target = join(folder, 'files', path)
  await mkdir(dirname(target), { recursive: true, mode: onlyOwner.folder })
  await writeFile(target, bytes, { flag: 'wx', mode: onlyOwner.file })
  if (at) await utimes(target, at, at)
  return true
}
