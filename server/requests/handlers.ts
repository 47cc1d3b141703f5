import type { requests } from '#contract/requests.ts'
import { wholeSecond } from '#domain/basics/time.ts'
import { isSameMore } from '#domain/matching/needs.ts'
import { type Actor, isProgram } from '#domain/people/actor.ts'
import { amend, amendedIn, isAmendedSo, whyNotAmend, whyNotAmendable } from '#domain/requests/amending.ts'
import { approve, reject, whyNotApprove, whyNotReject } from '#domain/requests/approving.ts'
import { cancel, whyNotCancel } from '#domain/requests/cancelling.ts'
import { whyNotWrite, writeDeliveryStatus } from '#domain/requests/delivering.ts'
import { floodWords, type RaiseLimits, whyNotRaiseMore } from '#domain/requests/flooding.ts'
import { pageSize } from '#domain/requests/listing.ts'
import { whyNotRaise } from '#domain/requests/raising.ts'
import type { BloodRequest } from '#domain/requests/request.ts'
import { whyStale } from '#domain/requests/stale.ts'
import { requestWords } from '#domain/requests/words.ts'
import type { TellOpened } from '../db/opening.ts'
import { findRequest, lockRequest, saveRequest } from '../db/requests.ts'
import type { Work } from '../db/work.ts'
import { hospitalOf } from '../people/organisation-of.ts'
import type { Handlers } from '../platform/http/call.ts'
import { pageRange, readPlace } from '../platform/http/paging.ts'
import { notFound, refuse } from '../platform/http/refuse.ts'
import { saveAmended } from './amend-store.ts'
import { approverOf } from './approver.ts'
import { detailOf, openedRequest } from './detail.ts'
import { setFourEyes } from './four-eyes-store.ts'
import { bombayOf, moreOf } from './more-store.ts'
import { ownLists } from './own-lists.ts'
import { ownStore } from './own-store.ts'
import { raiseOne } from './raising.ts'
import { replaceOne } from './replacing.ts'
import { requestStore } from './store.ts'
import { saveDecision, sayWhy, undoLast } from './undoing.ts'

const limit = pageSize({ isFiltered: false })

export const requestHandlers = (limits: RaiseLimits, opened: TellOpened): Handlers<typeof requests> => ({
  async raise({ actor, now, atOnce, inTransaction }, draft) {
    const refusal = whyNotRaise(draft, now)
    const outcome = refusal
      ? 'refused'
      : await raiseOne(atOnce, draft, { ...actor, ...hospitalOf(actor), now }, limits)
    if (typeof outcome === 'object') return outcome
    // in here, because a call that is sent again is answered as it was
    return inTransaction(async () => {
      refuse(requestWords, refusal)
      if (outcome === 'too-many') refuse(floodWords, whyNotRaiseMore(limits.refusedFrom, limits), 429)
      throw new Error('the answer of a call that was sent before is gone')
    })
  },

  async list({ actor, db }, { id, status, hospital, after, through, limit }) {
    const { hospitalId } = hospitalOf(actor)
    const statuses = status === undefined ? [] : [...new Set([status].flat())]
    const isFiltered = statuses.length > 0 || [hospital].flat().includes(hospitalId)
    const asked = { ...pageRange({ after, through }), limit: limit ?? pageSize({ isFiltered }) }
    return ownLists.list(db, { ...asked, hospitalId, id, statuses })
  },

  deliveries: ({ actor, db }, { id, ...cursors }) =>
    ownLists.deliveries(db, { ...pageRange(cursors), limit, hospitalId: hospitalOf(actor).hospitalId, id }),

  live: ({ actor, db }, { id, ...cursors }) =>
    ownLists.live(db, { ...pageRange(cursors), limit, hospitalId: hospitalOf(actor).hospitalId, id }),

  summary: ({ actor, db, now }) =>
    ownLists.summary(db, { hospitalId: hospitalOf(actor).hospitalId, now: wholeSecond(now) }),

  pending: ({ actor, db }, { id, sort = 'newest', after }) =>
    ownLists.pending(db, { hospitalId: hospitalOf(actor).hospitalId, id, sort, after: readPlace(after) }),

  fourEyes: ({ actor, db, now }) => ownStore(db, hospitalOf(actor).hospitalId).fourEyes(now),

  setFourEyes: ({ actor, now, inTransaction }, { isNeeded }) =>
    inTransaction(async (work) => {
      const { hospitalId } = hospitalOf(actor)
      if (await setFourEyes(work, hospitalId, isNeeded)) {
        const kind = isNeeded ? 'four-eyes-required' : 'four-eyes-lifted'
        await work.record({ kind, subjectId: hospitalId, hospitalId })
      }
      return ownStore(work.db, hospitalId).fourEyes(now)
    }),

  async show({ actor, db, now }, { id }) {
    const store = requestStore(db)
    const request = await findRequest(db, id, hospitalOf(actor).hospitalId)
    if (!request) throw notFound()
    const [detail, more, bombay] = await Promise.all([
      detailOf(store, request, 'hospital'),
      moreOf(db, id),
      bombayOf(db, id),
      opened({ db, actor, now }, openedRequest(request)),
    ])
    return {
      ...detail,
      more,
      bombay,
      asideLeftOut: 0,
      deliveries: detail.deliveries.map((delivery) => ({
        ...delivery,
        steps: delivery.steps.filter(({ keptAside }) => keptAside === null),
      })),
    }
  },

  amend: ({ actor, now, inTransaction }, { id, version, more, ...draft }) =>
    inTransaction(async (work) => {
      const request = await lockOwn(work, actor, id)
      const before = await moreOf(work.db, id)
      const isMoreNew = more !== undefined && !isSameMore(before, more)
      if (!isMoreNew && isAmendedSo(request, draft, version)) return request
      refuse(requestWords, whyNotAmendable(request))
      refuse(requestWords, whyStale(request, version))
      refuse(requestWords, whyNotAmend(request, draft, now, { isMoreNew }))
      const accountId = isProgram(actor) ? null : actor.accountId
      const amended = amend(request, draft, { accountId, now, isMoreNew })
      return saveAmended(work, amended, more ?? before, amendedIn(request, draft, { isMoreNew }))
    }),

  approve: ({ actor, now, inTransaction }, { id, version }) =>
    inTransaction(async (work) => {
      const request = await lockOwn(work, actor, id)
      refuse(requestWords, whyNotApprove(request, await approverOf(work, actor, request), now))
      refuse(requestWords, whyStale(request, version))
      return saveDecision(work, request, approve(request, now, actor.accountId), 'request-approved')
    }),

  reject: ({ actor, now, inTransaction }, { id, version }) =>
    inTransaction(async (work) => {
      const request = await lockOwn(work, actor, id)
      refuse(requestWords, whyNotReject(request))
      refuse(requestWords, whyStale(request, version))
      return saveDecision(work, request, reject(request, now), 'request-rejected')
    }),

  sayWhy: ({ actor, inTransaction }, { id, version, ...told }) =>
    inTransaction(async (work) => sayWhy(work, await lockOwn(work, actor, id), actor, told, version)),

  undo: ({ actor, inTransaction }, { id, version }) =>
    inTransaction(async (work) => undoLast(work, await lockOwn(work, actor, id), actor, version)),

  cancel: ({ actor, now, inTransaction }, { id, version, reason }) =>
    inTransaction(async (work) => {
      const request = await lockOwn(work, actor, id)
      refuse(requestWords, whyNotCancel(request, reason))
      refuse(requestWords, whyStale(request, version))
      const cancelled = cancel(request, now)
      return saveRequest(work, request, cancelled, { kind: 'request-cancelled', detail: { reason } })
    }),

  replace: ({ actor, inTransaction }, { id, version, more, ...draft }) =>
    inTransaction(async (work) => {
      const by = { ...actor, ...hospitalOf(actor) }
      return replaceOne(work, await lockOwn(work, actor, id), { draft, more, version }, by, limits)
    }),

  writeDeliveryStatus: ({ now, inTransaction }, { id, version, text }) =>
    inTransaction(async (work) => {
      const request = await lockRequest(work, id)
      if (!request) throw notFound()
      refuse(requestWords, whyNotWrite(text))
      refuse(requestWords, whyStale(request, version))
      const written = writeDeliveryStatus(request, text, now)
      return saveRequest(work, request, written, {
        kind: 'delivery-status-written',
        detail: { text: written.deliveryStatus },
      })
    }),
})

async function lockOwn(work: Work, actor: Actor, id: string): Promise<BloodRequest> {
  const request = await lockRequest(work, id, hospitalOf(actor).hospitalId)
  if (!request) throw notFound()
  return request
}
