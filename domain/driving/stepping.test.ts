import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { instantOf, later, minutes } from '../basics/time.ts'
import { deliveriesFor } from '../requests/delivering.ts'
import { move, moveDeliveries } from '../requests/moving.ts'
import type { BloodRequest, Delivery, RequestStatus } from '../requests/request.ts'
import { fateOf, handOversAhead, isHeeded, soFar, takeNotice, takeStep } from './stepping.ts'
import { type DeliveryStep, deliverySteps, driven } from './steps.ts'

const now = instantOf('2026-11-15', '12:00')
const deadlineAt = instantOf('2026-11-15', '13:00')
const request = {
  status: 'bloodbank-approved',
  deliveryStatus: '-',
  deliveredAt: null,
  firstCompletedAt: null,
  deliveryTemperature: null,
  isLate: false,
  deadlineAt,
  updatedAt: now,
  version: 3,
} as BloodRequest

type Made = Delivery & { told: DeliveryStep[] }
const deliveries = (units: number): Made[] =>
  deliveriesFor(units).map((some, at) => ({
    seq: at + 1,
    units: some,
    state: '-',
    deliveredAt: null,
    told: [],
  }))

/** As an order stands after these steps of its deliveries: `1 issued`. */
function after(units: number, steps: readonly [seq: number, DeliveryStep][]) {
  let order = { request, deliveries: deliveries(units) }
  for (const [seq, step] of steps) order = taken(order, seq, step)
  return order
}

function taken(order: { request: BloodRequest; deliveries: Made[] }, seq: number, step: DeliveryStep) {
  const next = takeStep(order.request, order.deliveries, { seq, step }, { doneAt: now, now })
  const told = next.deliveries.map((one) => (one.seq === seq ? { ...one, told: [...one.told, step] } : one))
  return { request: next.request, deliveries: told }
}

const all = deliverySteps.map((step): [number, DeliveryStep] => [1, step])

describe('DELIVERY-04 AMB-65 the status follows the deliveries', () => {
  test.each<[string, number, [number, DeliveryStep][], RequestStatus, string[]]>([
    ['nothing yet', 2, [], 'bloodbank-approved', ['-']],
    ['the sample', 2, all.slice(0, 1), 'sample-acquired', ['sample acquired']],
    ['at the bank', 2, all.slice(0, 2), 'cross-matching', ['cross matching']],
    ['on the road', 2, all.slice(0, 3), 'issued', ['issued']],
    ['the only one there', 2, all, 'delivery-completed', ['delivered']],
    ['the first of three there', 7, all, 'partially-completed', ['delivered', '-', '-']],
    [
      'the second on the road',
      7,
      [...all, [2, 'issued']],
      'partially-completed',
      ['delivered', 'issued', '-'],
    ],
    [
      'a new sample for the second',
      7,
      [...all, [2, 'sample acquired']],
      'partially-completed',
      ['delivered', 'sample acquired', '-'],
    ],
    [
      'all three there',
      7,
      [...all, [2, 'issued'], [2, 'delivered'], [3, 'issued'], [3, 'delivered']],
      'delivery-completed',
      ['delivered', 'delivered', 'delivered'],
    ],
  ])('%s', (_, units, steps, status, states) => {
    const order = after(units, steps)
    expect(order.request.status).toBe(status)
    expect(order.deliveries.map(({ state }) => state)).toEqual(states)
    // AMB-64: in lower case, as the driver said it
    expect(order.request.deliveryStatus).toBe(steps.at(-1)?.[1] ?? '-')
    expect(order.request.version).toBe(3 + steps.length)
  })

  test('AMB-65 what the provider set further on stays', () => {
    const set = { ...request, status: 'issued' } as BloodRequest
    const { request: told } = takeStep(
      set,
      deliveries(7),
      { seq: 1, step: 'sample acquired' },
      { doneAt: now, now },
    )
    expect(told).toMatchObject({ status: 'issued', deliveryStatus: 'sample acquired' })
  })
})

test.each([
  ['in time, though it arrived late', deadlineAt, false],
  ['a minute late', later(deadlineAt, minutes(1)), true],
])('AMB-55 delivered %s', (_, doneAt, isLate) => {
  const arrived = later(deadlineAt, minutes(90))
  const only = deliveries(2)
  const { request: told } = takeStep(request, only, { seq: 1, step: 'delivered' }, { doneAt, now: arrived })
  expect(told).toMatchObject({ deliveredAt: doneAt, isLate, updatedAt: arrived })
})

test('AMB-187 the temperature of the last measurement is the one of the request', () => {
  const issued = takeStep(
    request,
    deliveries(2),
    { seq: 1, step: 'issued', temperature: 4.2 },
    { doneAt: now, now },
  )
  expect(issued.request.deliveryTemperature).toBe(4.2)
  const sample = takeStep(
    issued.request,
    issued.deliveries,
    { seq: 1, step: 'cross matching' },
    { doneAt: now, now },
  )
  expect(sample.request.deliveryTemperature).toBe(4.2)
  expect(takeNotice(sample.request, 6, now)).toMatchObject({ deliveryTemperature: 6, status: 'issued' })
  expect(takeNotice(sample.request, null, now).deliveryTemperature).toBe(4.2)
})

describe('AMB-64 a report', () => {
  const fresh = { status: 'bloodbank-approved' as RequestStatus, deliveries: deliveries(7) }
  const first = after(7, all)
  const partly = { status: first.request.status, deliveries: first.deliveries }
  const overridden = (status: RequestStatus) => ({
    status,
    deliveries: moveDeliveries(deliveries(7), status, now),
  })

  test.each([
    ['the sample', fresh, 1, 'sample acquired', 'next'],
    ['issued before the sample', fresh, 1, 'issued', 'not-next'],
    ['the second before the first', fresh, 2, 'sample acquired', 'not-next'],
    ['of a delivery there is not', fresh, 4, 'sample acquired', 'not-next'],
    ['told already', partly, 1, 'issued', 'repeated'],
    ['the second without a new sample', partly, 2, 'issued', 'next'],
    ['the second with a new sample', partly, 2, 'sample acquired', 'next'],
    ['the second delivered at once', partly, 2, 'delivered', 'not-next'],
    ['the third before the second', partly, 3, 'issued', 'not-next'],
    ['what the provider set before', overridden('cross-matching'), 1, 'sample acquired', 'late'],
    ['what follows the status that was set', overridden('cross-matching'), 1, 'issued', 'next'],
    ['of a delivery the provider closed', overridden('partially-completed'), 1, 'issued', 'late'],
    ['of an order the provider closed', overridden('delivery-completed'), 3, 'delivered', 'late'],
    ['of a completed order', overridden('completed'), 3, 'delivered', 'closed'],
    ['of a cancelled order', overridden('cancelled'), 1, 'sample acquired', 'closed'],
    ['of an order set back to pending', overridden('pending'), 1, 'sample acquired', 'closed'],
  ] as const)('%s', (_, order, seq, step, fate) => {
    expect(fateOf(order, { seq, step }, true)).toBe(fate)
    if (seq < 4) expect(fateOf(order, { seq, step }, false)).toBe('reassigned')
  })
})

test.each([
  ['at the start', after(7, []), ['1 sample acquired', '1 delivered']],
  ['with the sample', after(7, all.slice(0, 1)), ['1 delivered']],
  ['on the road', after(7, all.slice(0, 3)), ['1 delivered']],
  ['before the second', after(7, all), ['2 delivered', '2 sample acquired']],
  ['with the second on the road', after(7, [...all, [2, 'issued']]), ['2 delivered']],
  ['with all there', after(2, all), []],
])('AMB-115 the hand-overs still to come, %s', (_, { request: { status }, deliveries: held }, expected) => {
  expect(handOversAhead(soFar(status, held)).map(({ seq, step }) => `${seq} ${step}`)).toEqual(expected)
})

/** What can happen to an order: a driver's report, right or not, another driver, or the provider's word. */
const happening = fc.oneof(
  {
    weight: 12,
    arbitrary: fc.record({
      kind: fc.constant('report' as const),
      by: fc.constantFrom('arun', 'meena'),
      seq: fc.integer({ min: 1, max: 3 }),
      step: fc.constantFrom(...deliverySteps),
      isRight: fc.boolean(),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('link' as const), to: fc.constantFrom('arun', 'meena') }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('move' as const),
      to: fc.constantFrom<RequestStatus>('issued', 'partially-completed', 'delivery-completed', 'completed'),
    }),
  },
)

test('AMB-64 AMB-65 whatever drivers report, no status goes back, nothing is done twice and nothing is lost', () => {
  const ranks: readonly RequestStatus[] = [...driven, 'delivery-completed', 'completed']
  fc.assert(
    fc.property(fc.array(happening, { maxLength: 40 }), fc.constantFrom(1, 3, 4, 7), (happenings, units) => {
      let order = { request, deliveries: deliveries(units) }
      let driver = 'arun'
      let kept = 0
      let [heard, refused] = [0, 0]
      for (const [minute, one] of happenings.entries()) {
        const at = later(now, minutes(minute))
        if (one.kind === 'link') driver = one.to
        if (one.kind === 'move') {
          const moved = moveDeliveries(order.deliveries, one.to, at)
          order = { request: move(order.request, one.to, at), deliveries: moved }
        }
        if (one.kind !== 'report') continue
        heard++
        const before = order
        const { status } = order.request
        const view = { status, deliveries: order.deliveries }
        const right = handyStep(view)
        const report = one.isRight && right ? right : one
        const fate = fateOf(view, report, one.by === driver)
        if (fate === 'not-next') refused++
        else kept++
        if (fate === 'next') {
          order = taken(order, report.seq, report.step)
          expect(isHeeded(status)).toBe(true)
        }
        const [from, to] = [before.request.status, order.request.status].map((s) => ranks.indexOf(s))
        expect(to).toBeGreaterThanOrEqual(from ?? -1)
        for (const [place, delivery] of before.deliveries.entries()) {
          expect(new Set(order.deliveries[place]?.told).size).toBe(order.deliveries[place]?.told.length)
          if (delivery.deliveredAt) expect(order.deliveries[place]?.deliveredAt).toEqual(delivery.deliveredAt)
        }
        const isAllThere = order.deliveries.every(({ deliveredAt }) => deliveredAt)
        if (fate === 'next' && isAllThere) expect(order.request.deliveredAt).not.toBeNull()
      }
      expect(kept + refused).toBe(heard)
    }),
    { numRuns: 300 },
  )
})

/** What the driver would do next. */
function handyStep(order: { status: RequestStatus; deliveries: Made[] }) {
  for (const { seq } of order.deliveries) {
    for (const step of deliverySteps) if (fateOf(order, { seq, step }, true) === 'next') return { seq, step }
  }
  return null
}

test('AMB-65 from anywhere the steps offered lead to the end', () => {
  for (const units of [1, 3, 4, 7, 30]) {
    let order = { request, deliveries: deliveries(units) }
    let steps = 0
    for (;;) {
      const next = handyStep({ status: order.request.status, deliveries: order.deliveries })
      if (!next) break
      order = taken(order, next.seq, next.step)
      steps++
    }
    expect(order.request.status).toBe('delivery-completed')
    expect(steps).toBe(4 * deliveriesFor(units).length)
  }
})
