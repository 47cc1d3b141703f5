import type { Generated } from 'kysely'
import type { BloodGroup } from '#domain/basics/blood.ts'
import type { Sex } from '#domain/basics/person.ts'
import type { Findings } from '#domain/donors/findings.ts'
import type { Language } from '#domain/donors/languages.ts'
import type { DeferralKey, QuestionKey } from '#domain/donors/questions.ts'

type DonorFormStatus = 'incomplete' | 'complete' | 'rejected'

export type DonorFormRow = {
  id: string
  bankId: string
  language: Language
  status: Generated<DonorFormStatus>
  submittedOn: string
  submittedAt: Date
  completedAt: Date | null
  name: string
  email: Generated<string>
  gender: Sex
  bloodGroup: BloodGroup
  phone: string
  address: string
  altAddress: Generated<string>
  bornOn: string
  age: number
  weightKg: number
  lastDonatedOn: string | null
  lastMeal: Generated<string>
  donations: Generated<number>
  donorType: 'voluntary' | 'replacement'
  consent: boolean
  screeningDeclared: Generated<boolean>
  deferrals: Record<DeferralKey, boolean>
  answers: Record<QuestionKey, boolean>
  /** What the bank's staff found and drew (§3.3 bloodBankData). */
  findings: Findings | null
  signatureName: string | null
  signaturePath: string | null
}

/** 0037_erasing.sql, 0068_what_erased_forms_said.sql. */
export type ErasedFormRow = {
  id: string
  bankId: string
  status: DonorFormStatus
  erasedAt: Date
  why: 'asked' | 'age'
  /** Its group was another than that of a bag which was not over. */
  differs: Generated<boolean>
}
