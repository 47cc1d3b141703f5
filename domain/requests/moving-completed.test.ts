import { describe, expect, test } from 'vitest'
import { at, raisedRequest } from '#testing/makers/rules.ts'
import { say } from '../basics/refusal.ts'
import { move, moveDeliveries, moveWords, whyNotApproveInvoice } from './moving.ts'
import { type BloodRequest, type Delivery, type RequestStatus, requestStatuses } from './request.ts'

const raised = raisedRequest({ units: 7 })

const delivered: BloodRequest = {
  ...raised,
  status: 'delivery-completed',
  deliveryStatus: 'left at the ward',
  bankId: 'redbank',
  deliveredAt: at('14:30'),
  version: 6,
}

describe('Approve Invoice', () => {
  test.each(requestStatuses)('ADMIN-STATUS-15 of an order that is %s', (status) => {
    const refusal = whyNotApproveInvoice({ status, bankId: 'redbank' })
    if (status === 'delivery-completed') return expect(refusal).toBeNull()
    // as the list shows it (AMB-50)
    const shown = status.replace('bloodbank', 'redbank')
    expect(refusal).toEqual({ code: 'not-delivered', values: { status: shown } })
    expect(refusal && say(moveWords, refusal).text).toContain(`this one is ${shown}`)
  })

  test('ADMIN-STATUS-15 AMB-58 a delivered order without a bank cannot be completed', () => {
    const refusal = whyNotApproveInvoice({ status: 'delivery-completed', bankId: null })
    expect(refusal?.code).toBe('bank-missing')
    expect(refusal && say(moveWords, refusal)).toEqual({
      title: 'Data Not Submitted',
      text: 'Please ensure that BloodBank is linked to the Hospital',
    })
    expect(whyNotApproveInvoice({ status: 'issued', bankId: null })?.code).toBe('not-delivered')
  })

  test('ADMIN-STATUS-16 AMB-53 AMB-54 the first move to completed is stamped, and the delivery keeps its time', () => {
    const completed = move(Object.freeze(delivered), 'completed', at('16:00'))
    expect(completed).toStrictEqual({
      ...delivered,
      status: 'completed',
      deliveryStatus: 'delivered',
      firstCompletedAt: at('16:00'),
      updatedAt: at('16:00'),
      version: 7,
    })
  })

  test('ADMIN-STATUS-16 AMB-53 away and back again changes neither stamp', () => {
    const completed = move(delivered, 'completed', at('16:00'))
    const again = move(move(completed, 'delivery-completed', at('17:00')), 'completed', at('18:00'))
    expect(again).toMatchObject({ firstCompletedAt: at('16:00'), deliveredAt: at('14:30'), isLate: false })
    expect(again.updatedAt).toEqual(at('18:00'))
  })

  test.each([
    ['at the deadline', '15:00', false],
    ['a minute late', '15:01', true],
  ])('ADMIN-STATUS-16 AMB-55 without a time of delivery it is stamped now: %s', (_when, time, isLate) => {
    const unstamped = { ...delivered, deliveredAt: null }
    expect(move(unstamped, 'completed', at(time))).toMatchObject({ deliveredAt: at(time), isLate })
  })

  test('ADMIN-STATUS-16 AMB-55 what was late stays late, and what was in time stays in time', () => {
    const late = { ...delivered, deliveredAt: at('15:30'), isLate: true }
    expect(move(late, 'completed', at('16:00')).isLate).toBe(true)
    expect(move(delivered, 'completed', at('23:00')).isLate).toBe(false)
  })
})

describe('the deliveries of a completed order', () => {
  const open = (seq: number): Delivery => ({ seq, units: 3, state: 'in transit', deliveredAt: null })
  const arrived = (seq: number): Delivery => ({ seq, units: 3, state: 'delivered', deliveredAt: at('13:00') })
  const closed = (seq: number): Delivery => ({ ...open(seq), state: 'delivered', deliveredAt: at('16:00') })
  const moved = (deliveries: Delivery[], status: RequestStatus) =>
    moveDeliveries(Object.freeze(deliveries) as Delivery[], { status, invoiceKind: 'NORMAL' }, at('16:00'))

  test.each(['completed', 'delivery-completed'] as const)(
    'ADMIN-STATUS-16 AMB-65 %s closes all that are open, and leaves the others their time',
    (status) => {
      expect(moved([arrived(1), open(2), open(3)], status)).toEqual([arrived(1), closed(2), closed(3)])
      expect(moved([open(1)], status)).toEqual([closed(1)])
    },
  )

  test('DELIVERY-04 AMB-65 partially-completed closes the next, and never the last', () => {
    expect(moved([open(1), open(2), open(3)], 'partially-completed')).toEqual([closed(1), open(2), open(3)])
    expect(moved([arrived(1), open(2), open(3)], 'partially-completed')).toEqual([
      arrived(1),
      closed(2),
      open(3),
    ])
    const lastIsOpen = [arrived(1), arrived(2), open(3)]
    expect(moved(lastIsOpen, 'partially-completed')).toEqual(lastIsOpen)
    expect(moved([open(1)], 'partially-completed')).toEqual([open(1)])
    expect(moved([arrived(1), arrived(2)], 'partially-completed')).toEqual([arrived(1), arrived(2)])
  })

  test.each(requestStatuses.filter((status) => !/^(partially-|delivery-)?completed$/.test(status)))(
    'AMB-65 AMB-213 %s closes none; what it says of a delivery it says of the one under way',
    (status) => {
      const said = {
        'sample-acquired': 'sample acquired',
        'cross-matching': 'cross matching',
        issued: 'issued',
      }
      const state = said[status as keyof typeof said] ?? 'in transit'
      expect(moved([arrived(1), open(2), open(3)], status)).toEqual([
        arrived(1),
        { ...open(2), state },
        open(3),
      ])
      expect(moved([arrived(1)], status)).toEqual([arrived(1)])
    },
  )
})

describe('AMB-211 a reservation that nobody took', () => {
  const raisedOnly: Delivery = { seq: 1, units: 2, state: '-', deliveredAt: null }
  const notTaken: BloodRequest = {
    ...raised,
    bankId: 'redbank',
    status: 'completed',
    firstCompletedAt: at('16:00'),
    invoiceKind: 'RESERVATION_DECLINED',
  }

  test('completed once more by the provider it stays undelivered', () => {
    const again = move(notTaken, 'completed', at('17:00'))
    expect(again).toMatchObject({ deliveredAt: null, deliveryStatus: '-', isLate: false })
    expect(again.invoiceKind).toBe('RESERVATION_DECLINED')
    expect(moveDeliveries([raisedOnly], again, at('17:00'))).toEqual([raisedOnly])
  })

  test.each(requestStatuses)(
    'set to %s it is billed as delivered only if that says that somebody took it',
    (status) => {
      const taken =
        /^(reservation-approved|sample-acquired|cross-matching|issued|partially-completed|delivery-completed)$/
      const moved = move(notTaken, status, at('17:00'))
      expect(moved.invoiceKind).toBe(taken.test(status) ? 'NORMAL' : 'RESERVATION_DECLINED')
      expect(moved.deliveredAt).toEqual(status === 'delivery-completed' ? at('17:00') : null)
    },
  )
})
