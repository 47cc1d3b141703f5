import { sql } from 'kysely'
import { dayOf, days, earlier } from '#domain/basics/time.ts'
import { placeAfter } from '#server/platform/http/paging.ts'
import { anAccount } from '#testing/makers/makers.ts'
import { banks } from '#testing/makers/million.ts'
import { sessionCookie } from '#testing/makers/sessions.ts'
import { type House, withHouse } from './house.ts'
import { load } from './load.ts'
import { processorSeconds } from './processor.ts'
import { tell } from './telling.ts'

/** Every hot list at several sizes: what one call costs must not grow with what was ever ordered. */
export async function measureLists(sizes: readonly number[], seconds: number): Promise<void> {
  for (const size of sizes) {
    await withHouse(size, async (house) => {
      await countTallies(house)
      const app = await house.startApp()
      const pid = app.child.pid ?? 0
      for (const { name, path, cookie } of await listsOf(house)) {
        const ask = () => ({ url: `${app.url}${path}`, headers: { cookie } })
        await load(ask, { seconds: 0.5 })
        const before = [processorSeconds(pid), processorSeconds(house.postgresPid)] as const
        const { calls, failed, p50, p99 } = await load(ask, { seconds })
        const spent = (now: number, then: number) => ((1000 * (now - then)) / calls).toFixed(2)
        tell(
          `${size.toLocaleString('en-IN').padStart(9)}  ${name.padEnd(34)}` +
            ` server ${spent(processorSeconds(pid), before[0])} ms` +
            `  PostgreSQL ${spent(processorSeconds(house.postgresPid), before[1])} ms` +
            `  p50 ${p50.toFixed(1)}  p99 ${p99.toFixed(1)} ms${failed > 0 ? `  ${failed} FAILED` : ''}`,
        )
      }
    })
  }
}

async function listsOf({ db, nurses: [nurse = ''], admin }: House) {
  const now = new Date()
  const provider = await sessionOf('bench.provider', { product: 'admin', organisationId: null })
  const bank = await sessionOf('bench.bank', { product: 'bloodbank', organisationId: banks.big })
  const newest = db
    .selectFrom('requests')
    .select(['id', 'raisedAt'])
    .orderBy('raisedAt', 'desc')
    .orderBy('id', 'desc')
  const deep = await newest
    .where('hospitalId', '=', 'busy')
    .offset(50 * 20)
    .limit(1)
    .executeTakeFirst()
  const after = placeAfter(deep, ({ raisedAt }) => raisedAt)
  const week = `from=${dayOf(earlier(now, days(6)))}&to=${dayOf(now)}`
  return [
    { name: 'requests, 20 rows', path: '/api/requests?limit=20', cookie: nurse },
    { name: 'requests, page 50', path: `/api/requests?limit=20&after=${after}`, cookie: nurse },
    { name: 'requests, by id', path: `/api/requests?id=${deep?.id}`, cookie: nurse },
    {
      name: 'requests, two statuses',
      path: '/api/requests?limit=20&status=completed&status=cancelled',
      cookie: nurse,
    },
    { name: 'deliveries, 10 rows', path: '/api/requests/deliveries', cookie: nurse },
    { name: 'live, 10 rows', path: '/api/requests/live', cookie: admin },
    { name: 'pending, 20 rows', path: '/api/requests/pending', cookie: admin },
    { name: "a hospital's summary", path: '/api/requests/summary', cookie: nurse },
    { name: 'orders, 20 rows', path: '/api/requests/orders', cookie: provider },
    { name: "the provider's summary", path: '/api/requests/orders/summary', cookie: provider },
    { name: 'issuing, 10 rows', path: '/api/requests/issuing', cookie: bank },
    { name: "a bank's summary", path: '/api/requests/issuing/summary', cookie: bank },
    { name: 'Component Tracking, 7 days', path: `/api/requests/components?${week}`, cookie: provider },
    { name: 'Price Tracking, 20 rows', path: '/api/requests/prices?size=20', cookie: provider },
  ]

  async function sessionOf(
    email: string,
    grant: { product: 'admin' | 'bloodbank'; organisationId: string | null },
  ): Promise<string> {
    return sessionCookie(db, (await anAccount(db, { email, grant: { ...grant, role: 'admin' } })).email)
  }
}

/** As the triggers would have: the rows were made without them. */
async function countTallies({ db }: House): Promise<void> {
  await sql`
    insert into request_tallies
    select date_trunc('month', day_in_india(raised_at))::date, hospital_id, coalesce(bank_id, ''), component,
      blood_group, status, count(*) from requests group by 1, 2, 3, 4, 5, 6`.execute(db)
  await sql`
    insert into unit_tallies
    select day_in_india(raised_at), bank_id, component, blood_group, status, sum(units) from requests
    where bank_id is not null group by 1, 2, 3, 4, 5`.execute(db)
}

if (import.meta.main) {
  const sizes = process.argv.slice(2).map(Number)
  await measureLists(sizes.length > 0 ? sizes : [10_000], 4)
}
