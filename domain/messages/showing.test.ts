import { expect, test } from 'vitest'
import { messageStates } from './resending.ts'
import { firstWords, kindName, stateHelp, stateName } from './showing.ts'

test.each([
  ['raise', 'Request raised'],
  ['password-reset', 'Password reset'],
  ['driver-link', 'Driver link'],
  ['', ''],
])('a message of kind %j is called %j', (kind, name) => {
  expect(kindName(kind)).toBe(name)
})

test.each([
  [
    'the subject, if there is one',
    { subject: 'Request 0a1b2c3d raised', body: 'x' },
    'Request 0a1b2c3d raised',
  ],
  ['else the first words on one line', { subject: '', body: ' one\n\ntwo ' }, 'one two'],
  ['ninety letters whole', { subject: 'த'.repeat(90), body: '' }, 'த'.repeat(90)],
  ['ninety-one cut', { subject: '🩸'.repeat(91), body: '' }, `${'🩸'.repeat(89)}…`],
])('at a glance: %s', (_name, message, words) => {
  expect(firstWords(message)).toBe(words)
})

test('every state has its word and its meaning', () => {
  for (const state of messageStates) {
    expect(stateName[state]).toBe(state)
    expect(stateHelp[state]).not.toBe('')
  }
})
