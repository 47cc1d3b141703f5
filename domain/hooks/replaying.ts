import { no, type Refusal, type Wording } from '../basics/refusal.ts'
import { days, earlier, hours, later } from '../basics/time.ts'
import type { HookState } from './saving.ts'

const longestReplay = hours(24)
export const replayDays = 30
export const mostReplayed = 20_000
/** So long is a delivery kept. */
export const deliveriesKept = days(30)

export const replayWords = {
  'not-on': {
    title: 'Not On',
    text: 'This hook is not on. Please switch it on first.',
    conflict: true,
  },
  'replay-running': {
    title: 'Still Replaying',
    text: 'A replay of this hook is still being sent. Please wait until it is through, and ask again if it is needed.',
    conflict: true,
  },
  'ends-before-it-begins': { title: 'Nothing Between', text: 'The end has to be after the beginning.' },
  'window-too-long': { title: 'Too Long', text: 'At most 24 hours are replayed at once.' },
  'too-long-ago': { title: 'Too Long Ago', text: 'Only the last {days} days can be replayed.' },
  'in-future': { title: 'Not Yet', text: 'This has not happened yet. Please choose an earlier day.' },
  'too-many-events': {
    title: 'Too Much At Once',
    text: 'More than {most} things happened in that time. Please choose fewer hours.',
  },
} satisfies Record<string, Wording>

export type ReplayRefusal = Refusal<keyof typeof replayWords>

/** Without an end a day of it. */
export const replayWindow = ({ from, until }: { from: Date; until?: Date | undefined }) => ({
  from,
  until: until ?? later(from, longestReplay),
})

export function whyNotReplay(
  hook: { readonly state: HookState; readonly isReplaying: boolean },
  { from, until }: { readonly from: Date; readonly until: Date },
  now: Date,
): ReplayRefusal | null {
  if (until <= from) return no('ends-before-it-begins', 'until')
  if (until.getTime() - from.getTime() > longestReplay) return no('window-too-long', 'until')
  if (from > now) return no('in-future', 'from')
  if (from < earlier(now, days(replayDays))) return no('too-long-ago', 'from', { days: replayDays })
  if (hook.state !== 'on') return no('not-on')
  return hook.isReplaying ? no('replay-running') : null
}

export const whyTooMany = (events: number): ReplayRefusal | null =>
  events > mostReplayed ? no('too-many-events', 'until', { most: mostReplayed }) : null
