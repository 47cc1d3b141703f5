import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { hours, instantOf, later, minutes } from '../basics/time.ts'
import { deliveriesFor } from '../requests/delivering.ts'
import { move, moveDeliveries } from '../requests/moving.ts'
import type { BloodRequest, Delivery, RequestStatus } from '../requests/request.ts'
import { completeByClock } from '../requests/timing.ts'
import { fateOf, handOversAhead, isOpenToDriver, soFar, takeNotice, takeStep } from './stepping.ts'
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
  invoiceKind: 'NORMAL',
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
function afterSteps(units: number, steps: readonly [seq: number, DeliveryStep][]) {
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
    const order = afterSteps(units, steps)
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

test.each([
  ['in time, though we heard of it after the clock', deadlineAt, false],
  ['a minute late', later(deadlineAt, minutes(1)), true],
])(
  'AMB-211 what the clock completed is delivered %s: the last report sets the time, the status stays',
  (_, doneAt, isLate) => {
    const out = afterSteps(4, all.slice(0, 3))
    const byClock = completeByClock(out.request, out.deliveries, later(deadlineAt, hours(1)))
    expect(byClock).toMatchObject({ status: 'completed', isLate: true, deliveredAt: null })
    const times = { doneAt, now: later(deadlineAt, hours(2)) }
    const first = takeStep(byClock, out.deliveries, { seq: 1, step: 'delivered' }, times)
    expect(first.request).toMatchObject({
      status: 'completed',
      deliveryStatus: 'delivered',
      deliveredAt: null,
      isLate: true,
    })
    expect(first.deliveries.map(({ deliveredAt }) => deliveredAt)).toEqual([doneAt, null])
    const second = takeStep(first.request, first.deliveries, { seq: 2, step: 'delivered' }, times)
    expect(second.request).toMatchObject({
      status: 'completed',
      deliveredAt: doneAt,
      isLate,
      updatedAt: times.now,
    })
    expect(second.request.firstCompletedAt).toEqual(byClock.firstCompletedAt)
  },
)

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
  const fresh = { ...request, deliveries: deliveries(7) }
  const first = afterSteps(7, all)
  const partly = { ...first.request, deliveries: first.deliveries }
  const overridden = (status: RequestStatus) => ({
    ...request,
    status,
    deliveries: moveDeliveries(deliveries(7), { ...request, status }, now),
  })
  const byClock = ({ request: had, deliveries: held }: { request: BloodRequest; deliveries: Made[] }) => ({
    ...completeByClock(had, held, later(deadlineAt, hours(1))),
    deliveries: held,
  })
  const issued = {
    request: { ...request, status: 'issued' as const },
    deliveries: overridden('issued').deliveries,
  }

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
    [
      'AMB-211 of one the clock completed on the road',
      byClock(afterSteps(7, all.slice(0, 3))),
      1,
      'delivered',
      'next',
    ],
    ['AMB-211 of one the clock completed between two rides', byClock(first), 2, 'issued', 'next'],
    ['AMB-211 of one that was issued by the provider’s word', byClock(issued), 1, 'delivered', 'next'],
    ['AMB-211 and a report from before that word', byClock(issued), 1, 'issued', 'late'],
    [
      'AMB-211 of one that nobody took',
      byClock({ request, deliveries: deliveries(7) }),
      1,
      'sample acquired',
      'closed',
    ],
    ['AMB-211 of one that was all there', byClock(afterSteps(2, all)), 1, 'issued', 'closed'],
    ['of a cancelled order', overridden('cancelled'), 1, 'sample acquired', 'closed'],
    ['of an order set back to pending', overridden('pending'), 1, 'sample acquired', 'closed'],
  ] as const)('%s', (_, order, seq, step, fate) => {
    expect(fateOf(order, { seq, step }, true)).toBe(fate)
    if (seq < 4) expect(fateOf(order, { seq, step }, false)).toBe('reassigned')
  })
})

test.each([
  ['at the start', afterSteps(7, []), ['1 sample acquired', '1 delivered']],
  ['with the sample', afterSteps(7, all.slice(0, 1)), ['1 delivered']],
  ['on the road', afterSteps(7, all.slice(0, 3)), ['1 delivered']],
  ['before the second', afterSteps(7, all), ['2 delivered', '2 sample acquired']],
  ['with the second on the road', afterSteps(7, [...all, [2, 'issued']]), ['2 delivered']],
  ['with all there', afterSteps(2, all), []],
])('AMB-115 the hand-overs still to come, %s', (_, { request: { status }, deliveries: held }, expected) => {
  expect(handOversAhead(soFar(status, held)).map(({ seq, step }) => `${seq} ${step}`)).toEqual(expected)
})

test('AMB-211 a second delivery that the clock overtook shows the steps that were told, and no sample of its own', () => {
  const out = afterSteps(4, [...all, [2, 'issued']])
  const [, second] = soFar('completed', out.deliveries)
  expect(second?.done).toEqual(['issued'])
})

test('AMB-65 what the provider said before a step that was told stays said', () => {
  const set = { ...request, status: 'cross-matching' } as BloodRequest
  const order = taken({ request: set, deliveries: deliveries(2) }, 1, 'issued')
  expect(soFar(order.request.status, order.deliveries)[0]?.done).toEqual(deliverySteps.slice(0, 3))
})

/** What can happen to an order: a driver's report, right or not, another driver, the provider's word, or the clock's. */
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
    arbitrary: fc.record({ kind: fc.constant('clock' as const) }),
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

test('AMB-64 AMB-65 AMB-211 whatever drivers report, no status goes back, nothing is done twice and nothing is lost', () => {
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
          const moved = move(order.request, one.to, at)
          order = { request: moved, deliveries: moveDeliveries(order.deliveries, moved, at) }
        }
        if (one.kind === 'clock' && order.request.status !== 'completed')
          order = { ...order, request: completeByClock(order.request, order.deliveries, at) }
        if (one.kind !== 'report') continue
        heard++
        const before = order
        const view = { ...order.request, deliveries: order.deliveries }
        const right = handyStep(view)
        const report = one.isRight && right ? right : one
        const fate = fateOf(view, report, one.by === driver)
        if (fate === 'not-next') refused++
        else kept++
        if (fate === 'next') {
          order = taken(order, report.seq, report.step)
          expect(isOpenToDriver(view)).toBe(true)
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
function handyStep(order: Parameters<typeof fateOf>[0]) {
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
      const next = handyStep({ ...order.request, deliveries: order.deliveries })
      if (!next) break
      order = taken(order, next.seq, next.step)
      steps++
    }
    expect(order.request.status).toBe('delivery-completed')
    expect(steps).toBe(4 * deliveriesFor(units).length)
  }
})
