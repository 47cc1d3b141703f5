import type { DonorDraft, DonorField } from '#domain/donors/donor-form.ts'
import type { Language } from '#domain/donors/languages.ts'
import {
  emptyDonorDraft,
  type Mistake,
  mistakeIn,
  plainPhone,
  wrongFields,
} from '#domain/donors/submitting.ts'

/** The form as it stands on the screen: what is typed is text until it is sent. */
export type Form = Omit<DonorDraft, 'language' | TypedField> & Record<TypedField, string>
type TypedField = 'bornOn' | 'weightKg' | 'donations' | 'lastDonatedOn'

const { language: _, ...empty } = emptyDonorDraft
export const emptyForm: Form = { ...empty, bornOn: '', weightKg: '', donations: '', lastDonatedOn: '' }

export const isUntouched = (form: Form): boolean => JSON.stringify(form) === JSON.stringify(emptyForm)

export const draftOf = (form: Form, language: Language): DonorDraft => ({
  ...form,
  language,
  phone: plainPhone(form.phone),
  bornOn: form.bornOn || null,
  weightKg: numberIn(form.weightKg),
  donations: numberIn(form.donations),
  lastDonatedOn: form.lastDonatedOn || null,
})

/** What is no number becomes one that no rule accepts. */
const numberIn = (typed: string): number | null =>
  typed.trim() === '' ? null : Number(typed.trim().replace(',', '.'))

export type Mistakes = Partial<Record<DonorField, Mistake> & { consent: 'consent' }>

/** What to mark for a refusal of §5.7: all gaps of an incomplete form, else the field it is about. */
export function mistakesFor(code: string, draft: DonorDraft, today: string): Mistakes {
  if (code === 'no-consent') return { consent: 'consent' }
  if (code === 'invalid-phone') return { phone: mistakeIn(draft, 'phone', today) ?? 'phone' }
  if (code === 'negative-number') return { donations: 'donations' }
  if (code !== 'form-incomplete') return {}
  return Object.fromEntries(
    wrongFields(draft, today).map((field) => [field, mistakeIn(draft, field, today)]),
  ) as Mistakes
}

/** A form that was kept, as far as it still fits; null if there is nothing in it. */
export function formFrom(kept: unknown): Form | null {
  const form = fitting(kept, emptyForm)
  return isUntouched(form) ? null : form
}

function fitting<Shape extends object>(kept: unknown, shape: Shape): Shape {
  const given = (typeof kept === 'object' && kept !== null ? kept : {}) as Record<string, unknown>
  return Object.fromEntries(
    Object.entries(shape).map(([key, usual]) => {
      const value = given[key]
      if (typeof usual === 'object' && usual !== null) return [key, fitting(value, usual)]
      // a choice that is open is null, and a text once it is made
      const fits = typeof value === (usual === null ? 'string' : typeof usual)
      return [key, fits ? value : usual]
    }),
  ) as Shape
}
