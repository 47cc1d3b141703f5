import { sql } from 'kysely'
import { hookedAs } from '#domain/hooks/kinds.ts'
import { testHospital } from '#domain/people/roles.ts'
import type { Db } from '../db/database.ts'
import type { RecordedEvent } from '../db/event-trail.ts'

/** Of whom nothing is told while they may not see it themselves (ruling AMB-147). */
export const isServed = sql`(hooks.organisation_id is null or exists (
  select from organisations where id = hooks.organisation_id and account_status in ('active', 'subscription-ended')))`

type Told = Pick<
  RecordedEvent,
  'id' | 'kind' | 'subjectId' | 'at' | 'from' | 'hospitalId' | 'bankId' | 'detail'
>

/**
 * Writes what hooks are to be told of some events, each to those whose owner's event it is, in the transaction in which
 * the notes of these events are taken: what is noted is written, once, and in the order of the events. Of an order that
 * was raised with a test key hears whoever wants to: those whose key it was, its bank, and the provider (ruling AMB-418).
 */
export async function fillHooks(
  tx: Db,
  events: readonly Told[],
  { only, isReplay = false }: { only?: number; isReplay?: boolean } = {},
): Promise<number> {
  const given = events.flatMap((event) => {
    const told = hookedAs(event)
    const { id, at, hospitalId = null, bankId = null } = event
    return told
      ? [
          {
            event_id: id,
            subject: told.orderId,
            kind: told.kind,
            otherwise: told.otherwise ?? null,
            at,
            hospital_id: hospitalId,
            bank_id: bankId,
          },
        ]
      : []
  })
  if (given.length === 0) return 0
  const { numAffectedRows = 0n } = await sql`
    insert into hook_deliveries (hook_id, event_id, subject, kind, version, happened_at, is_replay)
    select hooks.id, given.event_id, given.subject,
      case when given.kind = any(hooks.kinds) then given.kind else given.otherwise end, requests.version, given.at, ${isReplay}
    from json_to_recordset(${JSON.stringify(given)}::json) as given (event_id bigint, subject text, kind text,
        otherwise text, at timestamptz, hospital_id text, bank_id text)
      join requests on requests.id = given.subject
      left join api_keys on api_keys.id = requests.raised_by and requests.hospital_id = ${testHospital}
      join hooks on hooks.state = 'on' and (given.kind = any(hooks.kinds) or given.otherwise = any(hooks.kinds))
        and (hooks.organisation_id is null or hooks.organisation_id in (given.hospital_id, given.bank_id, api_keys.organisation_id))
        and (hooks.with_tests or requests.hospital_id <> ${testHospital})
        and hooks.id = coalesce(${only ?? null}::bigint, hooks.id) and ${isServed}
    order by given.event_id
    on conflict (hook_id, event_id) do update set
      state = 'waiting', is_replay = true, tries = 0, first_at = null, next_at = now(), at = now(),
      code = null, fault = null, took_ms = null, tried_at = null
      where excluded.is_replay and hook_deliveries.state in ('delivered', 'given-up')`.execute(tx)
  return Number(numAffectedRows)
}
