import { expect, test } from 'vitest'
import { days, hours, instantOf, later, minutes } from '../basics/time.ts'
import { deliveriesFor } from './delivering.ts'
import { type Delivery, type RequestStatus, requestStatuses } from './request.ts'
import {
  deadlineStillOpen,
  deedText,
  exactSpan,
  fromNow,
  lifeOf,
  type RequestEventKind,
  type TimelineEntry,
  timestampsOf,
} from './timeline.ts'

const raisedAt = instantOf('2026-11-15', '07:45')
const pickupAt = instantOf('2026-11-15', '08:30')
const deadlineAt = instantOf('2026-11-15', '13:30')
const after = (minute: number) => later(raisedAt, minutes(minute))

const entry = (change: Partial<TimelineEntry>): TimelineEntry => ({
  at: raisedAt,
  by: 'Firm',
  kind: 'request-moved',
  from: null,
  to: null,
  bankId: null,
  reason: null,
  ...change,
})
const raised = entry({ kind: 'request-raised', to: 'pending' })
const approved = entry({
  at: after(7),
  kind: 'request-approved',
  from: 'pending',
  to: 'hospital-admin-approved',
})
const linked = entry({
  at: after(16),
  by: 'bloodsupport',
  kind: 'request-linked',
  from: 'hospital-admin-approved',
  to: 'bloodbank-approved',
  bankId: 'redbank',
})

/** The first so many have arrived. */
const deliveries = (units: number, arrived = 0): Delivery[] =>
  deliveriesFor(units).map((held, index) => ({
    seq: index + 1,
    units: held,
    state: index < arrived ? 'delivered' : '-',
    deliveredAt: index < arrived ? after(200) : null,
  }))

const life = (status: RequestStatus, timeline: TimelineEntry[], held = deliveries(2)) =>
  lifeOf({ status, pickupAt, deadlineAt, timeline, deliveries: held })

test('REQSTATUS-07 the timeline tells who did what and when, and what is due', () => {
  expect(life('bloodbank-approved', [raised, approved, linked])).toEqual([
    {
      kind: 'done',
      status: 'pending',
      title: 'pending',
      deed: 'Raised by Firm',
      quote: null,
      at: raisedAt,
      after: null,
    },
    {
      kind: 'done',
      status: 'hospital-admin-approved',
      title: 'hospital-admin-approved',
      deed: 'Approved by Firm',
      quote: null,
      at: after(7),
      after: 'after 7 min',
    },
    {
      kind: 'now',
      status: 'bloodbank-approved',
      title: 'redbank-approved',
      deed: 'bloodsupport linked redbank',
      quote: null,
      at: after(16),
      after: 'after 9 min',
    },
    {
      kind: 'next',
      status: 'sample-acquired',
      title: 'sample-acquired',
      deed: 'Sample pickup',
      quote: null,
      at: pickupAt,
      after: null,
    },
    {
      kind: 'next',
      status: 'delivery-completed',
      title: 'delivery-completed',
      deed: 'Delivery of 2 units',
      quote: null,
      at: deadlineAt,
      after: null,
    },
  ])
})

test.each<[RequestStatus, RequestStatus[]]>([
  ['pending', ['sample-acquired', 'delivery-completed']],
  ['hospital-admin-approved', ['sample-acquired', 'delivery-completed']],
  ['bloodbank-approved', ['sample-acquired', 'delivery-completed']],
  ['reservation-approved', ['sample-acquired', 'delivery-completed']],
  ['sample-acquired', ['delivery-completed']],
  ['cross-matching', ['delivery-completed']],
  ['issued', ['delivery-completed']],
  ['partially-completed', ['delivery-completed']],
  ['delivery-completed', []],
  ['completed', []],
  ['cancelled', []],
  ['hospital-admin-rejected', []],
  ['bloodbank-rejected', []],
])('REQSTATUS-07 what is due after %s', (status, due) => {
  const next = life(status, [raised]).filter(({ kind }) => kind === 'next')
  expect(next.map((step) => step.status)).toEqual(due)
  expect(deadlineStillOpen({ status, deadlineAt })).toBe(due.length > 0 ? deadlineAt : null)
})

test('REQSTATUS-07 the last step is where it stands, unless it has come to an end', () => {
  const last = (status: RequestStatus) => life(status, [raised, approved])[1]?.kind
  const over: RequestStatus[] = ['hospital-admin-rejected', 'bloodbank-rejected', 'completed', 'cancelled']
  for (const status of requestStatuses)
    expect(last(status), status).toBe(over.includes(status) ? 'done' : 'now')
})

test.each([
  [1, 0, 'Delivery of 1 unit'],
  [3, 0, 'Delivery of 3 units'],
  [7, 0, '3 of 3 deliveries, 7 units'],
  [7, 1, '2 of 3 deliveries, 4 units'],
  [7, 2, 'Delivery 3 of 3, 1 unit'],
  [5, 2, 'Delivery'],
])('REQSTATUS-07 of %i units in deliveries of which %i arrived is due: %s', (units, arrived, text) => {
  expect(life('issued', [raised], deliveries(units, arrived)).at(-1)?.deed).toBe(text)
})

test('REQSTATUS-07 what changed no status is told by its own name, with what was written', () => {
  const written = entry({
    at: after(20),
    by: 'bloodsupport',
    kind: 'delivery-status-written',
    from: 'bloodbank-approved',
    to: 'bloodbank-approved',
    bankId: 'redbank',
    reason: 'driver at the gate',
  })
  const again = { ...linked, at: after(30), from: 'bloodbank-approved', bankId: 'bluebank' } as const
  expect(life('bloodbank-approved', [raised, approved, linked, written, again]).slice(3, 5)).toMatchObject([
    { status: null, title: 'delivery status', deed: 'Written by bloodsupport', quote: 'driver at the gate' },
    { kind: 'now', status: null, title: 'blood bank and driver', deed: 'bloodsupport linked bluebank' },
  ])
  expect(life('pending', [raised, entry({ kind: 'request-moved' })])[1]).toMatchObject({
    status: null,
    title: 'changed',
    deed: 'Set by Firm',
  })
})

test('REQSTATUS-07 a request without a trail has only what is due', () => {
  expect(life('completed', [])).toEqual([])
  expect(life('issued', []).map(({ kind }) => kind)).toEqual(['next'])
})

test.each<[Partial<TimelineEntry>, string]>([
  [{ kind: 'request-raised', to: 'pending' }, 'Raised by Firm'],
  [{ kind: 'request-rejected', to: 'hospital-admin-rejected' }, 'Rejected by Firm'],
  [{ kind: 'request-refused', to: 'bloodbank-rejected' }, 'Refused by Firm'],
  [{ kind: 'reservation-approved', to: 'reservation-approved' }, 'Reservation approved by Firm'],
  [{ kind: 'request-cancelled', to: 'cancelled' }, 'Cancelled by Firm'],
  [{ kind: 'request-moved', to: 'cancelled' }, 'Cancelled by Firm'],
  [{ kind: 'request-moved', to: 'hospital-admin-rejected' }, 'Rejected by Firm'],
  [{ kind: 'request-moved', to: 'bloodbank-rejected' }, 'Refused by Firm'],
  [{ kind: 'request-moved', to: 'issued' }, 'Set by Firm'],
  [{ kind: 'request-completed', to: 'completed' }, 'Completed by Firm'],
  [{ kind: 'request-linked', to: 'bloodbank-approved', bankId: 'redbank' }, 'Firm linked redbank'],
  [
    { kind: 'request-linked', to: 'bloodbank-approved', bankId: 'redbank', driver: 'Meena Raj' },
    'Firm linked redbank, driver Meena Raj',
  ],
  [{ kind: 'request-linked', to: 'bloodbank-approved' }, 'Linked by Firm'],
])('REQSTATUS-07 %o is told as "%s"', (change, text) => {
  expect(deedText(entry(change))).toBe(text)
})

test.each<[RequestEventKind, string, string]>([
  ['request-imported', 'imported', 'Brought over by Firm'],
  ['request-expired', 'nobody took it in time', 'Noticed by Firm'],
  ['hospital-invoice-made', 'hospital invoice', 'Made by Firm'],
  ['bloodbank-invoice-made', 'blood bank invoice', 'Made by Firm'],
  ['invoice-uploaded', 'invoice', 'Uploaded by Firm'],
  ['invoice-failed', 'invoice', 'Could not be made by Firm'],
])('REQSTATUS-07 %s is told as "%s": "%s"', (kind, title, deed) => {
  expect(life('completed', [raised, entry({ kind })])[1]).toMatchObject({ status: null, title, deed })
})

test('REQSTATUS-07 ADMIN-STATUS-08 the six times, in the order of the ruling', () => {
  const [approvedAt, updatedAt] = [after(7), after(16)]
  expect(timestampsOf({ raisedAt, approvedAt, pickupAt, deadlineAt, deliveredAt: null, updatedAt })).toEqual([
    { label: 'Request', at: raisedAt },
    { label: 'Approval', at: approvedAt },
    { label: 'Sample Pickup', at: pickupAt },
    { label: 'Delivery Deadline', at: deadlineAt },
    { label: 'Delivery', at: null },
    { label: 'Last Updated', at: updatedAt },
  ])
})

test.each([
  [minutes(0), '0 min'],
  [minutes(59) + 59_999, '59 min'],
  [hours(1), '1 h'],
  [hours(2) + minutes(48), '2 h 48 min'],
  [days(2) - 1, '47 h 59 min'],
  [days(2), '2 days'],
])('REQSTATUS-07 %i ms are %s', (ms, text) => {
  expect(exactSpan(ms)).toBe(text)
})

test.each([
  [-hours(2) - minutes(48), '2 h ago'],
  [-1, 'just now'],
  [0, 'just now'],
  [1, 'in a moment'],
  [minutes(1), 'in 1 min'],
  [hours(2) + minutes(48), 'in 2 h 48 min'],
])('%i ms from now is %s', (ms, text) => {
  expect(fromNow(later(raisedAt, ms), raisedAt)).toBe(text)
})

test('REQSTATUS-07 two steps in one minute are told so', () => {
  const gap = (ms: number) =>
    life('hospital-admin-approved', [raised, { ...approved, at: later(raisedAt, ms) }])[1]?.after
  expect([gap(59_999), gap(60_000)]).toEqual(['within a minute', 'after 1 min'])
})

test.each([
  [
    'a step that moved the status',
    { from: 'cross-matching', to: 'issued' },
    'issued',
    'Delivery 2 told by Arun Kumar',
  ],
  [
    'a step that did not',
    { from: 'partially-completed', to: 'partially-completed' },
    'cross matching',
    'Delivery 2 told by Arun Kumar',
  ],
  [
    'what was kept aside',
    { kind: 'step-kept-aside' },
    'kept aside',
    'Delivery 2 told by Arun Kumar: cross matching',
  ],
] as const)('AMB-64 the timeline tells %s with the time it was done', (_, change, title, deed) => {
  const doneAt = after(30)
  const step = { seq: 2, step: 'cross matching', doneAt } as const
  const told = entry({ kind: 'delivery-step-done', by: 'Arun Kumar', at: after(90), step, ...change })
  expect(life('issued', [linked, told])[1]).toMatchObject({ title, deed, at: doneAt, after: 'after 14 min' })
})

test('AMB-115 a wrong code is told, and not the code', () => {
  const wrong = entry({ kind: 'hand-over-code-wrong', by: 'Arun Kumar' })
  expect(life('issued', [linked, wrong])[1]).toMatchObject({
    title: 'wrong code',
    deed: 'Typed by Arun Kumar',
  })
})
