import { expect, test } from 'vitest'
import { say } from '../basics/refusal.ts'
import { instantOf } from '../basics/time.ts'
import { mayBeRefused, refuseOrder, refuseWords, whyNotRefuse } from './refusing.ts'
import { type BloodRequest, requestStatuses } from './request.ts'

test.each(requestStatuses)('AMB-60 whether a bank may refuse what is %s', (status) => {
  const may = status === 'bloodbank-approved'
  expect(mayBeRefused({ status })).toBe(may)
  const refusal = whyNotRefuse({ status }, 'Bag broken')
  expect(refusal?.code ?? null).toBe(may ? null : 'not-refusable')
  if (refusal) expect(say(refuseWords, refusal).text).toContain(`this one is ${status}`)
})

test.each([
  ['', 'no-reason'],
  [' \n\t', 'no-reason'],
  ['\u200d', 'no-reason'],
  ['No O NEG left', null],
  ['x'.repeat(500), null],
  [`${'x'.repeat(500)}\n`, null],
  ['x'.repeat(501), 'reason-too-long'],
])('AMB-60 a reason of %j', (reason, code) => {
  expect(whyNotRefuse({ status: 'bloodbank-approved' }, reason)?.code ?? null).toBe(code)
})

test('AMB-60 refused is a status, a time and a version; the bank stays linked', () => {
  const now = instantOf('2026-11-15', '10:00')
  const before = { status: 'bloodbank-approved', bankId: 'redbank', version: 3 } as BloodRequest
  expect(refuseOrder(before, now)).toEqual({
    status: 'bloodbank-rejected',
    bankId: 'redbank',
    version: 4,
    updatedAt: now,
  })
})
