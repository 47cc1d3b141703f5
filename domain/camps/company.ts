import { z } from 'zod'
import { Day } from '../basics/day.ts'
import { no, type Refusal, type Wording } from '../basics/refusal.ts'
import { isBlank, line } from '../basics/text.ts'

/** §3.4: how many people a camp is for. */
export const campCategories = ['0-50', '50-100', '100+'] as const
export const CampCategory = z.enum(campCategories)
export type CampCategory = z.infer<typeof CampCategory>

export const companyWords = {
  'form-incomplete': {
    title: 'Form Incomplete',
    text: 'Please fill all fields before submitting the form', // ruling AMB-206
  },
  'name-with-spaces': {
    title: 'Incorrect Company Name', // §5.5
    text: 'Please fill the company name without spaces',
  },
} satisfies Record<string, Wording>

export type CompanyRefusal = Refusal<keyof typeof companyWords>

/** What the form holds. A wrong or missing value counts as empty, so that the answer is the alert of §5.5. */
export const CompanyDraft = z.strictObject({
  name: z.string().default('').catch('').pipe(line(60)),
  category: orEmpty(CampCategory),
  days: z.array(orEmpty(Day)).max(3),
})
export type CompanyDraft = z.infer<typeof CompanyDraft>

/** A wrong or missing value counts as empty. */
export function orEmpty<Shape extends z.ZodType>(shape: Shape) {
  return z.union([shape, z.null()]).default(null).catch(null)
}

/** §5.5, in its order. The days may be any days (ruling AMB-125). */
export function whyNotSaveCompany({ name, category, days }: CompanyDraft): CompanyRefusal | null {
  if (isBlank(name)) return no('form-incomplete', 'name')
  if (category === null) return no('form-incomplete', 'category')
  const gap = [0, 1, 2].find((at) => (days[at] ?? null) === null)
  if (gap !== undefined) return no('form-incomplete', `days.${gap}`)
  return /\s/.test(name) ? no('name-with-spaces', 'name') : null
}

export type Company = { name: string; category: CampCategory; days: string[]; updatedAt: Date }

/** What is kept of a draft that nothing speaks against; companies are told apart by their name in lower case (§3.3). */
export const companyFrom = ({ name, category, days }: CompanyDraft, now: Date): Company => ({
  name: name.toLowerCase(),
  category: category as CampCategory,
  days: days as string[],
  updatedAt: now,
})
