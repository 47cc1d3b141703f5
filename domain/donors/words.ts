import type { BloodGroup } from '../basics/blood.ts'
import type { Sex } from '../basics/person.ts'
import type { Wording } from '../basics/refusal.ts'
import type { DonorField, DonorType } from './donor-form.ts'
import type { DeferralKey, Period, QuestionKey } from './questions.ts'
import type { DonorCode } from './submitting.ts'

/** Every text a donor reads. One table per language; a missing line does not compile. */
export type DonorWords = {
  title: string
  /** §9: the one place that form and certificate print. */
  city: string
  form: FormWords
  thanks: ThanksWords
  sections: Record<'details' | 'deferrals' | 'questions' | 'declarations', { title: string; help: string }>
  /** What each field asks for; `help` stands under its label. */
  fields: Record<DonorField, { label: string; help?: string }>
  /** Said at a field, beside the alert. */
  mistakes: Record<
    'missing' | 'phone' | 'year' | 'tooYoung' | 'tooEarly' | 'weight' | 'donations' | 'consent',
    string
  >
  genders: Record<Sex, string>
  donorTypes: Record<DonorType, string>
  bloodGroups: Record<BloodGroup, string>
  deferrals: Record<DeferralKey, string>
  periods: Record<Period, string>
  answers: Record<QuestionKey, string>
  /** What is declared, and the words at its box. */
  declarations: Record<'consent' | 'screening', { title: string; text: string; tick: string }>
  /** §5.7, §8: title and text of the alerts. */
  alerts: Record<DonorCode, Wording>
}

type FormWords = {
  language: string
  /** How long it takes. */
  lead: string
  keptHere: string
  keptNowhere: string
  step: string
  steps: string
  optional: string
  choose: string
  kilograms: string
  notAskedOfMen: string
  submit: string
  sending: string
  startAgain: string
  startAgainAsk: Wording
  restored: string
  toMend: string
  brokenLink: string
  donationId: string
  terms: string
  privacy: string
  backToForm: string
  ok: string
  restore: string
  /** What the button does, said before it is pressed. */
  restoreHint: string
  idle: Wording
  stay: string
  unreachable: string
  /** Instead of what the server said, which it says in English. */
  serverFailed: string
  day: string
  month: string
  year: string
  orType: string
}

/** After the alert of §8: the number, what comes next and where (ruling AMB-263). */
type ThanksWords = Record<
  'title' | 'titleFor' | 'sent' | 'keep' | 'next' | 'where' | 'directions' | 'call' | 'another',
  string
> & { steps: Record<'desk' | 'check' | 'give', Wording> }

/** What a language does not say is said in English (ruling AMB-135). */
export function orEnglish<Words extends object>(words: unknown, english: Words): Words {
  const given = isTable(words) ? words : {}
  return Object.fromEntries(
    Object.entries(english).map(([key, text]) => [
      key,
      isTable(text) ? orEnglish(given[key], text) : (given[key] ?? text),
    ]),
  ) as Words
}

const isTable = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
