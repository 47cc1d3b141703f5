import { isBlank } from '../basics/text.ts'
import { displayNameOf } from './actor.ts'
import { localPart } from './roles.ts'

/** Whose account it is, and for whom they act: `place` is what the top bar shows. */
type Named = { name: string; email: string; place: string }

/** The person behind an account; empty where it is called after its organisation or its address, as a shared one is. */
export function personIn({ name, email, place }: Named): string {
  const called = name.trim()
  const others = [place, email, localPart(email), displayNameOf(called) === place ? called : '']
  return others.some((other) => isSame(other, called)) ? '' : called
}

const isSame = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase()

/** What stands behind "by": `Dr. Priya Raman, Firm`; the organisation alone where no person is known. */
export const doerText = ({ person, place }: { person: string; place: string }): string =>
  isBlank(person) ? place : `${person}, ${place}`

/** An event as it is told: one from before people were written down is told by what its account is called now. */
export function doerOf(event: {
  person: string | null
  actorName: string
  accountName: string | null
  accountEmail: string | null
}): string {
  const { person, actorName: place, accountName: name, accountEmail: email } = event
  if (person !== null) return doerText({ person, place })
  return name === null || email === null
    ? place
    : doerText({ person: personIn({ name, email, place }), place })
}
