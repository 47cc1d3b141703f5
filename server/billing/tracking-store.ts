import { sql } from 'kysely'
import type { BloodGroup, ComponentCode } from '#domain/basics/blood.ts'
import type { DayRange } from '#domain/billing/component-tracking.ts'
import { cameToNothing } from '#domain/requests/listing.ts'
import type { RequestStatus } from '#domain/requests/request.ts'
import type { Db, Tx } from '../db/database.ts'
import { type PageAsk, windowOf } from './price-pages.ts'

/** Of each the values that match; none is all of them. */
export type PriceFilter = {
  hospitalId: readonly string[]
  bankId: readonly string[]
  component: readonly ComponentCode[]
  bloodGroup: readonly BloodGroup[]
  status: readonly RequestStatus[]
}

/** So many are found and sorted sooner than the newest are walked for them. */
const usuallyFew = 20_000

export function trackingStore(db: Db, few = usuallyFew) {
  return {
    /** One page, and one row more if there is one; number and page are of one look. */
    prices: (filter: PriceFilter, ask: PageAsk) =>
      db
        .transaction()
        .setIsolationLevel('repeatable read')
        .setAccessMode('read only')
        .execute(async (tx) => {
          const months = await requestsByMonth(tx, filter)
          const total = months.reduce((sum, { requests }) => sum + requests, 0)
          const found = await (total <= few
            ? allThenSorted(tx, filter, ask)
            : newestWalked(tx, filter, ask, months))
          return {
            total,
            hasMore: found.length > ask.size,
            rows: await pricesOf(tx, found.slice(0, ask.size)),
          }
        }),

    /** Units by group and component of what was raised on these days. */
    units({ from, to }: DayRange, bankId: string | undefined) {
      const counted = db
        .selectFrom('unitCounts')
        .select(['bloodGroup', 'component', ({ fn }) => fn.sum<number>('units').as('units')])
        .where('day', '>=', from)
        .where('day', '<=', to)
        .where('status', 'not in', cameToNothing) // ruling AMB-169
        .groupBy(['bloodGroup', 'component'])
        .having(({ fn }) => fn.sum('units'), '>', 0)
      return (bankId === undefined ? counted : counted.where('bankId', '=', bankId)).execute()
    },
  }
}

const requestsByMonth = (tx: Tx, filter: PriceFilter) =>
  tx
    .selectFrom('requestCounts')
    .select(['month', ({ fn }) => fn.sum<number>('requests').as('requests')])
    .where(matching(filter))
    .groupBy('month')
    .having(({ fn }) => fn.sum('requests'), '>', 0)
    .execute()

const matching = (filter: PriceFilter) => {
  const wanted = Object.entries(filter).filter(([, values]) => values.length > 0)
  const tests = wanted.map(([column, values]) => sql`${sql.ref(column)} = any(${[...values]}::text[])`)
  return tests.length === 0 ? sql<boolean>`true` : sql<boolean>`${sql.join(tests, sql` and `)}`
}

type Found = { id: string; raisedAt: Date }

/** Little matches: all of it, from the index alone. In one step the planner might walk the whole table for it. */
const allThenSorted = (tx: Tx, filter: PriceFilter, ask: PageAsk): Promise<Found[]> =>
  tx
    .with(
      (cte) => cte('found').materialized(),
      (from) =>
        from.selectFrom('requests').select(['id', 'raisedAt']).where(matching(filter)).where(beyond(ask)),
    )
    .selectFrom('found')
    .select(['id', 'raisedAt'])
    .orderBy('raisedAt', ask.direction === 'older' ? 'desc' : 'asc')
    .orderBy('id', ask.direction === 'older' ? 'desc' : 'asc')
    .limit(sql.lit(ask.size + 1))
    .execute()

/** Much matches: a walk finds a page soon, if it begins where there is something. */
function newestWalked(
  tx: Tx,
  filter: PriceFilter,
  ask: PageAsk,
  months: Parameters<typeof windowOf>[0],
): Promise<Found[]> {
  const { from, to } = windowOf(months, ask)
  const asked = tx
    .selectFrom('requests')
    .select(['id', 'raisedAt'])
    .where(matching(filter))
    .where(beyond(ask))
  const bounded = from === null ? asked : asked.where('raisedAt', '>=', from)
  return (to === null ? bounded : bounded.where('raisedAt', '<', to))
    .orderBy('raisedAt', ask.direction === 'older' ? 'desc' : 'asc')
    .orderBy('id', ask.direction === 'older' ? 'desc' : 'asc')
    .limit(sql.lit(ask.size + 1))
    .execute()
}

function beyond({ place, direction }: PageAsk) {
  if (place === null) return sql<boolean>`true`
  const key = sql`(${sql.ref('raisedAt')}, ${sql.ref('id')})`
  return direction === 'older'
    ? sql<boolean>`${key} < (${place.at}, ${place.id})`
    : sql<boolean>`${key} > (${place.at}, ${place.id})`
}

/** What these cost, in their order. The bank is the invoice's: the order may have another since. */
async function pricesOf(tx: Tx, found: readonly Found[]) {
  if (found.length === 0) return []
  const rows = await tx
    .selectFrom('requests as r')
    .innerJoin('organisations as hospital', 'hospital.id', 'r.hospitalId')
    .leftJoin('invoices as i', 'i.requestId', 'r.id')
    .leftJoin('organisations as bank', (join) =>
      join.on('bank.id', '=', ({ fn }) => fn.coalesce('i.bankId', 'r.bankId')),
    )
    .select(['r.id', 'r.raisedAt', 'r.bloodGroup', 'r.component', 'hospital.name as hospitalName'])
    .select(['bank.name as bankName', 'i.invoiceId', 'i.issuedAt'])
    .select(['i.pricePaise', 'i.deliveryPaise', 'i.feePaise', 'i.totalPaise'])
    .where('r.id', '=', sql<string>`any(${found.map(({ id }) => id)}::text[])`)
    .execute()
  const byId = new Map(rows.map((row) => [row.id, row]))
  return found.flatMap(({ id }) => byId.get(id) ?? [])
}
