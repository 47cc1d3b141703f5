import { randomUUID } from 'node:crypto'
import type { z } from 'zod'
import type { matching } from '#contract/matching.ts'
import { type Bag, bagName } from '#domain/bags/bag.ts'
import {
  type Crossmatch,
  matchWords,
  whyNotMatch,
  whyNotProveWrong,
  whyNotRecordOwed,
} from '#domain/matching/crossmatch.ts'
import { heldOnMatch } from '#domain/matching/holding.ts'
import { isOut } from '#domain/matching/misfit.ts'
import { moveBags, openHoldsOf, ordersOfIssued } from '../db/bags.ts'
import { ofBank, recordOn } from '../db/requests.ts'
import { setIncompatibleAside } from '../db/setting-aside.ts'
import type { Work } from '../db/work.ts'
import { notFound, refuse } from '../platform/http/refuse.ts'
import { letGo, lockOwnBag } from './holding.ts'
import { lockOwing } from './locking.ts'
import { type By, countingSample, newestSample } from './samples.ts'
import { benchStore } from './store.ts'
import { benchWriter } from './writer-store.ts'

/** A held bag tried against the newest sample; or one that is out of the house: owed after an emergency, or proved wrong. */
export async function recordMatch(
  work: Work,
  { bankId, person }: By,
  { id, bagId, method, result, note }: z.output<typeof matching.recordMatch.input>,
) {
  const { request, order } = await lockOwing(work, id, bankId)
  const bag = await lockOwnBag(work, bagId, bankId)
  const sample = await newestSample(work, id, bankId)
  const left = bag.state === 'held' ? null : await benchWriter(work).leftWith(id, bagId)
  const hold = (await openHoldsOf(work, [bag])).get(bagId)
  if (left?.isOwed) refuse(matchWords, whyNotRecordOwed(order, { sample, isOwed: true }, work.now))
  else {
    const heldFor = hold?.requestId ?? null
    const matches = await benchStore(work.db).matchesOfPatient(request, [bag])
    const counting = await countingSample(work, order, bankId)
    const facts = { bag, heldFor, sample: counting, matches }
    const refusal =
      left && result === 'incompatible'
        ? whyNotProveWrong({ bag, sample, matches })
        : whyNotMatch(order, bankId, facts, work.now)
    refuse(matchWords, refusal)
  }
  if (!sample) throw notFound()
  const tried = { requestId: id, sampleId: sample.id, method, result, note, doneBy: person }
  const match = await keepMatch(work, bag, tried)
  if (hold) {
    // it fits somebody else, and this patient gets another one
    if (result === 'incompatible') await moveBags(work, [letGo(bag, id, 'swapped')])
    else await benchWriter(work).holdOn(bagId, heldOnMatch(order, sample, hold, work.now))
  } else if (left) {
    if (left.isOwed) await benchWriter(work).payOwed(left.slip, bagId, match.id)
    const isOnTheWay =
      result === 'incompatible' &&
      (await ordersOfIssued(work, [bagId])).some((one) => one.requestId === id && one.isCarried)
    const detail = {
      bag: bagName(bag),
      bank: bankId,
      result,
      ...(isOnTheWay && { isCarried: true as const }),
    }
    await recordOn(work, ofBank(request, bag), { kind: 'owed-result-came', detail })
    // what is in the patient came
    if (result === 'incompatible' && isOut(bag)) await setIncompatibleAside(work, id, bagId)
  }
  return { ...match, bagNumber: bag.number, division: bag.division }
}

/** The result itself, as of the work's time. The rule has been asked. */
export async function keepMatch(
  work: Work,
  { id: bagId, number, bankId }: Bag,
  tried: Omit<Crossmatch, 'bagId' | 'doneAt'> & { note: string },
) {
  const match = { ...tried, id: randomUUID(), bagId, doneAt: work.now }
  await benchWriter(work).addMatch(match)
  const { requestId, method, result } = tried
  await work.record({
    ...{ kind: 'crossmatch-recorded', subjectId: match.id, bankId },
    detail: { requestId, bag: number, method, result },
  })
  return match
}
