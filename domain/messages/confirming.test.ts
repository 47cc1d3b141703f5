import { expect, test } from 'vitest'
import { conflictsIn } from '#testing/makers/rules.ts'
import { confirmWords, sayBecame, whyNotDev, whyNotTo } from './confirming.ts'

const [day, night] = ['day@provider.example', 'night@provider.example']

test.each([
  ['nobody named', undefined, null],
  ['one of two', day, 'other-recipient'],
  ['both in one line', ` ${night} , DAY@provider.example`, null],
  ['both as a list', [night, day], null],
  ['one of them twice', [day, day, night], null],
  ['one more', [day, night, 'evil@evil.example'], 'other-recipient'],
  ['an empty line', '', 'other-recipient'],
  ['an empty list', [], 'other-recipient'],
])('AMB-159 "to" with %s', (_, to, code) => {
  expect(whyNotTo(to, [day, night])?.code ?? null).toBe(code)
})

test.each([
  ['firm', true, 'not-ours'],
  ['firm', false, null],
  ['firm', undefined, null],
  ['dev', true, null],
  ['test', true, null],
  // the flag is sent on approval alone
  ['dev', false, null],
])('AMB-162 %s with dev %s', (hospital, dev, code) => {
  expect(whyNotDev(dev, hospital)?.code ?? null).toBe(code)
})

test.each([
  [['sent', 'waiting', 'failed'], 'The mail of request 1 could not be sent; the provider sees why.'],
  [['sent', 'waiting'], 'The mail of request 1 is on its way.'],
  [['kept'], 'The mail of request 1 is kept in the outbox, since there is no way out.'],
  [['sent', 'sent'], 'The mail of request 1 was sent.'],
  [[], 'There is nobody to send a mail to.'],
] as const)('API-01 what became of messages that are %j', (states, words) => {
  expect(sayBecame('mail', states, 'request 1')).toBe(words)
})

test('what is nobody’s mistake is answered as a conflict', () => {
  expect(conflictsIn(confirmWords)).toEqual(['not-happened'])
})
