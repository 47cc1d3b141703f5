import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newsKindsOf } from '#domain/messages/news.ts'
import { cloneDatabase } from '#testing/harness/database.ts'
import { listeningTo } from '#testing/harness/plans.ts'
import { sized } from '#testing/harness/size.ts'
import { newsAfter } from '../db/news.ts'
import { newsStore } from './news-store.ts'

const database = await cloneDatabase('people')
const pool = new pg.Pool({ connectionString: database.ownerUrl, max: 1 })
pool.on('error', () => undefined) // told by the query that fails
const { db, walksOf } = listeningTo(pool)
const patience = 300_000
const count = sized(50_000, 1_000_000)

const provider = {
  kind: 'member',
  accountId: 'nobody',
  email: '',
  displayName: '',
  product: 'admin',
  role: 'admin',
  organisationId: null,
  accountStatus: 'active',
  isApprovingBlocked: false,
} as const

beforeAll(async () => {
  await pool.query(`
    insert into accounts (id, email, name) values ('nobody', 'nobody@example.org', 'Nobody');
    insert into news (event_id, kind, reader, title, words, at, is_over, thread)
      select n, (array['raise', 'approve', 'late', 'taken', 'untaken'])[n % 5 + 1],
        case when n % 3 = 0 then 'place firm' else 'provider' end, 'Order', 'Words.', now(), n % 7 > 0, 'taking ' || n
      from generate_series(1, ${count}) n`)
  await pool.query('vacuum analyze news')
}, patience)

afterAll(async () => {
  await db.destroy()
  await database.drop()
}, patience)

const kinds = newsKindsOf(provider)
const store = newsStore(
  db,
  { accountId: 'nobody', reader: 'provider', organisationId: null, kinds },
  new Date(),
)
const first = { after: null, through: null, limit: 20 }

test.each<[string, () => Promise<unknown>]>([
  ['the newest', () => store.list(first)],
  ['those deep down', () => store.list({ ...first, after: count / 2 })],
  ['those read again', () => store.list({ ...first, after: count / 2, through: count / 2 - 40 })],
  ['how many are unread', () => store.unread()],
  ['one that is opened', () => store.read(count)],
  ['what the live stream follows', () => newsAfter(db, count - 5, 500)],
])('T65 AMB-302 among much news %s are found by an index', async (_, ask) => {
  expect(await walksOf(ask)).toEqual([])
})
