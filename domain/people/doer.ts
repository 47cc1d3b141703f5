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

type Deed = {
  person: string | null
  actorName: string
  accountName: string | null
  accountEmail: string | null
}

/** One from before people were written down is told by what its account is called now. */
export function doerIn({ person, actorName: place, accountName: name, accountEmail: email }: Deed): {
  person: string
  place: string
} {
  if (person !== null) return { person, place }
  return { person: name === null || email === null ? '' : personIn({ name, email, place }), place }
}

/** An event as it is told. */
export const doerOf = (event: Deed): string => doerText(doerIn(event))
