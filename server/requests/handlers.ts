import { randomUUID } from 'node:crypto'
import type { requests } from '#contract/requests.ts'
import { no } from '#domain/basics/refusal.ts'
import type { Actor, Member } from '#domain/people/actor.ts'
import { approve, reject, whyNotApprove, whyNotReject } from '#domain/requests/approving.ts'
import { raise, whyNotRaise } from '#domain/requests/raising.ts'
import { type BloodRequest, requestIdFrom } from '#domain/requests/request.ts'
import { requestWords } from '#domain/requests/words.ts'
import type { Work } from '../db/work.ts'
import type { Handlers } from '../platform/call.ts'
import { placeAfter, readPlace } from '../platform/paging.ts'
import { forbidden, notFound, refuse } from '../platform/refuse.ts'
import { requestStore, requestWriter } from './store.ts'
import { summaryOf } from './summary.ts'

/** §9: the approval list shows at most this many. */
const mostPending = 20
const mostDraws = 8

export const requestHandlers: Handlers<typeof requests> = {
  raise: ({ actor, now, inTransaction }, draft) =>
    inTransaction(async (work) => {
      refuse(requestWords, whyNotRaise(draft, now))
      const { hospitalId } = hospitalOf(actor)
      for (let draw = 0; draw < mostDraws; draw++) {
        const request = raise(draft, { id: requestIdFrom(randomUUID()), hospitalId, now })
        if (await requestWriter(work).insert(request)) return request
      }
      throw new Error('no unused request id was found')
    }),

  async list({ actor, db }, { after, status, limit }) {
    const statuses = status === undefined ? [] : [...new Set([status].flat())]
    const items = await requestStore(db).list(hospitalOf(actor).hospitalId, {
      statuses,
      after: readPlace(after),
      limit,
    })
    return { items, next: items.length < limit ? null : placeAfter(items.at(-1), (row) => row.raisedAt) }
  },

  summary: ({ actor, db, now }) => summaryOf(requestStore(db), hospitalOf(actor).hospitalId, now),

  async pending({ actor, db }, { id }) {
    return { items: await requestStore(db).pending(hospitalOf(actor).hospitalId, { id, limit: mostPending }) }
  },

  approve: ({ actor, now, inTransaction }, { id, version }) =>
    inTransaction(async (work) => {
      const request = await lockOwn(work, actor, id)
      refuse(requestWords, whyNotApprove(request, hospitalOf(actor), now))
      refuse(requestWords, whyNotVersion(request, version))
      return requestWriter(work).save(request, approve(request, now), 'request-approved')
    }),

  reject: ({ actor, now, inTransaction }, { id, version }) =>
    inTransaction(async (work) => {
      const request = await lockOwn(work, actor, id)
      refuse(requestWords, whyNotReject(request))
      refuse(requestWords, whyNotVersion(request, version))
      return requestWriter(work).save(request, reject(request, now), 'request-rejected')
    }),
}

async function lockOwn(work: Work, actor: Actor, id: string): Promise<BloodRequest> {
  const request = await requestWriter(work).lock(id, hospitalOf(actor).hospitalId)
  if (!request) throw notFound()
  return request
}

/** The button was pressed on an older picture of the row. */
const whyNotVersion = (request: BloodRequest, seen: number) =>
  request.version === seen ? null : no('changed-meanwhile')

/** The contract lets only people of a hospital this far. */
function hospitalOf(actor: Actor): Pick<Member, 'accountStatus'> & { hospitalId: string } {
  if (actor.kind !== 'member' || actor.organisationId === null) throw forbidden()
  return { hospitalId: actor.organisationId, accountStatus: actor.accountStatus }
}
