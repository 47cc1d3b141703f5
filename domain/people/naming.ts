import { no, type Refusal, type Wording } from '../basics/refusal.ts'
import { isBlank } from '../basics/text.ts'
import { personIn } from './doer.ts'

export const namingWords = {
  'name-missing': { title: 'Name Not Saved', text: 'Please enter your name.' },
  'name-of-place': {
    title: 'Name Not Saved',
    text: 'This is the name of the organisation or of the address. Please enter your own: it stands beside what you do.',
  },
} satisfies Record<string, Wording>

/** Whoever acts is told by their own name, so it has to be one (`doer.ts`). */
export function whyNotSetName(
  name: string,
  { email, displayName: place }: { email: string; displayName: string },
): Refusal<keyof typeof namingWords> | null {
  if (isBlank(name)) return no('name-missing', 'name')
  return personIn({ name, email, place }) === '' ? no('name-of-place', 'name') : null
}
