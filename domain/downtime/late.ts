/** What stood on paper while nothing worked, entered afterwards with the paper's times (ruling AMB-343). */
import { z } from 'zod'
import { Moment } from '../basics/day.ts'
import { no, type Refusal, type Wording } from '../basics/refusal.ts'
import { line } from '../basics/text.ts'
import { days, earlier, hours, showDateTime } from '../basics/time.ts'
import { DeliveryStep } from '../driving/steps.ts'
import { Temperature } from '../driving/temperature.ts'
import type { BloodRequest } from '../requests/request.ts'
import { statusText } from '../requests/showing.ts'
import { paperNumber, readPaper } from './paper.ts'

/** Older than that is no outage any more: it is written to the provider, and nothing of it is entered here. */
const lateDays = 7

/** So long after the last entry somebody may still be at it: until then nothing rings as late or as not taken. */
export const enteringMs = hours(1)

export const PaperNumber = line(80)

/** One step of a delivery, as the paper tells it. */
export const PaperStep = z.strictObject({
  seq: z.number().int().min(1).max(100),
  step: DeliveryStep,
  doneAt: Moment,
  temperature: Temperature.optional(),
  receiver: line(100).optional(),
  /** Who at the bank said to go on, where it has to be asked. */
  allowedBy: line(100).optional(),
})
export type PaperStep = z.infer<typeof PaperStep>

export const lateWords = {
  'paper-missing': {
    title: 'Paper Number Missing',
    text: 'Please enter the number that is printed on the paper.',
  },
  'paper-unknown': {
    title: 'Unknown Paper',
    text: 'There is no such paper. Its number looks like {example}.',
  },
  'paper-of-others': {
    title: 'Unknown Paper',
    text: 'This paper is not of your packs. Yours look like {example}.',
  },
  'paper-used': {
    title: 'Paper Entered Already',
    text: 'This paper was entered already, for request {request}.',
    conflict: true,
  },
  'in-future': {
    title: 'Time Not Come Yet',
    text: '{time} has not come yet. Please enter the time on the paper.',
  },
  'too-old': {
    title: 'Too Long Ago',
    text: '{time} is more than {days} days ago. What is older is not entered any more.',
  },
  'before-raise': {
    title: 'Before It Was Raised',
    text: '{time} is before the request was raised, {raised}.',
  },
  'out-of-order': {
    title: 'Times Out Of Order',
    text: '{time} is before what came before it, {before}. Please look at the paper again.',
  },
  'may-not-approve': {
    title: 'Not Allowed',
    text: 'Only an admin of the hospital enters an approval. Leave it empty: it is approved as usual.',
  },
  'not-to-link': {
    title: 'Not To Be Linked',
    text: 'The order is {status}. A link is entered from paper only for one that waits for a blood bank.',
    conflict: true,
  },
  'nothing-entered': {
    title: 'Nothing Entered',
    text: 'Please enter the link or at least one step that stands on the paper.',
  },
} satisfies Record<string, Wording>

export type LateRefusal = Refusal<keyof typeof lateWords>

/** What is known of a place's papers: '' is the provider's. */
export type Printed = { readonly place: string; readonly last: number }

/** A number of one of these packs; `own` comes first. */
export function whyNotPaper(typed: string, printed: readonly Printed[]): LateRefusal | null {
  if (typed.trim() === '') return no('paper-missing', 'paperNumber')
  const example = paperNumber(printed[0]?.place ?? '', 123)
  const paper = readPaper(typed)
  if (!paper) return no('paper-unknown', 'paperNumber', { example })
  const of = printed.find(({ place }) => place === paper.place)
  if (!of) return no('paper-of-others', 'paperNumber', { example })
  return paper.number > of.last ? no('paper-unknown', 'paperNumber', { example }) : null
}

/** Times as they stand on paper, in the order of the work: none to come, none too old, none before the one before it. */
export function whyNotTimes(
  times: readonly { readonly field: string; readonly at: Date }[],
  now: Date,
): LateRefusal | null {
  for (const [index, { field, at }] of times.entries()) {
    const time = showDateTime(at)
    const before = times[index - 1]?.at
    if (at > now) return no('in-future', field, { time })
    if (at < earlier(now, days(lateDays))) return no('too-old', field, { time, days: lateDays })
    if (before && at < before) return no('out-of-order', field, { time, before: showDateTime(before) })
  }
  return null
}

/** `last`: when the last thing that is known of its way was done. */
export function whyNotCarry(
  request: Pick<BloodRequest, 'status' | 'bankId' | 'raisedAt'>,
  { linkedAt, steps, last }: { linkedAt: Date | null; steps: readonly PaperStep[]; last: Date | null },
  now: Date,
): LateRefusal | null {
  if (linkedAt === null && steps.length === 0) return no('nothing-entered', 'steps')
  const times = [
    ...(linkedAt === null ? [] : [{ field: 'linkedAt', at: linkedAt }]),
    ...steps.map(({ doneAt }, at) => ({ field: `steps.${at}.doneAt`, at: doneAt })),
  ]
  const [first] = times
  const { raisedAt } = request
  if (first && first.at < raisedAt)
    return no('before-raise', first.field, { time: showDateTime(first.at), raised: showDateTime(raisedAt) })
  if (first && last && first.at < last)
    return no('out-of-order', first.field, { time: showDateTime(first.at), before: showDateTime(last) })
  if (linkedAt !== null && request.status !== 'hospital-admin-approved')
    return no('not-to-link', 'linkedAt', { status: statusText(request) })
  return whyNotTimes(times, now)
}
