import { type FileHandle, mkdir, open, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Db } from './database.ts'

/** The end of the trail at one moment. Its digest is chained to all before it, so one line stands for everything. */
export type SealHead = { id: number; lastEventId: number; digest: string }

/** Kept outside the database, so that somebody who has that in his hands cannot cut the end off unseen (decision 22). */
export const headsFile = (dataFolder: string): string => join(dataFolder, 'seals.log')

export async function newestSeal(db: Db): Promise<SealHead | null> {
  const seal = await db
    .selectFrom('seals')
    .select(['id', 'lastEventId', 'digest'])
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return seal ?? null
}

/** One line for each seal, on the disk when this resolves. */
export async function keepHead(file: string, { id, lastEventId, digest }: SealHead): Promise<void> {
  // where database and files are elsewhere nobody has made the folder yet
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  await using handle = await open(file, 'a+', 0o600)
  const begin = (await endsWithinALine(handle)) ? '\n' : ''
  await handle.appendFile(`${begin}${id} ${lastEventId} ${digest}\n`)
  await handle.sync()
}

/** The power cut the last line short: the next one must not become part of it. */
async function endsWithinALine(handle: FileHandle): Promise<boolean> {
  const { size } = await handle.stat()
  if (size === 0) return false
  const { buffer } = await handle.read(Buffer.alloc(1), 0, 1, size - 1)
  return buffer.toString() !== '\n'
}

/** What was kept; nothing if there is no file. A last line that the power cut short is passed over. */
export async function readHeads(file: string): Promise<SealHead[]> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return ''
    throw error
  })
  return text.split('\n').flatMap((line) => headIn(line) ?? [])
}

/** As a line of the file, or of the mail, has it. */
export function headIn(line: string): SealHead | null {
  const [, id, lastEventId, digest] = /^(\d+) (\d+) ([0-9a-f]{64})$/.exec(line.trim()) ?? []
  return digest ? { id: Number(id), lastEventId: Number(lastEventId), digest } : null
}

/** The heads that the database no longer has as they were kept. */
export async function missingHeads(db: Db, heads: readonly SealHead[]): Promise<SealHead[]> {
  const seals = await db.selectFrom('seals').select(['id', 'lastEventId', 'digest']).execute()
  const byId = new Map(seals.map((seal) => [seal.id, seal]))
  return heads.filter(({ id, lastEventId, digest }) => {
    const seal = byId.get(id)
    return seal?.digest !== digest || seal.lastEventId !== lastEventId
  })
}
