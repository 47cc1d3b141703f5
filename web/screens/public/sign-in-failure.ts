import type { peopleWords } from '#domain/people/words.ts'
import { isRefusal } from '../../api/client.ts'

/** One of the three messages of §8 for the toast, and where and how the form says it, which stays. */
export type Failure = {
  code: keyof typeof peopleWords & ('email-unknown' | 'password-wrong' | 'sign-in-failed')
  field: 'email' | 'password' | null
  text: string
}

export const noAddress: Failure = {
  code: 'sign-in-failed',
  field: 'email',
  text: 'Please enter your whole e-mail address.',
}

/** Whatever is not one of the first two is the third: malformed, tried too often, suspended, no answer. */
export function failureOf(error: unknown): Failure {
  if (!isRefusal(error)) {
    return { code: 'sign-in-failed', field: null, text: 'The server did not answer. Please try again.' }
  }
  return (
    known.find(({ code }) => code === error.answer.code) ?? {
      code: 'sign-in-failed',
      field: null,
      text: 'That did not work. Please check both and try again.',
    }
  )
}

const known: Failure[] = [
  { code: 'email-unknown', field: 'email', text: 'No account has this address.' },
  { code: 'password-wrong', field: 'password', text: 'Not the password of this account. Please try again.' },
]
