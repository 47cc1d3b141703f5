import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { migrate } from '#server/db/migrate.ts'
import { startEmbeddedPostgres } from '#server/platform/embedded-postgres/embedded-postgres.ts'
import {
  bankQuestionsOf,
  listeningTo,
  planOf,
  providerQuestionsOf,
  questionsAbout,
  questionsOf,
} from '#testing/harness/plans.ts'
import { fillRequests } from '#testing/makers/million.ts'

/** Every query of a list or of each call, against a million requests: its plan, its time, what it touched. */
const rows = Number(process.argv[2] ?? 1_000_000)
const folder = await mkdtemp(join(tmpdir(), 'crossmatch-bench-'))
const postgres = await startEmbeddedPostgres({ folder })
try {
  const pool = new pg.Pool({ connectionString: postgres.url, max: 1 })
  pool.on('error', () => undefined) // told by the query that fails
  await migrate(pool)
  console.log(`Filling ${rows.toLocaleString('en-IN')} requests…`)
  const client = await pool.connect()
  await fillRequests(client, rows)
  client.release(true)
  const { db, hear } = listeningTo(pool)
  const now = new Date()
  const questions = [
    ...questionsOf(db, now),
    ...bankQuestionsOf(db, now),
    ...providerQuestionsOf(db, now),
    ...(await questionsAbout(db, now)),
  ]
  for (const question of questions) {
    const { queries } = await hear(question)
    for (const query of queries) {
      const { milliseconds, pages, rows, scans } = await planOf(pool, query)
      const figures = [
        `${milliseconds.toFixed(2)} ms`.padStart(11),
        `${pages} pages`.padStart(11),
        `${rows} rows`.padStart(10),
      ]
      console.log(`${question.name.padEnd(46)} ${figures.join(' ')}  ${scans.join(', ')}`)
    }
  }
  await db.destroy()
} finally {
  await postgres.stop()
  await rm(folder, { recursive: true, force: true })
}
