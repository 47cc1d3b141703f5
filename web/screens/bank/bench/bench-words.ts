import type { BenchOrderView, BenchRow, Slip } from '#contract/matching.ts'
import { hasRedCells } from '#domain/bags/kinds.ts'
import { say } from '#domain/basics/refusal.ts'
import { showWhen } from '#domain/basics/show-when.ts'
import { later, minutes } from '#domain/basics/time.ts'
import { whyOnHold } from '#domain/matching/bench-list.ts'
import type { BenchOrder } from '#domain/matching/bench-order.ts'
import { whyNotProveWrong } from '#domain/matching/crossmatch.ts'
import { type Sample, sampleWords } from '#domain/matching/sample.ts'

/** `now`: what is to be done next; `stop`: nothing goes on until the hospital does something. */
export type StageState = 'done' | 'now' | 'open' | 'stop'
export type Stage = { readonly state: StageState; readonly words: string; readonly more: string }

/** How far an order is at the bench: answer, sample, match, issue. */
export const stagesOf = (row: BenchRow, now: Date): Stage[] => [
  answerStage(row, now),
  sampleStage(row),
  matchStage(row),
  issueStage(row),
]

/** What a bank mostly gives: the whole order, or all that has not gone yet. */
export function allText({ units, left }: Pick<BenchRow, 'units' | 'left'>): string {
  if (left < units) return left === 1 ? 'The last one' : `The other ${left}`
  return units === 1 ? 'The unit' : `All ${units}`
}

function answerStage({ answer, units, stage }: BenchRow, now: Date): Stage {
  if (!answer) return { state: stage === 'answer' ? 'now' : 'open', words: 'answer', more: '' }
  const words = answer.units === units ? `all ${units}` : `${answer.units} of ${units}`
  return { state: 'done', words, more: `by ${showWhen(answer.byAt, now)}` }
}

function sampleStage({ stage, onHold }: BenchRow): Stage {
  if (stage === 'on-hold' || onHold)
    return { state: 'stop', words: 'on hold', more: 'new sample or group wanted' }
  if (stage === 'answer') return { state: 'open', words: 'sample', more: '' }
  return stage === 'sample'
    ? { state: 'now', words: 'sample awaited', more: '' }
    : { state: 'done', words: 'sample agrees', more: '' }
}

function matchStage({ stage, component, left, held, matched }: BenchRow): Stage {
  const name = hasRedCells(component) ? 'match' : 'group check'
  const more = held === 0 ? '' : `${held} held`
  if (stage === 'match') return { state: 'now', words: `${matched} of ${left} ready`, more }
  if (stage === 'issue') return { state: 'done', words: `${matched} of ${left} ready`, more }
  return stage === 'packed' || stage === 'owed'
    ? { state: 'done', words: name, more }
    : { state: 'open', words: name, more }
}

function issueStage({ stage, units, packed, driverName, owed }: BenchRow): Stage {
  const more = driverName ? `driver ${driverName}` : 'no driver yet'
  if (owed > 0) return { state: 'stop', words: `${owed} result${owed === 1 ? '' : 's'} owed`, more }
  if (stage === 'issue') return { state: 'now', words: 'ready to issue', more }
  if (packed > 0)
    return { state: packed === units ? 'done' : 'now', words: `packed ${packed} of ${units}`, more }
  return { state: 'open', words: 'issue', more }
}

const nextWords: Record<BenchRow['stage'], string> = {
  answer: 'Answer',
  sample: 'Record sample',
  'on-hold': 'Open',
  match: 'Match',
  issue: 'Issue',
  packed: 'Open',
  owed: 'Record result',
}
export const nextText = ({ stage }: Pick<BenchRow, 'stage'>): string => nextWords[stage]

/** `8 orders, 1 waits for your answer, 2 on hold.` */
export function benchText(rows: readonly BenchRow[]): string {
  const count = (of: BenchRow['stage']) => rows.filter(({ stage }) => stage === of).length
  const [waiting, held, ready] = [count('answer'), count('on-hold'), count('issue')]
  const parts = [
    rows.length === 1 ? '1 order' : `${rows.length} orders`,
    ...(waiting > 0 ? [`${waiting} ${waiting === 1 ? 'waits' : 'wait'} for your answer`] : []),
    ...(held > 0 ? [`${held} on hold`] : []),
    ...(ready > 0 ? [`${ready} ready to issue`] : []),
  ]
  return `${parts.join(', ')}.`
}

const spareMinutes = 45
const quarter = minutes(15)

/** What a bank mostly says: ready three quarters of an hour before it is due, on the quarter; never behind us. */
export function usualBy(deadlineAt: Date, now: Date): Date {
  const wanted = later(deadlineAt, -minutes(spareMinutes)).getTime()
  const soonest = now.getTime() + quarter
  return wanted >= soonest
    ? new Date(Math.floor(wanted / quarter) * quarter)
    : new Date(Math.ceil(soonest / quarter) * quarter)
}

/** The order as the rules want it. That it has a driver is known by name alone. */
export const asOrder = (view: BenchOrderView, bankId: string): BenchOrder => ({
  ...view,
  invoiceKind: 'NORMAL',
  bankId,
  driverEmail: view.driverName,
  needs: view.more.needs,
})

/** The newest tube here, as the rules have it. */
export const ownTube = ({ id, samples: [sample] }: BenchOrderView): Sample | null =>
  sample ? { ...sample, requestId: id } : null

/** What holds the order up though nothing in its own tube does: a newer one at another bank (ruling AMB-431). */
export function heldUpElsewhere(order: BenchOrderView, now: Date): string | null {
  const own = whyOnHold(order, ownTube(order), now)
  return own && say(sampleWords, own).text === order.onHold ? null : order.onHold
}

/** Of a bag that left, and of which nothing is owed: a result may still prove it wrong, once (ruling AMB-432). */
export const mayProveWrong = (order: BenchOrderView, bag: Slip['bags'][number]): boolean =>
  !bag.isOwed &&
  bag.setAside === null &&
  !order.isElsewhere &&
  whyNotProveWrong({ bag, sample: ownTube(order), matches: order.matches }) === null
