import fc from 'fast-check'
import { expect, test } from 'vitest'
import { earlier, hours, instantOf, later, minutes } from '../basics/time.ts'
import { actTime, sentBy } from './timing.ts'

const now = instantOf('2026-11-15', '14:00')
const linked = instantOf('2026-11-15', '09:00')
const at = (time: string) => instantOf('2026-11-15', time)

test.each([
  ['a right clock', '13:10', '14:00', '13:10'],
  ['a clock two hours ahead', '15:10', '16:00', '13:10'],
  ['a clock two hours behind', '11:10', '12:00', '13:10'],
  ['sent at once', '14:00', '14:00', '14:00'],
  ['a clock that was set back in between', '13:30', '13:20', '14:00'],
  ['longer ago than the link', '04:00', '14:00', '09:00'],
])('AMB-64 %s: done %s, sent %s, so done at %s', (_, doneAt, sentAt, is) => {
  expect(actTime({ doneAt: at(doneAt), sentAt: at(sentAt) }, now, linked)).toEqual(at(is))
})

test('AMB-64 what came first holds only until now', () => {
  expect(actTime({ doneAt: now, sentAt: now }, now, later(now, minutes(5)))).toEqual(now)
})

test('AMB-64 whatever a phone says, it is neither in the future nor before what came first', () => {
  const anyTime = fc.date({ noInvalidDate: true, min: new Date(0), max: new Date('2100-01-01') })
  fc.assert(
    fc.property(anyTime, anyTime, (doneAt, sentAt) => {
      const is = actTime({ doneAt, sentAt }, now, earlier(now, hours(3)))
      expect(is.getTime()).toBeLessThanOrEqual(now.getTime())
      expect(is.getTime()).toBeGreaterThanOrEqual(earlier(now, hours(3)).getTime())
    }),
  )
})

test.each([
  ['never was', 0, 0],
  ['was a day and more ahead all the time', -hours(26), -hours(26)],
  ['was set right from a day ahead', -hours(26), 0],
  ['was set right from a day behind', hours(26), 0],
  ['was set five minutes ahead', 0, -minutes(5)],
])(
  'X17 F30 a report of 40 minutes ago is of 40 minutes ago, if the clock of the phone %s wrong',
  (_, aheadThenMs, aheadMs) => {
    const doneAt = earlier(earlier(now, minutes(40)), aheadThenMs)
    const sentAt = sentBy(earlier(now, aheadMs), { aheadMs, aheadThenMs })
    expect(actTime({ doneAt, sentAt }, now, linked)).toEqual(at('13:20'))
  },
)

test('X17 a slow answer is no clock that was set, and a phone of an earlier release is taken at its word', () => {
  expect(sentBy(now, { aheadMs: minutes(1.9), aheadThenMs: 0 })).toEqual(now)
  expect(sentBy(now, { aheadMs: hours(26), aheadThenMs: undefined })).toEqual(now)
})
