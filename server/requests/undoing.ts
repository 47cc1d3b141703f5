import { z } from 'zod'
import type { Actor } from '#domain/people/actor.ts'
import {
  type Explanation,
  explain,
  explainWords,
  isExplainedSo,
  whyNotExplain,
} from '#domain/requests/explaining.ts'
import { type BloodRequest, RequestStatus } from '#domain/requests/request.ts'
import {
  actsThatCount,
  Before,
  isUndoneAlready,
  type LastAct,
  undoDecision,
  undoStatus,
  undoWords,
  whyNotUndo,
} from '#domain/requests/undoing.ts'
import { saveRequest } from '../db/requests.ts'
import type { Work } from '../db/work.ts'
import { refuse } from '../platform/http/refuse.ts'
import { requestStore } from './store.ts'

/** What an act wrote down so that it can be undone; releases before this one wrote nothing. */
const Left = z.object({
  version: z.number().nullable().catch(null),
  before: Before.optional(),
  /** Of what was said of a decision: when that was made. */
  decidedAt: z.coerce.date().optional(),
})

export const saveDecision = (
  work: Work,
  before: BloodRequest,
  after: BloodRequest,
  kind: 'request-approved' | 'request-rejected',
): Promise<BloodRequest> => saveRequest(work, before, after, { kind, detail: { version: after.version } })

/** Why a request was rejected, by the one who did it. Sent again, it finds that it is said. */
export async function sayWhy(
  work: Work,
  request: BloodRequest,
  { accountId }: Pick<Actor, 'accountId'>,
  told: Explanation,
  seen: number,
): Promise<BloodRequest> {
  const { now } = work
  if (isExplainedSo(request, told, seen)) return request
  const { act } = await lastActOn(work, request.id)
  refuse(explainWords, whyNotExplain(request, act, told, { accountId, now, seen }))
  const after = explain(request, told, now)
  const decidedAt = (act?.at ?? now).toISOString()
  const detail = { why: told.why, version: after.version, decidedAt }
  return saveRequest(work, request, after, { kind: 'rejection-explained', detail })
}

/** Takes back what this person did last to a request, under the lock of its row. Sent again, it finds that it is done. */
export async function undoLast(
  work: Work,
  request: BloodRequest,
  { accountId }: Pick<Actor, 'accountId'>,
  seen: number,
): Promise<BloodRequest> {
  const { now } = work
  const { act, before } = await lastActOn(work, request.id)
  if (isUndoneAlready(request, act, { accountId, seen })) return request
  refuse(undoWords, whyNotUndo(request, act, { accountId, now, seen }))
  const detail = { version: request.version + 1 }
  if (!before || !act?.from) {
    return saveRequest(work, request, undoDecision(request, now), { kind: 'decision-undone', detail })
  }
  const undone = undoStatus(request, act.from, before, now)
  return saveRequest(work, request, undone, { kind: 'status-undone', detail }, before.deliveries)
}

async function lastActOn(
  work: Work,
  id: string,
): Promise<{ act: LastAct | undefined; before: Before | undefined }> {
  const event = await requestStore(work.db).lastActOf(id, actsThatCount)
  if (!event) return { act: undefined, before: undefined }
  const { version, before, decidedAt } = Left.parse(JSON.parse(event.detail))
  const { kind, actorId: by, fromStatus, undone } = event
  const at = decidedAt ?? event.at
  const from = RequestStatus.nullable().catch(null).parse(fromStatus)
  return { act: { kind, at, by, from, version, undone }, before }
}
