import { sql } from 'kysely'
import type { Db, Tx } from './database.ts'

const atOnce = 20_000

/**
 * Adds what changed to the tallies of 0005_tracking.sql, so that it stays short. Readers add both, so they see the
 * same numbers before and after.
 */
export async function foldTallies(db: Db): Promise<void> {
  while ((await foldSome(db)) === atOnce);
}

/** All steps see one picture of the changes: what comes meanwhile waits for the next time. */
const foldSome = (db: Db): Promise<number> =>
  db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => {
      // before the first look, so that it shows what another has folded already; readers are not held up
      await sql`lock table request_tallies in share row exclusive mode`.execute(tx)
      const { rows } = await sql<{ count: number; last: number }>`
        select count(*), coalesce(max(id), 0) as last
        from (select id from tally_changes order by id limit ${atOnce}) changes`.execute(tx)
      const { count = 0, last = 0 } = rows[0] ?? {}
      if (count === 0) return 0
      await foldRequests(tx, last)
      await foldUnits(tx, last)
      await sql`delete from tally_changes where id <= ${last}`.execute(tx)
      return count
    })

/** A tally of zero goes: a month keeps no row for every status that its requests passed through. */
const foldRequests = (tx: Tx, last: number) =>
  sql`
    merge into request_tallies t using (
      select date_trunc('month', day)::date as month, hospital_id, bank_id, component, blood_group, status,
        sum(requests) as requests
      from tally_changes where id <= ${last}
      group by 1, 2, 3, 4, 5, 6 having sum(requests) <> 0
    ) c on (t.month, t.hospital_id, t.bank_id, t.component, t.blood_group, t.status)
      = (c.month, c.hospital_id, c.bank_id, c.component, c.blood_group, c.status)
    when matched and t.requests + c.requests = 0 then delete
    when matched then update set requests = t.requests + c.requests
    when not matched then insert (month, hospital_id, bank_id, component, blood_group, status, requests)
      values (c.month, c.hospital_id, c.bank_id, c.component, c.blood_group, c.status, c.requests)`.execute(
    tx,
  )

const foldUnits = (tx: Tx, last: number) =>
  sql`
    merge into unit_tallies t using (
      select day, bank_id, component, blood_group, status, sum(units) as units
      from tally_changes where id <= ${last} and bank_id <> ''
      group by 1, 2, 3, 4, 5 having sum(units) <> 0
    ) c on (t.day, t.bank_id, t.component, t.blood_group, t.status)
      = (c.day, c.bank_id, c.component, c.blood_group, c.status)
    when matched and t.units + c.units = 0 then delete
    when matched then update set units = t.units + c.units
    when not matched then insert (day, bank_id, component, blood_group, status, units)
      values (c.day, c.bank_id, c.component, c.blood_group, c.status, c.units)`.execute(tx)
