import { z } from 'zod'
import { no, type Refusal, type Wording } from '../basics/refusal.ts'
import { isBlank, line } from '../basics/text.ts'
import { days, hours } from '../basics/time.ts'
import { linkHours } from '../messages/resending.ts'
import type { AccountStatus } from './actor.ts'
import { isEmail, whyNotPassword } from './passwords.ts'
import { phoneAsKept, typedPhone } from './phones.ts'
import { driverWords, isReservedId, isReservedName } from './registering.ts'
import { type Grant, organisationIn } from './roles.ts'
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
  'email-reserved': driverWords['email-reserved'],
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
  if (!isEmail(email)) return no('email-invalid', 'email')
  return isReservedName(email) ? no('email-reserved', 'email') : null
}

export function whyNotSignUp(draft: SignUpDraft): SignUpRefusal | null {
  return whyNotNext(draft) ?? whyNotPerson({ ...draft, again: draft.password })
}

type Bank = { kind: string; isListed: boolean; accountStatus: AccountStatus }

/** Ruling AMB-150: whose link a hospital may sign up with. One that was typed by hand has no link to hand out. */
export const mayInvite = ({ kind, isListed, accountStatus }: Bank): boolean =>
  kind === 'bank' && isListed && (accountStatus === 'active' || accountStatus === 'subscription-ended')

/** Ruling AMB-239: as long as the link works that proves the mailbox. Then the sign-up is gone. */
export const unprovedFor = hours(linkHours['sign-up-received'])
/** However often a link was asked for since: whose address it is gets no mail without end, and has it back. */
export const unprovedAtMost = days(7)
export const mostProofLinks = 5

/** The least there is; what it becomes is chosen when the provider activates it (ruling AMB-147). */
export const firstGrant = (organisationId: string): Grant => ({
  product: 'plus',
  role: 'staff',
  organisationId,
})

/**
 * Ruling AMB-210: what the hospital's id can be, the likeliest first: as its e-mail reads, else made from its name. Who
 * asks takes the first that is free.
 */
export function idsFor({ email, name }: { email: string; name: string }): string[] {
  const made = idFromName(name)
  const numbered = Array.from({ length: mostAlike - 1 }, (_, at) => `${made}-${at + 2}`)
  return [organisationIn(email), made, ...numbered].filter((id) => fitId.test(id) && !isReservedId(id))
}
const mostAlike = 99

/** An underscore is for what follows the hospital's name in an e-mail; the database has 60 characters. */
const fitId = /^(?=.{1,60}$)[a-z0-9]+([.+-][a-z0-9]+)*$/

/** `st-mary-s`; a name in another script leaves no letters that an id can have. */
export function idFromName(name: string): string {
  const plain = name.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  const id = plain
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 50)
    .replace(/^-|-$/g, '')
  return /[a-z]{2}/.test(id) ? id : 'hospital'
}
