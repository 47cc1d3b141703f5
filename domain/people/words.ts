import type { Refusal, Wording } from '../basics/refusal.ts'

/** §8 for signing in; the titles are ours, the texts are what the toast says. */
export const peopleWords = {
  'email-unknown': { title: 'Not Signed In', text: 'Email not found!' },
  'password-wrong': { title: 'Not Signed In', text: 'The password entered was incorrect' },
  'sign-in-failed': { title: 'Not Signed In', text: 'Invalid e-mail/password.' },
  'password-short': { title: 'Password too short', text: 'Please use more than 6 characters.' },
  'link-spent': {
    title: 'Link Not Valid',
    text: 'This link was used already or is older than an hour. Please ask for a new one.',
  },
  'proof-spent': {
    title: 'Link Not Valid',
    text: 'This link was used already or is too old. Sign in to have a new one sent.',
  },
  'proof-links-used-up': {
    title: 'No More Links',
    text: 'Five more links were sent already, and no more are. Please look for them among the unwanted mail too, or ask the provider to mark your e-mail as proved.',
  },
} satisfies Record<string, Wording>

export type PeopleRefusal = Refusal<keyof typeof peopleWords>
