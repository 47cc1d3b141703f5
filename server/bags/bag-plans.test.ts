import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cloneDatabase } from '#testing/harness/database.ts'
import { listeningTo, planOf } from '#testing/harness/plans.ts'
import type { Work } from '../db/work.ts'
import { freeBagsOf } from '../stock/store.ts'
import { bagsOfForms } from './intake-store.ts'
import { type BagFilter, bagStore } from './store.ts'

const database = await cloneDatabase('people')
const pool = new pg.Pool({ connectionString: database.ownerUrl, max: 1 })
pool.on('error', () => undefined) // told by the query that fails
const { db, hear } = listeningTo(pool)

const patience = 120_000
const count = 30_000

/** Of two banks, most of it long gone, as after some years. */
beforeAll(async () => {
  await pool.query(`
    insert into bags (id, bank_id, number, number_kind, component, blood_group, collected_on, expires_at, state,
      taken_at, taken_by, donor_form_id)
      select gen_random_uuid(), case when n % 5 = 0 then 'bluebank' else 'redbank' end, 'N' || n / 3, 'own',
        (array['PRBC', 'FFP', 'RDP'])[n % 3 + 1], (array['O+', 'B+', 'A+', 'O+', 'AB+', 'O-', 'AB-'])[n % 7 + 1],
        current_date - 20, now() + (n - ${count} * 0.8) * interval '20 minutes',
        case when n < ${count} * 0.8 then (array['issued', 'expired', 'discarded'])[n % 3 + 1]
          else (array['available', 'available', 'held', 'quarantine'])[n % 4 + 1] end,
        now(), 'somebody', case when n % 4 = 0 then lpad(to_hex(n / 3), 8, '0') end
      from generate_series(1, ${count}) n;
    insert into donation_tests (bank_id, number, test, result, tested_at, tested_by)
      select 'redbank', 'N' || n, 'HIV', 'negative', now(), 'somebody' from generate_series(1, ${count}) n;
    insert into bank_settings (bank_id, keeps_bags) values ('redbank', true), ('bluebank', true)`)
  await pool.query('vacuum analyze')
}, patience)

afterAll(async () => {
  await db.destroy()
  await database.drop()
}, patience)

const first = { after: null, through: null, limit: 50 }
const deep = { at: new Date(Date.now() + 30 * 86_400_000), id: '80000000-0000-4000-8000-000000000000' }
const asked = { db } as unknown as Work
const store = bagStore(db, 'redbank')
const list = (filter: Partial<BagFilter>, ask: object = {}) =>
  store.list({ states: [], components: [], groups: [], until: null, ...filter }, { ...first, ...ask })

test.each<[string, () => Promise<unknown>]>([
  ['a shelf', () => list({})],
  ['a shelf, deep', () => list({}, { after: deep })],
  ['a shelf read again', () => list({}, { through: deep })],
  ['a shelf that ends soon', () => list({ until: new Date(Date.now() + 86_400_000) })],
  ['bags that are free or held', () => list({ states: ['available', 'held'] })],
  ['bags that were discarded', () => list({ states: ['discarded'] })],
  ['bags of a rare group', () => list({ groups: ['AB-'] })],
  [
    'bags of a component and group that went out',
    () => list({ states: ['issued'], components: ['FFP'], groups: ['AB-'] }),
  ],
  ['the sums of a shelf', () => store.cells(new Date())],
  ['the donations of a form', () => bagsOfForms(asked, 'redbank', ['0000077f'])],
  ['a donation', () => store.ofDonation('N7777')],
  ['the results of a donation', () => store.results('N7777')],
  ['free bags beside counts', () => freeBagsOf(db, 'redbank', new Date())],
])('T65 among 30,000 bags, %s are read by an index', async (_, ask) => {
  const { queries } = await hear({ ask })
  const plans = await Promise.all(queries.map((query) => planOf(pool, query)))
  // of the few settings and open holds every row may be looked at
  const walks = plans.flatMap(({ scans }) =>
    scans.filter((scan) => /^Seq Scan (bags|donation_tests)$/.test(scan)),
  )
  expect([queries.length, walks]).toEqual([1, []])
  expect(Math.max(...plans.map(({ pages }) => pages))).toBeLessThan(1_000)
})
