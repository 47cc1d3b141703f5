import type { BankAnswer } from '#contract/matching.ts'
import { answerWords, whyNotAnswer } from '#domain/matching/answering.ts'
import { unitsOwed } from '#domain/matching/bench-order.ts'
import { recordOn } from '../db/requests.ts'
import type { Work } from '../db/work.ts'
import { refuse } from '../platform/http/refuse.ts'
import { lockAtBench } from './locking.ts'
import type { By } from './samples.ts'
import { benchWriter } from './writer-store.ts'

/** How many, and by when; the last word counts. */
export async function answerOrder(
  work: Work,
  { bankId, person }: By,
  { id, units, byAt, note }: { id: string; units: number; byAt: Date; note: string },
): Promise<BankAnswer> {
  const { request, order } = await lockAtBench(work, id, bankId)
  refuse(answerWords, whyNotAnswer(order, bankId, { units, byAt }, work.now))
  const answer = { units, byAt, note, saidAt: work.now, saidBy: person }
  await benchWriter(work).answer({ requestId: id, bankId, ...answer })
  const detail = { units, of: unitsOwed(order), byAt: byAt.toISOString() }
  await recordOn(work, request, { kind: 'bank-answered', detail })
  return answer
}
