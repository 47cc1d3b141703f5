import { expect, test } from 'vitest'
import { driving } from '#contract/driving.ts'
import { orders } from '#contract/orders.ts'
import { requests } from '#contract/requests.ts'
import { earlier, hours, instantOf, later, minutes } from '#domain/basics/time.ts'
import type { RequestStatus } from '#domain/requests/request.ts'
import type { RequestWish } from '#server/demo/makers/requests.ts'
import { aService } from '#testing/harness/service.ts'
import { aReport, drive, drivenIn } from '#testing/makers/driving.ts'
import { arun, john, linksIn, meena } from '#testing/makers/linked-orders.ts'
import { aBank, aRequest } from '#testing/makers/makers.ts'

const now = instantOf('2026-11-16', '10:00')
const service = await aService({ now, settings: { ROLE: 'web' } })
const { db } = service
const [driver, other, provider] = [service.as(arun), service.as(meena), service.as('bloodsupport')]
const hospital = service.as('firm')
const [first, second] = [
  await aBank(db, { phones: ['9000000001'] }),
  await aBank(db, { phones: ['9000000002'] }),
]
const anOrder = (wish: RequestWish = {}) =>
  aRequest(db, { status: 'cross-matching', bankId: first.id, ...wish }, now)
/** Measured without a signal, before all that happens in the test. */
const aStop = (id: string, step: 'issued' | 'delivered' = 'delivered', temperature = 20) => ({
  ...aReport({ id, step, temperature, doneAt: earlier(now, minutes(5)), sentAt: now }),
  isStop: true as const,
})
const anotherStop = (id: string, step: 'issued' | 'delivered' = 'delivered') => ({
  ...aReport({ id, step, temperature: 21 }, now),
  isStop: true as const,
})
const versionOf = async (id: string) => (await linksIn(db).rowOf(id)).version
const link = async (id: string, driverEmail: string, bankId = first.id) =>
  provider.done(orders.link, { id, bankId, driverEmail, version: await versionOf(id) })
const moveTo = async (id: string, status: RequestStatus) =>
  provider.done(orders.move, { id, status, version: await versionOf(id) })
/** Who was told how warm the bags are, each time. */
const toldOf = async (id: string) =>
  (await linksIn(db).messagesOf(id))
    .filter(({ kind, body }) => kind === 'temperature' && body.includes('°C'))
    .map(({ channel, recipient }) => (channel === 'mail' ? 'provider' : recipient))
const bothHeard = async (id: string, bank = first) => {
  const told = await toldOf(id)
  expect(told.filter((one) => one !== 'provider')).toEqual(bank.phones)
  expect(told.filter((one) => one === 'provider').length).toBeGreaterThan(0)
  return told.length
}
const stopsOf = async (id: string) => (await provider.done(orders.show, { id })).stops

test('AMB-269 warm bags of a driver who was replaced meanwhile: bank, provider and the new driver hear, and the delivery stands until it is decided', async () => {
  const { id } = await anOrder()
  await drive(driver, db, { id, step: 'issued' }, earlier(now, minutes(10)))
  const stop = aStop(id)
  await link(id, meena)
  const { status } = await linksIn(db).rowOf(id)
  for (let time = 0; time < 2; time++)
    expect(await driver.done(driving.step, stop)).toEqual({ outcome: 'reassigned', order: null })
  const told = await bothHeard(id)
  expect((await linksIn(db).messagesOf(id)).at(-1)).toMatchObject({ kind: 'driver', channel: 'sms' })
  expect((await linksIn(db).rowOf(id)).status).toBe(status)
  expect(await stopsOf(id)).toMatchObject([{ step: 'delivered', temperature: 20, by: 'Arun Kumar' }])
  const waits = (await provider.done(orders.list, {})).items.find((one) => one.id === id)
  expect(waits?.stopWaits).toBe(true)
  const timeline = (await hospital.done(requests.show, { id })).timeline
  expect(timeline.at(-1)).toMatchObject({ kind: 'delivery-stopped', step: { temperature: 20 } })
  // once: told again by him it is known
  expect((await driver.done(driving.step, anotherStop(id))).outcome).toBe('reassigned')
  expect((await toldOf(id)).length).toBe(told)
  const shown = (await other.done(driving.list, {})).items.find((one) => one.id === id)
  expect(shown?.deliveries[0]?.stop).toMatchObject({ step: 'delivered', decision: null })
  const refused = await other.call(driving.step, aReport({ id, step: 'delivered', code: '123456' }, now))
  expect(refused.refusal?.code).toBe('stopped')
  const said = { id, stepId: stop.stepId, version: await versionOf(id) }
  await provider.done(driving.decide, { ...said, decision: 'go-on', reason: 'Measured again' })
  expect((await drive(other, db, { id, step: 'delivered' }, now)).order?.status).toBe('delivery-completed')
})

test.each(['cancelled', 'completed', 'bloodbank-rejected'] as const)(
  'AMB-269 warm bags of an order that is %s: bank and provider hear once, it is in the timeline, and nothing is moved',
  async (status) => {
    const { id } = await anOrder({ status: 'issued' })
    await moveTo(id, status)
    const before = await drivenIn(db, id)
    expect(await driver.done(driving.step, aStop(id))).toEqual({ outcome: 'closed', order: null })
    const told = await bothHeard(id)
    expect((await driver.done(driving.step, anotherStop(id))).outcome).toBe('closed')
    expect((await toldOf(id)).length).toBe(told)
    const after = await drivenIn(db, id)
    expect([after.request.status, after.deliveries]).toEqual([before.request.status, before.deliveries])
    const { timeline, deliveries, stops } = await provider.done(orders.show, { id })
    expect(timeline.at(-1)).toMatchObject({ kind: 'delivery-stopped', step: { temperature: 20 } })
    expect(deliveries[0]?.steps).toMatchObject([{ keptAside: 'stopped', verdict: 'never' }])
    expect(stops).toEqual([])
  },
)

test('AMB-269 warm bags of an order that goes on after all still wait for the provider’s word', async () => {
  const { id } = await anOrder({ status: 'issued' })
  await moveTo(id, 'cancelled')
  await driver.done(driving.step, aStop(id))
  await moveTo(id, 'cross-matching')
  expect(await stopsOf(id)).toHaveLength(1)
})

test('AMB-269 warm bags of the bank before: that bank hears and not the new one, and the new bags go on', async () => {
  const { id } = await anOrder()
  await link(id, meena, second.id)
  expect((await driver.done(driving.step, aStop(id, 'issued'))).outcome).toBe('reassigned')
  const told = await bothHeard(id, first)
  expect((await driver.done(driving.step, anotherStop(id, 'issued'))).outcome).toBe('reassigned')
  expect((await toldOf(id)).length).toBe(told)
  expect(await stopsOf(id)).toEqual([])
  const { timeline, deliveries } = await provider.done(orders.show, { id })
  expect(timeline.at(-1)).toMatchObject({ kind: 'step-kept-aside', step: { temperature: 20 } })
  expect(deliveries[0]).toMatchObject({ doubt: null, steps: [{ keptAside: 'replaced', verdict: 'never' }] })
  // of bags that never come to it
  const read = (await hospital.done(requests.show, { id })).timeline.at(-1)?.kind
  expect(read).toBe('request-linked')
  await drive(other, db, { id, step: 'issued' }, now)
  expect((await drive(other, db, { id, step: 'delivered' }, now)).order?.status).toBe('delivery-completed')
})

test('AMB-269 another bank was linked while bags of the first are on the road: its bank hears, and they stand still', async () => {
  const { id } = await anOrder()
  await drive(driver, db, { id, step: 'issued' }, earlier(now, minutes(10)))
  await link(id, arun, second.id)
  const { order } = await driver.done(driving.step, aStop(id))
  expect(order?.deliveries[0]?.stop).toMatchObject({ step: 'delivered', decision: null })
  await bothHeard(id, first)
})

test('AMB-269 of bags of the bank before that nobody carries, the same driver tells once too', async () => {
  const { id } = await anOrder()
  await link(id, arun, second.id)
  expect((await driver.done(driving.step, aStop(id, 'issued'))).order?.deliveries[0]?.stop).toBeNull()
  const told = await bothHeard(id, first)
  expect((await driver.done(driving.step, aStop(id, 'issued'))).outcome).toBe('done')
  expect((await toldOf(id)).length).toBe(told)
})

test('AMB-269 a stop needs no turn: heard of a step that was told already, and of one that is not next', async () => {
  const told = await anOrder()
  await drive(driver, db, { id: told.id, step: 'issued' }, now)
  expect(
    (await driver.done(driving.step, aStop(told.id, 'issued'))).order?.deliveries[0]?.stop,
  ).toMatchObject({
    step: 'issued',
    decision: null,
  })
  await bothHeard(told.id)
  const early = await anOrder()
  await driver.done(driving.step, aStop(early.id))
  expect(await stopsOf(early.id)).toMatchObject([{ step: 'delivered' }])
})

test('AMB-269 a step with warm bags that came too late to count is told to bank and provider, once', async () => {
  const { id } = await anOrder()
  await link(id, meena)
  const report = (temperature: number) =>
    aReport({ id, step: 'issued', temperature, allowedBy: 'Dr. Rao' }, now)
  expect((await driver.done(driving.step, report(12))).outcome).toBe('reassigned')
  const told = await bothHeard(id)
  await driver.done(driving.step, report(13))
  expect((await toldOf(id)).length).toBe(told)
})

const afterADay = (time: Date) => later(time, hours(24) + minutes(1))

test.each([
  ['cancelled', (id: string) => moveTo(id, 'cancelled')],
  ['delivered', (id: string) => moveTo(id, 'delivery-completed')],
  ['another driver’s', (id: string) => link(id, meena)],
])('AMB-278 more than a day after an order is %s, a stop is refused and nobody is told', async (_, end) => {
  const { id } = await anOrder({ status: 'issued' })
  await end(id)
  service.clock.moveTo(afterADay(now))
  const late = await driver.call(driving.step, aStop(id))
  const step = await driver.call(driving.step, {
    ...aReport({ id, step: 'issued', temperature: 12, allowedBy: 'Dr. Rao' }, now),
  })
  service.clock.moveTo(now)
  expect([late.status, late.refusal?.code]).toEqual([409, 'too-late'])
  expect(step.status).toBe(200)
  expect(await toldOf(id)).toEqual([])
})

test('AMB-278 while an order is out, a stop is heard however long ago it was linked', async () => {
  const { id } = await anOrder({ status: 'issued' })
  service.clock.moveTo(afterADay(now))
  expect((await driver.call(driving.step, aStop(id))).status).toBe(200)
  service.clock.moveTo(now)
  await bothHeard(id)
})

test('AMB-278 a day after an order was taken from a driver it is over for them, though the next one lost it just now', async () => {
  const { id } = await anOrder({ status: 'issued' })
  await link(id, meena)
  service.clock.moveTo(afterADay(now))
  await link(id, john)
  expect((await driver.call(driving.step, aStop(id))).refusal?.code).toBe('too-late')
  expect(await other.call(driving.step, aStop(id))).toMatchObject({ status: 200, refusal: null })
  service.clock.moveTo(now)
})
