import { no, type Refusal } from '../basics/refusal.ts'
import { isBlank } from '../basics/text.ts'
import { dayOf } from '../basics/time.ts'
import type { DonorDraft, DonorField, DonorForm } from './donor-form.ts'
import { deferralKeys, questionKeys } from './questions.ts'

const youngestDonor = 18 // §9

/** What can speak against a form, and what else its alerts tell. */
export type DonorCode =
  | 'no-bank'
  | 'no-consent'
  | 'invalid-phone'
  | 'form-incomplete'
  | 'negative-number'
  | 'submitted'
  | 'failed'
  | 'key-reused'
  | 'too-often'
  | 'work-first'
  | 'invalid-input'
export type DonorRefusal = Refusal<DonorCode>

/** The blood bank of the link, if there is such a bank (ruling AMB-129), and the day in India. */
export type Submission = { readonly bankId: string | null; readonly today: string }

/** §5.7, in its order: the first objection is the one shown. */
export function whyNotSubmit(draft: DonorDraft, { bankId, today }: Submission): DonorRefusal | null {
  if (bankId === null) return no('no-bank')
  if (!draft.consent) return no('no-consent', 'consent')
  if (!isPhone(draft.phone)) return no('invalid-phone', 'phone')
  const [first] = wrongFields(draft, today)
  if (first) return no('form-incomplete', first)
  if ((draft.donations ?? 0) < 0) return no('negative-number', 'donations')
  return null
}

/** §5.7 and §9: ten digits, or the form that the hint shows (ruling AMB-128). */
export const isPhone = (phone: string): boolean => /^(\d{10}|\d{3}-\d{2}-\d{3})$/.test(phone)

/** The ten digits of a number however it was written, with +91 or 0 in front; anything else stays as it is. */
export function plainPhone(typed: string): string {
  const text = typed.trim()
  if (isPhone(text)) return text
  const digits = text.replace(/[\s().-]/g, '').replace(/^((\+|00)?91|0)(?=\d{10}$)/, '')
  return /^\d{10}$/.test(digits) ? digits : text
}

export type Mistake = 'missing' | 'phone' | 'year' | 'tooYoung' | 'tooEarly' | 'weight' | 'donations'

/** The details to be mended before the form can be sent, in the order of the form. */
export const wrongFields = (draft: DonorDraft, today: string): DonorField[] =>
  detailOrder.filter((field) => mistakeIn(draft, field, today) !== null)

export const detailOrder = [
  'name',
  'phone',
  'email',
  'bornOn',
  'weightKg',
  'gender',
  'bloodGroup',
  'address',
  'altAddress',
  'donorType',
  'donations',
  'lastDonatedOn',
  'lastMeal',
] as const satisfies DonorField[]

type Check = (draft: DonorDraft, today: string) => Mistake | null

/** The fields that can be wrong in more ways than by being empty. */
const checks: Partial<Record<DonorField, Check>> = {
  phone: ({ phone }) => (isBlank(phone) ? 'missing' : isPhone(phone) ? null : 'phone'),
  bornOn: ({ bornOn }, today) =>
    bornOn === null ? 'missing' : wrongDay(bornOn, latestBirth(today), 'tooYoung'),
  weightKg: ({ weightKg }) => (weightKg === null ? 'missing' : isWeight(weightKg) ? null : 'weight'),
  donations: ({ donations }) => (isCount(donations) ? null : 'donations'),
  lastDonatedOn({ lastDonatedOn, donations }, today) {
    if (lastDonatedOn === null) return (donations ?? 0) > 0 ? 'missing' : null
    return wrongDay(lastDonatedOn, today, 'tooEarly')
  },
}

/** §5.7 (4); a date that the pickers do not offer counts as not given (ruling AMB-205). */
export function mistakeIn(draft: DonorDraft, field: DonorField, today: string): Mistake | null {
  const check = checks[field]
  if (check) return check(draft, today)
  return isRequired(field) && isEmpty(draft[field]) ? 'missing' : null
}

function wrongDay(day: string, latest: string, beyond: Mistake): Mistake | null {
  if (isShortYear(day)) return 'year'
  return day > latest ? beyond : null
}

/** A date field takes "94" for the year 94, and no `Day` is as old as that. */
const isShortYear = (day: string): boolean => day < '1900-01-01'

const required = ['name', 'phone', 'bornOn', 'donorType', 'gender', 'bloodGroup', 'address', 'weightKg']

/** §5.7; the last donation's date only of those who gave blood before. */
export const isRequired = (field: DonorField, donations: number | null = null): boolean =>
  required.includes(field) || (field === 'lastDonatedOn' && (donations ?? 0) > 0)

const isEmpty = (value: string | number | null): boolean =>
  typeof value === 'string' ? isBlank(value) : value === null

/** Positive as it is stored, in hundredths; a four-digit weight is a slip of the hand. */
const isWeight = (kg: number): boolean => inHundredths(kg) > 0 && inHundredths(kg) < 1000

const inHundredths = (kg: number): number => Math.round(kg * 100) / 100

/** A negative number has its own alert. */
const isCount = (donations: number | null): boolean =>
  donations === null || (Number.isInteger(donations) && donations < 10_000)

/** The last day on which somebody who is old enough today can be born. */
export function latestBirth(today: string): string {
  const day = `${Number(today.slice(0, 4)) - youngestDonor}${today.slice(4)}`
  // whoever is born on a 28 February had their birthday yesterday
  return day.endsWith('-02-29') && !isLeap(day) ? `${day.slice(0, 4)}-02-28` : day
}

const isLeap = (day: string): boolean => new Date(`${day.slice(0, 4)}-02-29`).getUTCDate() === 29

/** Whole years on a day; the birthday itself counts, and that of a 29 February is then the first of March. */
export function ageOn(bornOn: string, day: string): number {
  const hadBirthday = day.slice(5) >= bornOn.slice(5)
  return Number(day.slice(0, 4)) - Number(bornOn.slice(0, 4)) - (hadBirthday ? 0 : 1)
}

/** The questions for females alone are not asked of men, whatever was ticked before the gender was chosen. */
export const asksFemales = ({ gender }: Pick<DonorDraft, 'gender'>): boolean => gender !== 'Male'

/** The new form of a draft that nothing speaks against. */
export function submit(draft: DonorDraft, by: { id: string; bankId: string; now: Date }): DonorForm {
  const { bornOn, gender, bloodGroup, weightKg, donorType, donations } = draft
  if (bornOn === null || gender === null || bloodGroup === null || weightKg === null || donorType === null)
    throw new Error('submit: the draft has gaps; whyNotSubmit was not asked')
  const submittedOn = dayOf(by.now)
  return {
    ...draft,
    id: by.id,
    bankId: by.bankId,
    status: 'incomplete',
    submittedOn,
    submittedAt: by.now,
    bornOn,
    age: ageOn(bornOn, submittedOn),
    gender,
    bloodGroup,
    weightKg: inHundredths(weightKg),
    donorType,
    donations: donations ?? 0,
    answers: { ...draft.answers, female: draft.answers.female && asksFemales(draft) },
  }
}

/** §3.3: eight characters of a unique id without its first dash (ruling AMB-145). */
export const donationIdOf = (uuid: string): string => uuid.replace('-', '').slice(0, 8)

export const emptyDonorDraft: DonorDraft = {
  language: 'en',
  name: '',
  phone: '',
  email: '',
  bornOn: null,
  gender: null,
  bloodGroup: null,
  weightKg: null,
  address: '',
  altAddress: '',
  donorType: null,
  donations: null,
  lastDonatedOn: null,
  lastMeal: '',
  deferrals: unticked(deferralKeys),
  answers: unticked(questionKeys),
  consent: false,
  screeningDeclared: false,
}

function unticked<Key extends string>(keys: readonly Key[]) {
  return Object.fromEntries(keys.map((key) => [key, false])) as Record<Key, boolean>
}
