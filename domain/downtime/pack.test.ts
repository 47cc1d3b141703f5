import { expect, test } from 'vitest'
import { instantOf } from '../basics/time.ts'
import { nextShift, type PackOrder, packTable, shiftAt } from './pack.ts'
import { paperNumber, readPaper } from './paper.ts'

test.each([
  ['2026-11-17 07:59', '2026-11-16 20:00', '2026-11-17 08:00'],
  ['2026-11-17 08:00', '2026-11-17 08:00', '2026-11-17 14:00'],
  ['2026-11-17 19:59', '2026-11-17 14:00', '2026-11-17 20:00'],
  ['2026-11-17 20:00', '2026-11-17 20:00', '2026-11-18 08:00'],
  ['2026-12-31 23:59', '2026-12-31 20:00', '2027-01-01 08:00'],
])('AMB-340 at %s the shift began at %s and ends at %s', (now, shift, next) => {
  expect(shiftAt(inIndia(now))).toEqual(inIndia(shift))
  expect(nextShift(inIndia(now))).toEqual(inIndia(next))
})

function inIndia(written: string): Date {
  const [day = '', time = ''] = written.split(' ')
  return instantOf(day, time)
}

test.each([
  ['firm', 123, 'P-FIRM-000123'],
  ['st-mary', 1, 'P-ST-MARY-000001'],
  ['', 7, 'P-000007'],
  ['000007', 1_234_567, 'P-000007-1234567'],
])('AMB-342 paper %j %d is %s, and is read back as it is typed', (place, number, text) => {
  expect(paperNumber(place, number)).toBe(text)
  expect(readPaper(` ${text.toLowerCase()} `)).toEqual({ place, number })
})

test.each(['', 'P-', 'FIRM-000123', 'P-FIRM-123', 'P-FIRM-000000', 'P-FIRM-0000001234567', 'P-FIRM-00012a'])(
  'AMB-342 %j is no number of a paper',
  (typed) => expect(readPaper(typed)).toBeNull(),
)

const one: PackOrder = {
  ...{ id: '0a1b2c3d', patientName: 'Lakshmi Narayanan', patientId: 'FH-1', bloodGroup: 'O+' },
  ...{ component: 'PRBC', units: 2, orderType: 'immediate', status: 'issued', bankId: 'redbank' },
  ...{ raisedAt: instantOf('2026-11-17', '09:00'), pickupAt: instantOf('2026-11-17', '10:00') },
  ...{ deadlineAt: instantOf('2026-11-17', '13:00'), hospital: 'Firm Hospital', bank: 'Red Bank' },
  ...{ driver: 'Arun', driverPhone: '+919000000001' },
}

test('AMB-341 the patient is named in the pack of the hospital, is initials in the bank’s and nothing in the provider’s', () => {
  const cells = (kind: Parameters<typeof packTable>[0]) => packTable(kind, [one]).rows.flat()
  expect(cells('hospital')).toEqual(
    expect.arrayContaining(['Lakshmi Narayanan', 'FH-1', 'Arun +919000000001']),
  )
  expect(cells('bank').join()).not.toContain('Lakshmi')
  expect(cells('bank')).toEqual(expect.arrayContaining(['L. N.', 'FH-1', 'Firm Hospital']))
  expect(cells('provider').join()).not.toMatch(/Lakshmi|L\. N\.|FH-1/)
})
