import { isNothingMore, type MoreForBank } from '#domain/matching/needs.ts'
import { deliveriesFor } from '#domain/requests/delivering.ts'
import { type AmendedField, askedFields, type BloodRequest } from '#domain/requests/request.ts'
import { type Appending, appended } from '../db/event-trail.ts'
import { eventOn } from '../db/requests.ts'
import { columnsOf, part, statement, valuesOf } from '../db/statement.ts'
import type { Work } from '../db/work.ts'
import { inPlaceOfMore, unlessWord } from './more-store.ts'

const amending = [
  ...askedFields,
  'expired',
  'amendedBy',
  'amendedAt',
  'amendedFields',
  'updatedAt',
  'version',
] as const satisfies (keyof BloodRequest)[]

type Amend = { after: BloodRequest; more: MoreForBank; deliveries: readonly number[]; event: Appending }

/* What it asks for now, and its deliveries split anew: those that stay keep the codes that were read out. */
const write = statement<Amend, { id: number }>(part<Amend>`
  with saved as (
    update requests set (${columnsOf(amending)})
      = row (${valuesOf(
        amending.map(
          (column) =>
            ({ after }: Amend) =>
              after[column],
        ),
      )})
    where id = ${({ after }) => after.id}
    returning id
  ),
  left_over as (
    delete from deliveries using saved
    where deliveries.request_id = saved.id and deliveries.seq > ${({ deliveries }) => deliveries.length}::int
  ),
  split as (
    insert into deliveries (request_id, seq, units)
    select saved.id, delivery.seq, delivery.units
    from saved cross join unnest(${({ deliveries }) => deliveries}::int[]) with ordinality as delivery (units, seq)
    on conflict (request_id, seq) do update set units = excluded.units
  ),
  unsaid as (
    delete from more_for_bank using saved
    where more_for_bank.request_id = saved.id and ${({ more }) => isNothingMore(more)}::boolean and ${unlessWord}
  ),
  said as (${inPlaceOfMore<Amend>('saved', ({ more }) => more)}),
  ${appended<Amend>('saved', ({ event }) => event)}
  select id from appended`)

/** Under the lock of its row. */
export async function saveAmended(
  work: Work,
  after: BloodRequest,
  more: MoreForBank,
  fields: readonly AmendedField[],
): Promise<BloodRequest> {
  const detail = { fields: [...fields], version: after.version }
  const deliveries = deliveriesFor(after.units)
  await work.record(eventOn(after, { kind: 'request-amended', detail }), (event) =>
    write(work.db, { after, more, deliveries, event }),
  )
  return after
}
