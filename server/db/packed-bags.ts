import { sql } from 'kysely'
import type { Bombay } from '#domain/bags/kinds.ts'
import type { PackedBag } from '#domain/matching/handing-over.ts'
import type { Sample } from '#domain/matching/sample.ts'
import type { Db } from './database.ts'

type Tube = Sample & { bankId: string; bombay: Bombay | null }
type Row = PackedBag & { requestId: string; seq: number; bankId: string }

/** Packed and not arrived, by whichever bank; delivery by delivery, as they were scanned. */
export async function packedBagsOf(db: Db, ids: readonly string[]): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select issues.request_id, issues.seq, issues.bank_id, issues.is_emergency,
      concat_ws(' ', bags.number, nullif(bags.division, '')) as number, bags.expires_at
    from issues join deliveries using (request_id, seq) join issue_bags using (slip)
      join bags on bags.id = issue_bags.bag_id
    where issues.request_id = any(${[...ids]}::text[]) and delivered_at is null and set_aside_at is null
      and bags.state = 'issued'
    order by issues.request_id, issues.seq, issued_at, issues.slip, position`.execute(db)
  return rows
}

/** At whichever bank, the newest first, and whether the patient is a Bombay one. */
export async function tubesOf(db: Db, ids: readonly string[]): Promise<Tube[]> {
  const { rows } = await sql<Tube>`
    select samples.*,
      (select bombay from more_for_bank where more_for_bank.request_id = samples.request_id) as bombay
    from samples where samples.request_id = any(${[...ids]}::text[])
    order by samples.received_at desc, samples.id desc`.execute(db)
  return rows
}
