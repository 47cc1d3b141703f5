import { type Choices, type DeskWay, hears, isForAdmins } from './hearing.ts'
import { isMessageKind } from './kinds.ts'

/** Somebody as they stand when a message of their own is about to go. */
type Person = {
  readonly isAdmin: boolean
  readonly email: string | null
  readonly phone: string
  readonly choices: Choices
}
type Own = { readonly kind: string; readonly way: DeskWay; readonly recipient: string }

const words = {
  gone: 'Whom it was for does not act there any more.',
  elsewhere: 'Whom it was for has another address or number now.',
  unwanted: 'Whom it was for does not hear of it in this way any more.',
} as const

/**
 * Why a mail or a text of somebody's own is not to go any more, as Messages tells it; null if it is. Between the event
 * and the sending may lie a night, or a gateway that was down (ruling AMB-308). `person`: undefined if they were stopped,
 * or their organisation was.
 */
export function whyNoLonger(person: Person | undefined, { kind, way, recipient }: Own): string | null {
  if (!person) return words.gone
  if ((way === 'mail' ? person.email : person.phone) !== recipient) return words.elsewhere
  // the trial of What I hear is no kind
  if (!isMessageKind(kind)) return null
  if (isForAdmins(kind) && !person.isAdmin) return words.gone
  return hears(person.choices, kind, way) ? null : words.unwanted
}
