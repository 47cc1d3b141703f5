import { z } from 'zod'
import type { Actor } from '#domain/people/actor.ts'
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
const Left = z.object({ version: z.number().nullable().catch(null), before: Before.optional() })

export const saveDecision = (
  work: Work,
  before: BloodRequest,
  after: BloodRequest,
  kind: 'request-approved' | 'request-rejected',
): Promise<BloodRequest> => saveRequest(work, before, after, { kind, detail: { version: after.version } })

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
  const { version, before } = Left.parse(JSON.parse(event.detail))
  const { kind, at, actorId: by, fromStatus, undone } = event
  const from = RequestStatus.nullable().catch(null).parse(fromStatus)
  return { act: { kind, at, by, from, version, undone }, before }
}
