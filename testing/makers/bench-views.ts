import type { BenchOrderView, BenchRow } from '#contract/matching.ts'
import type { Bag } from '#domain/bags/bag.ts'
import { hours, instantOf, later } from '#domain/basics/time.ts'
import { nothingMore } from '#domain/matching/needs.ts'
import { aBag } from './bags.ts'

const now = instantOf('2026-11-16', '10:00')

/** A row of the bench: two units of red cells of O POS, due at 1 pm on 16 Nov 2026. */
export const aBenchRow = (change: Partial<BenchRow> = {}): BenchRow => ({
  ...{
    id: '05c8aa71',
    hospitalName: 'Firm Hospital',
    component: 'PRBC',
    bloodGroup: 'O+',
    units: 2,
    left: 2,
  },
  ...{ orderType: 'immediate', status: 'bloodbank-approved', deadlineAt: later(now, hours(3)) },
  ...{ driverName: 'Arun Kumar', stage: 'answer', onHold: null, answer: null },
  ...{ held: 0, matched: 0, packed: 0, haveBagsLeft: false, owed: 0, owedBy: null },
  ...change,
})

export const aHold = (bag: Partial<Bag> = {}): BenchOrderView['holds'][number] => ({
  bag: { ...aBag(bag), takenAt: now, takenBy: 'S. Meena', hold: null },
  ...{ heldAt: now, heldBy: 'S. Meena', until: later(now, hours(70)), isEmergency: false },
})

export const aTestedSample = (
  change: Partial<BenchOrderView['samples'][number]> = {},
): BenchOrderView['samples'][number] => ({
  ...{ id: 'sample-1', takenAt: later(now, -hours(1)), takenBy: '', receivedAt: now, receivedBy: 'S. Meena' },
  ...{ labelName: 'Karthik Subramanian', labelPatientId: 'FH-118160', groupFound: 'O+' },
  ...{ antibodyScreen: 'negative', recent: 'unknown', unfitReason: null },
  ...{ validUntil: later(now, hours(71)), version: 1 },
  ...change,
})

/** One order as its bench sees it: nothing held, no sample, one delivery. */
export const aBenchOrder = (change: Partial<BenchOrderView> = {}): BenchOrderView => ({
  ...aBenchRow(),
  ...{ patientName: 'Karthik Subramanian', patientId: 'FH-118160', age: 47, sex: 'Male', more: nothingMore },
  deliveries: [{ seq: 1, units: 2, packed: null, state: '-', deliveredAt: null }],
  ...{ samples: [], holds: [], matches: [], slips: [], substitutions: [], checkers: [] },
  ...{ secondChecker: false, spareHours: 4, isOver: false, isElsewhere: false, everBombay: null },
  ...change,
})
