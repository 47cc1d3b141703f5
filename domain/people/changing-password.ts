import { no, type Refusal, type Wording } from '../basics/refusal.ts'
import { shortestPassword } from './passwords.ts'

export const changingWords = {
  'current-missing': { title: 'Password Not Changed', text: 'Please enter your current password.' },
  'current-wrong': { title: 'Password Not Right', text: 'This is not your current password.' },
  'password-short': { title: 'Password too short', text: 'Please use more than 6 characters.' },
  'password-same': { title: 'Password Not Changed', text: 'This is your current password. Choose another.' },
  'passwords-differ': { title: 'Password Not Changed', text: 'This is not the same as above.' },
  'tries-limited': {
    title: 'Too Many Tries',
    text: 'Too many wrong passwords. Please wait a quarter of an hour.',
  },
} satisfies Record<string, Wording>

export type ChangingRefusal = Refusal<keyof typeof changingWords>

export type PasswordDraft = { current: string; password: string; again: string }

/** In the order of the fields: the first objection is the one that gets the focus. */
export function whyNotChangePassword({ current, password, again }: PasswordDraft): ChangingRefusal | null {
  if (current === '') return no('current-missing', 'current')
  if (password.length < shortestPassword) return no('password-short', 'password')
  if (password === current) return no('password-same', 'password')
  if (password !== again) return no('passwords-differ', 'again')
  return null
}
