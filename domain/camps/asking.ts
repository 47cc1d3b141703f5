import { z } from 'zod'
import { Day } from '../basics/day.ts'
import { no, type Refusal, type Wording } from '../basics/refusal.ts'
import { dayOf } from '../basics/time.ts'
import { CampCategory, orEmpty } from './company.ts'

/** §5.7 and §8, literally where they give the words; title before the colon, text after it (ruling AMB-126). */
export const campWords = {
  'form-incomplete': {
    title: 'Form Incomplete',
    text: 'Please fill all fields before submitting the form',
  },
  'no-dates': {
    title: 'No Available Dates',
    text: "No companies available for the selected blood units' category",
  },
  'date-not-offered': {
    title: 'Date Not Available',
    text: 'No company of this category offers that date any more. Please choose another.',
    conflict: true,
  },
} satisfies Record<string, Wording>

export type CampRefusal = Refusal<keyof typeof campWords>

/** What the form holds. */
export const CampDraft = z.strictObject({ category: orEmpty(CampCategory), day: orEmpty(Day) })
export type CampDraft = z.infer<typeof CampDraft>

/** The days of some companies: today or later, each once, in order (ruling AMB-123). */
export function offeredDays(companies: readonly { readonly days: readonly string[] }[], now: Date): string[] {
  const today = dayOf(now)
  const days = companies.flatMap((company) => company.days).filter((day) => day >= today)
  return [...new Set(days)].sort()
}

/** §5.7, before anything is looked up. */
export function whyNotCampForm({ category, day }: CampDraft): CampRefusal | null {
  if (category === null) return no('form-incomplete', 'category')
  return day === null ? no('form-incomplete', 'day') : null
}

/** With the days that companies of the category offer. */
export function whyNotAskCamp(draft: CampDraft, offered: readonly string[]): CampRefusal | null {
  const incomplete = whyNotCampForm(draft)
  if (draft.category !== null && offered.length === 0) return no('no-dates', 'category')
  if (incomplete) return incomplete
  return offered.includes(draft.day ?? '') ? null : no('date-not-offered', 'day')
}
