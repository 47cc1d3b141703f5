import { sql } from 'kysely'
import type { Db } from './database.ts'
import type { RecordedEvent } from './event-trail.ts'

type Carrier = { eventId: number; driverEmail: string }

/** What is left out is not said. */
type Told = { event_id: number; request_id: string; bank?: string; seq?: number; slip?: string; bag?: string }

/** Which bags an event speaks of. */
function bagsOf({ id, kind, subjectId, detail }: RecordedEvent): Told[] {
  const of = { event_id: id, request_id: subjectId }
  if (kind === 'bags-halted') return [{ ...of, bank: detail.bank, seq: detail.seq }]
  if (kind === 'bags-misfit' && detail.isCarried) return [{ ...of, bank: detail.bank, slip: detail.slip }]
  if ((kind === 'bag-recalled' || kind === 'owed-result-came') && detail.isCarried)
    return [{ ...of, ...(detail.bank && { bank: detail.bank }), bag: detail.bag }]
  return []
}

/**
 * Drivers in whose box the bags of an event may be though the order is another's by now (ruling AMB-428): the driver left
 * with that very delivery, by their own word or, as the driver of that moment, by the bank's; or it left with its slip in
 * an emergency. What was packed after that for another driver is not there, unless nothing had been packed before: then
 * it is what the driver carries (ruling AMB-371).
 */
export async function bagCarriersOf(db: Db, events: readonly RecordedEvent[]): Promise<Carrier[]> {
  const told = events.flatMap(bagsOf)
  if (told.length === 0) return []
  const { rows } = await sql<Carrier>`
    with packed as (
      select told.event_id, issues.request_id, issues.seq, issues.issued_at, issues.is_emergency, (
          select events.driver_email from events
          where events.subject_kind = 'request' and events.subject_id = issues.request_id
            and events.kind = 'bags-issued' and events.detail ->> 'slip' = issues.slip limit 1) as packed_for
      from jsonb_to_recordset(${JSON.stringify(told)}::jsonb)
          as told (event_id bigint, request_id text, bank text, seq integer, slip text, bag text)
        join issues on issues.request_id = told.request_id and issues.bank_id = coalesce(told.bank, issues.bank_id)
          and issues.seq = coalesce(told.seq, issues.seq) and issues.slip = coalesce(told.slip, issues.slip)
        join deliveries on deliveries.request_id = issues.request_id and deliveries.seq = issues.seq
      where deliveries.delivered_at is null and (told.bag is null or exists (
        select from issue_bags join bags on bags.id = issue_bags.bag_id where issue_bags.slip = issues.slip
          and concat_ws(' part ', bags.number, nullif(bags.division, '')) = told.bag))
    ), left_with as (
      select steps.request_id, steps.seq, steps.done_at, coalesce(steps.driver_email, (
          select events.driver_email from events
          where events.subject_kind = 'request' and events.subject_id = steps.request_id
            and events.kind = 'delivery-step-done' and events.detail ->> 'step' = steps.step
            and (events.detail ->> 'seq')::integer = steps.seq
            and (events.detail ->> 'doneAt')::timestamptz = steps.done_at limit 1)) as driver_email
      from delivery_steps as steps join packed using (request_id, seq)
      where steps.step = 'issued' and (steps.kept_aside is null or steps.kept_aside = 'reassigned')
    )
    select packed.event_id, left_with.driver_email
    from packed join left_with using (request_id, seq)
    where left_with.driver_email is not null and (packed.packed_for = left_with.driver_email
      or packed.issued_at <= left_with.done_at
      or not exists (select from issues where issues.request_id = packed.request_id and issues.seq = packed.seq
        and issues.issued_at <= left_with.done_at))
    union
    select packed.event_id, packed.packed_for from packed
    where packed.is_emergency and packed.packed_for is not null
    order by event_id, driver_email`.execute(db)
  return rows
}
