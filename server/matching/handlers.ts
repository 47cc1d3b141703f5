import type { matching } from '#contract/matching.ts'
import { isUnderWay } from '#domain/driving/stepping.ts'
import { answerWords, whyNotAnswer } from '#domain/matching/answering.ts'
import { seeingWords, whyNotSee } from '#domain/matching/seeing.ts'
import type { Actor } from '#domain/people/actor.ts'
import type { TellOpened } from '../db/opening.ts'
import { findRequest, recordOn } from '../db/requests.ts'
import { bankOf } from '../people/organisation-of.ts'
import type { Handlers } from '../platform/http/call.ts'
import { pageFrom, pageRange } from '../platform/http/paging.ts'
import { notFound, refuse } from '../platform/http/refuse.ts'
import { lockAtBench } from './locking.ts'
import { type By, receiveSample, recordFindings } from './samples.ts'
import { benchStore } from './store.ts'
import { benchRows, benchView } from './view.ts'
import { benchWriter } from './writer.ts'

const pageSize = 50

const byOf = (actor: Actor): By => ({
  ...bankOf(actor),
  displayName: actor.displayName,
  accountId: actor.accountId,
})

type First = 'orders' | 'open' | 'answer' | 'receiveSample' | 'recordFindings'

export const matchingHandlers = (parts: { opened: TellOpened }): Handlers<Pick<typeof matching, First>> => ({
  async orders({ actor, db, now }, cursors) {
    const ask = { ...pageRange(cursors), limit: pageSize }
    return pageFrom(await benchRows(db, bankOf(actor).bankId, ask, now), pageSize, (row) => row.deadlineAt)
  },

  async open({ actor, db, now }, { id }) {
    const { bankId } = bankOf(actor)
    const request = await findRequest(db, id)
    // refused by them, or given to another: from then on it is not there
    if (request?.bankId !== bankId) throw notFound()
    const store = benchStore(db)
    const [deliveries, [owing]] = await Promise.all([store.deliveriesOf([id]), store.owedOf([id])])
    const endedAt = isUnderWay({ ...request, deliveries }) ? null : await store.endedAt(request)
    refuse(seeingWords, whyNotSee({ bankId, endedAt, owed: owing?.owed ?? 0 }, bankId, now))
    const { hospitalId } = request
    const [view] = await Promise.all([
      benchView(db, request, { bankId, accountId: actor.accountId, now }),
      parts.opened(
        { db, actor, now },
        { kind: 'bench-opened', thing: id, detail: { requestId: id }, hospitalId, bankId },
      ),
    ])
    return view
  },

  answer: ({ actor, now, inTransaction }, { id, units, byAt, note }) =>
    inTransaction(async (work) => {
      const { bankId, person } = bankOf(actor)
      const { request, order } = await lockAtBench(work, id, bankId)
      refuse(answerWords, whyNotAnswer(order, bankId, { units, byAt }, now))
      const answer = { units, byAt, note, saidAt: now, saidBy: person }
      await benchWriter(work).answer({ requestId: id, bankId, ...answer })
      const detail = { units, of: order.units, byAt: byAt.toISOString() }
      await recordOn(work, request, { kind: 'bank-answered', detail })
      return answer
    }),

  receiveSample: ({ actor, inTransaction }, told) =>
    inTransaction((work) => receiveSample(work, byOf(actor), told)),

  recordFindings: ({ actor, inTransaction }, found) =>
    inTransaction((work) => recordFindings(work, byOf(actor), found)),
})
