import { expect, test } from 'vitest'
import { instantOf } from '../basics/time.ts'
import { changedWords } from './comparing.ts'
import { raise } from './raising.ts'
import type { BloodRequest } from './request.ts'

const at = (time: string) => instantOf('2026-11-15', time)

const seen: BloodRequest = {
  ...raise(
    {
      patientName: 'Asha Rao',
      age: 42,
      patientId: 'UH-1',
      sex: 'Female',
      bloodGroup: 'A+',
      component: 'PRBC',
      units: 2,
      orderType: 'immediate',
      pickupAt: at('12:00'),
      deadlineAt: at('15:00'),
      reservationHours: null,
      reason: 'Surgery',
    },
    { id: '0123abcd', hospitalId: 'firm', now: at('09:00') },
  ),
  status: 'issued',
}

test.each([
  ['a status', { status: 'completed' }, 'status issued, now completed'],
  ['a bank', { bankId: 'redbank' }, 'blood bank none, now redbank'],
  ['a note', { note: 'Call the ward' }, 'note "-", now "Call the ward"'],
  ['an invoice', { bankInvoicePath: 'x.pdf' }, 'bloodbank invoice not there, now there'],
  [
    'two things',
    { status: 'cancelled', deliveryStatus: 'cancelled' },
    'status issued, now cancelled; delivery status "-", now "cancelled"',
  ],
] as const)('AMB-52 who was slower is told what changed: %s', (_, change, told) => {
  const words = changedWords(seen, { ...seen, ...change, version: seen.version + 1 })
  expect(words).toEqual({
    title: 'Changed Meanwhile',
    text: `Somebody changed this request since you saw it: ${told}. Please look at it again.`,
  })
})

test('AMB-52 a change that does not show is told as one all the same', () => {
  expect(changedWords(seen, { ...seen, version: seen.version + 1 })?.text).toContain('it is issued now')
  expect(changedWords(seen, seen)).toBeNull()
})
