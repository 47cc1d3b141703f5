import { no, type Refusal, type Wording } from '../basics/refusal.ts'
import { linkHours } from '../messages/resending.ts'
import { changingWords } from './changing-password.ts'
import { isEmail } from './passwords.ts'

export const emailWords = {
  'email-missing': { title: 'E-mail Not Changed', text: 'Please enter your new e-mail address.' },
  'email-invalid': { title: 'E-mail Not Changed', text: 'Please check the e-mail address.' },
  'email-same': { title: 'E-mail Not Changed', text: 'This is your e-mail address already.' },
  'current-missing': { ...changingWords['current-missing'], title: 'E-mail Not Changed' },
  'change-spent': {
    title: 'Link Not Valid',
    text: 'This link was used already, is too old, or another was asked for after it. Ask for a new one on My account.',
  },
  'email-taken': {
    title: 'E-mail Not Changed',
    text: 'This address has got an account of its own since the link was sent. Please choose another on My account.',
    conflict: true,
  },
} satisfies Record<string, Wording>

export type EmailRefusal = Refusal<keyof typeof emailWords>

export type EmailDraft = { email: string; current: string; code: string }

/** In the order of the fields. That an address is somebody else's is told to nobody but them (ruling AMB-312). */
export function whyNotChangeEmail(
  { email, current }: Pick<EmailDraft, 'email' | 'current'>,
  own: string,
): EmailRefusal | null {
  const asked = email.trim().toLowerCase()
  if (asked === '') return no('email-missing', 'email')
  if (!isEmail(asked)) return no('email-invalid', 'email')
  if (asked === own.toLowerCase()) return no('email-same', 'email')
  if (current === '') return no('current-missing', 'current')
  return null
}

/** Whether the address is free or not. */
export const emailChangeAsked = (email: string): string =>
  `We have sent a link to ${email}. Open it within ${linkHours['email-change'] / 24} days; until then your address stays as it is.`
