import { describe, expect, test } from 'vitest'
import { conflictsIn } from '#testing/makers/rules.ts'
import { days, earlier, hours, instantOf, later, minutes } from '../basics/time.ts'
import {
  enteringMs,
  lateWords,
  PaperNumber,
  PaperStep,
  whyNotCarry,
  whyNotPaper,
  whyNotTimes,
} from './late.ts'

const now = instantOf('2026-11-17', '18:00')
const firm = [{ place: 'firm', last: 20 }]

test.each([
  ['P-FIRM-000001', null],
  ['p-firm-000020', null],
  ['P-FIRM-000021', 'paper-unknown'],
  ['P-CITY-000001', 'paper-of-others'],
  ['P-000001', 'paper-of-others'],
  ['FIRM 1', 'paper-unknown'],
  [' ', 'paper-missing'],
])('AMB-343 paper %j of a hospital with twenty: %s', (typed, code) => {
  expect(whyNotPaper(typed, firm)?.code ?? null).toBe(code)
})

const at = (...ago: number[]) => ago.map((ms, index) => ({ field: `t${index}`, at: earlier(now, ms) }))

test.each([
  [at(hours(3), hours(2)), null],
  [at(hours(2), hours(2)), null],
  [at(0), null],
  [at(-1), 'in-future'],
  [at(days(7)), null],
  [at(days(7) + 1), 'too-old'],
  [at(hours(2), hours(3)), 'out-of-order'],
  [[], null],
])('AMB-343 times on paper %#: %s', (times, code) => {
  expect(whyNotTimes(times, now)?.code ?? null).toBe(code)
})

describe('AMB-344 the way of an order', () => {
  const raisedAt = earlier(now, hours(6))
  const approved = { status: 'hospital-admin-approved', bankId: null, raisedAt } as const
  const step = (ms: number): PaperStep => ({ seq: 1, step: 'sample acquired', doneAt: earlier(now, ms) })
  test.each([
    ['nothing', approved, null, [], null, 'nothing-entered'],
    ['a link', approved, hours(5), [], null, null],
    ['a link and a step', approved, hours(5), [step(hours(4))], null, null],
    ['a step before the link', approved, hours(4), [step(hours(5))], null, 'out-of-order'],
    ['a link before the raise', approved, hours(7), [], null, 'before-raise'],
    ['a step before what was told', approved, null, [step(hours(5))], hours(4), 'out-of-order'],
    ['a step to come', approved, null, [step(-minutes(1))], null, 'in-future'],
    ['a link of what is pending', { ...approved, status: 'pending' }, hours(5), [], null, 'not-to-link'],
  ] as const)('%s', (_, request, link, steps, last, code) => {
    const ago = (ms: number | null) => (ms === null ? null : earlier(now, ms))
    const entered = { linkedAt: ago(link), steps, last: ago(last) }
    expect(whyNotCarry(request, entered, now)?.code ?? null).toBe(code)
  })
  test('seven days and no more', () => {
    const old = { ...approved, raisedAt: earlier(now, days(9)) }
    const entered = { linkedAt: earlier(now, days(8)), steps: [], last: null }
    expect(whyNotCarry(old, entered, now)?.code).toBe('too-old')
    expect(whyNotCarry(old, { ...entered, linkedAt: later(entered.linkedAt, days(2)) }, now)).toBeNull()
  })
})

test('AMB-343 a paper is asked for at its field, with an example of one’s own', () => {
  const example = 'P-FIRM-000123'
  expect(whyNotPaper(' ', firm)).toEqual({ code: 'paper-missing', field: 'paperNumber' })
  for (const [typed, code] of [
    ['x', 'paper-unknown'],
    ['P-FIRM-000021', 'paper-unknown'],
    ['P-CITY-000001', 'paper-of-others'],
  ] as const)
    expect(whyNotPaper(typed, [...firm, { place: 'noble', last: 1 }])).toEqual({
      ...{ code, field: 'paperNumber', values: { example } },
    })
  expect(whyNotPaper('P-000001', [])?.values).toEqual({ example: 'P-000123' })
})

test('AMB-344 what was done at the moment of the raise, or of what was told last, is in order', () => {
  const request = {
    status: 'hospital-admin-approved',
    bankId: null,
    raisedAt: earlier(now, hours(6)),
  } as const
  const step = { seq: 1, step: 'sample acquired', doneAt: earlier(now, hours(6)) } as const
  expect(whyNotCarry(request, { linkedAt: request.raisedAt, steps: [], last: null }, now)).toBeNull()
  expect(whyNotCarry(request, { linkedAt: null, steps: [step], last: step.doneAt }, now)).toBeNull()
  expect(
    whyNotCarry(request, { linkedAt: null, steps: [step], last: earlier(now, hours(7)) }, now),
  ).toBeNull()
})

test('AMB-344 it is said at its field', () => {
  const request = { status: 'pending', bankId: null, raisedAt: earlier(now, hours(6)) } as const
  const fieldOf = (entered: Parameters<typeof whyNotCarry>[1]) => whyNotCarry(request, entered, now)?.field
  const step = (ms: number): PaperStep => ({ seq: 1, step: 'issued', doneAt: earlier(now, ms) })
  expect(fieldOf({ linkedAt: null, steps: [], last: null })).toBe('steps')
  expect(fieldOf({ linkedAt: earlier(now, hours(7)), steps: [], last: null })).toBe('linkedAt')
  expect(fieldOf({ linkedAt: earlier(now, hours(5)), steps: [], last: null })).toBe('linkedAt')
  expect(fieldOf({ linkedAt: null, steps: [step(hours(5)), step(-1)], last: null })).toBe('steps.1.doneAt')
  expect(fieldOf({ linkedAt: null, steps: [step(hours(5))], last: earlier(now, hours(4)) })).toBe(
    'steps.0.doneAt',
  )
})

test('AMB-343 somebody may be at it for an hour; a number of paper has at most 80 characters', () => {
  expect(enteringMs).toBe(hours(1))
  expect([80, 81].map((length) => PaperNumber.safeParse('x'.repeat(length)).success)).toEqual([true, false])
})

test.each<[object, boolean]>([
  [{}, true],
  [{ seq: 0 }, false],
  [{ seq: 100 }, true],
  [{ seq: 101 }, false],
  [{ receiver: 'x'.repeat(100) }, true],
  [{ receiver: 'x'.repeat(101) }, false],
  [{ allowedBy: 'x'.repeat(100) }, true],
  [{ allowedBy: 'x'.repeat(101) }, false],
])('AMB-343 a step on paper with %j', (change, isRead) => {
  const step = { seq: 1, step: 'issued', doneAt: now, ...change }
  expect(PaperStep.safeParse(step).success).toBe(isRead)
})

test('what is nobody’s mistake is answered as a conflict', () => {
  expect(conflictsIn(lateWords)).toEqual(['paper-used', 'not-to-link'])
})
