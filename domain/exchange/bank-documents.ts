import { type BloodGroup, bloodGroups, type ComponentCode } from '../basics/blood.ts'
import type { Sex } from '../basics/person.ts'
import type { DonorType } from '../donors/donor-form.ts'
import type { Findings } from '../donors/findings.ts'
import type { Language } from '../donors/languages.ts'
import type { DeferralKey, QuestionKey } from '../donors/questions.ts'
import { deferralKeys, questionKeys } from '../donors/questions.ts'

export type StockRecord = {
  readonly component: ComponentCode
  readonly bloodGroup: BloodGroup
  readonly quantity: number
  readonly countedAt: Date
}

/** §3.3: every component has every group; what was never counted is 0. */
export function inventoryDocument(bankId: string, rows: readonly StockRecord[]) {
  const shelf = (code: ComponentCode) =>
    Object.fromEntries(
      bloodGroups.map((group) => [
        group,
        rows.find(({ component, bloodGroup }) => component === code && bloodGroup === group)?.quantity ?? 0,
      ]),
    ) as Record<BloodGroup, number>
  // in the order of §3.3
  const shelves: Record<ComponentCode, Record<BloodGroup, number>> = {
    PRBC: shelf('PRBC'),
    SDP: shelf('SDP'),
    RDP: shelf('RDP'),
    FFP: shelf('FFP'),
  }
  const last = rows.reduce<Date | null>(
    (latest, { countedAt }) => (latest && latest > countedAt ? latest : countedAt),
    null,
  )
  return {
    id: `BloodBankInventory-${bankId}`,
    BloodBankId: bankId,
    ...shelves,
    LastUpdatedTimestamp: last?.toISOString() ?? null,
  }
}

/** §3.3. */
export const companyDocument = (company: {
  name: string
  category: string
  donationDays: readonly string[]
  updatedAt: Date
}) => ({
  id: `CompanyDB-${company.name}`,
  Company_Name: company.name,
  LastUpdated_Timestamp: company.updatedAt.toISOString(),
  Donation_Dates: [...company.donationDays],
  Category: company.category,
})

export type DonorRecord = {
  readonly id: string
  readonly bankId: string
  readonly language: Language
  readonly status: 'incomplete' | 'complete' | 'rejected'
  readonly submittedOn: string
  readonly submittedAt: Date
  readonly completedAt: Date | null
  readonly name: string
  readonly email: string
  readonly gender: Sex
  readonly bloodGroup: BloodGroup
  readonly phone: string
  readonly address: string
  readonly altAddress: string
  readonly bornOn: string
  readonly age: number
  readonly weightKg: number
  readonly lastDonatedOn: string | null
  readonly lastMeal: string
  readonly donations: number
  readonly donorType: DonorType
  readonly consent: boolean
  readonly screeningDeclared: boolean
  readonly deferrals: Readonly<Record<DeferralKey, boolean>>
  readonly answers: Readonly<Record<QuestionKey, boolean>>
  readonly findings: Findings | null
  readonly signatureName: string | null
  readonly signaturePath: string | null
}

/** §3.3. A form has the name that was typed, or the picture that was drawn, or neither yet. */
export const donorDocument = (form: DonorRecord) => ({
  id: `donorForms-${form.id}`,
  donationID: form.id,
  language: form.language,
  date: form.submittedOn,
  status: form.status,
  location: form.bankId,
  age: form.age,
  name: form.name,
  email: form.email,
  gender: form.gender,
  bloodGroup: form.bloodGroup,
  phone: form.phone,
  address: form.address,
  alt_address: form.altAddress,
  dob: form.bornOn,
  weight: form.weightKg,
  last_don_date: form.lastDonatedOn,
  last_meal: form.lastMeal,
  no_donations: form.donations,
  donor_type: form.donorType,
  screen_test: form.screeningDeclared,
  consent: form.consent,
  timestamp: form.submittedAt.toISOString(),
  CompletedTimeStamp: form.completedAt?.toISOString() ?? null,
  ...(form.signatureName === null ? {} : { signName: form.signatureName }),
  ...(form.signaturePath === null ? {} : { signURL: form.signaturePath }),
  permanent_deferral: pick(deferralKeys, form.deferrals),
  donor_questionnaire: pick(questionKeys, form.answers),
  bloodBankData: findingsDocument(form.findings ?? {}),
})

const pick = <Key extends string>(keys: readonly Key[], from: Readonly<Record<Key, boolean>>) =>
  Object.fromEntries(keys.map((key) => [key, from[key]])) as Record<Key, boolean>

/** §3.3, in its order; read by the same names. */
export const findingKeys = {
  bloodGroup: 'bloodGroup',
  HB: 'haemoglobin',
  pulse: 'pulse',
  temperature: 'temperature',
  BP: 'bloodPressure',
  CVS: 'heart',
  RS: 'lungs',
  reason: 'reason',
  fitness: 'fitness',
  blood_quantity: 'quantity',
  bloodbag_type: 'bagType',
  bloodbagNo: 'bagNumber',
  segmentNo: 'segmentNumber',
  phlebo: 'phlebotomist',
  bd_start: 'startedAt',
  bd_end: 'endedAt',
} as const satisfies Record<string, keyof Findings>

/** What was not found is empty. */
const findingsDocument = (found: Findings) =>
  Object.fromEntries(Object.entries(findingKeys).map(([key, finding]) => [key, found[finding] ?? '']))
