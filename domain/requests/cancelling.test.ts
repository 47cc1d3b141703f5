import { describe, expect, test } from 'vitest'
import { at, raisedRequest } from '#testing/makers/rules.ts'
import { say } from '../basics/refusal.ts'
import { CancelReason, cancel, mayBeCancelled, whyNotCancel } from './cancelling.ts'
import { type BloodRequest, type RequestStatus, requestStatuses } from './request.ts'
import { requestWords } from './words.ts'

const request: BloodRequest = raisedRequest()

const open: RequestStatus[] = ['pending', 'hospital-admin-approved']

describe('until a blood bank has taken it', () => {
  test.each(open)('AMB-60 %s can be cancelled', (status) => {
    expect(mayBeCancelled({ status })).toBe(true)
    expect(whyNotCancel({ status, bankId: 'redbank' }, 'Surgery postponed')).toBeNull()
  })

  test.each(requestStatuses.filter((status) => !open.includes(status)))(
    'AMB-60 %s cannot be cancelled, and the refusal names it',
    (status) => {
      expect(mayBeCancelled({ status })).toBe(false)
      for (const reason of ['Surgery postponed', '']) {
        const refusal = whyNotCancel({ status, bankId: 'redbank' }, reason)
        expect(refusal).toEqual({
          code: 'not-cancellable',
          values: { status: status.replace('bloodbank', 'redbank') },
        })
        expect(refusal && say(requestWords, refusal).text).toContain(
          `this one is ${status.replace('bloodbank', 'redbank')}`,
        )
      }
    },
  )

  test('AMB-60 each of the thirteen statuses is one or the other', () => {
    expect(requestStatuses.filter((status) => mayBeCancelled({ status }))).toEqual(open)
    expect(requestStatuses).toHaveLength(13)
  })
})

describe('the reason', () => {
  test.each([
    ['nothing', ''],
    ['a blank', ' '],
    ['line breaks', '\t\r\n'],
    ['wide blanks', '\u00a0\u3000'],
    ['a NUL', '\u0000'],
    ['overrides of direction', '\u202e\u202c'],
    ['a space without width', '\u200b'],
    ['marks of direction', '\u200f\u200e'],
  ])('AMB-60 %s is no reason, so nothing is cancelled', (_name, reason) => {
    for (const status of open) {
      expect(whyNotCancel({ status, bankId: 'redbank' }, reason)).toEqual({
        code: 'no-reason',
        field: 'reason',
      })
    }
  })

  test.each(['-', 'x', 'நோயாளி மாற்றப்பட்டார்', '🩸', ' moved to another hospital '])(
    'AMB-60 %j is a reason',
    (reason) => {
      expect(whyNotCancel({ status: 'pending', bankId: null }, reason)).toBeNull()
    },
  )

  test.each([
    ['500 characters', 'x'.repeat(500), true],
    ['501 characters', 'x'.repeat(501), false],
    ['500 with blanks around', `  ${'x'.repeat(500)}\n`, true],
    ['10,000 characters', 'x'.repeat(10_000), false],
    ['500 of Tamil', 'அ'.repeat(500), true],
  ])('AMB-60 %s: refused or kept whole, never cut', (_name, reason, isTaken) => {
    const read = CancelReason.safeParse(reason)
    expect(read.success).toBe(isTaken)
    if (read.success) expect(read.data).toBe(reason.trim())
  })
})

describe('what a cancellation changes', () => {
  test('AMB-60 the status and the last change, and nothing else: what was approved stays written', () => {
    const approved = { ...request, status: 'hospital-admin-approved', approvedAt: at('09:30') } as const
    for (const before of [request, approved]) {
      expect(cancel(before, at('10:00'))).toStrictEqual({
        ...before,
        status: 'cancelled',
        updatedAt: at('10:00'),
        version: before.version + 1,
      })
    }
  })

  test('AMB-60 the request that was given is left as it was', () => {
    const frozen = Object.freeze({ ...request })
    cancel(frozen, at('10:00'))
    expect(frozen).toEqual(request)
  })
})
