import { expect, test } from 'vitest'
import { conflictsIn } from '#testing/makers/rules.ts'
import { say } from '../basics/refusal.ts'
import { instantOf } from '../basics/time.ts'
import { mayBeRefused, refuseOrder, refuseWords, whyNotRefuse } from './refusing.ts'
import { type BloodRequest, requestStatuses } from './request.ts'

test.each(requestStatuses)('AMB-60 whether a bank may refuse what is %s', (status) => {
  const may = status === 'bloodbank-approved'
  expect(mayBeRefused({ status, haveBagsLeft: false })).toBe(may)
  const refusal = whyNotRefuse({ status, bankId: 'redbank', haveBagsLeft: false }, 'Bag broken')
  expect(refusal?.code ?? null).toBe(may ? null : 'not-refusable')
  if (refusal)
    expect(say(refuseWords, refusal).text).toContain(`this one is ${status.replace('bloodbank', 'redbank')}.`)
})

test('AMB-361 of what bags have left for nothing is refused, whatever its status says', () => {
  const order = { status: 'bloodbank-approved', bankId: 'redbank' } as const
  expect(whyNotRefuse({ ...order, haveBagsLeft: true }, 'Bag broken')?.code).toBe('bags-left')
  expect(whyNotRefuse({ ...order, haveBagsLeft: false }, 'Bag broken')).toBeNull()
  expect(mayBeRefused({ ...order, haveBagsLeft: true })).toBe(false)
  // what moved on says so first
  expect(whyNotRefuse({ ...order, status: 'issued', haveBagsLeft: true }, '')?.code).toBe('not-refusable')
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
  expect(
    whyNotRefuse({ status: 'bloodbank-approved', bankId: 'redbank', haveBagsLeft: false }, reason)?.code ??
      null,
  ).toBe(code)
})

test.each([
  ['for the first time', [], ['redbank']],
  ['after another', ['bluebank'], ['bluebank', 'redbank']],
  ['again', ['redbank', 'bluebank'], ['bluebank', 'redbank']],
])(
  'AMB-212 refused %s it is as it was before it had a bank, and says who refused',
  (_, earlier, refusedBy) => {
    const now = instantOf('2026-11-15', '10:00')
    const had = { bankId: 'redbank', driverEmail: 'arun@example', linkedAt: now }
    const before = { status: 'bloodbank-approved', version: 3, refusedBy: earlier, ...had } as BloodRequest
    expect(refuseOrder(before, now)).toEqual({
      status: 'hospital-admin-approved',
      bankId: null,
      driverEmail: null,
      linkedAt: null,
      refusedBy,
      version: 4,
      updatedAt: now,
    })
  },
)

test('what is nobody’s mistake is answered as a conflict', () => {
  expect(conflictsIn(refuseWords)).toEqual(['not-refusable', 'bags-left', 'already-refused'])
})
