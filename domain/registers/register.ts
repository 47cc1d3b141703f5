/** What an inspector asks a bank for: everything of one kind between two days, line by line. */
import { z } from 'zod'
import type { Bag, BagState } from '../bags/bag.ts'
import { shelfComponentName, shelfGroupName } from '../bags/kinds.ts'
import { stateText } from '../bags/moving.ts'
import { no, type Refusal, type Wording } from '../basics/refusal.ts'
import { type Column, column } from '../basics/sheet.ts'
import { days, instantOf, later } from '../basics/time.ts'
import { type AsideReason, asideText } from '../matching/setting-aside.ts'

export const registerKinds = ['issues', 'crossmatches', 'discards', 'stock'] as const
export const RegisterKind = z.enum(registerKinds)
export type RegisterKind = z.infer<typeof RegisterKind>

export const RegisterForm = z.enum(['pdf', 'csv', 'xlsx'])
export type RegisterForm = z.infer<typeof RegisterForm>

export const registerNames: Record<RegisterKind, string> = {
  issues: 'Issue register',
  crossmatches: 'Cross-match register',
  discards: 'Discard register',
  stock: 'Stock register',
}

type Named = Pick<Bag, 'number' | 'component' | 'division' | 'bloodGroup' | 'expiresAt'>
type OfPatient = { requestId: string; hospital: string; patientName: string; patientId: string }

/** One bag of one slip. */
export type IssueEntry = Named &
  OfPatient & {
    at: Date
    slip: string
    seq: number
    asked: Bag['bloodGroup']
    found: Bag['bloodGroup'] | null
    /** By which it left in an emergency, from another order or bank. */
    known: Bag['bloodGroup'] | null
    setAside: AsideReason | null
    segment: string | null
    volumeMl: number | null
    method: string | null
    result: string | null
    matchedAt: Date | null
    matchedBy: string | null
    issuedBy: string
    checkedBy: string | null
    isEmergency: boolean
    doctor: string
    reason: string
  }

export type CrossmatchEntry = Named &
  OfPatient & {
    at: Date
    by: string
    method: string
    result: string
    note: string
    takenAt: Date
    receivedAt: Date
    found: Bag['bloodGroup'] | null
    segment: string | null
  }

/** A bag that nobody will have: thrown away, or past its end. */
export type DiscardEntry = Named & { at: Date; by: string; reason: string; note: string }

/** A bag that came in, and where it is now. */
export type StockEntry = Named & {
  at: Date
  by: string
  segment: string | null
  volumeMl: number | null
  anticoagulant: string | null
  collectedOn: string
  from: string | null
  donorFormId: string | null
  /** As recorded, the oldest first: `HIV negative`. */
  tests: string
  state: BagState
}

export type RegisterEntries = {
  issues: IssueEntry
  crossmatches: CrossmatchEntry
  discards: DiscardEntry
  stock: StockEntry
}

const ofBag: readonly Column<Named>[] = [
  column('Bag', ({ number, division }) => (division === '' ? number : `${number} ${division}`)),
  column('Component', ({ component }) => shelfComponentName(component)),
  column('Group', ({ bloodGroup }) => shelfGroupName(bloodGroup)),
  column('Expires', ({ expiresAt }) => expiresAt),
]
const ofPatient: readonly Column<OfPatient>[] = [
  column('Order', ({ requestId }) => requestId),
  column('Hospital', ({ hospital }) => hospital),
  column('Patient', ({ patientName }) => patientName),
  column('Patient ID', ({ patientId }) => patientId),
]

export const registerColumns: { readonly [Kind in RegisterKind]: readonly Column<RegisterEntries[Kind]>[] } =
  {
    issues: [
      column('Issued', ({ at }) => at),
      column('Slip', ({ slip }) => slip),
      ...ofPatient,
      column('Group asked for', ({ asked }) => shelfGroupName(asked)),
      column('Group found', ({ found }) => (found === null ? '' : shelfGroupName(found))),
      column('Group known from elsewhere', ({ known }) => (known === null ? '' : shelfGroupName(known))),
      column('Delivery', ({ seq }) => seq),
      ...ofBag,
      column('Segment', ({ segment }) => segment),
      column('Volume, ml', ({ volumeMl }) => volumeMl),
      column('Cross-match', ({ method, result, isEmergency }) =>
        result === null ? (isEmergency ? 'NOT CROSS-MATCHED' : 'by group') : `${method}: ${result}`,
      ),
      column('Matched', ({ matchedAt }) => matchedAt),
      column('Matched by', ({ matchedBy }) => matchedBy),
      column('Issued by', ({ issuedBy }) => issuedBy),
      column('Checked by', ({ checkedBy }) => checkedBy),
      column('Emergency', ({ isEmergency, doctor, reason }) => (isEmergency ? `${doctor}: ${reason}` : '')),
      column('Set aside', ({ setAside }) => (setAside === null ? '' : asideText[setAside])),
    ],
    crossmatches: [
      column('Done', ({ at }) => at),
      ...ofPatient,
      column('Sample taken', ({ takenAt }) => takenAt),
      column('Sample received', ({ receivedAt }) => receivedAt),
      column('Group found', ({ found }) => (found === null ? '' : shelfGroupName(found))),
      ...ofBag,
      column('Segment', ({ segment }) => segment),
      column('Method', ({ method }) => method),
      column('Result', ({ result }) => result),
      column('By', ({ by }) => by),
      column('Note', ({ note }) => note),
    ],
    discards: [
      column('When', ({ at }) => at),
      ...ofBag,
      column('Reason', ({ reason }) => reason),
      column('Note', ({ note }) => note),
      column('By', ({ by }) => by),
    ],
    stock: [
      column('Taken in', ({ at }) => at),
      column('By', ({ by }) => by),
      ...ofBag,
      column('Segment', ({ segment }) => segment),
      column('Volume, ml', ({ volumeMl }) => volumeMl),
      column('Anticoagulant', ({ anticoagulant }) => anticoagulant),
      column('Collected', ({ collectedOn }) => collectedOn),
      column('From', ({ from }) => from),
      column('Donor form', ({ donorFormId }) => donorFormId),
      column('Tests', ({ tests }) => tests),
      column('Now', ({ state }) => stateText(state)),
    ],
  }

/** A year and its day too many; more is asked for year by year. */
const mostDays = 366
/** What a printer and a reader can bear; tables go on. */
export const mostPrinted = 2_000

export const registerWords = {
  'days-turned': { title: 'Invalid Days', text: 'The last day is before the first.' },
  'too-many-days': { title: 'Too Many Days', text: 'Please choose at most {most} days at once.' },
  'too-long-to-print': {
    title: 'Too Long To Print',
    text: 'More than {most} lines. Please choose fewer days, or take the table.',
  },
} satisfies Record<string, Wording>

export type RegisterRefusal = Refusal<keyof typeof registerWords>

export function whyNotRegister(from: string, to: string): RegisterRefusal | null {
  if (to < from) return no('days-turned', 'to')
  const { since, until } = daysFrom(from, to)
  return until.getTime() - since.getTime() > days(mostDays)
    ? no('too-many-days', 'to', { most: mostDays })
    : null
}

/** From the first minute of one day in India to the last of another. */
export const daysFrom = (from: string, to: string): { since: Date; until: Date } => ({
  since: instantOf(from, '00:00'),
  until: later(instantOf(to, '00:00'), days(1)),
})
