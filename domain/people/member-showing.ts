import { showDateTime, span } from '../basics/time.ts'

type Counts = { admins: number; staff: number; invited: number; stopped: number; withoutSecondFactor: number }

/** `9 people act for Firm: 2 admins, 5 staff, 1 invited, 1 stopped. 2 have no second factor.` */
export function peopleLine(counts: Counts, place: string): string {
  const { admins, staff, invited, stopped, withoutSecondFactor: without } = counts
  const acting = admins + staff
  const parts = [
    `${admins} ${admins === 1 ? 'admin' : 'admins'}`,
    `${staff} staff`,
    ...(invited > 0 ? [`${invited} invited`] : []),
    ...(stopped > 0 ? [`${stopped} stopped`] : []),
  ]
  const head = `${acting} ${acting === 1 ? 'person acts' : 'people act'} for ${place}: ${parts.join(', ')}.`
  if (without === 0) return head
  return `${head} ${without} ${without === 1 ? 'has' : 'have'} no second factor.`
}

type Since = { at: Date | null; by: string; isByYou: boolean; endsAt: Date | null }

const who = ({ by, isByYou }: Since): string => `by ${isByYou ? 'you' : by}`

/** `by you. Link ends in 2 days.` */
export function invitedText(since: Since, now: Date): string {
  return since.endsAt ? `${who(since)}. ${linkText(since.endsAt, now)}` : `${who(since)}.`
}

/** `Link ends in 2 days.` */
export function linkText(endsAt: Date, now: Date): string {
  const left = endsAt.getTime() - now.getTime()
  return left > 0 ? `Link ends in ${span(left)}.` : 'Its link has ended.'
}

/** `9 Nov 2026, 5:40 pm, by you. Name stays in the trail.` */
export const stoppedText = (since: Since): string =>
  `${since.at ? `${showDateTime(since.at)}, ` : ''}${who(since)}. Name stays in the trail.`
