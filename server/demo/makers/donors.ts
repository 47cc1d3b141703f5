import type { Insertable } from 'kysely'
import type { BloodGroup } from '#domain/basics/blood.ts'
import { dayOf, later, minutes } from '#domain/basics/time.ts'
import type { DonorDraft } from '#domain/donors/donor-form.ts'
import type { Findings } from '#domain/donors/findings.ts'
import { type DeferralKey, deferralKeys, type QuestionKey, questionKeys } from '#domain/donors/questions.ts'
import { ageOn, emptyDonorDraft } from '#domain/donors/submitting.ts'
import type { Db } from '#server/db/database.ts'
import type { Tables } from '#server/db/tables.ts'
import { hexOf } from './dice.ts'
import { nextNumber } from './rows.ts'

export type DonorForm = Required<Insertable<Tables['donorForms']>>

export type DonorWish = Partial<Omit<DonorForm, 'deferrals' | 'answers'>> & {
  /** Ticked; all others are not. */
  deferred?: readonly DeferralKey[]
  answered?: readonly QuestionKey[]
}

/** A form as a donor sends it; decided, it has what such a form has. Without a wish it is redbank's. */
export async function aDonorForm(db: Db, wish: DonorWish = {}, now = new Date()): Promise<DonorForm> {
  const row = donorFormRow(wish, now)
  await db.insertInto('donorForms').values(row).execute()
  return row
}

export function donorFormRow({ deferred = [], answered = [], ...wish }: DonorWish, now: Date): DonorForm {
  const submittedAt = wish.submittedAt ?? now
  const submittedOn = dayOf(submittedAt)
  const bornOn = wish.bornOn ?? '1994-03-18'
  const number = nextNumber()
  const begun = {
    id: hexOf(`donor form ${number}`, 8),
    bankId: 'redbank',
    language: 'en' as const,
    status: 'incomplete' as const,
    submittedOn,
    submittedAt,
    name: 'Gayathri Selvaraj',
    email: '',
    gender: 'Female' as const,
    bloodGroup: 'B+' as const,
    phone: `98${String(40_000_000 + number)}`,
    address: '6 Kutchery Road, Mylapore, Chennai 600004',
    altAddress: '',
    bornOn,
    age: ageOn(bornOn, submittedOn),
    weightKg: 58.5,
    lastDonatedOn: null,
    lastMeal: 'Breakfast, 8:15 am',
    donations: 0,
    donorType: 'voluntary' as const,
    consent: true,
    screeningDeclared: true,
    deferrals: ticked(deferralKeys, deferred),
    answers: ticked(questionKeys, answered),
  }
  const form = { ...begun, ...wish }
  return { ...form, ...decisionOf(form), ...wish }
}

function decisionOf(form: Pick<DonorForm, 'status' | 'bloodGroup' | 'name' | 'submittedAt'>) {
  const undecided = { completedAt: null, findings: null, signatureName: null, signaturePath: null }
  if (form.status === 'incomplete') return undecided
  if (form.status === 'rejected') return { ...undecided, findings: { fitness: 'UNFIT' as const } }
  return {
    ...undecided,
    completedAt: later(form.submittedAt, minutes(40)),
    findings: fitFindings(form.bloodGroup),
    signatureName: form.name,
  }
}

const fitFindings = (bloodGroup: BloodGroup): Findings => ({
  bloodGroup,
  haemoglobin: '13.4',
  pulse: '76',
  temperature: '98.4',
  bloodPressure: '118/76',
  heart: 'Normal',
  lungs: 'Clear',
  fitness: 'FIT',
  quantity: '350ml',
  bagType: 'TRIPLE',
  bagNumber: 'RB-260417',
  segmentNumber: '8841207',
  phlebotomist: 'S. Kala',
  startedAt: '10:12',
  endedAt: '10:21',
})

const ticked = <Key extends string>(keys: readonly Key[], yes: readonly Key[]) =>
  Object.fromEntries(keys.map((key) => [key, yes.includes(key)])) as Record<Key, boolean>

/** What a donor writes into the public form: nothing speaks against it. */
export const aDonorDraft = (change: Partial<DonorDraft> = {}): DonorDraft => ({
  ...emptyDonorDraft,
  name: 'Selvi Murugan',
  phone: '9840012345',
  bornOn: '1994-03-12',
  gender: 'Female',
  bloodGroup: 'O+',
  weightKg: 58,
  address: '22 Bharathi Street, Adyar, Chennai 600020',
  donorType: 'voluntary',
  consent: true,
  ...change,
})
