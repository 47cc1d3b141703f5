import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sized } from '#testing/harness/size.ts'
import { raisedRequest } from '#testing/makers/rules.ts'
import { componentCodes } from '../basics/blood.ts'
import { instantOf, later, minuteOfDay, minutes } from '../basics/time.ts'
import { approve, reject, whyNotApprove, whyNotReject } from './approving.ts'
import { cancel, whyNotCancel } from './cancelling.ts'
import { type BloodRequest, type RequestStatus, requestStatuses } from './request.ts'
import { whyStale } from './stale.ts'

/** §4.2 and ruling AMB-60: where a hospital's own people may take a request, and from where. */
const ways: Partial<Record<RequestStatus, RequestStatus[]>> = {
  pending: ['hospital-admin-approved', 'hospital-admin-rejected', 'cancelled'],
  'hospital-admin-approved': ['cancelled'],
}

const aims = {
  approve: 'hospital-admin-approved',
  reject: 'hospital-admin-rejected',
  cancel: 'cancelled',
} as const satisfies Record<string, RequestStatus>
type Act = keyof typeof aims

const start = instantOf('2026-11-15', '00:00')

/** A person presses a button: on the row as it is, or on an older picture of it. */
const press = fc.record({
  act: fc.constantFrom<Act[]>('approve', 'reject', 'cancel'),
  by: fc.constantFrom('chief', 'deputy'),
  /** Looks at the row afresh before pressing. */
  looks: fc.boolean(),
  waits: fc.integer({ min: 0, max: 600 }),
  reason: fc.constantFrom('Surgery postponed', ''),
})

const story = fc.record({
  presses: fc.array(press, { minLength: 1, maxLength: 12 }),
  status: fc.oneof(fc.constant<RequestStatus>('pending'), fc.constantFrom(...requestStatuses)),
  component: fc.constantFrom(...componentCodes),
  pickup: fc.integer({ min: 0, max: 1439 }),
  isApprovingBlocked: fc.boolean(),
})

function aRequest(status: RequestStatus, component: BloodRequest['component'], pickup: number): BloodRequest {
  const draft = { component, pickupAt: later(start, minutes(pickup)), deadlineAt: null }
  return { ...raisedRequest(draft, start), status }
}

/** As the handlers do it: the rule, then the picture the person saw, then the change. */
function pressed(
  request: BloodRequest,
  act: Act,
  seen: number,
  { now, reason, isApprovingBlocked }: { now: Date; reason: string; isApprovingBlocked: boolean },
): BloodRequest | null {
  const objections = {
    approve: () => whyNotApprove(request, { isApprovingBlocked, accountId: '', needsFourEyes: false }, now),
    reject: () => whyNotReject(request),
    cancel: () => whyNotCancel(request, reason),
  }
  if (objections[act]() || whyStale(request, seen)) return null
  return { approve, reject, cancel }[act](request, now)
}

const isSdpHour = (at: Date) => minuteOfDay(at) >= 8 * 60 && minuteOfDay(at) <= 18 * 60

test('APPROVAL-15 AMB-52 AMB-60 no order of approve, reject and cancel by two people leads where the rules do not', () => {
  const ends = new Set<RequestStatus>()
  fc.assert(
    fc.property(story, ({ presses, status, component, pickup, isApprovingBlocked }) => {
      const first = aRequest(status, component, pickup)
      let request = first
      let now = start
      const seen: Record<string, number> = { chief: first.version, deputy: first.version }
      const passed: RequestStatus[] = [status]
      for (const { act, by, looks, waits, reason } of presses) {
        now = later(now, minutes(waits))
        if (looks) seen[by] = request.version
        const before = request
        const after = pressed(before, act, seen[by] ?? 0, { now, reason, isApprovingBlocked })
        const isWay = ways[before.status]?.includes(aims[act]) ?? false
        const isHindered =
          seen[by] !== before.version ||
          (act === 'cancel' && reason === '') ||
          (act === 'approve' && isApprovingBlocked) ||
          (act === 'approve' && component === 'SDP' && !(isSdpHour(now) && isSdpHour(before.pickupAt)))
        expect(after !== null, `${act} of what is ${before.status}`).toBe(isWay && !isHindered)
        if (after === null) continue
        seen[by] = after.version
        passed.push(after.status)
        const approvedAt = act === 'approve' ? now : before.approvedAt
        expect(after).toStrictEqual({
          ...before,
          status: aims[act],
          approvedAt,
          updatedAt: now,
          version: before.version + 1,
        })
        request = after
      }
      ends.add(request.status)
      expect(request.version).toBe(first.version + passed.length - 1)
      expect(new Set(passed).size, 'no status is reached twice').toBe(passed.length)
      expect(request.approvedAt !== null).toBe(passed.slice(1).includes('hospital-admin-approved'))
    }),
    { numRuns: sized(300, 20_000) },
  )
  expect([...ends].sort(), 'every status was an end').toEqual([...requestStatuses].sort())
})
