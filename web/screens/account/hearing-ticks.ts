import type { Hearing } from '#contract/hearing.ts'
import {
  deskHears,
  deskWaysOf,
  type HearingGroup,
  hearingGroupOf,
  hears,
  kindsFor,
  type Way,
  wishOf,
} from '#domain/messages/hearing.ts'
import { isSpecified, type MessageKindId } from '#domain/messages/kinds.ts'
import { type Listening, whyNotSilence } from '#domain/messages/last-way.ts'

export type Whose = 'me' | 'desk'
export type Tick = { kind: MessageKindId; way: Way; isOn: boolean }
export type Column = { way: Way; name: string; about: string }

/** `last`: the organisation's last way (ruling AMB-306). `always`: the specification sends it. */
export type Lock = 'last' | 'always' | null

const names: Record<Way, string> = { page: 'On the page', push: 'Push', mail: 'Mail', sms: 'SMS' }
const column = (way: Way, about: string): Column => ({ way, name: names[way], about })

const notHere = 'not set up here'

export function ownColumns({ audience, phone, ways }: Hearing): Column[] {
  if (audience === 'driver') return [column('push', 'where allowed'), column('sms', phone)]
  return [
    column('page', 'the bell'),
    column('push', 'where allowed'),
    column('mail', ways.includes('mail') ? 'proved' : notHere),
    column('sms', ways.includes('sms') ? phone || 'no number' : notHere),
  ]
}

export function deskColumns(
  { email, phones, isFixed }: NonNullable<Hearing['desk']>,
  ways: Hearing['ways'],
): Column[] {
  const mail = column('mail', ways.includes('mail') ? email || 'no address' : notHere)
  // one in a line: a number that is broken is not read
  const numbers = ways.includes('sms') ? phones.join('\n') || 'no number' : notHere
  return isFixed ? [mail] : [mail, column('sms', numbers)]
}

export const kindsIn = (group: HearingGroup, { audience, isAdmin }: Hearing): MessageKindId[] =>
  kindsFor(audience, isAdmin).filter((kind) => hearingGroupOf(kind) === group)

/** Null: it does not come that way. */
export function isOn(hearing: Hearing, whose: Whose, kind: MessageKindId, way: Way): boolean | null {
  if (whose === 'me')
    return hearing.audience === 'driver' && way === 'sms' ? true : hears(hearing.choices, kind, way)
  const { desk, audience } = hearing
  if (!desk || (way !== 'mail' && way !== 'sms') || !deskWaysOf(kind, audience).includes(way)) return null
  return desk.isFixed || deskHears(desk.choices, kind, way)
}

/** Asked of the same rule as on the server. */
export function isLocked(hearing: Hearing, whose: Whose, kind: MessageKindId, way: Way): Lock {
  const { audience, desk } = hearing
  if (whose === 'me' && audience === 'driver') return way === 'sms' ? 'always' : null
  if (whose === 'desk' && (desk?.isFixed || isSpecified(kind))) return 'always'
  if (audience === 'driver' || audience === 'provider' || isOn(hearing, whose, kind, way) !== true)
    return null
  const before: Listening = {
    audience,
    desk,
    people: [{ email: hearing.email, phone: hearing.phone, choices: hearing.choices }],
    elsewhere: hearing.elsewhere,
    ways: hearing.ways,
  }
  const off = { [wishOf(kind, way)]: false }
  const after: Listening =
    whose === 'me'
      ? { ...before, people: before.people.map((one) => ({ ...one, choices: { ...one.choices, ...off } })) }
      : { ...before, desk: desk && { ...desk, choices: { ...desk.choices, ...off } } }
  return whyNotSilence(before, after, hearing.place) ? 'last' : null
}
