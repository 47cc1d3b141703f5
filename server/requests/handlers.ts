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
import { findRequest, lockRequest, saveRequest } from '../db/requests.ts'
import type { Work } from '../db/work.ts'
import { hospitalOf } from '../people/organisation-of.ts'
import type { Handlers } from '../platform/http/call.ts'
import { pageFrom, pageRange, readPlace } from '../platform/http/paging.ts'
import { notFound, refuse } from '../platform/http/refuse.ts'
import { detailOf, withDoubts } from './detail.ts'
import { raiseOne } from './raising.ts'
import { requestStore } from './store.ts'
import { summaryOf } from './summary.ts'
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
    const items = await requestStore(db).list(hospitalId, { ...asked, id, statuses })
    return pageFrom(items, asked.limit, (row) => row.raisedAt)
  },

  async deliveries({ actor, db }, { id, ...cursors }) {
    const store = requestStore(db)
    const asked = { ...pageRange(cursors), limit: pageSize({ isFiltered: false }) }
    const found = await store.delivering(hospitalOf(actor).hospitalId, { ...asked, id })
    const ids = found.map((request) => request.id)
    const deliveries = withDoubts(...(await Promise.all([store.deliveriesOf(ids), store.doubtsOf(ids)])))
    const items = found.map((request) => ({
      ...request,
      deliveries: deliveries.filter(({ requestId }) => requestId === request.id),
    }))
    return pageFrom(items, asked.limit, (row) => row.updatedAt)
  },

  async live({ actor, db }, { id, ...cursors }) {
    const asked = { ...pageRange(cursors), limit: pageSize({ isFiltered: false }) }
    const items = await requestStore(db).live(hospitalOf(actor).hospitalId, { ...asked, id })
    return pageFrom(items, asked.limit, (row) => row.updatedAt)
  },

  summary: ({ actor, db, now }) => summaryOf(requestStore(db), hospitalOf(actor).hospitalId, now),

  async pending({ actor, db }, { id, sort = 'newest', after }) {
    const { hospitalId } = hospitalOf(actor)
    const store = requestStore(db)
    const [items, waiting] = await Promise.all([
      // never more than these, so a page that is read again may begin or end elsewhere
      store.pending(hospitalId, { after: readPlace(after), id, sort }),
      store.waiting(hospitalId),
    ])
    const page = pageFrom(items, mostPending, (row) => (sort === 'pickup' ? row.pickupAt : row.raisedAt))
    return { ...page, ...waiting }
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
