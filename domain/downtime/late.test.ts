import { describe, expect, test } from 'vitest'
import { days, earlier, hours, instantOf, later, minutes } from '../basics/time.ts'
import { type PaperStep, whyNotCarry, whyNotPaper, whyNotTimes } from './late.ts'

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
