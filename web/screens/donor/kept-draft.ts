import { days } from '#domain/basics/time.ts'
import { type Language, languageIn } from '#domain/donors/languages.ts'
import { newKey } from '../../api/key.ts'
import { type Form, formFrom, isUntouched } from './form.ts'

/** A form begun. The key makes one that is sent again after a reload the same call. */
export type KeptDraft = { readonly form: Form; readonly language: Language; readonly key: string }

/** One for each blood bank, on this device alone, until it is sent and a day at most. */
const place = 'donor-form '
const placeOf = (bankId: string): string => `${place}${bankId}`
const longestMs = days(1)

export function readDraft(bankId: string): KeptDraft | null {
  try {
    const kept = JSON.parse(localStorage.getItem(placeOf(bankId)) ?? 'null')
    // one of an earlier build has no date; it gets one as soon as it is shown
    if (kept?.keptAt < Date.now() - longestMs) return null
    const form = formFrom(kept?.form)
    return form && { form, language: languageIn(kept.language), key: keyFrom(kept.key) }
  } catch {
    return null
  }
}

export function keepDraft(bankId: string, draft: KeptDraft): void {
  if (isUntouched(draft.form)) return void forgetDraft(bankId)
  try {
    localStorage.setItem(placeOf(bankId), JSON.stringify({ ...draft, keptAt: Date.now() }))
  } catch {
    // private windows may have no storage; the draft then lasts as long as the page
  }
}

export function forgetDraft(bankId: string): void {
  try {
    localStorage.removeItem(placeOf(bankId))
  } catch {}
}

/** Deletes abandoned drafts: on a shared device all of them, otherwise those of other banks after a day. */
export function endOldDrafts({ bankId, isKiosk }: { bankId: string; isKiosk: boolean }): void {
  try {
    const places = Array.from({ length: localStorage.length }, (_, n) => localStorage.key(n) ?? '')
    for (const kept of places.filter((name) => name.startsWith(place))) {
      if (isKiosk || (kept !== placeOf(bankId) && !isFresh(localStorage.getItem(kept))))
        localStorage.removeItem(kept)
    }
  } catch {}
}

function isFresh(kept: string | null): boolean {
  try {
    return JSON.parse(kept ?? 'null')?.keptAt >= Date.now() - longestMs
  } catch {
    return false
  }
}

/** The id to show at the desk, kept as long as the tab: phones discard a page in the background. */
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
