import { describe, expect, test } from 'vitest'
import { componentCodes } from '../basics/blood.ts'
import { say } from '../basics/refusal.ts'
import { instantOf, later } from '../basics/time.ts'
import { accountStatuses } from '../people/actor.ts'
import {
  approve,
  isBySameHands,
  reject,
  subscriptionNotice,
  whyNotApprove,
  whyNotReject,
} from './approving.ts'
import { type BloodRequest, noHands, requestStatuses } from './request.ts'
import { requestWords } from './words.ts'

const at = (time: string) => instantOf('2026-11-15', time)
const now = at('10:00')
const active = { isApprovingBlocked: false, accountId: 'admin-1', needsFourEyes: false }
const blocked = { ...active, isApprovingBlocked: true }

const request: BloodRequest = {
  id: '0123abcd',
  hospitalId: 'firm',
  patientName: 'Asha Rao',
  patientId: 'UH-1',
  age: 42,
  sex: 'Female',
  bloodGroup: 'A+',
  component: 'PRBC',
  units: 2,
  orderType: 'immediate',
  reason: 'Surgery',
  status: 'pending',
  deliveryStatus: '-',
  bankId: null,
  driverEmail: null,
  note: '-',
  pickupAt: at('12:00'),
  deadlineAt: at('15:00'),
  raisedAt: at('09:00'),
  updatedAt: at('09:00'),
  approvedAt: null,
  deliveredAt: null,
  isLate: false,
  deliveryTemperature: null,
  linkedAt: null,
  firstCompletedAt: null,
  expired: false,
  invoiceKind: 'NORMAL',
  hospitalInvoicePath: null,
  bankInvoicePath: null,
  refusedBy: [],
  ...noHands,
  regeneratingUntil: null,
  version: 4,
}
const platelets: BloodRequest = { ...request, component: 'SDP' }

describe('only what is pending can be decided', () => {
  test('APPROVAL-15 a pending request may be approved and rejected', () => {
    expect(whyNotApprove(request, active, now)).toBeNull()
    expect(whyNotReject(request)).toBeNull()
  })

  test.each(requestStatuses.filter((status) => status !== 'pending'))(
    'APPROVAL-15 %s is already decided',
    (status) => {
      const decided = { ...request, status, bankId: 'redbank' }
      // as the list shows it (AMB-50)
      const shown = status.replace('bloodbank', 'redbank')
      const refusal = { code: 'already-decided', values: { status: shown } }
      expect(whyNotApprove(decided, active, now)).toEqual(refusal)
      expect(whyNotReject(decided)).toEqual(refusal)
    },
  )

  test('APPROVAL-15 what is decided is told before anything else, and names the status', () => {
    const decided = { ...platelets, status: 'hospital-admin-approved' } as const
    const refusal = whyNotApprove(decided, blocked, at('20:00'))
    expect(refusal?.code).toBe('already-decided')
    expect(refusal && say(requestWords, refusal).text).toContain('hospital-admin-approved')
  })

  test('APPROVAL-15 every way of being too late is a conflict, and nothing else is', () => {
    const conflicts = Object.entries(requestWords).filter(([, wording]) => 'conflict' in wording)
    expect(conflicts.map(([code]) => code)).toEqual([
      'already-decided',
      'not-cancellable',
      'not-amendable',
      'changed-meanwhile',
    ])
  })

  test('APPROVAL-15 a pickup that is near or past does not stop an approval', () => {
    expect(whyNotApprove(request, active, at('11:59'))).toBeNull()
    expect(whyNotApprove(request, active, at('23:00'))).toBeNull()
  })
})

describe('single donor platelets', () => {
  const edges = [
    ['00:00', false],
    ['07:59', false],
    ['08:00', true],
    ['17:01', true],
    ['18:00', true],
    ['18:01', false],
    ['20:00', false],
  ] as const

  test.each(edges)('APPROVAL-16 APPROVAL-18 decided at %s: %s', (time, may) => {
    expect(whyNotApprove(platelets, active, at(time))?.code).toBe(may ? undefined : 'sdp-not-approvable')
  })

  test.each(edges)('APPROVAL-17 APPROVAL-18 with the pickup at %s: %s', (time, may) => {
    const picked = { ...platelets, pickupAt: at(time) }
    expect(whyNotApprove(picked, active, now)?.code).toBe(may ? undefined : 'sdp-not-approvable')
  })

  test('APPROVAL-16 the whole minute of 18:00 belongs to the hours', () => {
    expect(whyNotApprove(platelets, active, later(at('18:00'), 59_999))).toBeNull()
  })

  test('APPROVAL-16 ERRORS-01 the notice is the one of the specification', () => {
    expect(requestWords['sdp-not-approvable'].text).toBe(
      "Sorry, All Single Donor Platelets' requests that are scheduled after 5:00 PM IST cannot be approved.",
    )
  })

  test.each(componentCodes.filter((code) => code !== 'SDP'))('APPROVAL-19 %s has no hours', (component) => {
    const other = { ...request, component, pickupAt: at('23:00') }
    expect(whyNotApprove(other, active, at('20:00'))).toBeNull()
  })

  test('APPROVAL-16 rejecting has no hours', () => {
    const late = { ...platelets, pickupAt: at('23:00') }
    expect(whyNotReject(late)).toBeNull()
  })
})

describe('a subscription that has ended', () => {
  test.each(accountStatuses)('APPROVAL-20 AMB-215 account status %s', (accountStatus) => {
    const notice = accountStatus === 'subscription-ended' ? requestWords['subscription-ended'] : null
    expect(subscriptionNotice({ accountStatus, ...active })).toEqual(notice)
  })

  test('AMB-215 stops approving only where the provider chose so; that is told, and before the hours of platelets', () => {
    expect(whyNotApprove(platelets, blocked, at('20:00'))?.code).toBe('approving-blocked')
    expect(subscriptionNotice({ accountStatus: 'subscription-ended', ...blocked })).toEqual(
      requestWords['approving-blocked'],
    )
  })

  test.each(['subscription-ended', 'approving-blocked'] as const)(
    'APPROVAL-20 %s says what to do',
    (code) => {
      expect(requestWords[code].text).toMatch(/subscription.*ended.*contact the provider.*renew/i)
    },
  )
})

describe('the decision', () => {
  test('APPROVAL-10 APPROVAL-11 APPROVAL-14 approving stamps both times and changes nothing else', () => {
    expect(approve(request, now)).toStrictEqual({
      ...request,
      status: 'hospital-admin-approved',
      approvedAt: now,
      updatedAt: now,
      version: 5,
    })
  })

  test('APPROVAL-13 APPROVAL-14 rejecting stamps the last change alone', () => {
    expect(reject(request, now)).toStrictEqual({
      ...request,
      status: 'hospital-admin-rejected',
      updatedAt: now,
      version: 5,
    })
  })

  test('APPROVAL-14 the request that was given is left as it was', () => {
    const frozen = Object.freeze({ ...request })
    approve(frozen, now)
    reject(frozen, now)
    expect(frozen).toEqual(request)
  })
})

describe('AMB-294 four eyes', () => {
  const raised = { ...request, raisedBy: 'admin-1' }
  const strict = { ...active, needsFourEyes: true }

  test.each([
    ['who raised it, where it is forbidden', raised, strict, { did: 'raised' }],
    [
      'who amended it last',
      { ...raised, raisedBy: 'nurse', amendedBy: 'admin-1' },
      strict,
      { did: 'amended' },
    ],
    ['AMB-313 who raised what another amended', { ...raised, amendedBy: 'admin-2' }, strict, null],
    [
      'AMB-313 who raised it and amended it last',
      { ...raised, amendedBy: 'admin-1' },
      strict,
      { did: 'amended' },
    ],
    ['AMB-313 of what nobody here raised, another', { ...request, amendedBy: 'nurse' }, strict, null],
    ['who raised it, where it is not', raised, active, null],
    ['another', { ...raised, raisedBy: 'nurse' }, strict, null],
    ['of what nobody here raised', request, strict, null],
  ] as const)('%s', (_, of, by, values) => {
    expect(whyNotApprove(of, by, now)).toEqual(values && { code: 'four-eyes', values })
  })

  test('it is asked after all else', () => {
    expect(whyNotApprove({ ...platelets, raisedBy: 'admin-1' }, strict, at('20:00'))?.code).toBe(
      'sdp-not-approvable',
    )
    expect(whyNotApprove(raised, { ...strict, isApprovingBlocked: true }, now)?.code).toBe(
      'approving-blocked',
    )
  })

  test('says so of what one person raised and approved, as long as it is approved', () => {
    const approved = approve(raised, now, 'admin-1')
    expect(isBySameHands(approved)).toBe(true)
    expect(isBySameHands(approve(raised, now, 'admin-2'))).toBe(false)
    expect(isBySameHands(approve(request, now))).toBe(false)
    expect(isBySameHands({ ...approved, status: 'pending' })).toBe(false)
  })
})
