import type { requests } from '#contract/requests.ts'
import type { Actor } from '#domain/people/actor.ts'
import { approve, reject, whyNotApprove, whyNotReject } from '#domain/requests/approving.ts'
import { cancel, whyNotCancel } from '#domain/requests/cancelling.ts'
import { whyNotWrite, writeDeliveryStatus } from '#domain/requests/delivering.ts'
import { floodWords, type RaiseLimits, whyNotRaiseMore } from '#domain/requests/flooding.ts'
import { mostPending, pageSize } from '#domain/requests/listing.ts'
import { whyNotRaise } from '#domain/requests/raising.ts'
import type { BloodRequest } from '#domain/requests/request.ts'
import { whyStale } from '#domain/requests/stale.ts'
import { requestWords } from '#domain/requests/words.ts'
import { asJson, JsonText } from '../db/as-json.ts'
import { findRequest, lockRequest, saveRequest } from '../db/requests.ts'
import type { Work } from '../db/work.ts'
import { hospitalOf } from '../people/organisation-of.ts'
import type { Handlers } from '../platform/http/call.ts'
import { pageRange, pageText, readPlace } from '../platform/http/paging.ts'
import { notFound, refuse } from '../platform/http/refuse.ts'
import { detailOf } from './detail.ts'
import { ownStore } from './own-store.ts'
import { raiseOne } from './raising.ts'
import { requestStore } from './store.ts'
import { saveDecision, undoLast } from './undoing.ts'

export const requestHandlers = (limits: RaiseLimits): Handlers<typeof requests> => ({
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
    const rows = await ownStore(db, hospitalId).list({ ...asked, id, statuses })
    return pageText(rows, asked.limit)
  },

  async deliveries({ actor, db }, { id, ...cursors }) {
    const asked = { ...pageRange(cursors), limit: pageSize({ isFiltered: false }) }
    const rows = await ownStore(db, hospitalOf(actor).hospitalId).delivering({ ...asked, id })
    return pageText(rows, asked.limit)
  },

  async live({ actor, db }, { id, ...cursors }) {
    const asked = { ...pageRange(cursors), limit: pageSize({ isFiltered: false }) }
    return pageText(await ownStore(db, hospitalOf(actor).hospitalId).live({ ...asked, id }), asked.limit)
  },

  summary: async ({ actor, db, now }) =>
    new JsonText(await ownStore(db, hospitalOf(actor).hospitalId).summary(now)),

  async pending({ actor, db }, { id, sort = 'newest', after }) {
    const store = ownStore(db, hospitalOf(actor).hospitalId)
    const [rows, { count, soonestPickupAt }] = await Promise.all([
      // never more than these, so a page that is read again may begin or end elsewhere
      store.pending({ id, sort, after: readPlace(after) }),
      store.waiting(),
    ])
    return pageText(rows, mostPending, { count: asJson(count), soonestPickupAt: asJson(soonestPickupAt) })
  },

  async show({ actor, db }, { id }) {
    const store = requestStore(db)
    const request = await findRequest(db, id, hospitalOf(actor).hospitalId)
    if (!request) throw notFound()
    const detail = await detailOf(store, request, 'hospital')
    return {
      ...detail,
      asideLeftOut: 0,
      deliveries: detail.deliveries.map((delivery) => ({
        ...delivery,
        steps: delivery.steps.filter(({ keptAside }) => keptAside === null),
      })),
    }
  },

  approve: ({ actor, now, inTransaction }, { id, version }) =>
    inTransaction(async (work) => {
      const request = await lockOwn(work, actor, id)
      refuse(requestWords, whyNotApprove(request, hospitalOf(actor), now))
      refuse(requestWords, whyStale(request, version))
      return saveDecision(work, request, approve(request, now), 'request-approved')
    }),

  reject: ({ actor, now, inTransaction }, { id, version }) =>
    inTransaction(async (work) => {
      const request = await lockOwn(work, actor, id)
      refuse(requestWords, whyNotReject(request))
      refuse(requestWords, whyStale(request, version))
      return saveDecision(work, request, reject(request, now), 'request-rejected')
    }),

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
