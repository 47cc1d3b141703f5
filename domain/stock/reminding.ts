import { z } from 'zod'
import type { ComponentCode } from '../basics/blood.ts'
import { ago, dayOf, hours, timeOf } from '../basics/time.ts'
import type { MessageKind } from '../messages/kind.ts'
import { isStale } from './freshness.ts'

/** `08:00`: when a bank is reminded of an old count, once a day. */
export const ReminderTime = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/)
/** Until a bank chooses another; the provider is told then too. */
export const usualReminder = '08:00'

/** What of a bank was counted, and when; a component that it never counted is none that it keeps. */
export type Counted = readonly { readonly component: ComponentCode; readonly countedAt: Date }[]

const forgottenAfter = hours(48)

/** The components whose count is older than a day. */
export const oldCounts = (counted: Counted, now: Date): Counted =>
  counted.filter(({ countedAt }) => isStale(countedAt, now))

/** Whether its bank is to be reminded. Who never counted has no count that could be old: Link says so of them. */
export const isOld = (counted: Counted, now: Date): boolean => oldCounts(counted, now).length > 0

/** Whether the provider is to know of it too. */
export const isForgotten = (counted: Counted, now: Date): boolean =>
  counted.some(({ countedAt }) => now.getTime() - countedAt.getTime() > forgottenAfter)

/** Once a day from that time on: a server that was away then does it when it is back, on the same day. */
export const isReminderTime = (time: string, lastAt: Date | null, now: Date): boolean =>
  timeOf(now) >= time && (lastAt === null || dayOf(lastAt) !== dayOf(now))

/** What a message tells of a bank's stock. */
export type ToldStock = {
  readonly components: readonly string[]
  /** Of its oldest count. */
  readonly countedAt: Date
  readonly at: Date
}
export type ToldBank = { readonly name: string; readonly countedAt: Date }

export const stockKinds = {
  'stock-old': {
    for: ['bank'],
    isSafety: false,
    channels: ['mail', 'sms'],
    name: 'Stock to be counted',
    title: () => 'Please count your stock',
    words: ({ components, countedAt, at }: ToldStock): string =>
      `Your stock of ${components.join(', ')} is old: counted ${ago(countedAt, at)}. Please count it again, or press Still correct.`,
  },
  'stock-forgotten': {
    for: ['provider'],
    isSafety: false,
    channels: ['mail'],
    name: 'Old stock of banks',
    title: (banks: number) =>
      `Stock of ${banks} blood ${banks === 1 ? 'bank' : 'banks'} is older than two days`,
    words: (banks: readonly ToldBank[], at: Date): string =>
      `These blood banks have not counted for more than two days. Please call them before you link an order there.\n\n${banks
        .map(({ name, countedAt }) => `${name}: counted ${ago(countedAt, at)}`)
        .join('\n')}`,
  },
} as const satisfies Record<string, MessageKind & Record<'title' | 'words', unknown>>

const mostNamed = 3

/** Which banks were forgotten, where there is room for a line or two. */
export function forgottenShortly(names: readonly string[]): string {
  const more = names.length - mostNamed
  const named = names.slice(0, mostNamed).join(', ')
  return `${named}${more > 0 ? ` and ${more} more` : ''}. Please call before you link an order there.`
}
