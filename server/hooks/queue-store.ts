import { sql } from 'kysely'
import type { HookKind } from '#domain/hooks/kinds.ts'
import type { Verdict } from '#domain/hooks/retrying.ts'
import { testHospital } from '#domain/people/roles.ts'
import type { Db } from '../db/database.ts'
import type { Tried } from './calling.ts'
import { isServed } from './filling-store.ts'
import type { Signing } from './signing.ts'

/** Whoever takes a delivery has it for so long; if they die over it, it is taken again then. */
const leaseSeconds = 60

export type Taken = Signing & {
  hookId: number
  eventId: number
  subject: string
  kind: HookKind
  version: number
  happenedAt: Date
  /** Of an order that was raised with a test key. */
  isTest: boolean
  tries: number
  firstAt: Date
  url: string
  /** Null: the provider's. */
  organisationId: string | null
  lastTakenAt: Date | null
}

/**
 * What is due, of each hook that did not ask to be left alone no more than some, and of each order only the first that is not through: the later ones
 * wait for it. A try is counted when it is taken, so that what kills a process is not tried for ever.
 */
export async function take(
  db: Db,
  { most, takenOfOne, busy }: { most: number; takenOfOne: number; busy: readonly number[] },
): Promise<Taken[]> {
  const { rows } = await sql<Taken>`
    update hook_deliveries taken set
      next_at = now() + make_interval(secs => ${sql.lit(leaseSeconds)}), tries = taken.tries + 1,
      first_at = coalesce(taken.first_at, now())
    from (
      select due.event_id, hooks.* from hooks cross join lateral (
        select event_id, next_at from hook_deliveries one
        where one.hook_id = hooks.id and one.state in ('waiting', 'failed') and one.next_at <= now()
          and not exists (
            select from hook_deliveries earlier
            where earlier.hook_id = one.hook_id and earlier.subject = one.subject
              and earlier.event_id < one.event_id and earlier.state in ('waiting', 'failed'))
        order by next_at, event_id limit ${sql.lit(takenOfOne)}) as due
      where hooks.state = 'on' and (hooks.quiet_until is null or hooks.quiet_until <= now())
        and hooks.id <> all(${busy}::bigint[]) and ${isServed}
      order by due.next_at, due.event_id limit ${sql.lit(most)}) as hook
    where taken.hook_id = hook.id and taken.event_id = hook.event_id
      -- asked again of a row that somebody else took meanwhile
      and taken.state in ('waiting', 'failed') and taken.next_at <= now()
    returning taken.hook_id, taken.event_id, taken.subject, taken.kind, taken.version, taken.happened_at, taken.tries,
      taken.first_at, hook.url, hook.organisation_id, hook.last_taken_at, hook.secret_sealed, hook.old_sealed, hook.old_until,
      exists (select from requests where requests.id = taken.subject and requests.hospital_id = ${testHospital}) as is_test`.execute(
    db,
  )
  return rows.toSorted((one, other) => one.eventId - other.eventId)
}

/** Writes what came of it, unless somebody else has it by now. False: it was not theirs any more. */
export async function settle(
  db: Db,
  { hookId, eventId, subject, tries, url }: Taken,
  tried: Tried & { quiet: number },
  verdict: Verdict,
): Promise<boolean> {
  const isDelivered = verdict.state === 'delivered'
  const wait = verdict.state === 'failed' ? verdict.wait / 1_000 : 0
  const quiet = tried.quiet / 1_000
  const { rows } = await sql<{ eventId: number }>`
    with settled as (
      update hook_deliveries set state = ${verdict.state}, code = ${tried.code}, fault = ${tried.fault},
        took_ms = ${tried.tookMs}, tried_at = now(), next_at = now() + make_interval(secs => ${wait})
      where hook_id = ${hookId} and event_id = ${eventId} and tries = ${tries}
        -- what arrived has arrived, though it was given up meanwhile
        and (state in ('waiting', 'failed') or ${isDelivered})
        -- what another address answered, which was the hook's until now, says nothing of this one
        and exists (select from hooks where id = ${hookId} and url = ${url})
      returning event_id),
    taken as (
      -- not a row that everybody waits for: to the minute is enough
      update hooks set failures = 0, last_taken_at = now()
      where ${isDelivered} and id = ${hookId} and url = ${url}
        and (failures > 0 or last_taken_at is null or last_taken_at < now() - interval '1 minute')),
    failed as (
      update hooks set failures = failures + 1, quiet_until = case when ${quiet > 0}
        then greatest(quiet_until, now() + make_interval(secs => ${quiet})) else quiet_until end
      where not ${isDelivered} and id = ${hookId} and exists (select from settled)),
    behind as (
      -- they are not looked at until then
      update hook_deliveries set next_at = greatest(next_at, now() + make_interval(secs => ${wait}))
      where ${wait > 0} and hook_id = ${hookId} and subject = ${subject} and event_id > ${eventId}
        and state in ('waiting', 'failed') and exists (select from settled))
    select event_id from settled`.execute(db)
  return rows.length > 0
}
