import { expect, test } from 'vitest'
import { conflictsIn } from '#testing/makers/rules.ts'
import {
  backupCodeCount,
  codeReuseSeconds,
  grouped,
  readCode,
  secondFactorTries,
  secondFactorWords,
  whyNotCode,
  whyNotConfirm,
} from './second-factor.ts'

test.each([
  ['123456', { kind: 'app', code: '123456' }],
  [' 123 456 ', { kind: 'app', code: '123456' }],
  ['a1B2c-D3e4F', { kind: 'backup', code: 'a1B2c-D3e4F' }],
  [' a1B2c-D3e4F\n', { kind: 'backup', code: 'a1B2c-D3e4F' }],
])('T15 %j is read as what it is', (typed, code) => {
  expect(readCode(typed)).toEqual(code)
  expect(whyNotCode(typed)).toBeNull()
})

test.each(['', '12345', '1234567', '12345a', 'a1B2cD3e4F', 'a1B2c-D3e4', '١٢٣٤٥٦', 'a1B2c–D3e4F'])(
  'T15 %j is no code, told at its field',
  (typed) => {
    expect(readCode(typed)).toBeNull()
    expect(whyNotCode(typed)).toEqual({ code: 'code-malformed', field: 'code' })
  },
)

test('T15 only a code of the app confirms the app', () => {
  expect(whyNotConfirm('123456')).toBeNull()
  expect(whyNotConfirm('a1B2c-D3e4F')).toEqual({ code: 'code-malformed', field: 'code' })
})

test.each([
  ['ABCDEFGHIJ', 'ABCD EFGH IJ'],
  ['ABCD', 'ABCD'],
  ['', ''],
])('T15 the key %j is read as %j', (key, read) => {
  expect(grouped(key)).toBe(read)
})

test('what is nobody’s mistake is answered as a conflict', () => {
  expect(conflictsIn(secondFactorWords)).toEqual(['already-on', 'not-begun', 'not-on'])
})

test('ten backup codes, five wrong tries in a quarter of an hour, each code looked at once', () => {
  expect([backupCodeCount, secondFactorTries, codeReuseSeconds]).toEqual([10, { max: 5, seconds: 900 }, 120])
})
