import { no, type Refusal, type Wording } from '../basics/refusal.ts'
import { type Choices, type DeskWay, deskHears, deskWaysOf, hears, kindsHeardBy } from './hearing.ts'
import { type MessageKindId, messageKinds } from './kinds.ts'

/*
 * An organisation cannot silence its last way to hear of what is about safety (ruling AMB-306). What counts leaves the
 * screen: a mail or a text, to the desk or to somebody who acts there. A push does not: a browser can be gone without
 * anybody knowing.
 */

const stays = 'It stays on until you or a colleague has another.'

export const lastWayWords = {
  'last-way': {
    title: 'Last Way',
    text: `{place}’s last way to hear of it away from the screen. ${stays}`,
  },
  'last-way-of-all': {
    title: 'Last Way',
    text: `This is {place}’s last way to hear of “{kind}” away from the screen. ${stays}`,
  },
} satisfies Record<string, Wording>
export type LastWayRefusal = Refusal<keyof typeof lastWayWords>

export type Desk = {
  readonly email: string
  readonly phones: readonly string[]
  readonly choices: Choices
}

/** Somebody who acts there and was not stopped. `email`: null while nobody has proved it. */
export type Listener = { readonly email: string | null; readonly phone: string; readonly choices: Choices }

/** All who would hear of something; `elsewhere`: how many ways there are beside these, by kind. */
export type Listening = {
  readonly audience: 'hospital' | 'bank'
  readonly desk: Desk | null
  readonly people: readonly Listener[]
  readonly elsewhere?: Readonly<Record<string, number>>
  /** By which anything leaves this server: all unless told. What is not set up reaches nobody, and is no way. */
  readonly ways?: readonly DeskWay[]
}

export const safetyKindsOf = (audience: Listening['audience']): MessageKindId[] =>
  kindsHeardBy(audience).filter((kind) => messageKinds[kind].isSafety)

/** How many ways off the screen a kind has. */
export function waysOffScreen(kind: MessageKindId, listening: Listening): number {
  const { audience, desk, people, elsewhere, ways = offScreen } = listening
  const deskWays = deskWaysOf(kind, audience).filter((channel) => ways.includes(channel))
  const toDesk = desk ? deskWays.filter((channel) => isDeskWay(desk, kind, channel)) : []
  const toPeople = people.flatMap((one) => ways.filter((channel) => isOwnWay(one, kind, channel)))
  return toDesk.length + toPeople.length + (elsewhere?.[kind] ?? 0)
}

const offScreen: readonly DeskWay[] = ['mail', 'sms']

const isDeskWay = ({ email, phones, choices }: Desk, kind: MessageKindId, channel: DeskWay): boolean =>
  (channel === 'mail' ? email !== '' : phones.length > 0) && deskHears(choices, kind, channel)

const isOwnWay = ({ email, phone, choices }: Listener, kind: MessageKindId, channel: DeskWay): boolean =>
  (channel === 'mail' ? email !== null : phone !== '') && hears(choices, kind, channel)

/** The kinds that would be heard by nobody away from a screen any more. One that has no way now has none to lose. */
export const silencedBy = (before: Listening, after: Listening): MessageKindId[] =>
  safetyKindsOf(before.audience).filter(
    (kind) => waysOffScreen(kind, before) > 0 && waysOffScreen(kind, after) === 0,
  )

/** One tick: the row that is pressed says what it is about. */
export const whyNotSilence = (before: Listening, after: Listening, place: string): LastWayRefusal | null =>
  silencedBy(before, after).length > 0 ? no('last-way', undefined, { place }) : null

/** A person, a phone or a mailbox with which many ways go at once. */
export function whyNotLose(before: Listening, after: Listening, place: string): LastWayRefusal | null {
  const [first] = silencedBy(before, after)
  return first ? no('last-way-of-all', undefined, { place, kind: messageKinds[first].name }) : null
}
