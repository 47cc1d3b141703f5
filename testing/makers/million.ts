import type pg from 'pg'

/** Who the rows belong to: one with a fifth of all, one with a handful from long ago, and the many between. */
export const busy = 'busy'
export const quiet = 'quiet'
export const ofTheQuietOne = 40
/** The same among the banks: a quarter of all, a thirtieth, a handful from long ago. */
export const banks = { big: 'bigbank', middling: 'b5', small: 'smallbank' }

/** One driver of forty-one; each has as much as the next. */
export const someDriver = 'd5'

/** What patients are called: one name is that of every nineteenth, one that of two who came long ago. */
export const called = { often: 'Mohammed', seldom: 'Zubeida' }
const firstNames =
  'Priya Karthik Lakshmi Murugan Divya Arun Fathima Joseph Revathi Saravanan Hema Vignesh Meena Suresh Anitha Ravi Kavitha Ganesh Deepa Selvam'
const lastNames =
  'Venkatesan Subramanian Narayanan Ramesh Kumar Begum Antony Sundaram Mani Loganathan Durairaj Pandian Natarajan Raj Krishnan Iyer Balan Moorthy Kannan Shankar தேவி வெங்கடேசன் செல்வம்'
const oneOf = (names: string, by: string) =>
  `(array['${names.split(' ').join("','")}'])[${by} % ${names.split(' ').length} + 1]`

/** As many of the newest are still open; the rest is done, as in life. */
const open = 3_000
const notAllowed = '42501'

/**
 * As many requests as told over the year up to now, a million one every half minute, with their deliveries and events. In one statement for each table
 * and without the indexes, which are made again as they were: some twenty seconds for a million.
 */
export async function fillRequests(client: pg.ClientBase, count: number): Promise<void> {
  await client.query("set statement_timeout = 0; set maintenance_work_mem = '256MB'")
  await withoutForeignKeys(client)
  const indexes = await client.query<{ name: string; definition: string }>(`
    select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition from pg_index
    where indrelid in ('requests'::regclass, 'deliveries'::regclass, 'events'::regclass) and not indisprimary`)
  for (const { name } of indexes.rows) await client.query(`drop index ${name}`)
  await client.query(`
    insert into organisations (id, kind, name, account_status, created_at)
    select id, 'hospital', id || ' Hospital', 'active', now()
    from unnest(array['${busy}', '${quiet}'] || array(select 'h' || n from generate_series(0, 36) n)) id
    union all
    select id, 'bank', id, 'active', now()
    from unnest(array['${banks.big}', '${banks.small}'] || array(select 'b' || n from generate_series(0, 22) n)) id`)
  await client.query(`
    insert into stock (bank_id, component, blood_group, quantity, counted_at, counted_by)
    select bank, component, blood_group, 40, now() - interval '1 hour', 'anitha'
    from unnest(array['${Object.values(banks).join("', '")}']) bank, unnest(array['PRBC', 'FFP', 'RDP', 'SDP']) component,
      unnest(array['A+', 'A-', 'B+', 'B-', 'O+', 'O-', 'AB+', 'AB-']) blood_group`)
  await client.query(`
    insert into accounts (id, email, name) select 'd' || n, 'd' || n, 'Driver ' || n from generate_series(0, 40) n;
    insert into drivers (email, account_id, name, phone) select email, id, name, '+91' from accounts`)
  await client.query(
    `
    insert into requests (id, hospital_id, patient_name, patient_id, age, sex, blood_group, component, units, order_type,
      reason, status, bank_id, driver_email, linked_at, pickup_at, deadline_at, raised_at, updated_at)
    select lpad(to_hex(n::bigint * 2654435761 % 4294967296), 8, '0'),
      case when n <= ${ofTheQuietOne} then '${quiet}' when n % 5 = 0 then '${busy}' else 'h' || n % 37 end,
      case when n in (7, 5007) then '${called.seldom}' when n % 19 = 3 then '${called.often}'
        else ${oneOf(firstNames, 'n / 3')} end || ' ' || ${oneOf(lastNames, 'n')}, 'P-' || n, n % 120, 'Male', 'A+', 'PRBC', case when n > $1 - ${open} then 7 else n % 3 + 1 end,
      'immediate', 'Anaemia',
      case when n > $1 - ${open} then (array['pending', 'hospital-admin-approved', 'bloodbank-approved', 'issued',
          'partially-completed', 'sample-acquired'])[n / 5 % 6 + 1]
        when n between 1000 and 3000 and n / 5 % 10 = 0 then 'bloodbank-rejected'
        else (array['completed', 'completed', 'completed', 'completed', 'completed', 'completed', 'completed',
          'completed', 'cancelled', 'hospital-admin-rejected'])[n / 5 % 10 + 1] end,
      case when n <= 40 then '${banks.small}' when n % 4 = 0 then '${banks.big}' else 'b' || n % 23 end, 'd' || n % 41,
      at + interval '9 minutes',
      at + interval '1 hour', at + interval '4 hours', at, at + interval '20 minutes'
    from (select n, date_trunc('second', now()) - ($1 - n) * (30000000.0 / $1) * interval '1 second' as at
      from generate_series(1, $1::int) n) numbered`,
    [count],
  )
  // of the busy one alone: enough that a walk through all of them shows
  await client.query(`
    insert into deliveries (request_id, seq, units)
    select id, seq, least(3, units - 3 * (seq - 1)) from requests, generate_series(1, ceil(units / 3.0)::int) seq
    where hospital_id = '${busy}'`)
  await client.query(`
    insert into events (subject_kind, subject_id, kind, at, actor_name, to_status, hospital_id, previous_hash, hash)
    select 'request', id, 'request-moved', raised_at + step * interval '1 minute', 'Staff', status, hospital_id, step::text, 'x'
    from requests, generate_series(1, case when units = 7 then 6 else 1 end) step where hospital_id = '${busy}'`)
  for (const { definition } of indexes.rows) await client.query(definition)
  await client.query('vacuum analyze requests, deliveries, events, organisations')
  await client.query('reset session_replication_role')
}

/** Every reference is right by its making; looking each of them up takes longer than all the rest. */
async function withoutForeignKeys(client: pg.ClientBase): Promise<void> {
  await client.query('set session_replication_role = replica').catch((error: { code?: string }) => {
    if (error.code !== notAllowed) throw error
  })
}
