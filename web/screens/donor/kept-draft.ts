import { type Language, languageIn } from '#domain/donors/languages.ts'
import { newKey } from '../../api/key.ts'
import { type Form, formFrom, isUntouched } from './form.ts'

/** A form begun. The key makes one that is sent again after a reload the same call. */
export type KeptDraft = { readonly form: Form; readonly language: Language; readonly key: string }

/** One for each blood bank, on this device alone, until it is sent. */
const placeOf = (bankId: string): string => `donor-form ${bankId}`

export function readDraft(bankId: string): KeptDraft | null {
  try {
    const kept = JSON.parse(localStorage.getItem(placeOf(bankId)) ?? 'null')
    const form = formFrom(kept?.form)
    return form && { form, language: languageIn(kept.language), key: keyFrom(kept.key) }
  } catch {
    return null
  }
}

export function keepDraft(bankId: string, draft: KeptDraft): void {
  if (isUntouched(draft.form)) return void forgetDraft(bankId)
  try {
    localStorage.setItem(placeOf(bankId), JSON.stringify(draft))
  } catch {
    // private windows may have no storage; the draft then lasts as long as the page
  }
}

export function forgetDraft(bankId: string): void {
  try {
    localStorage.removeItem(placeOf(bankId))
  } catch {}
}

/** What to show at the desk, as long as the tab: a phone throws the page out while it is in a pocket. */
const sentPlaceOf = (bankId: string): string => `donor-form-sent ${bankId}`

export function readSent(bankId: string): string | null {
  try {
    const id = sessionStorage.getItem(sentPlaceOf(bankId))
    return id && /^[0-9a-f]{8}$/.test(id) ? id : null
  } catch {
    return null
  }
}

export function keepSent(bankId: string, donationId: string | null): void {
  try {
    if (donationId === null) sessionStorage.removeItem(sentPlaceOf(bankId))
    else sessionStorage.setItem(sentPlaceOf(bankId), donationId)
  } catch {}
}

const keyFrom = (kept: unknown): string =>
  typeof kept === 'string' && /^[0-9a-f]{32}$/.test(kept) ? kept : newKey()
