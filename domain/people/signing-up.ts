import { z } from 'zod'
import { no, type Refusal, type Wording } from '../basics/refusal.ts'
import { isBlank, line } from '../basics/text.ts'
import { isEmail, whyNotPassword } from './passwords.ts'
import { phoneAsKept, typedPhone } from './phones.ts'
import { driverWords } from './registering.ts'
import { localPart, organisationIn } from './roles.ts'
import { peopleWords } from './words.ts'

/** A hospital as it signs itself up (§2.5). */
export const SignUpDraft = z.strictObject({
  referenceBank: line(60),
  name: line(120),
  address: line(200),
  primaryPhone: typedPhone,
  secondaryPhone: typedPhone,
  email: z.string().trim().toLowerCase().max(254),
  password: z.string().max(200),
})
export type SignUpDraft = z.infer<typeof SignUpDraft>

/** §5.7; what it does not say is in our own words (ruling AMB-206). */
export const signUpWords = {
  'step-incomplete': {
    title: 'Form Incomplete',
    text: 'Please fill all fields before clicking next',
  },
  'form-incomplete': {
    title: 'Form Incomplete',
    text: 'Please fill all fields before submitting the form',
  },
  'password-mismatch': { title: 'Password Mismatch', text: "the passwords don't match" },
  'password-short': peopleWords['password-short'],
  'email-invalid': { title: 'Invalid Email', text: 'Please check the e-mail address.' },
  'phone-invalid': {
    title: 'Invalid Phone',
    text: 'A phone number has digits, spaces, dashes and a +, 20 characters at most.',
  },
  'email-in-use': driverWords['email-in-use'],
  'bank-unknown': {
    title: 'Link Not Valid',
    text: 'This link names no blood bank. Please ask your blood bank for its link.',
  },
} satisfies Record<string, Wording>
export type SignUpRefusal = Refusal<keyof typeof signUpWords>

const places = ['name', 'address', 'primaryPhone', 'secondaryPhone'] as const
export type PlaceDraft = Pick<SignUpDraft, (typeof places)[number]>
const persons = ['email', 'password', 'again'] as const
export type PersonDraft = { email: string; password: string; again: string }

/** What of the first step is not filled. */
export const emptyPlaces = (draft: PlaceDraft) => places.filter((field) => isBlank(draft[field]))

/** The first step (§5.7). */
export function whyNotNext(draft: PlaceDraft): SignUpRefusal | null {
  const [empty] = emptyPlaces(draft)
  if (empty) return no('step-incomplete', empty)
  const odd = (['primaryPhone', 'secondaryPhone'] as const).find((field) => !isPhone(draft[field]))
  return odd ? no('phone-invalid', odd) : null
}

/** Ruling AMB-151: nobody is kept out by the way they write a number. */
const isPhone = (text: string): boolean => /^[\d+ -]{1,20}$/.test(phoneAsKept(text))

/** What of the second step is not filled. A password may be of blanks. */
export function emptyOfPerson({ email, password, again }: PersonDraft): (keyof PersonDraft)[] {
  const is = { email: isBlank(email), password: password === '', again: again === '' }
  return persons.filter((field) => is[field])
}

/** The second step, in the order of §5.7 (ruling AMB-152). */
export function whyNotPerson({ email, password, again }: PersonDraft): SignUpRefusal | null {
  const [empty] = emptyOfPerson({ email, password, again })
  if (empty) return no('form-incomplete', empty)
  if (password !== again) return no('password-mismatch', 'again')
  if (whyNotPassword(password)) return no('password-short', 'password')
  return isSignUpEmail(email) ? null : no('email-invalid', 'email')
}

export function whyNotSignUp(draft: SignUpDraft): SignUpRefusal | null {
  return whyNotNext(draft) ?? whyNotPerson({ ...draft, again: draft.password })
}

/** What stands before the @ names the hospital, so it is written in letters that cannot be mistaken for others. */
const plainName = /^[a-z0-9]+([._+-][a-z0-9]+)*$/
/** As the database has it: an underscore is for what follows the hospital's name. */
const hospitalId = /^[a-z0-9][a-z0-9.+-]{0,59}$/
const isSignUpEmail = (email: string): boolean =>
  isEmail(email) && plainName.test(localPart(email)) && hospitalId.test(organisationIn(email))
