import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Files } from '../basics/files.ts'
import type { Db, Tx } from './database.ts'

/** Bytes that lie in the store and have no path yet. */
export type Kept = { readonly id: number; readonly sha256: string }

/**
 * Files by the paths of §3.3, in two steps: the bytes first, outside every transaction, then a short one that names
 * them. So a store that hangs holds no connection, and a transaction that is undone names nothing.
 */
export type StoredFiles = {
  /** Puts the bytes. What nothing names within the hour is removed. */
  keep(bytes: Uint8Array, ending: 'pdf' | 'jpeg' | 'png'): Promise<Kept>
  /** What was named last at that path; null if there is nothing. */
  get(path: string): Promise<Buffer | null>
}

/** Other bytes than were put: nobody is given them. */
export class FileSpoiled extends Error {}

export function storedFilesOn(db: Db, files: Files): StoredFiles {
  return {
    async keep(bytes, ending) {
      const sha256 = sumOf(bytes)
      // never twice the same: what is removed can then never be what somebody just put
      const contentKey = `content/${sha256.slice(0, 2)}/${sha256}-${randomBytes(4).toString('hex')}.${ending}`
      const { id } = await db
        .insertInto('storedFiles')
        .values({ contentKey, sha256, bytes: bytes.byteLength })
        .returning('id')
        .executeTakeFirstOrThrow()
      await files.put(contentKey, bytes)
      return { id, sha256 }
    },

    async get(path) {
      const row = await db
        .selectFrom('storedFiles')
        .select(['contentKey', 'sha256'])
        .where('path', '=', path)
        .orderBy('named', 'desc')
        .limit(1)
        .executeTakeFirst()
      // up to version 1.0.1 files lay at their paths, and those still do
      if (!row) return files.get(path)
      const bytes = await files.get(row.contentKey)
      if (bytes && sumOf(bytes) !== row.sha256) throw new FileSpoiled(`${row.contentKey} has other bytes`)
      return bytes
    },
  }
}

/** From the commit on this is the file at that path. Those before it stay, unless they are the same. */
export async function nameFile(tx: Tx, path: string, { id, sha256 }: Kept): Promise<void> {
  await letGo(tx).where('path', '=', path).where('sha256', '=', sha256).execute()
  const { numUpdatedRows } = await tx
    .updateTable('storedFiles')
    .set({ path, named: sql<number>`nextval('stored_file_names')` })
    .where('id', '=', id)
    .where('goneAt', 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows !== 1n) throw new Error(`the bytes for ${path} were removed before they were named`)
}

/** A moment among the namings: what is named later is named since. */
export async function namingMark(db: Db): Promise<number> {
  const { rows } = await sql<{ mark: number }>`select nextval('stored_file_names') as mark`.execute(db)
  return rows[0]?.mark ?? 0
}

export const isNamedSince = async (tx: Tx, path: string, mark: number): Promise<boolean> =>
  (await tx
    .selectFrom('storedFiles')
    .select('id')
    .where('path', '=', path)
    .where('named', '>', mark)
    .limit(1)
    .executeTakeFirst()) !== undefined

/** Nothing is at that path any more. */
export const unnameFiles = async (tx: Tx, path: string): Promise<void> =>
  void (await letGo(tx).where('path', '=', path).execute())

/** The same, and its bytes go too where they lie at the path itself, as up to version 1.0.1. */
export async function letGoOfFile(tx: Tx, path: string): Promise<void> {
  const { numUpdatedRows } = await letGo(tx).where('path', '=', path).executeTakeFirst()
  if (numUpdatedRows > 0n) return
  // nothing names it, so it is swept like all such; nobody ever asks for its sum
  const unknown = { sha256: '0'.repeat(64), bytes: 0 }
  await tx
    .insertInto('storedFiles')
    .values({ contentKey: path, ...unknown })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Whoever is reading it at that moment has an hour to finish. */
const letGo = (tx: Tx) =>
  tx.updateTable('storedFiles').set({ path: null, named: null, storedAt: sql<Date>`now()` })

const inOneSweep = 50

/** Removes what nothing has named for an hour. What cannot be removed is tried again, after all that was not tried yet. */
export async function sweepFiles(db: Db, files: Files): Promise<number> {
  // by the database's own clock, as they were stored; marked first, so that nobody names it meanwhile
  const gone = await db
    .updateTable('storedFiles')
    .set({ goneAt: sql<Date>`now()` })
    .where('id', 'in', (unnamed) =>
      unnamed
        .selectFrom('storedFiles')
        .select('id')
        .where('path', 'is', null)
        .where('storedAt', '<', sql<Date>`now() - interval '1 hour'`)
        .orderBy('goneAt', (order) => order.asc().nullsFirst())
        .orderBy('storedAt')
        .limit(inOneSweep)
        .forUpdate()
        .skipLocked(),
    )
    .where('path', 'is', null)
    .returning(['id', 'contentKey'])
    .execute()
  // at once: a store that hangs costs the time of one
  const tries = await Promise.allSettled(gone.map(({ contentKey }) => files.remove(contentKey)))
  const removed = gone.filter((_, index) => tries[index]?.status === 'fulfilled').map(({ id }) => id)
  if (removed.length > 0) await db.deleteFrom('storedFiles').where('id', 'in', removed).execute()
  const failed = tries.find((tried) => tried.status === 'rejected')
  if (failed) throw failed.reason
  return removed.length
}

const sumOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')
