import { days, daysBetween, hours, showDay } from '../basics/time.ts'
import { type Actor, isBank, isHospital, isProvider } from '../people/actor.ts'
import { audienceOf, kindsFor } from './hearing.ts'
import type { MessageKindId } from './kinds.ts'

/** How long the bell keeps what it told. */
export const newsKeptDays = 30
export const newsKeptMs = days(newsKeptDays)

/** Who is told: an organisation, whoever of it looks; the provider; or one driver, who has no bell and may have a push. */
export type NewsReader =
  | { readonly kind: 'place'; readonly id: string }
  | { readonly kind: 'provider' }
  | { readonly kind: 'driver'; readonly email: string }

/** As it stands in the row of a piece of news: no organisation's id can look like the provider's. */
export const readerKey = (reader: Exclude<NewsReader, { kind: 'driver' }>): string =>
  reader.kind === 'provider' ? 'provider' : `place ${reader.id}`

/** Whose news somebody reads now: those of the organisation they are in. Null: there is no bell for them. */
export function newsReaderOf(actor: Actor): string | null {
  if (actor.kind !== 'member') return null
  if (isProvider(actor)) return readerKey({ kind: 'provider' })
  if ((!isHospital(actor) && !isBank(actor)) || actor.organisationId === null) return null
  return readerKey({ kind: 'place', id: actor.organisationId })
}

/** The kinds that somebody may hear of in the page. */
export function newsKindsOf(actor: Actor): MessageKindId[] {
  if (actor.kind !== 'member' || newsReaderOf(actor) === null) return []
  return kindsFor(audienceOf(actor), actor.role === 'admin')
}

/** May this actor hear that there is a piece of news? Asked for each of them and each open stream. */
export const mayHearNews = (
  actor: Actor,
  news: { readonly reader: string; readonly kind: string },
): boolean => newsReaderOf(actor) === news.reader && newsKindsOf(actor).some((kind) => kind === news.kind)

/** More than so many are not counted, however many there are. */
export const mostUnread = 99

export const unreadText = (unread: number): string =>
  unread > mostUnread ? `${mostUnread}+` : String(unread)

/** Under which heading it stands; what is of the last hour needs none. */
export function newsHeading(at: Date, now: Date): string | null {
  if (now.getTime() - at.getTime() < hours(1)) return null
  const ago = daysBetween(at, now)
  if (ago <= 0) return 'Earlier today'
  return ago === 1 ? 'Yesterday' : showDay(at)
}
