import { no, type Refusal, type Wording } from '../basics/refusal.ts'
import { hours, minutes, showTime } from '../basics/time.ts'

/** How many raises an hour one account may have before its messages are gathered, and before it is refused. */
export type RaiseLimits = { readonly gatheredAfter: number; readonly refusedFrom: number }

export const raiseWindowMs = hours(1)

/** How long raises are gathered before one message tells of them. */
export const gatherMs = minutes(5)

export const floodWords = {
  'too-many-raises': {
    title: 'Too Many Requests',
    text: 'This account has raised {count} requests within an hour, and no more are taken here. If more blood is needed now, please call the provider, who takes it by phone.',
  },
} satisfies Record<string, Wording>

/** A ward with many wounded is never refused blood for being quick; what no ward raises in an hour is. */
export const whyNotRaiseMore = (
  nth: number,
  { refusedFrom }: RaiseLimits,
): Refusal<keyof typeof floodWords> | null =>
  nth < refusedFrom ? null : no('too-many-raises', undefined, { count: refusedFrom - 1 })

/** From here on its texts and mails are gathered into one, so that one account cannot drown the others' messages. */
export const isGathered = (nth: number, { gatheredAfter }: RaiseLimits): boolean => nth > gatheredAfter

export const gatheredWords = (count: number, since: Date): string =>
  count === 1
    ? `1 more request was raised since ${showTime(since)}`
    : `${count} more requests were raised since ${showTime(since)}`
