import { describe, expect, test } from 'vitest'
import { conflictsIn, raisedRequest } from '#testing/makers/rules.ts'
import { instantOf, later, minutes } from '../basics/time.ts'
import { approve, reject } from './approving.ts'
import { explain } from './explaining.ts'
import { requestStatuses } from './request.ts'
import {
  actsThatCount,
  Before,
  isUndoneAlready,
  type LastAct,
  mostUndone,
  undoableUntil,
  undoDecision,
  undoStatus,
  undoWords,
  whyNotUndo,
} from './undoing.ts'

const then = instantOf('2026-11-16', '17:16')
const approved = { status: 'hospital-admin-approved', bankId: null, version: 2 } as const
const act: LastAct = { kind: 'request-approved', by: 'me', at: then, from: 'pending', version: 2, undone: 0 }
const me = { accountId: 'me', now: later(then, minutes(1)), seen: 2 }

test('one’s own last act can be undone', () => {
  expect(whyNotUndo(approved, act, me)).toBeNull()
})

describe('the time for it', () => {
  test.each([
    ['request-approved', 10],
    ['request-rejected', 10],
    ['request-moved', 2],
  ])('of %s is %d minutes, the last moment included', (kind, window) => {
    const end = later(then, minutes(window))
    expect(whyNotUndo(approved, { ...act, kind }, { ...me, now: end })).toBeNull()
    expect(whyNotUndo(approved, { ...act, kind }, { ...me, now: later(end, 1) })?.code).toBe('too-late')
  })

  test('never comes for what draws an invoice’s number or stamps the delivery', () => {
    const open = requestStatuses.filter((status) =>
      undoableUntil({ kind: 'request-moved', at: then }, status),
    )
    expect(requestStatuses.filter((status) => !open.includes(status))).toEqual([
      'delivery-completed',
      'completed',
    ])
    expect(undoableUntil({ kind: 'request-linked', at: then }, 'bloodbank-approved')).toBeNull()
  })
})

test.each([
  ['somebody else did it', approved, { ...act, by: 'you' }, me, 'not-yours'],
  ['nobody did it', approved, { ...act, by: null }, me, 'not-yours'],
  ['something happened since', { ...approved, version: 3 }, act, { ...me, seen: 3 }, 'changed-since'],
  ['it was seen as it was before', { ...approved, version: 3 }, act, me, 'changed-since'],
  [
    'a driver told something since',
    approved,
    { ...act, kind: 'step-kept-aside', by: 'he' },
    me,
    'changed-since',
  ],
  ['another act was the last', approved, { ...act, kind: 'request-linked' }, me, 'not-undoable'],
  ['nothing was done to it', approved, undefined, me, 'not-undoable'],
  ['decisions on it were undone too often', approved, { ...act, undone: mostUndone }, me, 'too-often'],
  ['it is undone already', approved, { ...act, kind: 'decision-undone' }, me, 'not-undoable'],
  ['an older release did it', approved, { ...act, version: null }, me, 'not-undoable'],
])('not when %s', (_, request, last, who, code) => {
  expect(whyNotUndo(request, last, who)?.code).toBe(code)
})

test('AMB-275 a status of the provider can be undone however often', () => {
  expect(whyNotUndo(approved, { ...act, kind: 'request-moved', undone: 1_000 }, me)).toBeNull()
})

test.each([
  ['what this person saw was undone by the same', {}, {}, true],
  ['a status alike', { kind: 'status-undone' }, {}, true],
  ['by somebody else', { by: 'you' }, {}, false],
  ['by an older release', { version: null }, {}, false],
  ['it was seen as it is now', {}, { seen: 3 }, false],
  ['something happened since', { version: 2 }, {}, false],
  ['it was the act itself', { kind: 'request-approved' }, {}, false],
])('AMB-275 an undo that is sent again is done: %s', (_, undoing, who, isDone) => {
  const last = { ...act, kind: 'decision-undone', version: 3, ...undoing }
  expect(isUndoneAlready({ version: 3 }, last, { ...me, ...who })).toBe(isDone)
})

describe('what is undone', () => {
  const request = raisedRequest()
  const now = later(then, minutes(2))

  test('AMB-275 an approval leaves nothing of itself', () => {
    const undone = undoDecision(approve(request, then, 'me'), now)
    expect(undone).toEqual({ ...request, updatedAt: now, version: request.version + 2 })
  })

  test('AMB-295 nor does a rejection or its reason; what an earlier approval stamped stays', () => {
    const before = { ...request, approvedAt: then, approvedBy: 'you' }
    const rejected = explain(reject(before, then), { why: 'other', note: 'Twice' }, then)
    expect(undoDecision(rejected, now)).toEqual({ ...before, updatedAt: now, version: request.version + 3 })
  })

  test('a status of the provider is as it was, with all that it had changed', () => {
    const before = { deliveryStatus: 'issued', note: 'late', invoiceKind: 'RESERVATION_DECLINED' } as const
    const undone = undoStatus(
      { ...request, status: 'issued' },
      'cross-matching',
      { ...before, deliveries: [] },
      now,
    )
    expect(undone).toEqual({
      ...request,
      ...before,
      status: 'cross-matching',
      updatedAt: now,
      version: request.version + 1,
    })
    const kept = { ...before, deliveries: [{ seq: 1, state: '-', deliveredAt: null }] }
    expect(Before.parse(kept)).toEqual(kept)
    expect(Before.safeParse(before).success).toBe(false)
  })
})

test('AMB-275 so often a decision is undone, and each refusal is a conflict that says what it is now', () => {
  expect(mostUndone).toBe(5)
  expect(Object.values(undoWords).every(({ conflict }) => conflict)).toBe(true)
  expect(whyNotUndo(approved, undefined, me)?.values).toEqual({ status: 'hospital-admin-approved' })
  expect([...actsThatCount].toSorted()).toEqual([
    'decision-undone',
    'rejection-explained',
    'request-approved',
    'request-moved',
    'request-rejected',
    'status-undone',
    'step-kept-aside',
  ])
})

test('what is nobody’s mistake is answered as a conflict', () => {
  expect(conflictsIn(undoWords)).toEqual([
    'not-undoable',
    'not-yours',
    'changed-since',
    'too-late',
    'too-often',
  ])
})
