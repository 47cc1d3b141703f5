import { expect, test } from 'vitest'
import { instantOf } from '#domain/basics/time.ts'
import {
  emptySheet,
  fieldOfBag,
  isGap,
  type SheetDraft,
  sheetFields,
  sheetOf,
  withLineAfter,
} from './sheet-draft.ts'

const today = '2026-11-17'
const now = instantOf(today, '18:00')
const whole: SheetDraft = {
  ...emptySheet(today),
  ...{ id: ' 0A1B2C3D ', paperNumber: 'P-REDBANK-000001', labelName: 'Karthik', labelPatientId: 'FH-1' },
  ...{ takenTime: '09:20', receivedTime: '10:05', groupFound: 'O+', matchedTime: '10:30' },
  ...{ issuedTime: '11:00', issuedBy: 'S. Meena', isInspected: true },
  ...{ takenBy: 'Sister Mary', antibodyScreen: 'negative', recent: 'no' },
  lines: [
    { text: 't000123', result: 'compatible' },
    { text: ' ', result: 'compatible' },
    { text: 'T000124 A0', result: 'incompatible', isSure: true },
  ],
}

test('AMB-374 a sheet is sent as it stands on the paper: lines without a bag are left out, a part is named behind its number', () => {
  expect(sheetOf(whole, now)).toMatchObject({
    ...{ id: '0a1b2c3d', paperNumber: 'P-REDBANK-000001', seq: 1, emergency: null },
    sample: {
      ...{ labelName: 'Karthik', takenBy: 'Sister Mary', antibodyScreen: 'negative', recent: 'no' },
      takenAt: instantOf(today, '09:20'),
      receivedAt: instantOf(today, '10:05'),
    },
    bags: [
      { number: 'T000123', division: '', match: { method: 'gel', result: 'compatible' }, isSure: false },
      { number: 'T000124', division: 'A0', match: { method: 'gel', result: 'incompatible' }, isSure: true },
    ],
    ...{ matchedAt: instantOf(today, '10:30'), issuedAt: instantOf(today, '11:00') },
  })
  const folded = { ...whole, hasTube: true, isEmergency: true, doctor: 'Dr. Rao', reason: 'bleeding' }
  expect(sheetOf(folded, now)).toMatchObject({ sample: null, emergency: { doctor: 'Dr. Rao' } })
})

test.each<[Partial<SheetDraft>, string]>([
  [{ id: '12' }, 'id'],
  [{ paperNumber: ' ' }, 'paperNumber'],
  [{ seq: '0' }, 'seq'],
  [{ lines: [{ text: '', result: 'none' }] }, 'line.0'],
  [{ lines: [...whole.lines, { text: 'x', result: 'none' }] }, 'bags.2.number'],
  [{ takenTime: '' }, 'takenAt'],
  [{ issuedDay: '' }, 'issuedAt'],
  [{ isInspected: false }, 'isInspected'],
  [{ matchedTime: '' }, 'matchedAt'],
  [{ issuedTime: '10:00' }, 'issuedAt'],
  [{ labelName: '' }, 'labelName'],
])('AMB-374 %j is said at %s', (change, field) => {
  const said = sheetOf({ ...whole, ...change }, now)
  expect(isGap(said) && said.field).toBe(field)
  expect(sheetFields).toContain(field)
})

test('AMB-374 an Enter begins the next line, once', () => {
  const lines = withLineAfter([{ text: 'T1', result: 'none' }], 0)
  expect(lines).toEqual([
    { text: 'T1', result: 'none' },
    { text: '', result: 'none' },
  ])
  expect(withLineAfter(lines, 0)).toEqual(lines)
  expect([0, 1, 2].map((at) => fieldOfBag(whole.lines, at))).toEqual([
    ...['bags.0.number', 'line.1', 'bags.1.number'],
  ])
  const full = Array.from({ length: 10 }, () => ({ text: 'T1', result: 'none' as const }))
  expect(withLineAfter(full, 9)).toHaveLength(10)
})
