import { expect, test } from 'vitest'
import { instantOf } from '../basics/time.ts'
import { loadText } from './driver-load.ts'

const now = instantOf('2026-11-16', '17:16')
const lastHospital = 'Bewell Anna Hospital'

test.each([
  [{ orders: 0, late: 0, lastDueAt: null, lastHospital: null }, 'no order'],
  [
    { orders: 1, late: 0, lastDueAt: instantOf('2026-11-17', '07:30'), lastHospital: 'Firm Hospital' },
    '1 order, due Tue, 7:30 am at Firm',
  ],
  [
    { orders: 2, late: 1, lastDueAt: instantOf('2026-11-16', '18:40'), lastHospital },
    '2 orders, last due 6:40 pm at Bewell Anna, 1 late',
  ],
])('AMB-251 a driver with %o: %s', (load, text) => {
  expect(loadText(load, now)).toBe(text)
})
