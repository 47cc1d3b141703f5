import { expect, test } from 'vitest'
import { conflictsIn } from '#testing/makers/rules.ts'
import { hours, later, minutes } from '../basics/time.ts'
import { isSecret, type MessageState, messageStates, messageWords, whyNotResend } from './resending.ts'

const createdAt = new Date('2026-11-16T10:00:00+05:30')
const recipient = 'asha@firm.example'
const soon = later(createdAt, minutes(5))

test.each([
  ['failed', null],
  ['kept', null],
  ['sent', 'already-sent'],
  ['waiting', 'still-waiting'],
  ['overtaken', 'overtaken'],
] as const)('a message that is %s is sent again, or why not: %s', (state, code) => {
  expect(whyNotResend({ state, kind: 'raise', createdAt, recipient }, soon)?.code ?? null).toBe(code)
})

test.each([
  ['password-reset', 1],
  ['invitation', 72],
])('T11 a link of %s works for %i hours and is not sent again after them', (kind, life) => {
  const failed = { state: 'failed' as MessageState, kind, createdAt, recipient }
  expect(whyNotResend(failed, later(createdAt, hours(life) - 1))).toBeNull()
  expect(whyNotResend(failed, later(createdAt, hours(life)))).toEqual({ code: 'link-too-old' })
  expect(isSecret(kind)).toBe(true)
})

test('every other message can be sent again however old it is', () => {
  const old = later(createdAt, hours(24 * 365))
  for (const kind of ['raise', 'approve', 'raised', 'approval', 'driver', 'toString']) {
    expect(isSecret(kind), kind).toBe(false)
    expect(whyNotResend({ state: 'failed', kind, createdAt, recipient }, old), kind).toBeNull()
  }
})

test.each(['failed', 'kept'] as const)(
  'AMB-397 a message that is %s and was emptied by age is not sent again',
  (state) => {
    expect(whyNotResend({ state, kind: 'raise', createdAt, recipient: '' }, soon)).toEqual({
      code: 'emptied',
    })
  },
)

test('that somebody was faster is a conflict, an old link is not', () => {
  expect(messageStates).toEqual(['waiting', 'sent', 'kept', 'failed', 'overtaken'])
  expect('conflict' in messageWords['already-sent']).toBe(true)
  expect('conflict' in messageWords['link-too-old']).toBe(false)
})

test('what is nobody’s mistake is answered as a conflict', () => {
  expect(conflictsIn(messageWords)).toEqual(['already-sent', 'still-waiting', 'overtaken'])
})
