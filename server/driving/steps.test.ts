import { describe, expect, test } from 'vitest'
import { driving } from '#contract/driving.ts'
import { issuing } from '#contract/issuing.ts'
import { orders } from '#contract/orders.ts'
import { requests } from '#contract/requests.ts'
import { hours, instantOf, later, minutes } from '#domain/basics/time.ts'
import { deliverySteps } from '#domain/driving/steps.ts'
import { verifyEvents } from '#server/db/sealing.ts'
import type { RequestWish } from '#server/demo/makers/requests.ts'
import { aService } from '#testing/harness/service.ts'
import { aReport, drive, drivenIn } from '#testing/makers/driving.ts'
import { arun, linksIn, meena } from '#testing/makers/linked-orders.ts'
import { aDriver, aRequest } from '#testing/makers/makers.ts'

const now = instantOf('2026-11-16', '10:00')
const service = await aService({ now, settings: { ROLE: 'web' } })
const { db } = service
const [driver, other, provider, hospital] = [
  service.as(arun),
  service.as(meena),
  service.as('bloodsupport'),
  service.as('firm'),
]
const anOrder = (wish: RequestWish = {}) => aRequest(db, { status: 'bloodbank-approved', ...wish }, now)

const linkTo = async (id: string, driverEmail: string) => {
  const { version, bankId } = await linksIn(db).rowOf(id)
  return provider.done(orders.link, { id, version, bankId: bankId ?? 'redbank', driverEmail })
}

describe('the list', () => {
  test('AMB-32 AMB-115 a driver sees their own orders under way, the soonest due first, and of the patient initials and id', async () => {
    const { email } = await aDriver(db)
    const mine = (wish: RequestWish) => anOrder({ driverEmail: email, ...wish })
    const later2 = await mine({ deadlineAt: later(now, hours(9)), status: 'issued' })
    const soon = await mine({ deadlineAt: later(now, hours(4)), patientName: 'Lakshmi N. Rao', units: 7 })
    await mine({ status: 'completed' })
    await mine({ status: 'cancelled', bankId: 'redbank' })
    await mine({ status: 'delivery-completed' })
    await anOrder()
    const answer = await service.as(email).done(driving.list, {})
    expect(answer.items.map(({ id }) => id)).toEqual([soon.id, later2.id])
    expect(Math.abs(answer.now.getTime() - service.clock.now().getTime())).toBeLessThan(10_000)
    expect(answer.items[0]).toMatchObject({
      patientInitials: 'L. N. R.',
      patientId: soon.patientId,
      hospital: { name: 'Firm Hospital', phones: [expect.any(String), expect.any(String)] },
      bank: { name: 'Redbank', address: expect.stringMatching(/Chennai/) },
      deliveries: [3, 3, 1].map((units, at) => ({ seq: at + 1, units, steps: [], locked: [] })),
    })
    const { text } = await service.as(email).raw('GET', '/api/requests/driving')
    expect(text).not.toMatch(/Lakshmi|Upper GI bleed|note|[cC]ode"|tries/)
  })

  test('AMB-187 it brings the picture types and the bands, so that a phone can judge without a signal', async () => {
    const { bands, pictureTypes } = await driver.done(driving.list, {})
    expect(bands).toEqual([
      { component: 'FFP', low: null, high: -18, askLow: null, askHigh: 6 },
      { component: 'PRBC', low: 2, high: 10, askLow: 1, askHigh: 14 },
      { component: 'RDP', low: 20, high: 24, askLow: 18, askHigh: 26 },
      { component: 'SDP', low: 20, high: 24, askLow: 18, askHigh: 26 },
    ])
    expect(pictureTypes.map(({ state, name }) => `${state} ${name}`)).toContain('Completed HandOver')
  })
})

describe('the steps of a delivery', () => {
  test('DELIVERY-05 DELIVERY-06 DATA-01 move it and the request, told to the hospital and the provider', async () => {
    const { id } = await anOrder()
    expect((await drivenIn(db, id)).request.deliveryStatus).toBe('-')
    const seen = []
    for (const step of deliverySteps) {
      const warm = { temperature: step === 'issued' ? 4.1 : 11.5, allowedBy: 'Dr. Rao' }
      await drive(driver, db, { id, step, ...warm }, now)
      const { request, deliveries } = await drivenIn(db, id)
      seen.push([request.status, request.deliveryStatus, deliveries[0]?.state, request.deliveryTemperature])
    }
    expect(seen).toEqual([
      ['sample-acquired', 'sample acquired', 'sample acquired', null],
      ['cross-matching', 'cross matching', 'cross matching', null],
      ['issued', 'issued', 'issued', 4.1],
      ['delivery-completed', 'delivered', 'delivered', 11.5],
    ])
    const shown = await hospital.done(requests.show, { id })
    expect(
      shown.deliveries[0]?.steps.map(({ step, by, receiver, handOver, verdict }) => [
        step,
        by,
        receiver,
        handOver,
        verdict,
      ]),
    ).toEqual([
      ['sample acquired', 'Arun Kumar', 'Sister Mary', 'code', null],
      ['cross matching', 'Arun Kumar', null, null, null],
      ['issued', 'Arun Kumar', null, null, 'within'],
      ['delivered', 'Arun Kumar', 'Sister Mary', 'code', 'ask'],
    ])
    const order = await provider.done(orders.show, { id })
    expect(order.deliveries[0]?.steps).toEqual(shown.deliveries[0]?.steps)
    expect(order.timeline.at(-1)).toMatchObject({
      kind: 'delivery-step-done',
      by: 'Arun Kumar',
      from: 'issued',
      to: 'delivery-completed',
      step: {
        seq: 1,
        step: 'delivered',
        temperature: 11.5,
        verdict: 'ask',
        receiver: 'Sister Mary',
        handOver: 'code',
      },
    })
    // what was not within limits is said where the delivery is followed
    const { items } = await hospital.done(requests.deliveries, { id })
    const doubt = { temperature: 11.5, verdict: 'ask' }
    expect(items[0]?.deliveries).toMatchObject([{ seq: 1, doubt }])
    expect(shown.deliveries).toMatchObject([{ seq: 1, doubt }])
    // it is not on the driver's list any more, and completing it stays the provider's
    expect((await driver.done(driving.list, {})).items.map((one) => one.id)).not.toContain(id)
  })

  test('DELIVERY-04 AMB-65 7 units are three rides, and another driver takes over after the first', async () => {
    const { id } = await anOrder({ units: 7 })
    for (const step of deliverySteps) await drive(driver, db, { id, step }, now)
    expect((await drivenIn(db, id)).request.status).toBe('partially-completed')
    const { items } = await hospital.done(requests.deliveries, { id })
    expect(items[0]?.deliveries.map(({ doubt }) => doubt)).toEqual([null, null, null])
    await linkTo(id, meena)
    const former = await driver.call(driving.step, aReport({ id, seq: 2, step: 'issued' }, now))
    expect(former.body).toEqual({ outcome: 'reassigned', order: null })
    expect((await driver.done(driving.list, {})).items.map((one) => one.id)).not.toContain(id)
    // no second sample for the second, a new one for the third
    for (const step of ['issued', 'delivered'] as const) await drive(other, db, { id, seq: 2, step }, now)
    for (const step of deliverySteps) {
      const { outcome, order } = await drive(other, db, { id, seq: 3, step }, now)
      expect([outcome, order?.status]).toEqual([
        'done',
        step === 'delivered' ? 'delivery-completed' : 'partially-completed',
      ])
    }
    const { request, deliveries, steps } = await drivenIn(db, id)
    expect(request).toMatchObject({ status: 'delivery-completed', deliveryStatus: 'delivered' })
    expect(deliveries.map(({ state }) => state)).toEqual(['delivered', 'delivered', 'delivered'])
    expect(steps.filter(({ keptAside }) => keptAside === null)).toHaveLength(10)
    const shown = await provider.done(orders.show, { id })
    expect(
      shown.deliveries.map(
        (one) => new Set(one.steps.filter(({ keptAside }) => !keptAside).map(({ by }) => by)),
      ),
    ).toEqual([new Set(['Arun Kumar']), new Set(['Meena Raj']), new Set(['Meena Raj'])])
    expect(shown.timeline.map(({ kind }) => kind)).toContain('step-kept-aside')
    const forHospital = await hospital.done(requests.show, { id })
    expect(forHospital.timeline.map(({ kind }) => kind)).not.toContain('step-kept-aside')
    expect(forHospital.deliveries[1]?.steps.map(({ by }) => by)).toEqual(['Meena Raj', 'Meena Raj'])
  })

  test.each([
    ['cross matching before the sample', { step: 'cross matching' }, 409, 'not-next'],
    ['the second delivery before the first', { step: 'sample acquired', seq: 2 }, 409, 'not-next'],
    ['a delivery there is not', { step: 'sample acquired', seq: 9 }, 409, 'not-next'],
    ['no name', { step: 'sample acquired', receiver: ' ', code: '123456' }, 422, 'no-receiver'],
    ['neither code nor reason', { step: 'sample acquired' }, 422, 'no-code'],
    ['a code of five digits', { step: 'sample acquired', code: '12345' }, 422, 'invalid-input'],
    [
      'a reason without its picture',
      { step: 'sample acquired', noCodeReason: 'Screen is dark' },
      422,
      'picture-missing',
    ],
  ] as const)('AMB-64 %s is refused and changes nothing', async (_, change, status, code) => {
    const { id } = await anOrder({ units: 5 })
    const before = await drivenIn(db, id)
    const answer = await driver.call(driving.step, aReport({ id, ...change }, now))
    expect([answer.status, answer.refusal?.code]).toEqual([status, code])
    expect(await drivenIn(db, id)).toEqual(before)
  })

  test('AMB-187 without a temperature nothing is issued', async () => {
    const { id } = await anOrder({ status: 'cross-matching' })
    const { temperature: _, ...without } = aReport({ id, step: 'issued' }, now)
    expect((await driver.call(driving.step, without)).refusal).toMatchObject({
      code: 'no-temperature',
      field: 'temperature',
    })
    expect((await driver.call(driving.step, { ...without, temperature: 4.25 })).status).toBe(422)
    await driver.done(driving.step, { ...without, temperature: 4 })
    expect((await drivenIn(db, id)).steps).toMatchObject([{ temperature: 4, verdict: 'within' }])
  })
})

describe('whose it is not', () => {
  test('AMB-115 T31 another driver, a stranger and an id that is nobody’s are all answered alike', async () => {
    const { id } = await anOrder()
    const before = await drivenIn(db, id)
    const stranger = service.as((await aDriver(db)).email)
    const answers = [
      await other.call(driving.step, aReport({ id, step: 'sample acquired', code: '123456' }, now)),
      await stranger.call(driving.step, aReport({ id, step: 'sample acquired', code: '123456' }, now)),
      await driver.call(
        driving.step,
        aReport({ id: 'ffffffff', step: 'sample acquired', code: '123456' }, now),
      ),
    ]
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404])
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1)
    expect(await drivenIn(db, id)).toEqual(before)
    for (const client of [other, stranger]) {
      expect((await client.raw('GET', '/api/requests/driving')).text).not.toContain(id)
    }
    expect((await service.anonymous.call(driving.step, aReport({ id, step: 'issued' }))).status).toBe(401)
  })

  test('LINK-16 who had the order hears that it is gone, and everybody else that it moved', async () => {
    const { id } = await anOrder()
    const streams = await Promise.all(
      [driver, other, hospital, provider, service.as('redbank_bloodbank')].map((client) => client.live()),
    )
    const [toDriver, toOther, ...toAll] = streams
    // what happened to other orders before may be heard late
    const heard = (stream: (typeof streams)[number] | undefined, kind: string) =>
      stream?.find((message) => message.id === id && message.kind === kind)
    await drive(driver, db, { id, step: 'sample acquired' }, now)
    for (const stream of [toDriver, ...toAll]) {
      expect(await heard(stream, 'delivery-step-done')).toMatchObject({ topic: 'requests' })
    }
    await linkTo(id, meena)
    // that it changed, and nothing of what
    expect(await heard(toDriver, 'order-withdrawn')).toEqual({
      topic: 'requests',
      id,
      kind: 'order-withdrawn',
    })
    expect(await heard(toOther, 'request-linked')).toBeDefined()
    for (const stream of streams) stream.close()
  })

  test('AMB-122 a bank is told nothing of who received it', async () => {
    const { id } = await anOrder()
    await drive(driver, db, { id, step: 'sample acquired', receiver: 'Canary Receiver' }, now)
    const bank = service.as('redbank_bloodbank')
    expect(JSON.stringify(await bank.done(issuing.list, { id }))).not.toContain('Canary')
    expect((await hospital.raw('GET', `/api/requests/${id}`)).text).toContain('Canary')
  })
})

test('AMB-64 the trail of all this verifies, and Update DB goes on from where the drivers are', async () => {
  const { id } = await anOrder({ units: 4 })
  for (const step of deliverySteps) await drive(driver, db, { id, step }, later(now, minutes(1)))
  const { version } = (await drivenIn(db, id)).request
  const stale = await provider.call(orders.move, { id, version: version - 1, status: 'delivery-completed' })
  expect(stale.refusal?.code).toBe('changed-meanwhile')
  await provider.done(orders.move, { id, version, status: 'delivery-completed' })
  expect((await drivenIn(db, id)).deliveries.every(({ deliveredAt }) => deliveredAt !== null)).toBe(true)
  expect((await verifyEvents(db)).faults).toEqual([])
})
