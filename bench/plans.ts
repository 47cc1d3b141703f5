import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CamelCasePlugin, type CompiledQuery, Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { readChanges, startOfReading } from '#server/db/event-reader.ts'
import { migrate } from '#server/db/migrate.ts'
import type { Tables } from '#server/db/tables.ts'
import { peopleStore } from '#server/people/store.ts'
import { startEmbeddedPostgres } from '#server/platform/embedded-postgres.ts'
import { requestStore } from '#server/requests/store.ts'

/** Every query of a list or of each call, against a million requests: its plan, its time, what it touched. */
const rows = Number(process.argv[2] ?? 1_000_000)
const folder = await mkdtemp(join(tmpdir(), 'crossmatch-bench-'))
const postgres = await startEmbeddedPostgres({ folder })
try {
  const pool = new pg.Pool({ connectionString: postgres.url, max: 1 })
  pool.on('error', () => undefined) // told by the query that fails
  await migrate(pool)
  console.log(`Filling ${rows.toLocaleString('en-IN')} requests…`)
  await fill(pool, rows)
  const queries: CompiledQuery[] = []
  const db = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool }),
    plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })],
    log: ({ query }) => void queries.push(query),
  })
  for (const [name, ask] of questions(db)) {
    queries.length = 0
    await ask()
    for (const query of [...queries]) await explain(pool, name, query)
  }
  await db.destroy()
} finally {
  await postgres.stop()
  await rm(folder, { recursive: true, force: true })
}

function questions(db: Kysely<Tables>): [string, () => Promise<unknown>][] {
  const store = requestStore(db)
  const deep = { at: new Date(Date.now() - 300 * 86_400_000), id: '80000000' }
  return [
    ['list, first page', () => store.list('h1', { statuses: [], after: null, through: null, limit: 10 })],
    ['list, deep page', () => store.list('h1', { statuses: [], after: deep, through: null, limit: 10 })],
    [
      'list, two statuses',
      () => store.list('h1', { statuses: ['completed', 'cancelled'], after: deep, through: null, limit: 20 }),
    ],
    ['deliveries', () => store.delivering('h1', { after: deep, through: null, limit: 10 })],
    ['live', () => store.live('h1', { after: deep, through: null, limit: 10 })],
    ['pending', () => store.pending('h1', { id: undefined, limit: 20 })],
    ['count of pending', () => store.count('h1', ['pending'])],
    ['week by status', () => store.countByStatus('h1', new Date(Date.now() - 7 * 86_400_000))],
    ['who is it', () => peopleStore(db).whoIs('no-such-token', new Date())],
    ['new events', async () => readChanges(db, await startOfReading(db), 500)],
  ]
}

async function explain(pool: pg.Pool, name: string, query: CompiledQuery): Promise<void> {
  const { rows: plan } = await pool.query(`explain (analyze, buffers, format json) ${query.sql}`, [
    ...query.parameters,
  ])
  const top = plan[0]['QUERY PLAN'][0]
  const nodes = nodesOf(top.Plan)
  const buffers = top.Plan['Shared Hit Blocks'] + top.Plan['Shared Read Blocks']
  const scans = nodes
    .filter((node) => /Scan/.test(node['Node Type']))
    .map((node) => `${node['Node Type']} ${node['Index Name'] ?? node['Relation Name'] ?? ''}`)
  console.log(
    `${name.padEnd(20)} ${top['Execution Time'].toFixed(2).padStart(8)} ms ${String(buffers).padStart(6)} pages  ${[...new Set(scans)].join(', ')}`,
  )
}

type Node = { 'Node Type': string; 'Index Name'?: string; 'Relation Name'?: string; Plans?: Node[] }
function nodesOf(node: Node): Node[] {
  return [node, ...(node.Plans ?? []).flatMap(nodesOf)]
}

/** 20 hospitals; nearly all requests are done, as in life; a few of each hospital are pending or under way. */
async function fill(pool: pg.Pool, count: number): Promise<void> {
  await pool.query(`
    insert into organisations (id, kind, name, account_status, created_at)
    select 'h' || n, 'hospital', 'Hospital ' || n, 'active', now() from generate_series(1, 20) n`)
  await pool.query(
    `insert into requests (id, hospital_id, patient_name, patient_id, age, sex, blood_group, component, units, order_type,
       reason, status, pickup_at, deadline_at, raised_at, updated_at)
     select lpad(to_hex(n * 2000), 8, '0'), 'h' || (n % 20 + 1), 'Patient ' || n, 'P-' || n, n % 120, 'Male', 'A+', 'PRBC',
       n % 30 + 1, 'immediate', 'Anaemia',
       case when n > $1 - 2000 then (array['pending','hospital-admin-approved','bloodbank-approved','issued'])[n / 20 % 4 + 1]
         else (array['completed','completed','completed','cancelled','hospital-admin-rejected'])[n / 20 % 5 + 1] end,
       at, at, at, at
     from (select n, now() - ($1 - n) * interval '30 seconds' as at from generate_series(1, $1::int) n) numbered`,
    [count],
  )
  await pool.query(
    `insert into events (subject_kind, subject_id, kind, at, actor_name, to_status, hospital_id, previous_hash, hash)
     select 'request', id, 'request-raised', raised_at, 'Staff', 'pending', hospital_id, '', 'x' from requests`,
  )
  await pool.query('vacuum analyze')
}
