import { tidy } from '../basics/text.ts'
import { plainPhone } from './submitting.ts'

/** Ruling AMB-142: a whole donation ID or telephone is asked for, anything else looked for among the loaded rows. */
export type FormSearch = { readonly kind: 'all' | 'id' | 'phone' | 'part'; readonly text: string }

export function readFormSearch(typed: string): FormSearch {
  const text = tidy(typed).toLowerCase()
  if (text === '') return { kind: 'all', text }
  if (text.length === 8) return { kind: 'id', text }
  const phone = plainPhone(text)
  return phone.length === 10 ? { kind: 'phone', text: phone } : { kind: 'part', text }
}

export const hasPart = (form: { id: string; phone: string }, text: string): boolean =>
  form.id.includes(text) || form.phone.includes(text)
