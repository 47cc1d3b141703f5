import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { closeLater } from '#testing/harness/closing.ts'
import { cloneDatabase } from '#testing/harness/database.ts'
import { prepare, whyTrailIsOpen } from '../prepare.ts'
import { openDatabase } from './database.ts'
import { migrate } from './migrate.ts'
import { letAppIn } from './roles.ts'

async function bothSides() {
  const clone = await cloneDatabase('people')
  const [app, owner] = [openDatabase(clone.url), openDatabase(clone.ownerUrl)]
  closeLater(async () => {
    await Promise.all([app.close(), owner.close()])
    await clone.drop()
  })
  return { clone, app, owner }
}

test('T71 the app may add to the trail and to nothing of the schema; a new table is the app’s after the next start', async () => {
  const { clone, app, owner } = await bothSides()
  for (const refused of [
    sql`update events set kind = kind`,
    sql`delete from seals`,
    sql`alter table events disable trigger user`,
    sql`insert into schema_steps (name) values ('x')`,
    sql`create table made (id int)`,
  ])
    await expect(refused.execute(app.db)).rejects.toThrow(/permission denied|must be owner/)
  await sql`select last_settled_event()`.execute(app.db)
  await sql`create table made_later (id int generated always as identity, word text)`.execute(owner.db)
  await prepare({ url: clone.url, ownerUrl: clone.ownerUrl })
  await sql`insert into made_later (word) values ('x')`.execute(app.db)
  expect(await whyTrailIsOpen(clone.url)).toBeNull()
  expect(await whyTrailIsOpen(clone.ownerUrl)).toContain('DATABASE_OWNER_URL')
})

/** What a report may read whole. A new table is in this list, or closed in roles.ts. */
const openToReports = [
  'accounts bag_holds bags bank_answers bank_prices bank_settings camps companies component_lives',
  'crossmatches delivery_prices delivery_steps desk_hearing donation_tests downtime_packs downtime_papers',
  'downtime_shifts driver_assignments drivers',
  'due_reactions events gathered_raises grants hook_deliveries invoice_numbers invoices issue_bags',
  'late_entries memberships',
  'news notices organisations picture_types pictures product_codes request_counts request_drivers',
  'request_tallies requests retention schema_steps seals slip_numbers stock stock_minimums stored_files',
  'substitutions tally_changes temperature_bands unit_counts unit_tallies usual_times',
  'verifications_of_trail verified_places',
].flatMap((names) => names.split(' '))

test('T71 reports read the data, of no table what opens an account, an order or a donor’s form, and write nothing', async () => {
  const { owner } = await bothSides()
  const { rows } = await sql<{ name: string; readable: string[]; columns: number; writable: boolean }>`
    select c.relname as name, count(*)::int as columns,
      coalesce(array_agg(a.attname::text order by a.attnum)
        filter (where has_column_privilege('crossmatch_reports', c.oid, a.attnum, 'select')), '{}') as readable,
      bool_or(has_table_privilege('crossmatch_reports', c.oid, 'insert, update, delete, truncate')) as writable
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'v', 'm', 'p')
    group by c.relname order by c.relname`.execute(owner.db)
  const whole = rows.filter(({ readable, columns }) => readable.length === columns)
  const partly = rows.filter(({ readable, columns }) => readable.length > 0 && readable.length < columns)
  expect(whole.map(({ name }) => name)).toEqual(openToReports)
  expect(partly.map(({ name, readable }) => [name, ...readable])).toEqual([
    ['deliveries', 'request_id', 'seq', 'units', 'state', 'delivered_at'],
    [
      ...['issues', 'slip', 'bank_id', 'request_id', 'seq', 'issued_at', 'issued_by', 'checked_by'],
      ...['is_emergency', 'doctor', 'reason', 'kid', 'jws', 'results_owed', 'hospital_id', 'asked_group'],
    ],
  ])
  expect(rows.filter(({ writable }) => writable)).toEqual([])
  const asReports = (statement: string) =>
    owner.db.transaction().execute(async (tx) => {
      await sql`set local role crossmatch_reports`.execute(tx)
      await sql.raw(statement).execute(tx)
    })
  await asReports('select sum(deliveries.units) from requests join deliveries on id = request_id')
  for (const refused of [
    'select * from donor_forms',
    'select delivery_code from deliveries',
    'select found_group from issues',
    // what runs as the owner would hold the trail for whoever calls it
    'select last_settled_event()',
    `select append_account_event('a', 'signed-in', now(), null, 'x', '{}', '')`,
  ])
    await expect(asReports(refused)).rejects.toThrow('permission denied')
  const { rows: lent } = await sql`
    select proname from pg_proc where pronamespace = 'public'::regnamespace and prosecdef
      and has_function_privilege('crossmatch_reports', oid, 'execute')`.execute(owner.db)
  expect(lent).toEqual([])
})

test('another password in the app’s address becomes that of its role; the same one changes nothing', async () => {
  const { clone, owner } = await bothSides()
  const role = `app_${randomUUID()}`
  const [first, second] = ['one', 'two'].map((password) => {
    const url = new URL(clone.url)
    ;[url.username, url.password] = [role, password]
    return url.href
  })
  const client = await owner.pool.connect()
  const verifier = async () =>
    (await client.query('select rolpassword from pg_authid where rolname = $1', [role])).rows
  try {
    expect(await letAppIn(client, first ?? '')).toBe(role)
    const before = await verifier()
    await letAppIn(client, first ?? '')
    expect(await verifier()).toEqual(before)
    await letAppIn(client, second ?? '')
    const app = openDatabase(second ?? '')
    const asked = app.pool.query('select current_user as name').finally(() => app.close())
    expect((await asked).rows).toEqual([{ name: role }])
  } finally {
    await client.query(`drop role if exists "${role}"`)
    client.release()
  }
})

test('a start whose role may not take the missing steps says what to set', async () => {
  const { app, owner } = await bothSides()
  await sql`delete from schema_steps where name = (select max(name) from schema_steps)`.execute(owner.db)
  await expect(migrate(app.pool)).rejects.toThrow('DATABASE_OWNER_URL')
})
