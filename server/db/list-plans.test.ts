import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { messageStates } from '#domain/messages/resending.ts'
import { cloneDatabase } from '#testing/harness/database.ts'
import { listeningTo } from '#testing/harness/plans.ts'
import { campStore } from '../camps/store.ts'
import { hookStore } from '../hooks/store.ts'
import { messageStore } from '../messages/store.ts'
import { noticeStore } from '../notices/store.ts'
import { accountStore } from '../people/account-store.ts'

const database = await cloneDatabase('people')
const pool = new pg.Pool({ connectionString: database.ownerUrl, max: 1 })
pool.on('error', () => undefined) // told by the query that fails
const { db, walksOf } = listeningTo(pool)

const patience = 120_000
const count = 30_000

beforeAll(async () => {
  await pool.query(`
    insert into notifications (channel, kind, recipient, body, state, created_at, once)
      select case when n % 3 = 0 then 'sms' else 'mail' end, 'request-raised', 'someone', 'Words',
        case when n between 100 and 120 then 'failed' else 'sent' end, now(), 'test-' || n
      from generate_series(1, ${count}) n;
    insert into camps (bank_id, category, held_on, asked_at, asked_by)
      select case when n % 5 = 0 then 'bluebank' else 'redbank' end, '0-50', current_date + (n % 2000 - 1900),
        now() - n * interval '5 minutes', 'anitha'
      from generate_series(1, ${count}) n;
    insert into notices (text, audience, organisation_ids, from_at, until_at, written_at, written_by)
      select 'Words', case when n % 2 = 0 then 'chosen' else 'all' end, array['place' || n % 7],
        now() - n * interval '1 hour', case when n % 1000 = 0 then null else now() - n * interval '1 minute' end,
        now() - n * interval '1 hour', 'somebody'
      from generate_series(1, ${count}) n;
    insert into hooks (url, kinds, secret_sealed, made_by, made_at)
      select 'https://hooks.example.org/' || n, '{order.linked}', '', 'somebody', now() from generate_series(1, 3) n;
    insert into hook_deliveries (hook_id, event_id, subject, kind, version, happened_at, state)
      select hooks.id, n, 'order' || n % 1000, 'order.linked', 1, now(), case when n % 500 = 0 then 'failed' else 'delivered' end
      from hooks, generate_series(1, ${count}) n;
    insert into organisations (id, kind, name, account_status, created_at)
      select 'place' || n, 'hospital', 'Hospital ' || n, case when n % 1000 = 0 then 'pending' else 'active' end, now()
      from generate_series(1, ${count}) n;
    insert into accounts (id, email, name)
      select 'person' || n, 'place' || n || '_pilot@crossmatch.example', 'Person ' || n
      from generate_series(1, ${count}) n;
    insert into credentials (id, account_id, provider_account_id, provider_id)
      select id || '-password', id, id, 'credential' from accounts where id like 'person%';
    insert into sessions (id, account_id, token, expires_at) select id, id, id, now() + interval '1 day' from accounts;
    insert into events (subject_kind, subject_id, kind, at, actor_name, previous_hash, hash)
      select 'account', 'person' || n % ${count}, case when n % 3 = 0 then 'signed-out' else 'signed-in' end,
        now() - n * interval '1 second', 'Firm', 'h' || n - 1, 'h' || n
      from generate_series(1, ${count}) n;
    insert into invitations (id, organisation_id, email, name, product, role, token_hash, invited_by, invited_at, ends_at)
      select 'invitation' || n, 'place' || n, 'invited' || n || '@crossmatch.example', 'Somebody', 'pilot', 'staff',
        'token' || n, 'somebody', now(), now() + interval '3 days'
      from generate_series(1, ${count}) n;
    insert into grants (account_id, product, role, organisation_id)
      select 'person' || n, 'pilot', 'staff', 'place' || n - 1 from generate_series(2, ${count}, 2) n;
    insert into drivers (email, account_id, name, phone) select email, id, name, '' from accounts where id like 'person%3'`)
  await pool.query('vacuum analyze')
}, patience)

afterAll(async () => {
  await db.destroy()
  await database.drop()
}, patience)

const first = { after: null, through: null, limit: 20 }
const camps = campStore(db)
const notices = noticeStore(db)
const hooks = hookStore(db, { reader: 'provider', organisationId: null })
const messages = (ask: object) => messageStore(db).list({ ...first, states: [], channels: [], ...ask })
const accounts = (ask: object) => accountStore(db).list({ ...first, search: '', ...ask })
const deepCamp = { at: new Date(Date.now() - 200 * 86_400_000), id: '60000' }
const deepPlace = { isDecided: true, name: 'hospital 5', id: 'place5' }

test.each<[string, () => Promise<unknown>]>([
  ['notices', () => notices.list(first)],
  ['notices, deep', () => notices.list({ ...first, after: count / 2 })],
  ['notices read again', () => notices.list({ ...first, after: count / 2, through: count / 2 - 20 })],
  [
    'notices of a hospital',
    () => notices.notOverFor({ kind: 'hospital', organisationId: 'place5' }, new Date()),
  ],
  ['deliveries of a hook', () => hooks.deliveries(2, first)],
  ['deliveries of a hook, deep', () => hooks.deliveries(2, { ...first, after: count / 2 })],
  ['what of hooks waits', () => hooks.waiting([1, 2, 3])],
  ['whether a hook is replayed', () => hooks.isReplaying(2)],
  ['messages', () => messages({})],
  ['messages, deep', () => messages({ after: count / 2 })],
  ['messages read again', () => messages({ after: count / 2, through: count / 2 - 20 })],
  ['messages that failed', () => messages({ states: ['failed'] })],
  ['texts in every state, deep', () => messages({ states: messageStates, channels: ['sms'], after: 1000 })],
  ['camps', () => camps.list('redbank', first)],
  ['camps, deep', () => camps.list('redbank', { ...first, after: deepCamp })],
  ['coming camps', () => camps.upcoming('bluebank', new Date().toISOString().slice(0, 10), 3)],
  ['accounts', () => accounts({})],
  ['accounts, deep', () => accounts({ after: deepPlace })],
  ['accounts read again', () => accounts({ through: { isDecided: false, name: 'hospital 4', id: '' } })],
  ['accounts by somebody’s name', () => accounts({ search: 'person 7777' })],
  ['accounts by nobody’s name', () => accounts({ search: 'nowhere at all' })],
])('T65 among 30,000 of each, %s are read by an index', async (_, ask) => {
  expect(await walksOf(ask)).toEqual([])
})
