import fc from 'fast-check'
import { expect, test } from 'vitest'
import { earlier, hours, instantOf, later, minutes } from '../basics/time.ts'
import { enoughDeliveries, linkBy, type UntakenLevel, untakenNow, usualTime } from './nobody-took.ts'
import { grace } from './timing.ts'

const deadlineAt = instantOf('2026-11-16', '18:00')
const usual = hours(2)
const last = linkBy({ deadlineAt }, usual)
const waiting = {
  status: 'hospital-admin-approved' as const,
  bankId: null,
  expired: false,
  deadlineAt,
  waitsSince: earlier(deadlineAt, hours(8)),
  rung: [] as { level: string; at: Date }[],
}

test.each([
  ['61 minutes before the last moment', -61, null],
  ['60 minutes before', -60, '60'],
  ['31 minutes before', -31, '60'],
  ['30 minutes before', -30, '30'],
  ['at the last moment', 0, '30'],
  ['when its deadline has passed', 130, '30'],
])('AMB-291 %s the level that holds is rung', (_, after, level) => {
  expect(untakenNow(waiting, usual, later(last, minutes(after)))).toBe(level)
})

test.each([
  ['linked', { bankId: 'redbank', status: 'bloodbank-approved' as const }],
  ['cancelled', { status: 'cancelled' as const }],
  ['rejected', { status: 'hospital-admin-rejected' as const }],
  ['not approved', { status: 'pending' as const }],
  ['expired', { expired: true }],
  ['rung for that already', { rung: [{ level: '30', at: earlier(last, minutes(20)) }] }],
])('AMB-291 for one that is %s nobody is rung', (_, change) => {
  expect(untakenNow({ ...waiting, ...change }, usual, later(last, -minutes(10)))).toBeNull()
})

test('AMB-291 what was rung before its bank refused it counts no more', () => {
  const rung = [{ level: '60', at: earlier(last, minutes(60)) }]
  const refused = { ...waiting, rung, waitsSince: earlier(last, minutes(50)) }
  expect(untakenNow(refused, usual, earlier(last, minutes(49)))).toBe('60')
  expect(untakenNow({ ...waiting, rung }, usual, earlier(last, minutes(49)))).toBeNull()
})

test.each([
  ['none', 0, 0, hours(2)],
  ['one too few', enoughDeliveries - 1, minutes(50), hours(2)],
  ['enough', enoughDeliveries, minutes(50), minutes(50)],
  ['many that were linked a day ahead', 400, hours(26), hours(3)],
])('AMB-291 the usual time from link to delivery, of %s', (_, deliveries, medianMs, ms) => {
  expect(usualTime({ deliveries, medianMs })).toBe(ms)
})

test('AMB-291 by a clock that walks minute by minute 1,000 orders left alone ring before their deadline, once per level', () => {
  const order = fc.record({
    usualMin: fc.integer({ min: 1, max: 180 }),
    /** From the approval to the deadline. */
    leftMin: fc.integer({ min: 2, max: 60 * 12 }),
    /** After the approval a bank has it, and refuses it some minutes later. */
    linked: fc.option(fc.record({ after: fc.nat(300), refusedAfter: fc.integer({ min: 1, max: 60 }) })),
  })
  let refusedInTime = 0
  fc.assert(
    fc.property(order, ({ usualMin, leftMin, linked }) => {
      const approvedAt = earlier(deadlineAt, minutes(leftMin))
      const rung: { level: UntakenLevel; at: Date }[] = []
      let waitsSince = approvedAt
      for (let minute = 1; minute <= leftMin + grace / minutes(1); minute++) {
        const now = later(approvedAt, minutes(minute))
        const isTaken = linked && minute > linked.after && minute <= linked.after + linked.refusedAfter
        if (linked && minute === linked.after + linked.refusedAfter + 1) waitsSince = now
        const request = { ...waiting, rung, waitsSince }
        const level = untakenNow(
          isTaken ? { ...request, status: 'bloodbank-approved', bankId: 'x' } : request,
          minutes(usualMin),
          now,
        )
        if (level) rung.push({ level, at: now })
      }
      const levelsOf = (some: typeof rung) => some.map(({ level }) => level)
      if (linked && linked.after < leftMin && waitsSince === approvedAt) {
        // it was taken, and stayed so
        expect(levelsOf(rung)).toEqual([...new Set(levelsOf(rung))])
        return
      }
      const now = rung.filter(({ at }) => at >= waitsSince)
      const levels = levelsOf(now)
      if (waitsSince < earlier(deadlineAt, minutes(1)))
        expect(now[0]?.at.getTime()).toBeLessThan(deadlineAt.getTime())
      if (waitsSince !== approvedAt && waitsSince < deadlineAt) refusedInTime++
      expect(levels).toEqual([...new Set(levels)])
      expect(levels.toSorted().reverse()).toEqual(levels)
      const hadTime = waitsSince <= earlier(deadlineAt, minutes(usualMin + 61))
      if (hadTime) expect(levels).toEqual(['60', '30'])
    }),
    { numRuns: 1_000 },
  )
  expect(refusedInTime, 'some were refused while there was time').toBeGreaterThan(50)
})
