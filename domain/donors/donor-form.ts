import { z } from 'zod'
import { BloodGroup } from '../basics/blood.ts'
import { Day } from '../basics/day.ts'
import { Sex } from '../basics/person.ts'
import { line } from '../basics/text.ts'
import { languages } from './languages.ts'
import { donorTextLimits } from './limits.ts'
import { deferralKeys, questionKeys } from './questions.ts'

const Language = z.enum(languages)

/** §3.4, stored in lower case. */
const DonorType = z.enum(['voluntary', 'replacement'])
export type DonorType = z.infer<typeof DonorType>

/**
 * What the public form holds, and what crosses the wire. A wrong or missing value counts as empty, so that the answer
 * is the alert of §5.7; a text that is too long, or a tick that is neither yes nor no, is refused by the shape.
 */
export const DonorDraft = z.strictObject({
  language: Language.default('en').catch('en'),
  name: text(donorTextLimits.name),
  phone: text(donorTextLimits.phone),
  email: text(donorTextLimits.email),
  bornOn: orEmpty(Day),
  gender: orEmpty(Sex),
  bloodGroup: orEmpty(BloodGroup),
  weightKg: orEmpty(z.number()),
  address: text(donorTextLimits.address),
  altAddress: text(donorTextLimits.altAddress),
  donorType: orEmpty(DonorType),
  donations: orEmpty(z.number()),
  lastDonatedOn: orEmpty(Day),
  lastMeal: text(donorTextLimits.lastMeal),
  deferrals: ticks(deferralKeys),
  answers: ticks(questionKeys),
  consent: z.boolean().default(false),
  screeningDeclared: z.boolean().default(false),
})
export type DonorDraft = z.infer<typeof DonorDraft>

function text(max: number) {
  return z.string().default('').catch('').pipe(line(max))
}

function orEmpty<Shape extends z.ZodType>(shape: Shape) {
  return z.union([shape, z.null()]).default(null).catch(null)
}

/** Every key is stored, ticked or not (§3.3). */
function ticks<Key extends string>(keys: readonly Key[]) {
  const shape = Object.fromEntries(keys.map((key) => [key, z.boolean().default(false)]))
  return z.strictObject(shape as Record<Key, z.ZodDefault<z.ZodBoolean>>).prefault({} as never)
}

/** What is typed or chosen in the first section. */
export type DonorField = Exclude<
  keyof DonorDraft,
  'language' | 'deferrals' | 'answers' | 'consent' | 'screeningDeclared'
>

/** A form as the donor sent it (§3.3); what the bank adds later is not in it. */
export const DonorForm = z.object({
  id: z.string(),
  bankId: z.string(),
  language: Language,
  status: z.enum(['incomplete', 'complete', 'rejected']),
  submittedOn: Day,
  submittedAt: z.coerce.date(),
  name: z.string(),
  phone: z.string(),
  email: z.string(),
  bornOn: Day,
  age: z.number(),
  gender: Sex,
  bloodGroup: BloodGroup,
  weightKg: z.number(),
  address: z.string(),
  altAddress: z.string(),
  donorType: DonorType,
  donations: z.number(),
  lastDonatedOn: Day.nullable(),
  lastMeal: z.string(),
  deferrals: ticks(deferralKeys),
  answers: ticks(questionKeys),
  consent: z.boolean(),
  screeningDeclared: z.boolean(),
})
export type DonorForm = z.infer<typeof DonorForm>
