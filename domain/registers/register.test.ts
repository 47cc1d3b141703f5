import { expect, test } from 'vitest'
import { instantOf } from '../basics/time.ts'
import {
  daysFrom,
  type IssueEntry,
  mostPrinted,
  RegisterForm,
  type RegisterKind,
  registerColumns,
  registerKinds,
  registerNames,
  whyNotRegister,
} from './register.ts'

const at = instantOf('2026-11-16', '10:00')
const end = instantOf('2026-12-01', '23:59')
const bag = { number: 'RB-1', component: 'PRBC', division: '', bloodGroup: 'O+', expiresAt: end } as const
const patient = { requestId: '0123abcd', hospital: 'Firm', patientName: 'Asha Rao', patientId: 'FH-1' }
const issue: IssueEntry = {
  ...{
    ...bag,
    ...patient,
    at,
    slip: 'REDBANK-2026-000001',
    seq: 2,
    asked: 'A+',
    found: 'A+',
    known: null,
    setAside: null,
    segment: 'S9',
    volumeMl: 280,
  },
  ...{
    method: 'gel',
    result: 'compatible',
    matchedAt: at,
    matchedBy: 'Anu',
    issuedBy: 'Bala',
    checkedBy: 'Chitra',
  },
  ...{ isEmergency: false, doctor: '', reason: '' },
}

/** By its titles, as an inspector reads a line. */
function lineOf<Row>(columns: readonly { title: string; of: (row: Row) => unknown }[], row: Row) {
  return Object.fromEntries(columns.map(({ title, of }) => [title, of(row)]))
}
const ofBag = { Bag: 'RB-1', Component: 'Packed Red Blood Cells', Group: 'O POS', Expires: end }
const ofPatient = { Order: '0123abcd', Hospital: 'Firm', Patient: 'Asha Rao', 'Patient ID': 'FH-1' }

test('an inspector reads of each bag that left for whom, matched, issued and checked by whom', () => {
  const read = lineOf(registerColumns.issues, issue)
  expect(read).toEqual({
    ...{
      Issued: at,
      Slip: 'REDBANK-2026-000001',
      ...ofPatient,
      'Group asked for': 'A POS',
      'Group found': 'A POS',
      'Group known from elsewhere': '',
      Delivery: 2,
    },
    ...{
      ...ofBag,
      Segment: 'S9',
      'Volume, ml': 280,
      'Cross-match': 'gel: compatible',
      Matched: at,
      'Matched by': 'Anu',
    },
    ...{ 'Issued by': 'Bala', 'Checked by': 'Chitra', Emergency: '', 'Set aside': '' },
  })
  expect(Object.keys(read).slice(0, 3)).toEqual(['Issued', 'Slip', 'Order'])
})

test.each<[Partial<IssueEntry>, string, string]>([
  [{ result: null }, 'by group', ''],
  [
    { result: null, isEmergency: true, doctor: 'Dr. Rao', reason: 'bleeds' },
    'NOT CROSS-MATCHED',
    'Dr. Rao: bleeds',
  ],
  [{ isEmergency: true, doctor: 'Dr. Rao', reason: 'bleeds' }, 'gel: compatible', 'Dr. Rao: bleeds'],
])('what left without a cross-match says so: %j', (change, match, emergency) => {
  const read = lineOf(registerColumns.issues, { ...issue, ...change })
  expect([read['Cross-match'], read.Emergency]).toEqual([match, emergency])
})

test('AMB-358 AMB-359 what was set aside stands there and says so; a group nobody found is left out', () => {
  const read = lineOf(registerColumns.issues, { ...issue, found: null, setAside: 'recalled' })
  const known = lineOf(registerColumns.issues, { ...issue, known: 'Oh+' })
  expect(known['Group known from elsewhere']).toBe('Oh (Bombay) POS')
  expect([read['Group found'], read['Set aside'], read.Bag]).toEqual(['', 'called back', 'RB-1'])
})

test('a part of a bag is named with its division', () => {
  expect(
    lineOf(registerColumns.discards, { ...bag, division: 'A0', at, by: 'Anu', reason: 'leaking', note: 'n' }),
  ).toEqual({
    ...{ When: at, ...ofBag, Bag: 'RB-1 A0', Reason: 'leaking', Note: 'n', By: 'Anu' },
  })
})

test('a cross-match tells the tube and what was found in it', () => {
  const done = {
    ...bag,
    ...patient,
    at,
    by: 'Anu',
    method: 'gel',
    result: 'compatible',
    note: 'n',
    segment: 'S9',
  }
  const read = lineOf(registerColumns.crossmatches, { ...done, takenAt: at, receivedAt: end, found: 'A+' })
  expect(read).toEqual({
    ...{
      Done: at,
      ...ofPatient,
      'Sample taken': at,
      'Sample received': end,
      'Group found': 'A POS',
      ...ofBag,
    },
    ...{ Segment: 'S9', Method: 'gel', Result: 'compatible', By: 'Anu', Note: 'n' },
  })
  const untested = lineOf(registerColumns.crossmatches, { ...done, takenAt: at, receivedAt: at, found: null })
  expect(untested['Group found']).toBe('')
})

test('what came in tells where it is now', () => {
  const came = { ...bag, at, by: 'Anu', segment: 'S9', volumeMl: 280, anticoagulant: 'CPDA-1' }
  const read = lineOf(registerColumns.stock, {
    ...came,
    ...{ collectedOn: '2026-11-01', from: 'Camp', donorFormId: '0123abcd' },
    tests: 'HIV negative',
    state: 'available',
  })
  expect(read).toEqual({
    ...{ 'Taken in': at, By: 'Anu', ...ofBag, Segment: 'S9', 'Volume, ml': 280, Anticoagulant: 'CPDA-1' },
    ...{
      Collected: '2026-11-01',
      From: 'Camp',
      'Donor form': '0123abcd',
      Tests: 'HIV negative',
      Now: 'available',
    },
  })
})

test('there are four registers, on paper or as a table', () => {
  const named: Record<RegisterKind, string> = {
    issues: 'Issue register',
    crossmatches: 'Cross-match register',
    discards: 'Discard register',
    stock: 'Stock register',
  }
  expect([...registerKinds]).toEqual(Object.keys(named))
  expect(registerNames).toEqual(named)
  expect(RegisterForm.options).toEqual(['pdf', 'csv', 'xlsx'])
  expect(mostPrinted).toBe(2_000)
})

test.each([
  ['2026-11-16', '2026-11-16', null],
  ['2026-11-16', '2026-11-15', { code: 'days-turned', field: 'to' }],
  ['2026-01-01', '2027-01-01', null],
  ['2026-01-01', '2027-01-02', { code: 'too-many-days', field: 'to', values: { most: 366 } }],
])('a register from %s to %s', (from, to, refusal) => {
  expect(whyNotRegister(from, to)).toEqual(refusal)
})

test('days begin and end at midnight in India', () => {
  expect(daysFrom('2026-11-15', '2026-11-16')).toEqual({
    since: instantOf('2026-11-15', '00:00'),
    until: instantOf('2026-11-17', '00:00'),
  })
})
