import type { matching } from '#contract/matching.ts'
import { isUnderWay } from '#domain/driving/stepping.ts'
import { benchWords, whyNotAtBench } from '#domain/matching/bench-order.ts'
import { handingOverWords, whyNotHandOverBags } from '#domain/matching/handing-over.ts'
import { seeingWords, whyNotSee } from '#domain/matching/seeing.ts'
import { type Actor, isHospital } from '#domain/people/actor.ts'
import { doerText } from '#domain/people/doer.ts'
import type { Limits } from '../db/limits.ts'
import type { TellOpened } from '../db/opening.ts'
import { findRequest } from '../db/requests.ts'
import { doneOf, tellByBank } from '../driving/bank-steps.ts'
import { bankOf, hospitalOf } from '../people/organisation-of.ts'
import type { Handlers } from '../platform/http/call.ts'
import { pageFrom, pageRange } from '../platform/http/paging.ts'
import { notFound, refuse } from '../platform/http/refuse.ts'
import type { Identity } from '../platform/identity/identity.ts'
import { answerOrder } from './answering.ts'
import { checkerBy } from './checking.ts'
import { choicesOf } from './choosing.ts'
import { recordMatch } from './crossmatching.ts'
import { holdBag, letBagGo } from './holding.ts'
import { issueBags } from './issuing.ts'
import { lockAtBench } from './locking.ts'
import { hasPart, packedOf } from './packed.ts'
import { type By, countingSample, receiveSample, recordFindings } from './samples.ts'
import { benchStore } from './store.ts'
import { correctGroupOf, decide, propose } from './substituting.ts'
import { benchCounts, benchRows, benchView } from './view.ts'

const pageSize = 50

const byOf = (actor: Actor): By => ({
  ...bankOf(actor),
  displayName: actor.displayName,
  accountId: actor.accountId,
})

export const matchingHandlers = (parts: {
  opened: TellOpened
  identity: Identity
  limits: Limits
  secret: string
}): Handlers<typeof matching> => ({
  async orders({ actor, db, now }, cursors) {
    const ask = { ...pageRange(cursors), limit: pageSize }
    return pageFrom(await benchRows(db, bankOf(actor).bankId, ask, now), pageSize, (row) => row.deadlineAt)
  },

  summary: ({ actor, db, now }) => benchCounts(db, bankOf(actor).bankId, now),

  async open({ actor, db, now }, { id }) {
    const { bankId } = bankOf(actor)
    const request = await findRequest(db, id)
    const store = benchStore(db)
    const [deliveries, [owing]] = await Promise.all([store.deliveriesOf([id]), store.owedOf([id], bankId)])
    // refused by them, or given to another: from then on it is not there, unless a result of theirs is owed
    if (!request || (request.bankId !== bankId && !owing)) throw notFound()
    const endedAt = isUnderWay({ ...request, deliveries }) ? null : await store.endedAt(request)
    refuse(seeingWords, whyNotSee({ bankId: request.bankId, endedAt, owed: owing?.owed ?? 0 }, bankId, now))
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

  answer: ({ actor, inTransaction }, told) => inTransaction((work) => answerOrder(work, byOf(actor), told)),

  receiveSample: ({ actor, inTransaction }, told) =>
    inTransaction((work) => receiveSample(work, byOf(actor), told)),

  recordFindings: ({ actor, inTransaction }, found) =>
    inTransaction((work) => recordFindings(work, byOf(actor), found)),

  async choices({ actor, db, now }, { id, emergency }) {
    const { bankId } = bankOf(actor)
    const request = await findRequest(db, id)
    if (request?.bankId !== bankId) throw notFound()
    const deliveries = await benchStore(db).deliveriesOf([id])
    refuse(benchWords, whyNotAtBench({ ...request, needs: [], everBombay: null, deliveries }, bankId))
    return choicesOf(db, request, { bankId, isEmergency: emergency === 'yes', now })
  },

  hold: ({ actor, inTransaction }, wish) => inTransaction((work) => holdBag(work, byOf(actor), wish)),

  letGo: ({ actor, inTransaction }, wish) =>
    inTransaction(async (work) => {
      await letBagGo(work, byOf(actor), wish)
      return {}
    }),

  recordMatch: ({ actor, inTransaction }, told) =>
    inTransaction((work) => recordMatch(work, byOf(actor), told)),

  async issue(call, asked) {
    const by = byOf(call.actor)
    const checker = asked.checker && (await checkerBy(parts, call, by, asked.checker))
    return call.inTransaction((work) => issueBags(work, by, asked, { checker, secret: parts.secret }))
  },

  async packed({ actor, db, now }, { id }) {
    const request = await findRequest(db, id)
    if (!request || !hasPart(actor, request)) throw notFound()
    return packedOf(db, request, { isHospital: isHospital(actor), now })
  },

  propose: ({ actor, inTransaction }, { id, bloodGroup }) =>
    inTransaction((work) => propose(work, byOf(actor), id, bloodGroup)),

  decide: ({ actor, inTransaction }, { id, ...said }) =>
    inTransaction((work) => decide(work, hospitalOf(actor), id, said)),

  correctGroup: ({ actor, inTransaction }, wish) =>
    inTransaction((work) => correctGroupOf(work, hospitalOf(actor).hospitalId, wish)),

  handOver: ({ actor, inTransaction }, { id, seq, temperature }) =>
    inTransaction(async (work) => {
      const by = byOf(actor)
      const { request, order } = await lockAtBench(work, id, by.bankId)
      const soFar = await doneOf(work, request)
      const out = await benchStore(work.db).outFor(id)
      const bags = out.filter((bag) => bag.seq === seq && bag.bankId === by.bankId && bag.state === 'issued')
      const sample = await countingSample(work, order, by.bankId)
      refuse(handingOverWords, whyNotHandOverBags(order, by.bankId, { seq, soFar, bags, sample }, work.now))
      const { person, displayName: place } = by
      const told = { seq, step: 'issued' as const, temperature, person, by: doerText({ person, place }) }
      await tellByBank(work, request, told)
      return {}
    }),
})
