import { join } from 'node:path'
import type { Db } from '#server/db/database.ts'

/** Where on the disk the file lies that is found at that path. */
export async function placeOf(db: Db, dataFolder: string, path: string | null | undefined): Promise<string> {
  const row = await db
    .selectFrom('storedFiles')
    .select('contentKey')
    .where('path', '=', path ?? '')
    .orderBy('named', 'desc')
    .executeTakeFirst()
  return join(dataFolder, 'files', row?.contentKey ?? path ?? 'none')
}
