import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cloneDatabase } from '#testing/harness/database.ts'
import { listeningTo } from '#testing/harness/plans.ts'
import { consentStore } from './consent-store.ts'

const database = await cloneDatabase('people')
const pool = new pg.Pool({ connectionString: database.ownerUrl, max: 1 })
pool.on('error', () => undefined) // told by the query that fails
const { db, walksOf } = listeningTo(pool)

const patience = 120_000

beforeAll(async () => {
  await pool.query(`
    insert into donor_forms (id, bank_id, language, submitted_on, submitted_at, name, gender, blood_group, phone,
      address, born_on, age, weight_kg, donor_type, consent, deferrals, answers)
    select lpad(to_hex(n), 8, '0'), case when n % 5 = 0 then 'bluebank' else 'redbank' end, 'en',
      current_date - n / 300, now() - n * interval '5 minutes', 'Donor', 'Male', 'O+',
      lpad((n % 40000)::text, 10, '9'), 'Chennai', '1990-01-01', 36, 60, 'voluntary', true, '{}', '{}'
    from generate_series(1, 100000) n`)
  await pool.query('vacuum analyze donor_forms')
}, patience)

afterAll(async () => {
  await db.destroy()
  await database.drop()
}, patience)

const deep = { at: new Date(Date.now() - 200 * 86_400_000), id: '80000000' }
const again = { at: new Date(deep.at.getTime() - 3 * 3_600_000), id: '80000000' }
const page = { after: null, through: null, limit: 20 }

test.each([
  ['the first page', {}, page],
  ['a page far down', {}, { ...page, after: deep }],
  ['a page read again', {}, { ...page, after: deep, through: again }],
  ['by donation ID', { id: '00000fff' }, page],
  ['by the donation ID of another bank', { id: '00000005' }, page],
  ['by phone', { phone: '9999900123' }, page],
])(
  'CONSENT-STAFF-05 CONSENT-STAFF-06 T65 among 100,000 forms %s is read by its index alone',
  async (_, filter, ask) => {
    expect(await walksOf(() => consentStore(db, 'redbank').list(filter, ask))).toEqual([])
  },
)

test('T65 among 100,000 forms those that wait are counted by their index alone', async () => {
  const yesterday = new Date(Date.now() - 86_400_000)
  expect(await walksOf(() => consentStore(db, 'redbank').countIncomplete(yesterday))).toEqual([])
})
