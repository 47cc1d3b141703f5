import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { startService } from '#server/app.ts'
import { migrate } from '#server/db/migrate.ts'
import { systemClock } from '#server/platform/clock.ts'
import { startEmbeddedPostgres } from '#server/platform/embedded-postgres.ts'
import { readSettings } from '#server/platform/settings.ts'
import { clientOf } from '#testing/client.ts'
import { aDonorForm } from '#testing/donors.ts'
import { thePeople } from '#testing/people.ts'
import { emailOf } from '#testing/rows.ts'
import { sessionCookie, theSecret } from '#testing/sessions.ts'

/** So many certificates asked for at once: how long the lists of others take meanwhile. */
const count = Number(process.argv[2] ?? 40)
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
  const forms = []
  for (let number = 0; number < count; number++) {
    forms.push(await aDonorForm(db, { status: 'complete', language: number % 2 === 0 ? 'en' : 'ta' }))
  }
  const as = (name: string) =>
    clientOf({
      url: service.address,
      origin: settings.publicUrl,
      firstCookies: () => sessionCookie(db, emailOf(name)),
    })
  const [bank, hospital] = [as('redbank_bloodbank'), as('firm')]
  await hospital.raw('GET', '/api/requests/pending')
  const memory = () => `${Math.round(process.memoryUsage().rss / 1e6)} MB`
  console.log(`idle: ${memory()}`)
  for (const round of ['first', 'second']) {
    const begin = performance.now()
    let isDone = false
    const asked = Promise.all(
      forms.map(async ({ id }) => (await bank.raw('GET', `/api/donor-forms/${id}/certificate`)).status),
    ).finally(() => {
      isDone = true
    })
    const waits: number[] = []
    do {
      const at = performance.now()
      await hospital.raw('GET', '/api/requests/pending')
      waits.push(performance.now() - at)
      await new Promise((resolve) => setTimeout(resolve, 20))
    } while (!isDone)
    const statuses = await asked
    const seconds = ((performance.now() - begin) / 1000).toFixed(1)
    const sorted = waits.toSorted((one, other) => one - other)
    const [half, most] = [0.5, 0.99].map((share) => sorted[Math.floor((sorted.length - 1) * share)] ?? 0)
    console.log(
      `${round} time: ${statuses.filter((status) => status === 200).length} of ${count} certificates in ${seconds} s; ` +
        `a list meanwhile p50 ${half?.toFixed(0)} ms, p99 ${most?.toFixed(0)} ms, worst ${sorted.at(-1)?.toFixed(0)} ms (${waits.length} calls); ${memory()}`,
    )
  }
} finally {
  await service.close()
  await postgres.stop()
  await rm(folder, { recursive: true, force: true })
}
