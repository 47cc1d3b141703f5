import { z } from 'zod'
import { no, type Refusal, type Wording } from '../basics/refusal.ts'
import { isBlank, line } from '../basics/text.ts'
import { isEmail, whyNotPassword } from './passwords.ts'
import { typedPhone } from './phones.ts'
import { localPart, namedHospitals, organisationIn, ownHospitals, supportName } from './roles.ts'
import { peopleWords } from './words.ts'

/** A driver as the form has them (§5.7). */
export const DriverDraft = z.strictObject({
  name: line(120),
  email: z.string().trim().toLowerCase().max(254),
  phone: typedPhone,
  password: z.string().max(200),
})
export type DriverDraft = z.infer<typeof DriverDraft>

/** As the call of §7.1 has them: e-mail, password and name; the phone comes from the form. */
export const DriverCall = DriverDraft.partial({ phone: true })
type DriverCall = z.infer<typeof DriverCall>

/** §5.7 to the letter; the titles are ours. */
export const driverWords = {
  'name-empty': { title: 'Form Incomplete', text: 'name cannot be empty' },
  'email-empty': { title: 'Form Incomplete', text: 'Email cannot be empty' },
  'phone-empty': { title: 'Form Incomplete', text: 'Phone cannot be empty' },
  'password-empty': { title: 'Form Incomplete', text: 'Password cannot be empty' },
  'email-invalid': { title: 'Invalid Email', text: 'Please check the e-mail address.' },
  'phone-invalid': {
    title: 'Invalid Phone',
    text: 'A phone number has 7 to 15 digits; spaces, dashes and a + in front may be among them.',
  },
  'password-short': peopleWords['password-short'],
  'email-in-use': {
    title: 'Email In Use',
    text: 'The email address is already in use by another account.', // §8
    conflict: true,
  },
  'email-reserved': {
    title: 'Email Reserved',
    text: 'This address reads as an account of the provider or of another organisation. Please use another one.',
  },
} satisfies Record<string, Wording>
export type DriverRefusal = Refusal<keyof typeof driverWords>

const fields = ['name', 'email', 'phone', 'password'] as const

/** Every field that is empty, all at once (ruling AMB-118). */
export const emptyFields = (draft: DriverCall): DriverRefusal[] =>
  fields
    .filter((field) => (field === 'password' ? draft.password === '' : isBlank(draft[field] ?? 'not asked')))
    .map((field) => no(`${field}-empty`, field))

export function whyNotRegister(draft: DriverCall): DriverRefusal | null {
  const [empty] = emptyFields(draft)
  if (empty) return empty
  if (!isEmail(draft.email)) return no('email-invalid', 'email')
  if (draft.phone !== undefined && !isPhone(draft.phone)) return no('phone-invalid', 'phone')
  return whyNotPassword(draft.password) && no('password-short', 'password') // ruling AMB-158
}

/** Ruling AMB-118: digits, +, - and spaces; 7 to 15 digits. */
export function isPhone(text: string): boolean {
  const digits = text.replace(/\D/g, '').length
  return /^\+?[\d -]+$/.test(text) && digits >= 7 && digits <= 15
}

/**
 * Ruling AMB-27: addresses that nobody may take by registering, since their e-mail would make them somebody. What is
 * asked about is whether the hospital or bank of the e-mail is on the books.
 */
export const isReserved = (email: string, isOnTheBooks: boolean): boolean =>
  isOnTheBooks || isReservedName(email)

/** What of it is known without looking into the books. */
export const isReservedName = (email: string): boolean =>
  localPart(email).includes('_bloodbank') || isReservedId(organisationIn(email))

export const isReservedId = (id: string): boolean => reservedIds.includes(id)
const reservedIds: readonly string[] = [supportName, ...namedHospitals, ...ownHospitals, 'lifelinelima']
