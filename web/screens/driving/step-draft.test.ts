import { expect, test } from 'vitest'
import { celsiusIn, codeIn, draftFrom, mistakesIn, reportOf, verdictBy } from './step-draft.ts'

const draft = { ...draftFrom(null), temperature: '4.2', receiver: ' Nurse Priya ', code: '123456' }

test.each([
  ['4.2', 4.2],
  [' 4,2 ', 4.2],
  ['-18', -18],
  ['−18.5', -18.5],
  ['4.25', null],
  ['warm', null],
  ['', null],
  ['61', null],
])('AMB-187 a temperature typed as "%s" is %s', (typed, celsius) => {
  expect(celsiusIn(typed)).toBe(celsius)
})

test.each([
  ['829561', '829561'],
  ['829 561', '829561'],
  ['Code: 829-561', '829561'],
  ['8295617', '829561'],
])('a hand-over code pasted as "%s" is %s', (typed, code) => {
  expect(codeIn(typed)).toBe(code)
})

test.each([
  ['delivered', {}, false, {}],
  ['delivered', { temperature: ' ' }, false, { temperature: 'temperature' }],
  ['delivered', { temperature: '4.25' }, false, { temperature: 'temperatureForm' }],
  ['delivered', { receiver: ' ', code: '12345' }, false, { receiver: 'receiver', code: 'code' }],
  ['delivered', { hasNoCode: true }, false, { reason: 'reason', picture: 'picture' }],
  ['delivered', { hasNoCode: true, reason: 'The screen is dark' }, true, {}],
  ['sample acquired', { temperature: '' }, false, {}],
  ['issued', { receiver: '', code: '' }, false, {}],
  ['cross matching', { temperature: '', receiver: '', code: '' }, false, {}],
] as const)('what is missing of %s with %j', (step, change, hasPicture, mistakes) => {
  expect(mistakesIn(step, { ...draft, ...change }, { hasPicture, needsWord: false })).toEqual(mistakes)
})

test('no more is told than the step asks for', () => {
  expect(reportOf('cross matching', draft, false)).toEqual({ step: 'cross matching' })
  expect(reportOf('issued', draft, false)).toEqual({ step: 'issued', temperature: 4.2 })
  const all = { step: 'delivered', temperature: 4.2, receiver: 'Nurse Priya' }
  expect(reportOf('delivered', draft, false)).toEqual({ ...all, code: '123456' })
  const without = { ...draft, hasNoCode: true, reason: 'The screen is dark' }
  expect(reportOf('delivered', without, false)).toEqual({ ...all, noCodeReason: 'The screen is dark' })
})

test('AMB-262 where the bank has to be asked, who said to go on is asked for and told', () => {
  const needed = { hasPicture: false, needsWord: true }
  expect(mistakesIn('issued', draft, needed)).toEqual({ allowedBy: 'allowedBy' })
  const asked = { ...draft, allowedBy: ' Dr. Rao ' }
  expect(mistakesIn('issued', asked, needed)).toEqual({})
  expect(reportOf('issued', asked, true)).toEqual({ step: 'issued', temperature: 4.2, allowedBy: 'Dr. Rao' })
})

test('AMB-262 what the server said of a temperature holds while that one is typed, whatever the phone’s own limits say', () => {
  expect(verdictBy('ask-bank', 12, 12, null)).toBe('ask')
  expect(verdictBy('too-warm', 20, 20, 'ask')).toBe('never')
  expect(verdictBy('too-warm', 20, 4.2, 'within')).toBe('within')
  expect(verdictBy('wrong-code', 12, 12, 'ask')).toBe('ask')
})
