import { later } from '#domain/basics/time.ts'
import type { DetailOf } from '#domain/events/events.ts'
import type { Placer } from '#domain/fhir/reading.ts'
import type { MoreForBank } from '#domain/matching/needs.ts'
import { deliveriesFor } from '#domain/requests/delivering.ts'
import { isGathered, type RaiseLimits, raiseWindowMs } from '#domain/requests/flooding.ts'
import type { BloodRequest } from '#domain/requests/request.ts'
import { type Appending, appended } from '../db/event-trail.ts'
import type { KeyToClaim } from '../db/idempotency.ts'
import { eventOn, requestColumns } from '../db/requests.ts'
import { columnsOf, part, statement, valuesOf, words } from '../db/statement.ts'
import type { KeyedAtOnce } from '../platform/http/call.ts'
import { countKey, toldKey, uncount } from './flood-store.ts'
import { withMore } from './more-store.ts'

/** The number that the order has where it comes from, and a mark of what was sent with it. */
export type Placed = Placer & { fingerprint: string }

type Raise = {
  placed: Placed | undefined
  request: BloodRequest
  more: MoreForBank
  deliveries: readonly number[]
  accountId: string
  limits: RaiseLimits
  key: KeyToClaim | null
  now: Date
  /** What is recorded of it, and what if its messages are gathered (AMB-226). */
  event: Appending
  gathered: Appending
}

const nowOf = ({ now }: Raise) => now
const scopeOf = ({ key }: Raise) => key?.scope
const keyOf = ({ key }: Raise) => key?.key
const hasKey = ({ key }: Raise) => key !== null
const hospitalOf = ({ request }: Raise) => request.hospitalId
const placedValue = ({ placed }: Raise) => placed?.value
const placedSystem = ({ placed }: Raise) => placed?.system
const inFlood = part<Raise>`calls > ${({ limits }) => limits.gatheredAfter}::int`
const isOver = part<Raise>`rate_limits.window_ends_at <= ${nowOf}`

const unclaimed = part<Raise>`not ${hasKey} or exists (select from claimed)`
const unplaced = part<Raise>`and not exists (
      select from outside_ids
      where organisation_id = ${hospitalOf} and value = ${placedValue} and system = ${placedSystem}
    )`
/** A second one with the same number waits here for the first, and then writes nothing. */
const placing = part<Raise>`placed as (
    insert into outside_ids (organisation_id, value, system, request_id, fingerprint)
    select ${hospitalOf}, ${placedValue}, ${placedSystem},
      ${({ request }) => request.id}, ${({ placed }) => placed?.fingerprint}
    from allowed where ${unclaimed}
    on conflict (organisation_id, value, system) do nothing
    returning value
  ),`

/*
 * All that a raise writes, in one statement that is its own transaction. It is counted, unless its key is known; then
 * it claims its key, for which a second call with it waits here; and only then all the rest is written. Where something
 * speaks against it, nothing is written but the count.
 */
const writing = (isPlaced: boolean) =>
  statement<Raise, { nth: number | null; eventId: number | null }>(part<Raise>`
  with counted as (
    insert into rate_limits (key, window_ends_at, calls)
    select ${({ accountId }) => countKey(accountId)}, ${({ now }) => later(now, raiseWindowMs)}, 1
    where not exists (
      select from idempotency_keys where scope = ${scopeOf} and key = ${keyOf}
    )
    ${isPlaced ? unplaced : words('')}
    on conflict (key) do update set
      calls = case when ${isOver} then 1 else rate_limits.calls + 1 end,
      window_ends_at = case when ${isOver} then excluded.window_ends_at else rate_limits.window_ends_at end
    returning calls
  ),
  -- that an account floods is told to the provider first, by a longer way
  allowed as (
    select ${inFlood} as is_gathered from counted
    where calls < ${({ limits }) => limits.refusedFrom} and (not ${inFlood} or exists (
      select from rate_limits
      where key = ${({ accountId }) => toldKey(accountId)} and window_ends_at > ${nowOf}
    ))
  ),
  claimed as (
    insert into idempotency_keys (scope, key, fingerprint, answer, created_at)
    select ${scopeOf}, ${keyOf}, ${({ key }) => key?.fingerprint},
      ${({ key }) => key?.answer}, ${nowOf}
    from allowed where ${hasKey}
    on conflict (scope, key) do nothing
    returning key
  ),
  ${isPlaced ? placing : words('')}
  first as (
    select is_gathered from allowed where ${isPlaced ? words('exists (select from placed)') : unclaimed}
  ),
  raised as (
    insert into requests (${columnsOf(requestColumns)})
    select ${valuesOf(
      requestColumns.map(
        (column) =>
          ({ request }: Raise) =>
            request[column],
      ),
    )} from first
    returning id
  ),
  delivered as (
    insert into deliveries (request_id, seq, units)
    select raised.id, delivery.seq, delivery.units
    from raised cross join unnest(${({ deliveries }) => deliveries}::int[]) with ordinality as delivery (units, seq)
  ),
  told as (${withMore<Raise>('raised', ({ more }) => more)}),
  gathered as (
    insert into gathered_raises (hospital_id, raised_at)
    select ${hospitalOf}, ${nowOf} from first where is_gathered
  ),
  ${appended<Raise>('first', ({ event }) => event, {
    detail: part<Raise>`case when first.is_gathered then ${({ gathered }) => gathered.detail}::json
      else ${({ event }) => event.detail}::json end`,
    said: part<Raise>`case when first.is_gathered then ${({ gathered }) => gathered.said}
      else ${({ event }) => event.said} end`,
  })}
  select (select calls from counted) as nth, (select id from appended) as event_id`)
const write = { plain: writing(false), placed: writing(true) }

type Outcome =
  | 'raised'
  /** Another request has this id: nothing was written. */
  | 'id-taken'
  /** Its key, or the number it has elsewhere, was used before: nothing was written. */
  | 'sent-before'
  /** Counted, and not taken. */
  | 'too-many'
  /** Its messages would be gathered, of which the provider does not know yet: nothing was written. */
  | 'flood-untold'

/** Raises it in one statement, if nothing speaks against it. */
export async function raiseAtOnce(
  act: KeyedAtOnce,
  { request, more, placed }: Pick<Raise, 'request' | 'more' | 'placed'>,
  accountId: string,
  limits: RaiseLimits,
): Promise<Outcome> {
  const { db, now, key } = act
  const eventWith = (detail: DetailOf<'request-raised'>) =>
    eventOn(request, { kind: 'request-raised', detail }, null)
  const event = eventWith({})
  const asked: Raise = {
    placed,
    request,
    more,
    deliveries: deliveriesFor(request.units),
    accountId,
    limits,
    key,
    now,
    event: act.append(event),
    gathered: act.append(eventWith({ gathered: true })),
  }
  const written = await write[placed ? 'placed' : 'plain'](db, asked).catch((error) => {
    if (isIdTaken(error)) return null
    throw error
  })
  if (written === null) return 'id-taken'
  const [{ nth, eventId } = { nth: null, eventId: null }] = written
  if (eventId !== null) {
    act.committed(event, eventId)
    return 'raised'
  }
  if (nth === null) return 'sent-before'
  if (nth >= limits.refusedFrom) return 'too-many'
  // it was none: counted again with the next try, or sent before and waited for
  await uncount(db, accountId)
  return isGathered(nth, limits) ? 'flood-untold' : 'sent-before'
}

const isIdTaken = (error: unknown): boolean =>
  (error as { code?: string; constraint?: string }).constraint === 'requests_pkey'
