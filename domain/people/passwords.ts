import { no } from '../basics/refusal.ts'
import type { PeopleRefusal } from './words.ts'

/** §9: a password is longer than 6 characters. */
export const shortestPassword = 7

export const whyNotPassword = (password: string): PeopleRefusal | null =>
  password.length < shortestPassword ? no('password-short', 'password') : null

/** Ruling AMB-156. */
export const resetAnswer = (email: string): string => `Password Reset Email sent to ${email}`

// what signing in takes, word for word: an account with another address could never be opened
const address =
  /^(?:[A-Za-z0-9_'+-]+\.)*[A-Za-z0-9_'+-]*[A-Za-z0-9_+-]@(?:[A-Za-z0-9][A-Za-z0-9-]*\.)+[A-Za-z]{2,}$/
export const isEmail = (text: string): boolean => text.length <= 254 && address.test(text.trim())
