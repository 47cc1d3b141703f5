import { randomUUID } from 'node:crypto'
import type { MoreForBank } from '#domain/matching/needs.ts'
import { cancel } from '#domain/requests/cancelling.ts'
import { floodWords, isGathered, type RaiseLimits, whyNotRaiseMore } from '#domain/requests/flooding.ts'
import { type RaiseDraft, raise, whyNotRaise } from '#domain/requests/raising.ts'
import { replacedBy, whyNotReplace } from '#domain/requests/replacing.ts'
import { type BloodRequest, requestIdFrom } from '#domain/requests/request.ts'
import { whyStale } from '#domain/requests/stale.ts'
import { requestWords } from '#domain/requests/words.ts'
import { eventOn, saveRequest } from '../db/requests.ts'
import type { Work } from '../db/work.ts'
import { refuse } from '../platform/http/refuse.ts'
import { tellFlood } from './flooding.ts'
import { countRaise, gather, insertRaised } from './replace-store.ts'

/** Of ids that are taken. */
const mostDraws = 8

type By = { accountId: string; email: string; hospitalId: string }
type Typed = { draft: RaiseDraft; more: MoreForBank }

/** Cancels the one that is locked and raises the other, both or neither (ruling AMB-311). */
export async function replaceOne(
  work: Work,
  old: BloodRequest,
  { draft, more, version }: Typed & { version: number },
  by: By,
  limits: RaiseLimits,
): Promise<BloodRequest> {
  const { now } = work
  refuse(requestWords, whyNotReplace(old, old.id))
  refuse(requestWords, whyStale(old, version))
  refuse(requestWords, whyNotRaise(draft, now))
  const nth = await countRaise(work, by.accountId)
  refuse(floodWords, whyNotRaiseMore(nth, limits), 429)
  const isOfFlood = isGathered(nth, limits)
  if (isOfFlood) await tellFlood(work, by, limits)
  const raised = await insertFresh(work, (id) => raise(draft, { ...by, now, id }), more)
  if (isOfFlood) await gather(work, by.hospitalId)
  const detail = { replaces: old.id, ...(isOfFlood && { gathered: true as const }) }
  await work.record(eventOn(raised, { kind: 'request-raised', detail }, null))
  await saveRequest(work, old, cancel(old, now), {
    kind: 'request-cancelled',
    detail: { reason: replacedBy(raised.id), replacedBy: raised.id },
  })
  return raised
}

/** Under an id that no other request has. */
export async function insertFresh(
  work: Work,
  made: (id: string) => BloodRequest,
  more: MoreForBank,
): Promise<BloodRequest> {
  for (let draw = 0; draw < mostDraws; draw++) {
    const request = made(requestIdFrom(randomUUID()))
    if (await insertRaised(work, request, more)) return request
  }
  throw new Error('no unused request id was found')
}
