import { describe, expect, test } from 'vitest'
import { conflictsIn } from '#testing/makers/rules.ts'
import { say } from '../basics/refusal.ts'
import { drivingWords, isLocked, whyNotHandOver, whyNotReport } from './refusals.ts'
import { wrongCodesAtMost } from './reporting.ts'

const handOver = { receiver: 'Sister Mary', code: '123456' }

test.each<[string, Parameters<typeof whyNotReport>[0], string | null]>([
  ['a sample with name and code', { step: 'sample acquired', ...handOver }, null],
  [
    'a sample with name and reason',
    { step: 'sample acquired', receiver: 'A', noCodeReason: 'No screen' },
    null,
  ],
  ['a sample from nobody', { step: 'sample acquired', code: '123456' }, 'no-receiver'],
  ['a sample from a blank', { step: 'sample acquired', ...handOver, receiver: ' \u200d ' }, 'no-receiver'],
  ['a sample without code or reason', { step: 'sample acquired', receiver: 'A' }, 'no-code'],
  ['a sample with a blank reason', { step: 'sample acquired', receiver: 'A', noCodeReason: '  ' }, 'no-code'],
  ['cross matching', { step: 'cross matching' }, null],
  ['issued with its temperature', { step: 'issued', temperature: 0 }, null],
  ['issued without', { step: 'issued' }, 'no-temperature'],
  ['delivered with all', { step: 'delivered', temperature: -20, ...handOver }, null],
  ['delivered without temperature', { step: 'delivered', ...handOver }, 'no-temperature'],
  ['delivered to nobody', { step: 'delivered', temperature: 4, code: '123456' }, 'no-receiver'],
])('AMB-64 %s', (_, report, code) => {
  expect(whyNotReport(report)?.code ?? null).toBe(code)
})

describe('a hand-over', () => {
  const right = { tries: 0, isRight: true, hasPicture: false }
  const wrong = { ...right, isRight: false }
  const code = '123456'

  test.each([
    ['the right code', { code }, right, null],
    ['the right code at the last try', { code }, { ...right, tries: 4 }, null],
    ['the right code once locked', { code }, { ...right, tries: 5 }, 'code-locked'],
    ['the right code long locked', { code }, { ...right, tries: 9 }, 'code-locked'],
    ['a wrong code', { code }, wrong, 'wrong-code'],
    ['a wrong code before the last try', { code }, { ...wrong, tries: 3 }, 'wrong-code'],
    ['the fifth wrong code', { code }, { ...wrong, tries: 4 }, 'code-locked'],
    ['a wrong code with a picture', { code }, { ...wrong, hasPicture: true }, 'wrong-code'],
    ['no code and a picture', {}, { ...wrong, hasPicture: true }, null],
    ['no code and a picture, once locked', {}, { ...wrong, tries: 5, hasPicture: true }, null],
    ['no code and no picture', {}, wrong, 'picture-missing'],
    [
      'a wrong code, a picture and why',
      { code, noCodeReason: 'No signal' },
      { ...wrong, hasPicture: true },
      null,
    ],
    ['a wrong code and why, but no picture', { code, noCodeReason: 'No signal' }, wrong, 'wrong-code'],
  ] as const)('AMB-64 AMB-260 with %s', (_, said, now, expected) => {
    for (const step of ['sample acquired', 'delivered'] as const) {
      expect(whyNotHandOver({ step, ...said }, now)?.code ?? null).toBe(expected)
    }
    expect(whyNotHandOver({ step: 'issued', ...said }, now)).toBeNull()
  })

  test('AMB-64 a wrong code tells how many tries are left', () => {
    const left = [0, 1, 2, 3].map((tries) => whyNotHandOver({ step: 'delivered', code }, { ...wrong, tries }))
    expect(left.map((refusal) => refusal?.values)).toEqual([
      { left: 4 },
      { left: 3 },
      { left: 2 },
      { left: 1 },
    ])
    expect(left[0] && say(drivingWords, left[0]).text).toBe('This is not the code. Tries left: 4.')
    expect([4, 5, 6].map(isLocked)).toEqual([false, true, true])
    expect(wrongCodesAtMost).toBe(5)
  })
})

test('what is nobody’s mistake is answered as a conflict', () => {
  expect(conflictsIn(drivingWords)).toEqual([
    'not-next',
    'stopped',
    'proved',
    'not-to-take-back',
    'too-late',
    'enough-kept',
  ])
})
