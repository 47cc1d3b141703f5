import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { days, earlier } from '#domain/basics/time.ts'
import { cloneDatabase } from '#testing/harness/database.ts'
import { listeningTo, type Plan, planOf, sequentialIn } from '#testing/harness/plans.ts'
import { openDatabase } from '../db/database.ts'
import { foldTallies } from '../db/tallies.ts'
import type { PageAsk } from './price-pages.ts'
import { type PriceFilter, trackingStore } from './tracking-store.ts'

/** Enough that the way to an answer shows, and quick to make. Five thousand a month, for a year. */
const count = 60_000
const aMonth = count / 12
const patience = 120_000
const now = new Date()

const database = await cloneDatabase('nothing')
const { pool: asked } = openDatabase(database.ownerUrl, { connections: 1 })
const { db, hear } = listeningTo(asked)
const explained = new pg.Pool({ connectionString: database.ownerUrl, max: 1 })
explained.on('error', () => undefined) // told by the query that fails

beforeAll(async () => {
  await fill()
  await foldTallies(db)
  // every row is looked at: what is rare must not be found out by luck
  await explained.query('set default_statistics_target = 300')
  await explained.query('vacuum analyze')
}, patience)

afterAll(async () => {
  await db.destroy()
  await explained.end()
  await database.drop()
}, patience)

const all: PriceFilter = { hospitalId: [], bankId: [], component: [], bloodGroup: [], status: [] }
const first: PageAsk = { place: null, direction: 'older', size: 10 }
const deep: PageAsk = { ...first, place: { at: earlier(now, days(200)), id: '80000000' } }
const back: PageAsk = { ...deep, direction: 'newer' }

async function plansOf(ask: () => Promise<unknown>): Promise<{ answer: unknown; plans: Plan[] }> {
  const { answer, queries } = await hear({ ask })
  const reads = queries.filter(({ sql }) => /^(select|with)\b/i.test(sql))
  expect(reads).not.toEqual([])
  return { answer, plans: await Promise.all(reads.map((query) => planOf(explained, query))) }
}

const faultsIn = (plans: Plan[], most: number): string[] =>
  plans.flatMap((plan) => [
    ...sequentialIn(plan),
    ...(plan.rows > most ? [`more than ${most} rows: ${plan.rows} by ${plan.scans.join(', ')}`] : []),
  ])

describe('PRICETRACK-01 little that matches is found in an index, and nothing else is looked at', () => {
  test.each<[string, Partial<PriceFilter>, PageAsk]>([
    ['a rare status', { status: ['partially-completed'] }, first],
    ['a group and a component, deep', { bloodGroup: ['AB-'], component: ['SDP'] }, deep],
    ['a group and a component, back', { bloodGroup: ['AB-'], component: ['SDP'] }, back],
    ['a bank that has stopped', { bankId: ['bank3'], component: ['SDP'] }, first],
    ['what cannot be', { bankId: ['bank1'], status: ['cancelled'] }, first],
  ])('%s', async (_, filter, ask) => {
    const { answer, plans } = await plansOf(() => trackingStore(db).prices({ ...all, ...filter }, ask))
    expect(faultsIn(plans, (answer as { total: number }).total + 50)).toEqual([])
  })
})

describe('PRICETRACK-01 where much matches, no more is walked than the months that have it', () => {
  test.each<[string, Partial<PriceFilter>, PageAsk]>([
    ['everything', {}, first],
    ['everything, deep', {}, deep],
    ['everything, back', {}, back],
    ['a bank that has stopped', { bankId: ['bank3'] }, first],
    ['two hospitals', { hospitalId: ['h1', 'h2'] }, deep],
    ['most there is', { status: ['completed'] }, first],
  ])('%s', async (_, filter, ask) => {
    const { plans } = await plansOf(() => trackingStore(db, 0).prices({ ...all, ...filter }, ask))
    expect(faultsIn(plans, 2 * aMonth)).toEqual([])
  })
})

test('COMPTRACK-06 units are summed without a look at the requests', async () => {
  const day = (ago: number) => earlier(now, days(ago)).toISOString().slice(0, 10)
  const { answer, plans } = await plansOf(() =>
    trackingStore(db).units({ from: day(370), to: day(-1) }, undefined),
  )
  expect(answer).toHaveLength(32)
  expect(faultsIn(plans, 0)).toEqual([])
})

/** The third bank stopped half a year ago; what was cancelled never had one. */
const fill = () =>
  explained.query(`
    insert into organisations (id, kind, name, account_status, created_at)
      select 'h' || n, 'hospital', 'H' || n, 'active', now() from generate_series(0, 9) n
      union all select 'bank' || n, 'bank', 'Bank ' || n, 'active', now() from generate_series(1, 3) n;
    insert into requests (id, hospital_id, patient_name, patient_id, age, sex, blood_group, component, units, order_type,
      reason, status, bank_id, pickup_at, deadline_at, raised_at, updated_at)
    select lpad(to_hex(n::bigint * 2654435761 % 4294967296), 8, '0'), 'h' || n % 10, 'P', 'P', 40, 'Male',
      (array['A+', 'A-', 'B+', 'B-', 'O+', 'O-', 'AB+', 'AB-'])[1 + n / 3 % 8],
      (array['PRBC', 'FFP', 'RDP', 'SDP'])[1 + n / 7 % 4], 1 + n % 3, 'immediate', 'Anaemia', status,
      case when status = 'cancelled' then null when n < ${count} / 2 and n % 3 = 0 then 'bank3' else 'bank' || 1 + n % 2 end,
      at, at, at, at
    from (select n, date_trunc('second', now()) - (${count} - n) * interval '1 year' / ${count} as at,
      case when n % 1000 = 0 then 'partially-completed' when n % 11 = 0 then 'cancelled' else 'completed' end as status
      from generate_series(1, ${count}) n) numbered`)
