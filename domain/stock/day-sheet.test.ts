import { expect, test } from 'vitest'
import { instantOf } from '../basics/time.ts'
import { byGroup } from './counting.ts'
import { DaySheetForm, type DayStock, dayColumns, dayComponents, whyNotDaySheet } from './day-sheet.ts'

const counted: DayStock = {
  ...{ day: '2026-11-15', bankName: 'Redbank', component: 'PRBC', countedBy: 'S. Meena', from: 'count' },
  countedAt: instantOf('2026-11-15', '18:00'),
  units: byGroup((group) => (group === 'O+' ? 7 : group === 'AB-' ? 2 : 0)),
}
const lineOf = (row: DayStock, keepsBags = false) =>
  dayColumns(keepsBags).map(({ title, of }) => [title, of(row)])

test('AMB-337 a component of a day: every group in its column, and their sum', () => {
  expect(lineOf(counted)).toEqual([
    ['Date', '2026-11-15'],
    ['Blood Bank', 'Redbank'],
    ['Component', 'Packed Red Blood Cells'],
    ['A POS', 0],
    ['A NEG', 0],
    ['B POS', 0],
    ['B NEG', 0],
    ['O POS', 7],
    ['O NEG', 0],
    ['AB POS', 0],
    ['AB NEG', 2],
    ['Total', 9],
    ['From', 'count'],
    ['Counted At', instantOf('2026-11-15', '18:00')],
    ['Counted By', 'S. Meena'],
  ])
})

test('AMB-337 what was never counted is empty, not nothing', () => {
  const never = { ...counted, units: null, countedAt: null, countedBy: null, from: null }
  const values = lineOf(never).map(([, value]) => value)
  expect(values).toEqual(['2026-11-15', 'Redbank', 'Packed Red Blood Cells', ...Array(12).fill(null)])
})

test('AMB-421 where bags are kept, Bombay has its columns and is in the sum, and what is not counted its lines', () => {
  const bagged = { ...counted, units: { ...counted.units, 'Oh+': 3, 'Oh-': 0 }, component: 'WB' } as const
  expect(lineOf(bagged, true).slice(2, 14)).toEqual([
    ['Component', 'Whole Blood'],
    ...lineOf(counted).slice(3, 11),
    ['Oh (Bombay) POS', 3],
    ['Oh (Bombay) NEG', 0],
    ['Total', 12],
  ])
  // of a day before there is a count alone
  expect(lineOf(counted, true).slice(11, 14)).toEqual([
    ['Oh (Bombay) POS', null],
    ['Oh (Bombay) NEG', null],
    ['Total', 9],
  ])
  expect(dayComponents(true)).toEqual(['PRBC', 'SDP', 'FFP', 'RDP', 'WB', 'CRYO'])
  expect(dayComponents(false)).toEqual(['PRBC', 'SDP', 'FFP', 'RDP'])
})

test('AMB-337 of today and before, not of a day to come', () => {
  const now = instantOf('2026-11-16', '00:10')
  expect(whyNotDaySheet('2026-11-16', now)).toBeNull()
  expect(whyNotDaySheet('2026-11-15', now)).toBeNull()
  expect(whyNotDaySheet('2026-11-17', now)).toMatchObject({ code: 'day-to-come', field: 'day' })
  expect(DaySheetForm.options).toEqual(['csv', 'xlsx', 'pdf'])
})
