import fc from 'fast-check'
import { expect, test } from 'vitest'
import { earlier, hours, instantOf, later, minutes } from '../basics/time.ts'
import { actTime } from './timing.ts'

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
