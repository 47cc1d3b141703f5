import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { type Db, openDatabase } from '#server/db/database.ts'
import { migrate } from '#server/db/migrate.ts'
import { thePeople } from '#server/demo/makers/people.ts'
import { emailOf } from '#server/demo/makers/rows.ts'
import { startEmbeddedPostgres } from '#server/platform/embedded-postgres/embedded-postgres.ts'
import { type Client, clientOf } from '#testing/harness/client.ts'
import { type AppProcess, freePort, startApp } from '#testing/harness/process.ts'
import { anAccount } from '#testing/makers/makers.ts'
import { busy, fillRequests } from '#testing/makers/million.ts'
import { sessionCookie, theSecret } from '#testing/makers/sessions.ts'
import { buildAllIfStale } from '../scripts/build.ts'
import { parentOf } from './processor.ts'

export type House = {
  db: Db
  url: string
  /** Of PostgreSQL, whose processes are its children. */
  postgresPid: number
  /** Cookies of so many nurses of the busy hospital; one alone may not raise this often. */
  nurses: readonly string[]
  admin: string
  startApp(settings?: Record<string, string>): Promise<AppProcess>
  /** One of the people of the tests, asking that process. */
  as(app: AppProcess, name: string): Client
  startFloor(): Promise<{ url: string; child: ChildProcess }>
}

const nurses = 64
/** They raise more than any ward does. */
const unbounded = { RAISES_GATHERED_AFTER: '10000000', RAISES_REFUSED_FROM: '10000000' }

/** A PostgreSQL with so many requests, beside which the product and the floor are started in turn. */
export async function withHouse(requests: number, act: (house: House) => Promise<void>): Promise<void> {
  if (!(await buildAllIfStale())) throw new Error('The product could not be built')
  const folder = await mkdtemp(join(tmpdir(), 'crossmatch-bench-'))
  const postgres = await startEmbeddedPostgres({ folder: join(folder, 'db') })
  const { url } = postgres
  const pool = new pg.Pool({ connectionString: url, max: 1 })
  pool.on('error', () => undefined) // told by the query that fails
  const children: ChildProcess[] = []
  const { db, close } = openDatabase(url)
  try {
    await migrate(pool)
    const client = await pool.connect()
    await fillRequests(client, requests)
    await client.query(floorTable)
    await db.transaction().execute(thePeople)
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
    const postgresPid = parentOf(rows[0]?.pid ?? 0)
    client.release(true)
    const account = async (email: string, role: 'admin' | 'staff') => {
      const made = await anAccount(db, { email, grant: { product: 'pilot', role, organisationId: busy } })
      return sessionCookie(db, made.email)
    }
    const cookies: string[] = []
    for (let nth = 0; nth < nurses; nth++) cookies.push(await account(`busy.nurse${nth}`, 'staff'))
    await act({
      db,
      url,
      postgresPid,
      nurses: cookies,
      admin: await account('busy.chief', 'admin'),
      async startApp(settings = {}) {
        const given = {
          DATABASE_URL: url,
          DATA_DIR: folder,
          AUTH_SECRET: theSecret,
          DEMO: '0',
          ...unbounded,
          ...settings,
        }
        const app = await startApp(given, 'built')
        children.push(app.child)
        return app
      },
      as: ({ url }, name) =>
        clientOf({ url, origin: url, firstCookies: () => sessionCookie(db, emailOf(name)) }),
      async startFloor() {
        const port = await freePort()
        const child = spawn(node, [floorProgram, url, String(port)], { stdio: ['ignore', 'pipe', 'inherit'] })
        children.push(child)
        await new Promise((resolve) => child.stdout?.once('data', resolve))
        return { url: `http://127.0.0.1:${port}`, child }
      },
    })
  } finally {
    for (const child of children) child.kill('SIGKILL')
    await close()
    await pool.end()
    await postgres.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

const node = fileURLToPath(new URL('../node_modules/.bin/node', import.meta.url))
const floorProgram = fileURLToPath(new URL('floor.ts', import.meta.url))

const floorTable = `
  create table floor_requests as
    select id, hospital_id, patient_name, patient_id, age, sex, blood_group, component, units, order_type, reason,
      status, delivery_status, bank_id, note, pickup_at, deadline_at, raised_at, updated_at, approved_at,
      delivered_at, is_late, version
    from requests;
  alter table floor_requests add primary key (id);
  create index on floor_requests (hospital_id, raised_at desc, id desc);
  analyze floor_requests`
