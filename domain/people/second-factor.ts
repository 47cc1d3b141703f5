import { no, type Refusal, type Wording } from '../basics/refusal.ts'

export const backupCodeCount = 10
/** Wrong codes or passwords of one account, and then a wait. */
export const secondFactorTries = { max: 5, seconds: 900 } as const
/** Longer than the authenticator's code is taken for: within this time each code is looked at once. */
export const codeReuseSeconds = 120

export const secondFactorWords = {
  'code-malformed': {
    title: 'Code Not Valid',
    text: 'Please enter the 6 digits of the app, or a backup code like a1B2c-D3e4F.',
  },
  'code-wrong': {
    title: 'Code Not Valid',
    text: 'This code is wrong, used or too old. Please try the next.',
  },
  'codes-limited': {
    title: 'Too Many Tries',
    text: 'Too many wrong codes. Please wait a quarter of an hour.',
  },
  'step-over': {
    title: 'Not Signed In',
    text: 'That took too long, or too many codes were wrong. Please sign in again.',
  },
  'already-on': { title: 'Already On', text: 'This account has a second factor already.', conflict: true },
  'not-begun': {
    title: 'Not Begun',
    text: 'Please begin again: there is no key to confirm.',
    conflict: true,
  },
  'not-on': { title: 'Not On', text: 'This account has no second factor.', conflict: true },
} satisfies Record<string, Wording>

export type SecondFactorRefusal = Refusal<keyof typeof secondFactorWords>

type Code = { kind: 'app' | 'backup'; code: string }

/** What was typed, as the one or the other kind of code; spaces are how apps and people group them. */
export function readCode(typed: string): Code | null {
  const code = typed.replace(/\s/g, '')
  if (/^\d{6}$/.test(code)) return { kind: 'app', code }
  if (/^[a-z\d]{5}-[a-z\d]{5}$/i.test(code)) return { kind: 'backup', code }
  return null
}

export const whyNotCode = (typed: string): SecondFactorRefusal | null =>
  readCode(typed) ? null : no('code-malformed', 'code')

/** A backup code proves nothing about the app that is being added. */
export const whyNotConfirm = (typed: string): SecondFactorRefusal | null =>
  readCode(typed)?.kind === 'app' ? null : no('code-malformed', 'code')

/** The key of the app in groups of four, as it is read and typed. */
export const grouped = (key: string): string => key.match(/.{1,4}/g)?.join(' ') ?? ''
