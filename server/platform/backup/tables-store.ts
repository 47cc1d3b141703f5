import type pg from 'pg'
import { wayTo } from '../../db/hosts.ts'

export type TableSums = Record<string, { rows: number; hash: string }>

/** A connection of its own: what is read here may take as long as it takes. */
export async function connectTo(url: string): Promise<pg.Client> {
  const { connectionString, Client } = wayTo(url)
  const client = new Client({
    connectionString,
    connectionTimeoutMillis: 5_000,
    application_name: 'crossmatch-backup',
  })
  // the query that fails tells it
  client.on('error', () => undefined)
  await client.connect()
  // a row as text must not depend on how the server or the role is set up
  await client.query(
    "set statement_timeout = 0; set timezone = 'UTC'; set datestyle = 'ISO'; set intervalstyle = 'postgres'; set extra_float_digits = 1; set bytea_output = 'hex'",
  )
  return client
}

export const beginSnapshot = (client: pg.Client): Promise<unknown> =>
  client.query('begin isolation level repeatable read read only; select 1')

/**
 * Rows and a hash of every table, as the transaction sees them. Of each row half an MD5 and its other half are added
 * up, so that the order of the rows does not matter and nothing is sorted or kept in memory.
 */
export async function tableSums(client: pg.Client): Promise<TableSums> {
  const sums: TableSums = {}
  for (const name of await tableNames(client)) {
    const { rows } = await client.query<{ rows: string; high: string; low: string }>(`
      select count(*) as rows, coalesce(sum(('x' || left(sum, 16))::bit(64)::bigint::numeric), 0) as high,
        coalesce(sum(('x' || right(sum, 16))::bit(64)::bigint::numeric), 0) as low
      from (select md5(one::text) as sum from ${name} as one) as each`)
    const [found] = rows
    if (found) sums[name] = { rows: Number(found.rows), hash: `${found.high}:${found.low}` }
  }
  return sums
}

/** All tables with rows of their own, quoted. */
export async function tableNames(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(`
    select format('%I.%I', n.nspname, c.relname) as name
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind = 'r' and c.relpersistence = 'p' and n.nspname not like 'pg\\_%' and n.nspname <> 'information_schema'
    order by 1`)
  return rows.map(({ name }) => name)
}

/** Of several backups at once each would be slower, and none better. */
export async function isAlone(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ got: boolean }>('select pg_try_advisory_lock($1) as got', [
    backupLock,
  ])
  return rows[0]?.got ?? false
}
const backupLock = 7_204_559

export async function versionOf(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ version: number }>(
    "select current_setting('server_version_num')::int as version",
  )
  return Math.floor((rows[0]?.version ?? 0) / 10_000)
}

/** From now on the server keeps what it writes into its log, for as long as this connection is open. */
export async function startCopy(client: pg.Client, label: string): Promise<string> {
  await client.query('select pg_create_physical_replication_slot($1, true, true)', [
    label.replaceAll(/\W/g, '_').toLowerCase(),
  ])
  const { rows } = await client.query<{ file: string }>(
    'select pg_walfile_name(pg_backup_start($1, true)) as file',
    [label],
  )
  return rows[0]?.file ?? ''
}

export async function stopCopy(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop(false)')
  return rows[0]?.labelfile ?? ''
}

/** How long a call may wait for us, and how often we try to find such a moment. */
const longestWaitMs = 50
const tries = 200
const lockNotAvailable = '55P03'
const deadlock = '40P01'

/**
 * A point of the log and a picture of the tables at the same moment, which is certain only while nobody is about to
 * commit: the tables are held for the two questions. Who is in the middle of something is waited for some moments, and
 * then let go first.
 */
export async function markPoint(
  { holder, reader }: { holder: pg.Client; reader: pg.Client },
  name: string,
): Promise<void> {
  const tables = (await tableNames(holder)).join(', ')
  for (let tried = 1; ; tried++) {
    try {
      await holder.query(
        `begin; set local lock_timeout = '${longestWaitMs}ms'; lock table ${tables} in share mode`,
      )
      await beginSnapshot(reader)
      await holder.query('select pg_create_restore_point($1)', [name])
      await holder.query('commit')
      return
    } catch (error) {
      await holder.query('rollback')
      await reader.query('rollback')
      const { code } = error as { code?: string }
      if ((code !== lockNotAvailable && code !== deadlock) || tried === tries) throw error
      await new Promise((resolve) => setTimeout(resolve, longestWaitMs + Math.random() * 100))
    }
  }
}

/** The file of the log that holds the point, whole: nothing is written into it any more. */
export async function closeLog(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ file: string }>('select pg_walfile_name(pg_switch_wal()) as file')
  return rows[0]?.file ?? ''
}

export async function exportSnapshot(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ id: string }>('select pg_export_snapshot() as id')
  return rows[0]?.id ?? ''
}

export async function settingsAfterRestore(client: pg.Client): Promise<void> {
  for (const name of ['hot_standby', 'restore_command', 'recovery_target_name', 'recovery_target_action'])
    await client.query(`alter system reset ${name}`)
}

/** What the store must have, by its key, with the hash of its bytes where one was written down. */
export async function namedFiles(client: pg.Client): Promise<{ key: string; sha256: string | null }[]> {
  const { rows } = await client.query<{ key: string; sha256: string | null }>(`
    select content_key as key, sha256 from stored_files where path is not null
    union all
    -- up to version 1.0.1 files lay at their paths
    select path, null from (
      select hospital_invoice_path from requests union select bank_invoice_path from requests
      union select path from pictures union select signature_path from donor_forms
    ) as named (path)
    where path is not null and not exists (select from stored_files where stored_files.path = named.path)`)
  return rows
}

/** So far papers and slips go on after a restore: what left since the backup had fewer numbers than that. */
export const numbersLeftOut = 10_000

/**
 * Papers and slips that left since the backup are out there with their numbers, and the tables know nothing of them: of
 * each organisation, and of each year of a bank, the next is far above (ruling AMB-399). One of before they had numbers
 * has none to leave out.
 */
export async function leaveNumbersOut(client: pg.Client, year: number): Promise<void> {
  const { rows } = await client.query<{ has: boolean }>(
    "select to_regclass('downtime_papers') is not null and to_regclass('slip_numbers') is not null as has",
  )
  if (!rows[0]?.has) return
  await client.query(
    `insert into downtime_papers as papers (organisation_id, last_number)
     select id, $1::int from organisations union all select '', $1::int
     on conflict (organisation_id) do update set last_number = papers.last_number + excluded.last_number`,
    [numbersLeftOut],
  )
  await client.query(
    `insert into slip_numbers as numbers (bank_id, year, last)
     select bank_id, year, $1::int from (
       select bank_id, $2::int as year from bank_keys union select bank_id, year from slip_numbers
     ) as signing
     on conflict (bank_id, year) do update set last = numbers.last + excluded.last`,
    [numbersLeftOut, year],
  )
}
