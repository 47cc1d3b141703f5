import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { orders } from '#contract/orders.ts'
import { startService } from '#server/app.ts'
import { migrate } from '#server/db/migrate.ts'
import { systemClock } from '#server/platform/clock.ts'
import { startEmbeddedPostgres } from '#server/platform/embedded-postgres.ts'
import { readSettings } from '#server/platform/settings.ts'
import { clientOf } from '#testing/client.ts'
import { aRequest } from '#testing/makers.ts'
import { thePeople } from '#testing/people.ts'
import { thePrices } from '#testing/prices.ts'
import { emailOf } from '#testing/rows.ts'
import { sessionCookie, theSecret } from '#testing/sessions.ts'

/** So many orders completed at once: until each has its number and both its files. */
const count = Number(process.argv[2] ?? 1_000)
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
  await thePrices(db)
  const delivered = []
  for (let number = 0; number < count; number++) {
    delivered.push(await aRequest(db, { status: 'delivery-completed', units: 7 }))
  }
  const provider = clientOf({
    url: service.address,
    origin: settings.publicUrl,
    firstCookies: () => sessionCookie(db, emailOf('bloodsupport')),
  })
  await provider.cookies()
  const begin = performance.now()
  const since = () => (performance.now() - begin) / 1000
  await Promise.all(delivered.map(({ id, version }) => provider.done(orders.approveInvoice, { id, version })))
  console.log(`${count} orders completed in ${since().toFixed(1)} s`)
  for (;;) {
    const { left } = await db
      .selectFrom('requests')
      .select(({ fn }) => fn.countAll<number>().as('left'))
      .where('bankInvoicePath', 'is', null)
      .executeTakeFirstOrThrow()
    if (left === 0) break
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  const seconds = since()
  const numbers = new Set(
    (await db.selectFrom('invoices').select('invoiceId').execute()).map(({ invoiceId }) => invoiceId),
  )
  const files = await readdir(join(folder, 'files', 'content'), { recursive: true })
  console.log(
    `${numbers.size} numbers, ${files.filter((name) => name.endsWith('.pdf')).length} files in ${seconds.toFixed(1)} s: ` +
      `${((2 * count) / seconds).toFixed(0)} documents a second`,
  )
} finally {
  await service.close()
  await postgres.stop()
  await rm(folder, { recursive: true, force: true })
}
