import type pg from 'pg'

/**
 * Events are told live in the order of their transactions, whose numbers are the server's own (event-reader.ts). A
 * trail that pg_restore brought to a younger server has numbers that are still to come there: streams would wait for
 * them and look dead. They get one that is long past; no hash is taken over it.
 */
export async function takeBackNumbersToCome(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ found: boolean }>(
    'select exists (select from events where txid >= pg_snapshot_xmax(pg_current_snapshot())) as found',
  )
  if (!rows[0]?.found) return false
  await client.query(`
    begin;
    set local statement_timeout = 0;
    alter table events disable trigger events_append_only;
    update events set txid = '3' where txid >= pg_snapshot_xmax(pg_current_snapshot());
    alter table events enable trigger events_append_only;
    commit`)
  return true
}
