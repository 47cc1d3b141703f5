import { randomUUID } from 'node:crypto'
import type { MoreForBank } from '#domain/matching/needs.ts'
import type { RaiseLimits } from '#domain/requests/flooding.ts'
import { type RaiseDraft, raise } from '#domain/requests/raising.ts'
import { type BloodRequest, requestIdFrom } from '#domain/requests/request.ts'
import type { KeyedAtOnce } from '../platform/http/call.ts'
import { tellFlood } from './flooding.ts'
import { type Placed, raiseAtOnce } from './raise-store.ts'

/** Of ids that are taken, and of a flood that is told of in between. */
const mostDraws = 8

type By = { accountId: string; email: string; hospitalId: string; now: Date }

/** The new request; or why there is none. */
export async function raiseOne(
  atOnce: (answer: BloodRequest) => Promise<KeyedAtOnce>,
  { more, ...draft }: RaiseDraft & { more: MoreForBank },
  by: By,
  limits: RaiseLimits,
  placed?: Placed,
): Promise<BloodRequest | 'sent-before' | 'too-many'> {
  for (let draw = 0; draw < mostDraws; draw++) {
    const request = raise(draft, { ...by, id: requestIdFrom(randomUUID()) })
    const act = await atOnce(request)
    const outcome = await raiseAtOnce(act, { request, more, placed }, by.accountId, limits)
    if (outcome === 'raised') return request
    if (outcome === 'sent-before' || outcome === 'too-many') return outcome
    if (outcome === 'flood-untold') await act.transact((work) => tellFlood(work, by, limits))
  }
  throw new Error('no unused request id was found')
}
