import { expect, test } from 'vitest'
import { conflictsIn } from '#testing/makers/rules.ts'
import { instantOf } from '../basics/time.ts'
import {
  bankOfBags,
  isBarred,
  isSaidOf,
  type Stop,
  stopOf,
  stopWords,
  wereReplaced,
  whyNotDecide,
  whyNotGoOn,
  whyNotHear,
  whyNotMoveOn,
  whyNotStop,
} from './stopping.ts'

const stop = (decision: Stop['decision'], step: Stop['step'] = 'issued', seq = 1): Stop => ({
  seq,
  step,
  temperature: 14.6,
  decision,
})
const band = { component: 'PRBC', low: 1, high: 10, askLow: 0, askHigh: 14 } as const

test.each([
  ['within limits', 'within', {}, null, null],
  ['without a measure', null, {}, null, null],
  ['where the bank is asked, without its word', 'ask', {}, null, 'ask-bank'],
  ['where the bank is asked, by a blank', 'ask', { allowedBy: ' \u200d ' }, null, 'ask-bank'],
  ['where the bank is asked, by its word', 'ask', { allowedBy: 'Dr. Rao' }, null, null],
  ['not to be used, whoever says so', 'never', { allowedBy: 'Dr. Rao' }, null, 'too-warm'],
  ['stopped', 'within', {}, stop(null), 'stopped'],
  ['stopped, and to go back', 'within', {}, stop('return'), 'stopped'],
  ['stopped, and let through', 'never', { temperature: 14.6 }, stop('go-on'), null],
  ['let through, and less warm', 'ask', { temperature: 12 }, stop('go-on'), null],
  ['let through, and warmer since', 'never', { temperature: 14.7 }, stop('go-on'), 'too-warm'],
  ['let through, and too cold since', 'ask', { temperature: 0.5 }, stop('go-on'), 'ask-bank'],
  ['let through at an earlier step', 'never', { temperature: 14.6 }, stop('go-on', 'delivered'), 'too-warm'],
  ['a new bag, as warm again', 'never', {}, stop('new-bag'), 'too-warm'],
  ['a new bag, within limits', 'within', {}, stop('new-bag'), null],
] as const)('AMB-262 a step %s', (_, verdict, said, stands, code) => {
  expect(whyNotGoOn({ step: 'issued', ...said }, verdict, stands, band)?.code ?? null).toBe(code)
})

test.each([
  ['asked for', 'ask', null, null],
  ['not to be used', 'never', null, null],
  ['within limits', 'within', null, 'within-limits'],
  ['not measured', null, null, 'no-temperature'],
  ['stopped already', 'never', stop(null), 'stopped'],
  ['of another bag', 'never', stop('new-bag'), null],
] as const)('AMB-262 stopping with bags %s', (_, verdict, stands, code) => {
  expect(whyNotStop(verdict, stands)?.code ?? null).toBe(code)
})

test('AMB-262 a delivery stands at its last stop until that is decided and the step told, or the delivery over', () => {
  const at = (seq: number, told: Stop['step'][], deliveredAt: Date | null = null) => ({
    seq,
    told,
    deliveredAt,
  })
  const stops = [stop('new-bag'), stop(null, 'delivered'), stop('go-on', 'issued', 2)]
  expect(stopOf(stops, at(1, ['issued']))).toBe(stops[1])
  // what is told late moves nothing, nor does it lift a stop that nobody has decided
  expect(stopOf(stops, at(1, ['issued', 'delivered']))).toBe(stops[1])
  expect(stopOf(stops, at(1, ['issued'], new Date()))).toBeNull()
  expect(stopOf(stops, at(2, []))).toBe(stops[2])
  expect(stopOf(stops, at(2, ['issued']))).toBeNull()
  expect(stopOf(stops, at(3, []))).toBeNull()
  expect([null, ...stops].map(isBarred)).toEqual([false, false, true, false])
})

test.each([
  ['on', 'issued', stop(null), 'stopped'],
  ['to its end', 'completed', stop(null), 'stopped'],
  ['on, with bags that go back', 'delivery-completed', stop('return'), 'stopped'],
  ['on by the decision', 'issued', stop('new-bag'), null],
  ['on without a stop', 'issued', null, null],
  ['to nothing', 'cancelled', stop(null), null],
  ['back to be linked anew', 'hospital-admin-approved', stop('return'), null],
] as const)('AMB-262 the provider sets a status: %s', (_, status, stands, code) => {
  expect(whyNotMoveOn(status, stands ? [stands] : [], { isOpen: true })?.code ?? null).toBe(code)
})

test.each([
  ['delivered', 'delivery-completed', stop(null), 'stopped-before'],
  ['partly delivered', 'partially-completed', stop('return'), 'stopped-before'],
  ['completed', 'completed', stop(null), 'stopped-before'],
  ['delivered with a new bag', 'delivery-completed', stop('new-bag'), null],
  ['on its way again', 'issued', stop(null), null],
] as const)(
  'AMB-276 of an order that was cancelled with a stop the provider says: %s',
  (_, status, stands, code) => {
    expect(whyNotMoveOn(status, [stands], { isOpen: false })?.code ?? null).toBe(code)
  },
)

test.each([
  ['to go on with why', stop(null), { decision: 'go-on', reason: 'Checked by Dr. Rao' }, null],
  ['to go on without', stop(null), { decision: 'go-on', reason: ' ' }, 'no-reason'],
  ['a new bag', stop(null), { decision: 'new-bag', reason: '' }, null],
  ['otherwise than back to the bank', stop('return'), { decision: 'go-on', reason: 'x' }, null],
  ['what was decided', stop('new-bag'), { decision: 'return', reason: '' }, 'not-stopped'],
  ['nothing', null, { decision: 'return', reason: '' }, 'not-stopped'],
] as const)('AMB-262 the provider decides %s', (_, stands, said, code) => {
  expect(whyNotDecide(stands, said)?.code ?? null).toBe(code)
})

test('AMB-269 a stop that nobody has decided is not lifted by a later one that was', () => {
  const stops = [stop(null, 'delivered'), stop('go-on')]
  expect(stopOf(stops, { seq: 1, told: ['issued'], deliveredAt: null })).toBe(stops[0])
})

const at = (time: string) => instantOf('2026-11-16', time)

test.each([
  ['while it is out', null, null],
  ['a day after it ended', instantOf('2026-11-15', '10:00'), null],
  ['later than that', instantOf('2026-11-15', '09:59'), 'too-late'],
] as const)('AMB-278 warm bags of an order are heard of: %s', (_, endedAt, code) => {
  expect(whyNotHear(endedAt, at('10:00'))?.code ?? null).toBe(code)
})

const links = [
  { at: at('08:00'), bankId: 'red', driverEmail: 'arun' },
  { at: at('09:00'), bankId: 'blue', driverEmail: 'arun' },
  { at: at('10:00'), bankId: 'green', driverEmail: 'meena' },
]

test.each([
  ['by the driver of now', 'meena', '10:30', 'green'],
  ['before another bank was linked', 'arun', '08:30', 'red'],
  ['after his last link, whoever has the order since', 'arun', '10:30', 'blue'],
  ['by a clock from before his first link', 'arun', '07:00', 'red'],
  ['by somebody who was never linked', 'john', '10:30', null],
] as const)('AMB-269 whose bags: fetched %s', (_, fetchedBy, time, bank) => {
  expect(bankOfBags(links, { fetchedBy, fetchedAt: at(time) })).toBe(bank)
})

test.each([
  ['of the bank of now', 'blue', { areOut: false, fetchedAt: null }, false],
  ['of another bank, none out', 'red', { areOut: false, fetchedAt: null }, true],
  ['of another bank, others fetched since', 'red', { areOut: true, fetchedAt: at('09:30') }, true],
  ['of another bank, the same on the road', 'red', { areOut: true, fetchedAt: at('08:30') }, false],
  ['of another bank, out by a status alone', 'red', { areOut: true, fetchedAt: null }, false],
  ['of nobody knows which', null, { areOut: false, fetchedAt: null }, false],
] as const)('AMB-269 other bags came for those %s', (_, bank, bags, expected) => {
  expect(wereReplaced({ bankId: 'blue', linkedAt: at('09:00') }, bank, bags)).toBe(expected)
})

test.each([
  ['nothing yet', stop(null), 'issued', false],
  ['go on, at that step', stop('go-on'), 'issued', true],
  ['go on, at the step after it', stop('go-on'), 'delivered', false],
  ['a new bag, where it is fetched', stop('new-bag', 'delivered'), 'issued', true],
  ['a new bag, once that is carried', stop('new-bag', 'delivered'), 'delivered', false],
] as const)('AMB-262 whether the word stands over a step: %s', (_, said, now, isIt) => {
  expect(isSaidOf(said, now)).toBe(isIt)
})

test('what is nobody’s mistake is answered as a conflict', () => {
  expect(conflictsIn(stopWords)).toEqual(['not-stopped', 'stopped', 'stopped-before'])
})
