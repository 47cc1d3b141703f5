import { expect, test } from 'vitest'
import { isBarred, type Stop, stopOf, whyNotDecide, whyNotGoOn, whyNotStop } from './stopping.ts'

const stop = (decision: Stop['decision'], step: Stop['step'] = 'issued', seq = 1): Stop => ({
  seq,
  step,
  decision,
})

test.each([
  ['within limits', 'within', {}, null, null],
  ['without a measure', null, {}, null, null],
  ['where the bank is asked, without its word', 'ask', {}, null, 'ask-bank'],
  ['where the bank is asked, by a blank', 'ask', { allowedBy: ' \u200d ' }, null, 'ask-bank'],
  ['where the bank is asked, by its word', 'ask', { allowedBy: 'Dr. Rao' }, null, null],
  ['not to be used, whoever says so', 'never', { allowedBy: 'Dr. Rao' }, null, 'too-warm'],
  ['stopped', 'within', {}, stop(null), 'stopped'],
  ['stopped, and to go back', 'within', {}, stop('return'), 'stopped'],
  ['stopped, and let through', 'never', {}, stop('go-on'), null],
  ['let through at an earlier step', 'never', {}, stop('go-on', 'delivered'), 'too-warm'],
  ['a new bag, as warm again', 'never', {}, stop('new-bag'), 'too-warm'],
  ['a new bag, within limits', 'within', {}, stop('new-bag'), null],
] as const)('AMB-262 a step %s', (_, verdict, said, stands, code) => {
  expect(whyNotGoOn({ step: 'issued', ...said }, verdict, stands)?.code ?? null).toBe(code)
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

test('AMB-262 a delivery stands at its last stop, until that step is done', () => {
  const stops = [stop('new-bag'), stop(null, 'delivered'), stop('go-on', 'issued', 2)]
  expect(stopOf(stops, { seq: 1, done: ['issued'] })).toBe(stops[1])
  expect(stopOf(stops, { seq: 1, done: ['issued', 'delivered'] })).toBeNull()
  expect(stopOf(stops, { seq: 3, done: [] })).toBeNull()
  expect([null, ...stops].map(isBarred)).toEqual([false, false, true, false])
})

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
