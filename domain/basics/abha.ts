/** India's health number of a person: 14 digits, on the card as `12-3456-7890-1234` (ruling AMB-419). */
import { folded, tidy } from './text.ts'

/** As it stands on the card, however it was written; null if it is none. */
export function abhaNumber(text: string): string | null {
  const digits = tidy(text).replace(/[\s\u2010-\u2013-]/g, '')
  return /^\d{14}$/.test(digits) ? digits.replace(/^(..)(....)(....)(....)$/, '$1-$2-$3-$4') : null
}

/** For telling whether two IDs are one patient's. */
export const foldedId = (patientId: string): string => abhaNumber(patientId) ?? folded(patientId)
