import { z } from 'zod'
import { no, type Refusal, type Wording } from '../basics/refusal.ts'
import { dayOf, days, instantOf, later, timeOf } from '../basics/time.ts'
import type { Actor } from '../people/actor.ts'
import type { Audience, MessageKind } from './kind.ts'
import { isSpecified, type MessageKindId, messageKindIds, messageKinds } from './kinds.ts'

/** How a person hears of something: in the page, on a device that they allowed it, by a mail or a text of their own. */
const ways = ['page', 'push', 'mail', 'sms'] as const
export const Way = z.enum(ways)
export type Way = z.infer<typeof Way>

/** What somebody chose, by `wishOf`; what they never touched is not there. */
export type Choices = Readonly<Record<string, boolean>>

/** An organisation's own mailbox and phones. */
export type DeskWay = Extract<Way, 'mail' | 'sms'>

export const wishOf = (kind: string, way: Way): string => `${kind} ${way}`

/** In the page all; a push for what is urgent; mails and texts go to the organisation, unless a person wants their own. */
function isUsual(kind: MessageKindId, way: Way): boolean {
  if (way === 'page') return true
  return way === 'push' && messageKinds[kind].isSafety
}

/** Whether a person hears of a kind by a way, as far as they have a say in it. */
export const hears = (choices: Choices, kind: MessageKindId, way: Way): boolean =>
  choices[wishOf(kind, way)] ?? isUsual(kind, way)

/** Whether an organisation's own mailbox or phones are rung; what the specification sends it is always sent. */
export const deskHears = (choices: Choices, kind: MessageKindId, channel: DeskWay): boolean =>
  isSpecified(kind) || (choices[wishOf(kind, channel)] ?? true)

/** As whom somebody hears. */
export function audienceOf(actor: Actor): Audience {
  if (actor.kind === 'driver') return 'driver'
  if (actor.product === 'admin') return 'provider'
  return actor.product === 'bloodbank' ? 'bank' : 'hospital'
}

export const kindsHeardBy = (audience: Audience): MessageKindId[] =>
  messageKindIds.filter((kind) => messageKinds[kind].for.some((one) => one === audience))

/** Of a hospital or bank, kinds about which nobody but an admin can do anything are for admins. */
export const kindsFor = (audience: Audience, isAdmin: boolean): MessageKindId[] =>
  kindsHeardBy(audience).filter((kind) => isAdmin || !isForAdmins(kind))

export function isForAdmins(id: MessageKindId): boolean {
  const kind: MessageKind = messageKinds[id]
  return kind.isForAdmins === true
}

const others: readonly string[] = ['flood', 'camp-asked', 'stock-old', 'stock-forgotten', 'hook-stopped']

/** Where a kind stands on the screen. */
export const hearingGroups = { safety: 'Safety', progress: 'Progress', other: 'Other' } as const
export type HearingGroup = keyof typeof hearingGroups

export function hearingGroupOf(kind: MessageKindId): HearingGroup {
  if (messageKinds[kind].isSafety) return 'safety'
  return others.includes(kind) ? 'other' : 'progress'
}

/** By which ways a kind can reach somebody. A driver has no dashboard, and the text is the specification's. */
export const waysOf = (audience: Audience): readonly Way[] => (audience === 'driver' ? ['push'] : ways)

/** By which ways a kind reaches an organisation's desk; the provider's are settings. */
export function deskWaysOf(kind: MessageKindId, audience: Audience): readonly DeskWay[] {
  const { channels } = messageKinds[kind]
  if (audience === 'provider') return channels.filter((channel) => channel === 'mail')
  // of bags that are too warm a bank is told by text alone
  if (kind === 'temperature') return channels.filter((channel) => channel === 'sms')
  return channels.filter((channel) => channel === 'mail' || channel === 'sms')
}

/** `22:00` to `06:00`, by the clock of India; it may go over midnight. */
const Time = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/)
export const QuietHours = z.object({ from: Time, to: Time })
export type QuietHours = z.infer<typeof QuietHours>

export const quietWords = {
  'quiet-empty': { title: 'Not Saved', text: 'Please choose two different times.' },
} satisfies Record<string, Wording>

export const whyNotQuiet = (quiet: QuietHours | null): Refusal<keyof typeof quietWords> | null =>
  quiet !== null && quiet.from === quiet.to ? no('quiet-empty', 'to') : null

/** When the quiet hours end that somebody has now; null if they have none now. */
export function quietUntil(quiet: QuietHours | null, now: Date): Date | null {
  if (!quiet) return null
  const { from, to } = quiet
  const time = timeOf(now)
  const isNow = from < to ? from <= time && time < to : time >= from || time < to
  if (!isNow) return null
  const end = instantOf(dayOf(now), to)
  return end > now ? end : later(end, days(1))
}

/** What makes a noise waits for the end of the quiet hours; what is about safety does not (ruling AMB-307). */
export function heldUntil(
  { kind, way, quiet }: { kind: MessageKindId; way: Way | 'sound'; quiet: QuietHours | null },
  now: Date,
): Date | null {
  const isLoud = way === 'push' || way === 'sms' || way === 'sound'
  return isLoud && !messageKinds[kind].isSafety ? quietUntil(quiet, now) : null
}
