import { dayOf, days, earlier, instantOf, later, minutes, timeOf } from '#domain/basics/time.ts'
import type { Findings } from '#domain/donors/findings.ts'
import type { Db } from '#server/db/database.ts'
import { aDonor, lastMealOf } from './donor-people.ts'
import { type Dice, diceFrom } from './makers/dice.ts'
import { type DonorForm, type DonorWish, donorFormRow } from './makers/donors.ts'

const seed = 20_260_614

/** Why a bank sends somebody home, with what the donor had ticked or the staff had measured. */
const objections = {
  haemoglobin: { findings: { haemoglobin: '10.9', reason: 'Haemoglobin 10.9 g/dL' } },
  tattoo: { answered: ['tattoos'], findings: { reason: 'Tattoo five months ago' } },
  diabetes: { deferred: ['diabetes'], findings: { reason: 'Diabetes, takes insulin' } },
  pressure: { findings: { bloodPressure: '164/102', reason: 'Blood pressure 164/102' } },
  antibiotics: { answered: ['antibiotics', 'cold'], findings: null },
} satisfies Record<string, Pick<DonorWish, 'deferred' | 'answered' | 'findings'>>

type Visits = {
  bankId: string
  /** One form per figure: minutes ago if it still waits, else calendar days. */
  incomplete: number[]
  complete: number[]
  rejected: [daysAgo: number, why: keyof typeof objections][]
}

/** More than one page for the first bank. */
const visits: Visits[] = [
  {
    bankId: 'redbank',
    incomplete: [4, 17, 31, 52, 78, 125, 210],
    complete: [1, 1, 2, 3, 3, 5, 8, 8, 13, 18, 18, 27],
    rejected: [
      [1, 'haemoglobin'],
      [3, 'tattoo'],
      [8, 'antibiotics'],
      [18, 'diabetes'],
    ],
  },
  { bankId: 'bluebank', incomplete: [23, 90], complete: [1, 4, 12], rejected: [[4, 'pressure']] },
  { bankId: 'greenbank', incomplete: [65], complete: [2, 9], rejected: [[9, 'tattoo']] },
]

type Visit = ReturnType<typeof aDonor> & { bankId: string; submittedAt: Date }

const staff = ['S. Kala', 'R. Devi', 'P. Anand']

export async function fillDonors(db: Db, now: Date): Promise<void> {
  await db.insertInto('donorForms').values(demoDonorForms(now)).execute()
}

export function demoDonorForms(now: Date): DonorForm[] {
  const dice = diceFrom(seed)
  const wishes = [...visits.flatMap((visit) => wishesOf(dice, visit, now)), ...whoCameAgain(dice, now)]
  return wishes.map((wish) => donorFormRow({ id: dice.hex(8), ...wish }, now))
}

function wishesOf(dice: Dice, { bankId, ...visit }: Visits, now: Date): DonorWish[] {
  const town = bankId === 'greenbank' ? 'Madurai' : 'Chennai'
  const donor = (submittedAt: Date, index: number): Visit => ({
    bankId,
    submittedAt,
    ...aDonor(dice, index % 3 === 1 ? 'ta' : 'en', town, submittedAt),
  })
  const waiting = visit.incomplete.map((ago, index) => donor(earlier(now, minutes(ago)), index))
  const complete = visit.complete.map((ago, index) => {
    const form = donor(openingHour(dice, ago, now), index)
    return { ...form, ...completion(dice, form) }
  })
  const rejected = visit.rejected.map(([ago, why], index): DonorWish => {
    const { findings, ...ticks } = objections[why]
    return {
      ...donor(openingHour(dice, ago, now), index),
      ...ticks,
      status: 'rejected',
      findings: findings && { ...measured(dice), ...findings, fitness: 'UNFIT' },
    }
  })
  return [...waiting, ...complete, ...rejected]
}

function openingHour(dice: Dice, daysAgo: number, now: Date): Date {
  const opened = instantOf(dayOf(earlier(now, days(daysAgo))), '09:00')
  return later(opened, minutes(dice.between(0, 460)))
}

/** The same telephone twice: a search by it finds both visits. */
function whoCameAgain(dice: Dice, now: Date): DonorWish[] {
  const [firstAt, againAt] = [openingHour(dice, 132, now), earlier(now, minutes(44))]
  const person = { bankId: 'redbank', ...aDonor(dice, 'en', 'Chennai', firstAt) }
  const first = { ...person, donations: 0, lastDonatedOn: null, submittedAt: firstAt }
  const again = { ...person, donations: 1, lastDonatedOn: dayOf(firstAt), submittedAt: againAt }
  return [
    { ...first, ...completion(dice, first) },
    { ...again, lastMeal: lastMealOf('en', againAt) },
  ]
}

function completion(dice: Dice, form: Visit): DonorWish {
  const startedAt = later(form.submittedAt, minutes(dice.between(12, 30)))
  const endedAt = later(startedAt, minutes(dice.between(6, 11)))
  return {
    status: 'complete',
    completedAt: later(endedAt, minutes(dice.between(4, 15))),
    signatureName: form.name,
    findings: {
      ...measured(dice),
      bloodGroup: form.bloodGroup,
      fitness: 'FIT',
      // who weighs less than 55 kg gives the smaller bag
      quantity: form.weightKg < 55 ? '350ml' : '450ml',
      bagType: dice.pick(['DOUBLE', 'TRIPLE', 'TRIPLE', 'QUADRUPLE']),
      bagNumber: `${form.bankId[0]?.toUpperCase()}B-${dice.between(260_000, 269_999)}`,
      segmentNumber: String(dice.between(8_800_000, 8_899_999)),
      phlebotomist: dice.pick(staff),
      startedAt: timeOf(startedAt),
      endedAt: timeOf(endedAt),
    },
  }
}

const measured = (dice: Dice): Findings => ({
  haemoglobin: (dice.between(126, 164) / 10).toFixed(1),
  pulse: String(dice.between(62, 92)),
  temperature: (dice.between(976, 988) / 10).toFixed(1),
  bloodPressure: `${dice.between(54, 67) * 2}/${dice.between(35, 43) * 2}`,
  heart: 'Normal',
  lungs: 'Clear',
})
