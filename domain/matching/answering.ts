/** What a bank says to an order that was linked to it: so many, by then. */
import { no, type Refusal, type Wording } from '../basics/refusal.ts'
import { showWhen } from '../basics/show-when.ts'
import { wholeMinute } from '../basics/time.ts'
import { type BenchOrder, benchWords, unitsOwed, whyNotAtBench } from './bench-order.ts'

export const answerWords = {
  ...benchWords,
  'answer-too-many': {
    title: 'Too Many Units',
    text: '{asked} of it are still to be issued: please say at most that.',
  },
  'answer-past': { title: 'Invalid Time', text: 'The time by which it is ready lies behind us.' },
} satisfies Record<string, Wording>

export type AnswerRefusal = Refusal<keyof typeof answerWords>

export function whyNotAnswer(
  order: BenchOrder,
  bankId: string,
  { units, byAt }: { units: number; byAt: Date },
  now: Date,
): AnswerRefusal | null {
  const refusal = whyNotAtBench(order, bankId)
  if (refusal) return refusal
  const asked = unitsOwed(order)
  if (units > asked) return no('answer-too-many', 'units', { asked })
  // whoever says "now" means this minute
  return byAt < wholeMinute(now) ? no('answer-past', 'byAt') : null
}

/** `all 5 by 2:00 pm`, of the units of the order. */
export function answerText(answer: { units: number; byAt: Date }, units: number, now: Date): string {
  const many = answer.units === units ? `all ${units}` : `${answer.units} of ${units}`
  return `${many} by ${showWhen(answer.byAt, now)}`
}
