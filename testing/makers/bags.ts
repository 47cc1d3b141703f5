import type { Bag } from '#domain/bags/bag.ts'
import { type DonationResult, mandatoryTests } from '#domain/bags/donation-tests.ts'
import type { ShelfGroup } from '#domain/bags/kinds.ts'
import { instantOf } from '#domain/basics/time.ts'
import type { BenchOrder } from '#domain/matching/bench-order.ts'
import type { Crossmatch } from '#domain/matching/crossmatch.ts'
import type { Sample } from '#domain/matching/sample.ts'

/** A bag that nothing speaks against, on the shelf of Redbank. */
export const aBag = (change: Partial<Bag> = {}): Bag => ({
  id: 'bag-1',
  bankId: 'redbank',
  number: 'A999926014381',
  numberKind: 'isbt',
  component: 'PRBC',
  division: '',
  bloodGroup: 'O+',
  segment: null,
  volumeMl: 280,
  anticoagulant: 'SAGM',
  attributes: [],
  collectedOn: '2026-11-15',
  expiresAt: instantOf('2026-12-27', '23:59'),
  donorFormId: null,
  fromBankId: null,
  place: 'Fridge 2, shelf 3',
  state: 'available',
  version: 1,
  ...change,
})

/** All that a donation of that group needs to leave quarantine. */
export const clearTests = (group: ShelfGroup): DonationResult[] => [
  ...mandatoryTests.map((test) => ({ test, result: 'negative' as const })),
  { test: 'group', result: group },
]

/** The tube of the patient of `aBenchOrder`, taken at 9:20 am on 16 Nov 2026. */
export const aSample = (change: Partial<Sample> = {}): Sample => ({
  id: 'sample-1',
  requestId: 'e19b5d30',
  takenAt: instantOf('2026-11-16', '09:20'),
  receivedAt: instantOf('2026-11-16', '10:05'),
  labelName: 'MOHAMMED IRFAN',
  labelPatientId: 'FH-20817',
  groupFound: 'O+',
  antibodyScreen: 'negative',
  recent: 'unknown',
  unfitReason: null,
  validUntil: instantOf('2026-11-19', '09:20'),
  ...change,
})

/** Five units of O POS red cells for Mohammed Irfan, with Redbank and a driver; nothing packed yet. */
export const aBenchOrder = (change: Partial<BenchOrder> = {}): BenchOrder => ({
  id: 'e19b5d30',
  status: 'cross-matching',
  invoiceKind: 'NORMAL',
  bankId: 'redbank',
  driverEmail: 'arun@drivers.example',
  patientName: 'Mohammed Irfan',
  patientId: 'FH-20817',
  age: 34,
  sex: 'Male',
  bloodGroup: 'O+',
  everBombay: null,
  component: 'PRBC',
  units: 5,
  orderType: 'immediate',
  deadlineAt: instantOf('2026-11-16', '13:30'),
  needs: [],
  deliveries: [
    { seq: 1, units: 3, state: '-', deliveredAt: null, packed: null },
    { seq: 2, units: 2, state: '-', deliveredAt: null, packed: null },
  ],
  ...change,
})

export const aMatch = (change: Partial<Crossmatch> = {}): Crossmatch => ({
  requestId: 'e19b5d30',
  sampleId: 'sample-1',
  bagId: 'bag-1',
  method: 'gel',
  result: 'compatible',
  doneAt: instantOf('2026-11-16', '10:31'),
  doneBy: 'S. Meena',
  ...change,
})
