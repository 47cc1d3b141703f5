import { expect, test } from 'vitest'
import { instantOf } from '../basics/time.ts'
import { statusText } from '../requests/showing.ts'
import { formsInPack, mostOrders, type PackOrder, packKinds, packsKept, packTable } from './pack.ts'
import { paperNumber, readPaper } from './paper.ts'

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

test('AMB-340 ten forms with each pack, six packs kept, and as many orders as a desk can work through', () => {
  expect([formsInPack, packsKept, mostOrders]).toEqual([10, 6, 120])
  expect([...packKinds]).toEqual(['hospital', 'bank', 'provider'])
})

/** As it lies on the desk: title by title. */
const line = (kind: (typeof packKinds)[number], change: Partial<PackOrder> = {}) => {
  const { titles, rows } = packTable(kind, [{ ...one, ...change }])
  return Object.fromEntries(titles.map((title, at) => [title, rows[0]?.[at]]))
}

test('AMB-341 what stands in a line of each pack', () => {
  const everybody = {
    ...{ Order: '0a1b2c3d', Blood: '2 × PRBC O POS', Status: statusText(one) },
    ...{ 'Sample pickup': '17 Nov 2026, 10:00 am', 'Deliver by': '17 Nov 2026, 1:00 pm' },
    Driver: 'Arun +919000000001',
  }
  expect(line('hospital')).toEqual({
    ...{ ...everybody, Patient: 'Lakshmi Narayanan', 'Patient ID': 'FH-1', 'Blood bank': 'Red Bank' },
    Raised: '17 Nov 2026, 9:00 am',
  })
  expect(line('bank')).toEqual({
    ...{ ...everybody, 'Patient ID': 'FH-1', Initials: 'L. N.', Hospital: 'Firm Hospital' },
  })
  expect(line('provider')).toEqual({ ...everybody, Hospital: 'Firm Hospital', 'Blood bank': 'Red Bank' })
})

test('AMB-406 the pack says what the patient is, whose request says O', () => {
  for (const kind of packKinds)
    expect(line(kind, { bloodGroup: 'Oh+' }).Blood).toBe('2 × PRBC Oh (Bombay) POS')
})

test('AMB-341 what is not known yet is a dash, and what is reserved says so', () => {
  const open = line('hospital', { bank: null, driver: null, driverPhone: null, orderType: 'reservation' })
  expect([open['Blood bank'], open.Driver, open.Blood]).toEqual(['-', '-', '2 × PRBC O POS (reserved)'])
  expect(line('bank', { driverPhone: null }).Driver).toBe('Arun')
})
