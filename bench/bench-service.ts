import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { startService } from '#server/app.ts'
import { systemClock } from '#server/basics/clock.ts'
import type { Db } from '#server/db/database.ts'
import { migrate } from '#server/db/migrate.ts'
import { thePeople } from '#server/demo/makers/people.ts'
import { emailOf } from '#server/demo/makers/rows.ts'
import { startEmbeddedPostgres } from '#server/platform/embedded-postgres/embedded-postgres.ts'
import { readSettings } from '#server/platform/settings.ts'
import { type Client, clientOf } from '#testing/harness/client.ts'
import { sessionCookie, theSecret } from '#testing/makers/sessions.ts'

type Bench = { db: Db; folder: string; as: (name: string) => Client }

/** A whole service on a database of its own, with the people of the tests; nothing is left of it afterwards. */
export async function withService(act: (bench: Bench) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'crossmatch-bench-'))
  const postgres = await startEmbeddedPostgres({ folder: join(folder, 'db') })
  const pool = new pg.Pool({ connectionString: postgres.url, max: 1 })
  await migrate(pool)
  await pool.end()
  const settings = readSettings({
    NODE_ENV: 'test',
    DATA_DIR: folder,
    DATABASE_URL: postgres.url,
    PORT: '0',
    PUBLIC_URL: 'http://crossmatch.test',
    LOG_LEVEL: 'error',
  })
  const service = await startService({
    settings,
    databaseUrl: postgres.url,
    secret: theSecret,
    clock: systemClock,
    demoAccounts: [],
  })
  try {
    const { db } = service.database
    await db.transaction().execute(thePeople)
    const as = (name: string) =>
      clientOf({
        url: service.address,
        origin: settings.publicUrl,
        firstCookies: () => sessionCookie(db, emailOf(name)),
      })
    await act({ db, folder, as })
  } finally {
    await service.close()
    await postgres.stop()
    await rm(folder, { recursive: true, force: true })
  }
}
