import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AuditGroup } from '#domain/events/audit.ts'
import { cloneDatabase } from '#testing/harness/database.ts'
import { listeningTo, planOf } from '#testing/harness/plans.ts'
import { sized } from '#testing/harness/size.ts'
import { auditStore } from './store.ts'

const database = await cloneDatabase('people')
const pool = new pg.Pool({ connectionString: database.ownerUrl, max: 1 })
pool.on('error', () => undefined) // told by the query that fails
const { db, hear } = listeningTo(pool)

const patience = 300_000
const count = sized(60_000, 600_000)
const examined = 2_000

beforeAll(async () => {
  await pool.query(`
    insert into events (subject_kind, subject_id, kind, at, actor_id, actor_name, person, detail, hospital_id, bank_id,
      previous_hash, hash)
    select case when n % 3 = 0 then 'reading' else 'request' end, 's' || n,
      case when n % 3 = 0 then 'request-opened' else 'request-raised' end, now() - n * interval '20 seconds',
      'a' || n % 50, 'Firm', '', case when n % 3 = 0 then json_build_object('requestId', 'r' || n % 900) else '{}'::json end,
      case when n % 2 = 0 then 'firm' else 'h' || n % 40 end, case when n % 4 = 0 then 'redbank' end, '', 'h' || n
    from generate_series(1, ${count}) n`)
  await pool.query('vacuum analyze events')
}, patience)

afterAll(async () => {
  await db.destroy()
  await database.drop()
}, patience)

const hospital = auditStore(db, { reader: 'hospital', organisationId: 'firm' })
const seldom = auditStore(db, { reader: 'hospital', organisationId: 'noble' })
const bank = auditStore(db, { reader: 'bank', organisationId: 'redbank' })
const provider = auditStore(db, { reader: 'provider', organisationId: null })
const none = { groups: [], person: undefined, request: undefined, from: undefined, until: undefined }
const first = { after: null, through: null, examined, limit: 50 }
const deep = { ...first, after: { at: new Date(Date.now() - 86_400_000 * 5), id: '40000' } }
const cancelled: AuditGroup[] = ['cancelled']

test.each<[string, () => Promise<unknown>, number]>([
  ['the first page', () => hospital.walk(none, { ...first, examined: 200 }), 200],
  ['a page far back', () => hospital.walk(none, deep), examined],
  ['of a kind that never happened', () => hospital.walk({ ...none, groups: cancelled }, first), examined],
  ['of somebody who did nothing', () => provider.walk({ ...none, person: 'nobody' }, first), examined],
  ['of a bank', () => bank.walk(none, first), examined],
  ['of one that has nothing', () => seldom.walk(none, first), 10],
  [
    'of days long ago',
    () =>
      provider.walk(
        { ...none, from: new Date(Date.now() - 864e6), until: new Date(Date.now() - 800e6) },
        first,
      ),
    examined,
  ],
  ['of one request', () => hospital.walk({ ...none, request: 'r7' }, first), examined],
  ['those to choose from', () => hospital.people(), 5_000],
])('AMB-298 T65 among many events, %s looks at no more than it may', async (_, ask, most) => {
  const { queries } = await hear({ ask })
  for (const query of queries) {
    const plan = await planOf(pool, query)
    const told = `${plan.rows} rows by ${plan.scans.join(', ')}`
    expect(
      plan.scans.filter((scan) => scan.startsWith('Seq Scan events')),
      told,
    ).toEqual([])
    // those that are told are read once more by their ids
    expect(plan.rows, told).toBeLessThanOrEqual(most + 120)
  }
})

test('AMB-298 where few match, it is told how far back was looked, and the next page goes on from there', async () => {
  const { rows, lookedBackTo } = await hospital.walk({ ...none, groups: cancelled }, first)
  expect(rows).toEqual([])
  const next = await hospital.walk(none, { ...first, after: lookedBackTo })
  const [newest] = next.rows
  expect(newest && lookedBackTo && newest.at < lookedBackTo.at).toBe(true)
})
