import type { BenchOrderView, BenchRow } from '#contract/matching.ts'
import { say } from '#domain/basics/refusal.ts'
import { isUnderWay } from '#domain/driving/stepping.ts'
import { type BenchCounts, countBench, matchedOf, stageOf, whyOnHold } from '#domain/matching/bench-list.ts'
import { type BenchOrder, unitsOwed } from '#domain/matching/bench-order.ts'
import { resultOwedBy } from '#domain/matching/issuing.ts'
import { countingTube, sampleWords } from '#domain/matching/sample.ts'
import type { BloodRequest } from '#domain/requests/request.ts'
import { haveBagsLeft } from '../db/bags.ts'
import type { Db } from '../db/database.ts'
import { readHearers } from '../db/hearers.ts'
import type { PageRange } from '../db/page-range.ts'
import { benchPage } from './list-store.ts'
import { bagsOfSlip } from './packed.ts'
import { benchOrder, benchStore } from './store.ts'

type Facts = Awaited<ReturnType<typeof factsOf>>
type Named = { hospitalName: string; driverName: string | null; haveBagsLeft: boolean }

/** All that the rows of some orders are made of, in as many looks for one as for a page of them. */
async function factsOf(db: Db, ids: readonly string[], bankId: string) {
  const store = benchStore(db)
  const [deliveries, answers, tubes, holds, matches, owed] = await Promise.all([
    store.deliveriesOf(ids),
    store.answersOf(ids, bankId),
    store.tubesOf(...ids),
    store.holdsOf(ids),
    store.matchesOf(ids, bankId),
    store.owedOf(ids, bankId),
  ])
  const own = holds.filter((bag) => bag.bankId === bankId)
  const samples = tubes.filter((tube) => tube.bankId === bankId)
  return { bankId, deliveries, answers, tubes, samples, holds: own, matches, owed }
}

/** Nothing of the patient: what has to be compared was compared here. */
function rowOf(order: BenchOrder, named: Named, facts: Facts, now: Date): BenchRow {
  const of = <Row extends { requestId: string }>(rows: readonly Row[]) =>
    rows.filter(({ requestId }) => requestId === order.id)
  const [answer] = of(facts.answers)
  const sample = countingTube(of(facts.tubes), facts.bankId, order)
  const held = of(facts.holds).map(({ id }) => id)
  const matches = of(facts.matches)
  const [owed] = of(facts.owed)
  const onHold = order.bankId === facts.bankId && isUnderWay(order) ? whyOnHold(order, sample, now) : null
  const known = { isAnswered: answer !== undefined, sample, held, matches, owed: owed?.owed ?? 0 }
  const { id, component, bloodGroup, units, orderType, status, deadlineAt } = order
  return {
    ...{ id, component, bloodGroup, units, orderType, status, deadlineAt },
    ...{ hospitalName: named.hospitalName, driverName: named.driverName },
    left: unitsOwed(order),
    // another's now: all that is left of it is the result
    stage: order.bankId === facts.bankId ? stageOf(order, known, now) : 'owed',
    onHold: onHold && say(sampleWords, onHold).text,
    answer: answer ?? null,
    held: held.length,
    matched: matchedOf(order, known, now).length,
    packed: order.deliveries.reduce((sum, { packed }) => sum + (packed ?? 0), 0),
    haveBagsLeft: named.haveBagsLeft,
    owed: known.owed,
    owedBy: owed ? resultOwedBy(owed.issuedAt) : null,
  }
}

export async function benchRows(db: Db, bankId: string, ask: PageRange, now: Date): Promise<BenchRow[]> {
  const found = await benchPage(db, bankId, ask)
  const facts = await factsOf(
    db,
    found.map(({ id }) => id),
    bankId,
  )
  return found.map((one) => {
    const deliveries = facts.deliveries.filter(({ requestId }) => requestId === one.id)
    return rowOf({ ...one, needs: [], everBombay: null, deliveries }, one, facts, now)
  })
}

/** Of so many that nobody counts further. */
const mostCounted = 200

/** Nothing of a bank that keeps no bags: it works as it did before, and is reminded of no bench. */
export async function benchCounts(db: Db, bankId: string, now: Date): Promise<BenchCounts> {
  const { keepsBags } = await benchStore(db).settingsOf(bankId)
  const ask = { after: null, through: null, limit: mostCounted }
  return countBench(keepsBags ? await benchRows(db, bankId, ask, now) : [])
}

/** One order with its patient: whether it may be seen was asked before. */
export async function benchView(
  db: Db,
  request: BloodRequest,
  { bankId, accountId, now }: { bankId: string; accountId: string; now: Date },
): Promise<BenchOrderView> {
  const store = benchStore(db)
  const { id } = request
  const [facts, told, named, slips, substitutions, settings, { hearers }, haveLeft] = await Promise.all([
    factsOf(db, [id], bankId),
    store.moreOf(id),
    store.namesOf(request),
    store.slipsOf(id),
    store.substitutionsOf(id),
    store.settingsOf(bankId),
    readHearers(db, { places: [bankId], drivers: [] }),
    haveBagsLeft({ db }, { requestId: id, bankId }),
  ])
  const order = benchOrder(request, told, facts.deliveries)
  return {
    ...rowOf(order, { ...named, haveBagsLeft: haveLeft }, facts, now),
    patientName: request.patientName,
    patientId: request.patientId,
    age: request.age,
    sex: request.sex,
    more: told.more,
    everBombay: order.everBombay,
    deliveries: facts.deliveries,
    samples: facts.samples,
    holds: facts.holds.map(({ requestId, heldAt, heldBy, until, isEmergency, ...bag }) => ({
      ...{ heldAt, heldBy, until, isEmergency },
      bag: { ...bag, hold: { requestId, until, heldBy } },
    })),
    matches: facts.matches,
    slips: slips
      .filter((slip) => slip.bankId === bankId)
      .map((slip) => ({ ...slip, bags: bagsOfSlip(slip) })),
    substitutions: substitutions.filter((one) => one.bankId === bankId),
    checkers: hearers(bankId).flatMap(({ accountId: other, email, name }) =>
      other === accountId || email === null ? [] : [{ email, name }],
    ),
    secondChecker: settings.secondChecker,
    spareHours: settings.spareHours,
    isOver: request.bankId !== bankId || !isUnderWay(order),
    isElsewhere: request.bankId !== bankId,
  }
}
