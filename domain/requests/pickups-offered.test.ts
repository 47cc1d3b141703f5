import { expect, test } from 'vitest'
import { instantOf, later, minutes, timeOf } from '../basics/time.ts'
import { emptyDraft, pickupsOffered, type RaiseDraft, whyNotRaise } from './raising.ts'

const whole: RaiseDraft = {
  ...emptyDraft,
  patientName: 'Asha Rao',
  patientId: 'UH-1',
  age: 42,
  sex: 'Female',
  bloodGroup: 'A+',
  component: 'PRBC',
  units: 2,
  orderType: 'immediate',
  reason: 'Surgery',
}

test.each([
  ['17:16', '17:50', '18:30'],
  ['10:00', '10:35', '11:30'],
  ['10:02', '10:35', '11:30'],
  ['10:03', '10:40', '11:30'],
  ['23:27', '00:00', '00:30'],
])(
  'AMB-257 at %s a pickup is offered at %s and at %s, and can be raised for three minutes more',
  (time, first, second) => {
    const now = instantOf('2026-11-15', time)
    const [earliest, next] = pickupsOffered(now)
    expect([earliest, next].map(timeOf)).toEqual([first, second])
    expect(whyNotRaise({ ...whole, pickupAt: earliest }, later(now, minutes(3)))).toBeNull()
  },
)
