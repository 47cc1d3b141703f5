import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { at, conflictsIn, raisedRequest } from '#testing/makers/rules.ts'
import { say } from '../basics/refusal.ts'
import { move, moveDeliveries, moveDone, moveWords, whyNotMove, whyNotMoveForm, withNote } from './moving.ts'
import { type BloodRequest, type Delivery, type RequestStatus, requestStatuses } from './request.ts'

const raised = raisedRequest({ units: 7 })

describe('the form', () => {
  test.each([
    ['nothing', { requestId: '', status: '' }, 'requestId'],
    ['no id', { requestId: '   ', status: 'issued' }, 'requestId'],
    ['no status', { requestId: '0123abcd', status: '' }, 'status'],
  ])('UPDATEDB-04 AMB-99 AMB-103 with %s is incomplete', (_, form, field) => {
    const refusal = whyNotMoveForm(form)
    expect(refusal).toEqual({ code: 'form-incomplete', field })
    expect(refusal && say(moveWords, refusal)).toEqual({
      title: 'Form Incomplete',
      text: 'Please fill all fields before submitting the form',
    })
  })

  test('UPDATEDB-04 with both it is whole, whatever the id', () => {
    expect(whyNotMoveForm({ requestId: 'zzzzzzzz', status: 'issued' })).toBeNull()
  })

  test('UPDATEDB-05 a file without an id has words of its own', () => {
    expect(moveWords['no-request-id'].text).toBe('Please Specify A Request ID')
  })
})

test('UPDATEDB-16 UPDATEDB-17 ERRORS-05 how it ended, in the words of the catalogue', () => {
  expect(moveDone).toEqual({
    title: 'Data Submitted',
    text: 'The details have been successfully submitted',
  })
  expect(moveWords['not-updated']).toEqual({
    title: 'Data Not Submitted',
    text: 'Error Updating The Document',
  })
})

describe('the bank', () => {
  const needing: RequestStatus[] = ['bloodbank-approved', 'partially-completed', 'completed']

  test.each(requestStatuses)('UPDATEDB-07 AMB-58 ERRORS-01 %s without a linked bank', (status) => {
    const refusal = whyNotMove({ bankId: null }, status)
    if (!needing.includes(status)) return expect(refusal).toBeNull()
    expect(refusal).toEqual({ code: 'bank-missing', field: 'status' })
    expect(refusal && say(moveWords, refusal)).toEqual({
      title: 'Data Not Submitted',
      text: 'Please ensure that BloodBank is linked to the Hospital',
    })
  })

  test.each(requestStatuses)('UPDATEDB-03 UPDATEDB-07 %s with one may be set', (status) => {
    expect(whyNotMove({ bankId: 'redbank' }, status)).toBeNull()
  })

  test.each(requestStatuses)('UPDATEDB-06 ERRORS-01 %s of an order that is not there', (status) => {
    const refusal = whyNotMove(undefined, status)
    expect(refusal && say(moveWords, refusal)).toEqual({
      title: 'Data Not Submitted',
      text: 'Request ID Not Found',
    })
  })
})

describe('the move', () => {
  const mirrored: Partial<Record<RequestStatus, string>> = {
    'sample-acquired': 'sample acquired',
    'cross-matching': 'cross matching',
    issued: 'issued',
    'partially-completed': 'partly delivered',
    'delivery-completed': 'delivered',
    completed: 'delivered',
  }

  test.each(requestStatuses)('UPDATEDB-03 UPDATEDB-18 AMB-213 to %s', (status) => {
    const written = Object.freeze({ ...raised, deliveryStatus: 'with the nurse' })
    const moved = move(written, status, at('13:00'))
    expect(moved).toMatchObject({
      status,
      deliveryStatus: mirrored[status] ?? 'with the nurse',
      updatedAt: at('13:00'),
      version: raised.version + 1,
    })
    const isDelivered = status === 'delivery-completed' || status === 'completed'
    expect(moved.deliveredAt).toEqual(isDelivered ? at('13:00') : null)
    expect(moved.firstCompletedAt).toEqual(status === 'completed' ? at('13:00') : null)
  })

  test('AMB-197 to hospital-admin-approved stamps no approval', () => {
    expect(move(raised, 'hospital-admin-approved', at('13:00')).approvedAt).toBeNull()
  })

  test('AMB-295 a rejection by Update DB has no reason that the hospital gave for an earlier one', () => {
    const said = { rejectedFor: 'other', rejectionNote: 'bed 7 is empty' } as const
    const rejected = { ...raised, status: 'hospital-admin-rejected', ...said } as const
    const again = move(rejected, 'hospital-admin-rejected', at('13:00'))
    expect(again).toMatchObject(said)
    const pending = move(rejected, 'pending', at('13:00'))
    // an undo of that brings back what was said
    expect(pending).toMatchObject(said)
    expect(move(pending, 'hospital-admin-rejected', at('13:01'))).toMatchObject({
      rejectedFor: null,
      rejectionNote: null,
    })
  })

  test.each([
    ['a minute before', '14:59', false],
    ['at', '15:00', false],
    ['a minute after', '15:01', true],
  ])('UPDATEDB-08 INVOICES-16 AMB-55 completed %s the deadline', (_, time, isLate) => {
    expect(move(raised, 'completed', at(time))).toMatchObject({ deliveredAt: at(time), isLate })
  })

  test('UPDATEDB-08 a delivery that has its time keeps it, and whether it was late', () => {
    const delivered = { ...raised, deliveredAt: at('14:00') }
    expect(move(delivered, 'completed', at('23:00'))).toMatchObject({
      deliveredAt: at('14:00'),
      isLate: false,
    })
  })

  test('UPDATEDB-10 AMB-53 AMB-57 whatever the moves, the first stamps stand and the rest follows the last', () => {
    const moves = fc.array(fc.constantFrom(...requestStatuses), { minLength: 1, maxLength: 12 })
    fc.assert(
      fc.property(moves, (statuses) => {
        const times = statuses.map((_, hour) => at(`${String(hour + 10).padStart(2, '0')}:30`))
        const end = statuses.reduce<BloodRequest>(
          (request, status, index) => move(request, status, times[index] as Date),
          raised,
        )
        const first = (...wanted: RequestStatus[]) =>
          times[statuses.findIndex((status) => wanted.includes(status))] ?? null
        expect(end.status).toBe(statuses.at(-1))
        expect(end.updatedAt).toEqual(times.at(-1))
        expect(end.version).toBe(raised.version + statuses.length)
        expect(end.deliveredAt).toEqual(first('delivery-completed', 'completed'))
        expect(end.firstCompletedAt).toEqual(first('completed'))
        expect(end.isLate).toBe(end.deliveredAt !== null && end.deliveredAt > raised.deadlineAt)
      }),
    )
  })
})

test.each([
  ['a new one', 'Call the ward', 'Call the ward'],
  ['one with room around it', '  Call the ward \n', 'Call the ward'],
  ['an empty one', '', 'as it was'],
  ['one of spaces', '   ', 'as it was'],
  ['none', undefined, 'as it was'],
])('UPDATEDB-11 AMB-103 the note: %s', (_, note, kept) => {
  expect(withNote({ ...raised, note: 'as it was' }, note).note).toBe(kept)
})

test('DELIVERY-04 AMB-65 as many partial completions as you like never close the last delivery', () => {
  const open = [1, 2, 3].map((seq): Delivery => ({ seq, units: 3, state: '-', deliveredAt: null }))
  let deliveries = open
  for (let time = 0; time < 5; time++) {
    deliveries = moveDeliveries(
      deliveries,
      { status: 'partially-completed', invoiceKind: 'NORMAL' },
      at('13:00'),
    )
  }
  expect(deliveries.map(({ state }) => state)).toEqual(['delivered', 'delivered', '-'])
  const completed = { status: 'completed', invoiceKind: 'NORMAL' } as const
  expect(moveDeliveries(deliveries, completed, at('14:00')).map(({ deliveredAt }) => deliveredAt)).toEqual([
    at('13:00'),
    at('13:00'),
    at('14:00'),
  ])
})

test('what is nobody’s mistake is answered as a conflict', () => {
  expect(conflictsIn(moveWords)).toEqual(['not-delivered'])
})
