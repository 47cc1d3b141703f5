import { expect, test } from 'vitest'
import { driving } from '#contract/driving.ts'
import { orders } from '#contract/orders.ts'
import { requests } from '#contract/requests.ts'
import type { InputOf } from '#contract/route.ts'
import { instantOf, later, minutes } from '#domain/basics/time.ts'
import type { RequestWish } from '#server/demo/makers/requests.ts'
import { aService } from '#testing/harness/service.ts'
import { aReport, codeOf, drive, drivenIn, wrongCode } from '#testing/makers/driving.ts'
import { arun, meena } from '#testing/makers/linked-orders.ts'
import { aBank, aRequest } from '#testing/makers/makers.ts'
import { aJpeg, send } from '#testing/makers/pictures.ts'

const now = instantOf('2026-11-16', '10:00')
const service = await aService({ now, settings: { ROLE: 'web' } })
const { db } = service
const [driver, provider, hospital] = [service.as(arun), service.as('bloodsupport'), service.as('firm')]
const anOrder = (wish: RequestWish = {}) => aRequest(db, { status: 'cross-matching', ...wish }, now)

const messagesOf = (id: string) =>
  db
    .selectFrom('notifications')
    .innerJoin('events', 'events.id', 'notifications.eventId')
    .select(['notifications.channel', 'notifications.kind', 'notifications.recipient', 'notifications.body'])
    .where('events.subjectId', '=', id)
    .orderBy('notifications.id')
    .execute()
type Said = Omit<InputOf<typeof driving.decide>, 'version'> & { version?: number }
/** On the order as it is now, if nothing else is said. */
const deciding = async (said: Said) => {
  const { version } = (await drivenIn(db, said.id)).request
  return provider.call(driving.decide, { version, ...said })
}
const decided = async (said: Said) => expect((await deciding(said)).status).toBe(200)
const toldOf = async (id: string) => (await messagesOf(id)).map(({ channel, kind }) => `${channel} ${kind}`)

test('AMB-262 with a temperature to ask about, nothing is issued without the bank’s word; with it bank and provider are told', async () => {
  const { id } = await anOrder()
  const report = aReport({ id, step: 'issued', temperature: 12 }, now)
  expect((await driver.call(driving.step, report)).refusal).toMatchObject({
    code: 'ask-bank',
    field: 'allowedBy',
  })
  expect(await messagesOf(id)).toEqual([])
  const { order } = await driver.done(driving.step, { ...report, allowedBy: 'Dr. Rao' })
  expect(order).toMatchObject({ status: 'issued', deliveries: [{ stop: null }] })
  const messages = await messagesOf(id)
  expect(new Set(messages.map(({ channel, kind }) => `${channel} ${kind}`))).toEqual(
    new Set(['mail temperature', 'sms temperature']),
  )
  expect(messages.every(({ body }) => body.includes('12 °C') && !body.includes('Rao'))).toBe(true)
  const [told] = (await provider.done(orders.show, { id })).deliveries[0]?.steps ?? []
  expect(told).toMatchObject({ verdict: 'ask', allowedBy: 'Dr. Rao' })
})

test('AMB-262 bags that must not be used are not issued, whoever says so; stopped, the step is barred until the provider lets it through with a reason', async () => {
  const { id } = await anOrder()
  const warm = aReport({ id, step: 'issued', temperature: 14.6 }, now)
  expect((await driver.call(driving.step, { ...warm, allowedBy: 'Dr. Rao' })).refusal?.code).toBe('too-warm')
  const stop = { ...warm, isStop: true } as const
  const { order } = await driver.done(driving.step, stop)
  expect(order).toMatchObject({
    status: 'cross-matching',
    deliveries: [{ stop: { step: 'issued', temperature: 14.6, decision: null } }],
  })
  // sent again it is the same one
  await driver.done(driving.step, stop)
  expect((await drivenIn(db, id)).steps).toMatchObject([{ keptAside: 'stopped', verdict: 'never' }])
  expect(await toldOf(id)).toEqual(expect.arrayContaining(['mail temperature', 'sms temperature']))
  const told = (await messagesOf(id)).length
  for (const again of [
    aReport({ id, step: 'issued' }, now),
    { ...aReport({ id, step: 'issued', temperature: 15 }, now), isStop: true as const },
  ])
    expect((await driver.call(driving.step, again)).refusal?.code).toBe('stopped')
  expect((await messagesOf(id)).length).toBe(told)

  const said = { id, stepId: warm.stepId, decision: 'go-on' } as const
  expect((await deciding(said)).refusal?.code).toBe('no-reason')
  await decided({ ...said, reason: 'Measured again at the bank' })
  const mine = (await driver.done(driving.list, {})).items.find((one) => one.id === id)
  expect(mine?.deliveries[0]?.stop).toMatchObject({ decision: 'go-on', reason: 'Measured again at the bank' })
  // no warmer than it was when that was said
  const warmer = await driver.call(driving.step, aReport({ id, step: 'issued', temperature: 25 }, now))
  expect(warmer.refusal?.code).toBe('too-warm')
  expect(
    (await driver.done(driving.step, aReport({ id, step: 'issued', temperature: 14.6 }, now))).order?.status,
  ).toBe('issued')
  expect((await deciding({ ...said, reason: 'x' })).refusal?.code).toBe('not-stopped')

  const timeline = (await hospital.done(requests.show, { id })).timeline.map(({ kind, reason }) => [
    kind,
    reason,
  ])
  expect(timeline.slice(-3)).toEqual([
    ['delivery-stopped', null],
    ['stop-decided', 'Go on: Measured again at the bank'],
    ['delivery-step-done', null],
  ])
})

test('AMB-262 for a new bag the delivery goes back to where bags are fetched; back to the bank stays barred', async () => {
  const { id } = await anOrder()
  await drive(driver, db, { id, step: 'issued' }, now)
  const warm = aReport({ id, step: 'delivered', temperature: 20 }, now)
  await driver.done(driving.step, { ...warm, isStop: true })
  const said = { id, stepId: warm.stepId }
  const { version } = (await drivenIn(db, id)).request
  const back = { ...said, version, decision: 'return' } as const
  await decided(back)
  expect((await provider.done(orders.show, { id })).stops).toMatchObject([
    {
      id: warm.stepId,
      seq: 1,
      step: 'delivered',
      temperature: 20,
      decision: 'return',
      by: expect.any(String),
    },
  ])
  // its answer was lost: nobody is told twice; and whoever has not seen it does not override it
  const told = (await messagesOf(id)).length
  await decided(back)
  expect((await messagesOf(id)).length).toBe(told)
  const unseen = await deciding({ ...back, decision: 'go-on', reason: 'x' })
  expect([unseen.status, unseen.refusal?.code]).toEqual([409, 'changed-meanwhile'])
  const code = await codeOf(db, { id, step: 'delivered' })
  const report = aReport({ id, step: 'delivered', code }, now)
  expect((await driver.call(driving.step, report)).refusal?.code).toBe('stopped')
  const doubtOf = async () => (await hospital.done(requests.show, { id })).deliveries[0]?.doubt
  expect(await doubtOf()).toMatchObject({ temperature: 20, verdict: 'never' })

  await decided({ ...said, decision: 'new-bag' })
  expect((await provider.done(orders.show, { id })).stops).toEqual([])
  expect((await drivenIn(db, id)).request).toMatchObject({
    status: 'cross-matching',
    deliveryStatus: 'cross matching',
  })
  expect((await driver.call(driving.step, report)).refusal?.code).toBe('not-next')
  await drive(driver, db, { id, step: 'issued' }, now)
  expect((await drive(driver, db, { id, step: 'delivered' }, now)).order?.status).toBe('delivery-completed')
  // other bags: what was measured of those is not said of these
  expect(await doubtOf()).toBeNull()
})

test('AMB-262 no status lifts a stop: the provider decides first, or cancels', async () => {
  const { id } = await anOrder()
  const warm = aReport({ id, step: 'issued', temperature: 20 }, now)
  await driver.done(driving.step, { ...warm, isStop: true })
  const { version } = (await drivenIn(db, id)).request
  for (const status of ['issued', 'delivery-completed', 'completed'] as const) {
    const { status: answered, refusal } = await provider.call(orders.move, { id, version, status })
    expect([answered, refusal]).toMatchObject([409, { code: 'stopped' }])
  }
  expect((await drivenIn(db, id)).request).toMatchObject({ version, status: 'cross-matching' })
  await provider.done(orders.move, { id, version, status: 'cancelled' })
})

test('AMB-276 nor does cancelling it first: what was stopped arrives by a decision alone', async () => {
  const { id } = await anOrder({ status: 'issued' })
  const warm = aReport({ id, step: 'delivered', temperature: 20 }, now)
  await driver.done(driving.step, { ...warm, isStop: true })
  const moving = async (status: 'cancelled' | 'delivery-completed' | 'completed' | 'issued') => {
    const { version } = (await drivenIn(db, id)).request
    return (await provider.call(orders.move, { id, version, status })).refusal?.code
  }
  expect(await moving('cancelled')).toBeUndefined()
  expect(await moving('delivery-completed')).toBe('stopped-before')
  expect(await moving('completed')).toBe('stopped-before')
  expect((await drivenIn(db, id)).deliveries).toMatchObject([{ deliveredAt: null }])
  expect(await moving('issued')).toBeUndefined()
  expect(await moving('delivery-completed')).toBe('stopped')
  await decided({ id, stepId: warm.stepId, decision: 'go-on', reason: 'Measured again' })
  expect(await moving('delivery-completed')).toBeUndefined()
})

test('AMB-262 a stop told after the provider’s word stands too: once, until it is decided, and for a new bag the order goes back', async () => {
  const { id } = await anOrder({ status: 'issued' })
  const warm = aReport({ id, step: 'issued', temperature: 20 }, now)
  const { order } = await driver.done(driving.step, { ...warm, isStop: true })
  expect(order?.deliveries[0]?.stop).toMatchObject({ step: 'issued', decision: null })
  const told = (await messagesOf(id)).length
  const code = await codeOf(db, { id, step: 'delivered' })
  for (const report of [
    { ...aReport({ id, step: 'issued', temperature: 21 }, now), isStop: true as const },
    aReport({ id, step: 'delivered', code }, now),
  ])
    expect((await driver.call(driving.step, report)).refusal?.code).toBe('stopped')
  expect((await messagesOf(id)).length).toBe(told)
  await decided({ id, stepId: warm.stepId, decision: 'new-bag' })
  expect((await drivenIn(db, id)).request.status).toBe('cross-matching')

  // of a delivery that is over it is told once, and there is nothing to decide
  const over = await anOrder({ status: 'partially-completed', units: 8 })
  const stop = () => ({
    ...aReport({ id: over.id, step: 'delivered', temperature: 20 }, now),
    isStop: true as const,
  })
  expect((await driver.done(driving.step, stop())).order?.deliveries[0]?.stop).toBeNull()
  expect((await driver.call(driving.step, stop())).refusal?.code).toBe('stopped')
})

test('AMB-262 another bank is the word for new bags: its driver finds the delivery where bags are fetched, and nothing barred', async () => {
  const { id } = await anOrder({ bankId: 'redbank' })
  await drive(driver, db, { id, step: 'issued' }, now)
  const warm = aReport({ id, step: 'delivered', temperature: 20 }, now)
  await driver.done(driving.step, { ...warm, isStop: true })
  await decided({ id, stepId: warm.stepId, decision: 'return' })
  const link = async (bankId: string) =>
    provider.done(orders.link, {
      id,
      bankId,
      driverEmail: meena,
      version: (await drivenIn(db, id)).request.version,
    })
  await link('redbank')
  expect((await provider.done(orders.show, { id })).stops).toHaveLength(1)
  const told = (await messagesOf(id)).filter(({ kind }) => kind === 'temperature').length
  const { id: bluebank } = await aBank(db)
  await link(bluebank)
  expect((await messagesOf(id)).filter(({ kind }) => kind === 'temperature').length).toBe(told)
  expect((await provider.done(orders.show, { id })).stops).toEqual([])
  const { request, steps } = await drivenIn(db, id)
  expect(request).toMatchObject({ status: 'cross-matching', bankId: bluebank })
  expect(steps.find(({ keptAside }) => keptAside === 'stopped')).toMatchObject({ decision: 'new-bag' })
  const timeline = (await hospital.done(requests.show, { id })).timeline.map(({ kind }) => kind)
  expect(timeline.slice(-2)).toEqual(['stop-decided', 'request-linked'])
  expect((await drive(service.as(meena), db, { id, step: 'issued' }, now)).order?.status).toBe('issued')
})

test('AMB-276 what was let through was one bank’s bags: with another bank the word is none any more', async () => {
  const { id } = await anOrder({ bankId: 'redbank' })
  const warm = aReport({ id, step: 'issued', temperature: 20 }, now)
  await driver.done(driving.step, { ...warm, isStop: true })
  await decided({ id, stepId: warm.stepId, decision: 'go-on', reason: 'Dr. Rao has looked at them' })
  const { id: bankId } = await aBank(db)
  const { version } = (await drivenIn(db, id)).request
  await provider.done(orders.link, { id, bankId, driverEmail: arun, version })
  const others = aReport({ id, step: 'issued', temperature: 20 }, now)
  expect((await driver.call(driving.step, others)).refusal?.code).toBe('too-warm')
  expect((await drive(driver, db, { id, step: 'issued' }, now)).order?.status).toBe('issued')
})

test('AMB-276 another bank is the word to every stop of a delivery, also of who drove it before', async () => {
  const { id } = await anOrder({ bankId: 'redbank' })
  await drive(driver, db, { id, step: 'issued' }, now)
  const link = async (bankId: string) => {
    const { version } = (await drivenIn(db, id)).request
    return provider.done(orders.link, { id, bankId, driverEmail: meena, version })
  }
  await link('redbank')
  const warm = aReport({ id, step: 'delivered', temperature: 20 }, now)
  await service.as(meena).done(driving.step, { ...warm, isStop: true })
  const before = aReport({ id, step: 'issued', temperature: 20 }, now)
  await driver.done(driving.step, { ...before, isStop: true })
  await link((await aBank(db)).id)
  expect((await provider.done(orders.show, { id })).stops).toEqual([])
  expect((await drive(service.as(meena), db, { id, step: 'issued' }, now)).order?.status).toBe('issued')
})

test('AMB-262 mail and text quote what the driver measured, and the bank reads what was decided', async () => {
  const bodiesOf = async (id: string) =>
    (await messagesOf(id)).filter(({ kind }) => kind === 'temperature').map(({ body }) => body)
  const told = await anOrder({ status: 'partially-completed', units: 8 })
  await driver.done(driving.step, aReport({ id: told.id, step: 'delivered' }, now))
  const earlier = { sentAt: now, doneAt: later(now, minutes(-5)) }
  await driver.done(driving.step, aReport({ id: told.id, step: 'issued', temperature: 20, ...earlier }))
  expect((await drivenIn(db, told.id)).request.deliveryTemperature).toBe(4.5)
  const bodies = await bodiesOf(told.id)
  expect([bodies.length > 1, bodies.every((body) => body.includes('20 °C'))]).toEqual([true, true])

  const { id } = await anOrder()
  const warm = aReport({ id, step: 'issued', temperature: 20 }, now)
  await driver.done(driving.step, { ...warm, isStop: true })
  await decided({ id, stepId: warm.stepId, decision: 'return' })
  expect((await bodiesOf(id)).at(-1)).toContain('Back to the bank')
})

test('AMB-262 a step told by mistake is taken back within two minutes: as it was, an event of its own, and told to whoever was told', async () => {
  const { id } = await anOrder()
  const before = await drivenIn(db, id)
  const report = aReport({ id, step: 'issued', temperature: 12, allowedBy: 'Dr. Rao' }, service.clock.now())
  const { order } = await driver.done(driving.step, report)
  expect(order?.takeBack).toMatchObject({ stepId: report.stepId, step: 'issued', seq: 1 })
  const told = (await messagesOf(id)).length
  const back = { id, stepId: report.stepId }
  expect((await service.as(meena).call(driving.takeBack, back)).status).toBe(404)
  const { order: after } = await driver.done(driving.takeBack, back)
  expect(after).toMatchObject({ status: 'cross-matching', takeBack: null })
  const { request, deliveries, steps, events } = await drivenIn(db, id)
  const { updatedAt: _, version, ...same } = before.request
  expect(request).toMatchObject(same)
  expect([request.version, deliveries]).toEqual([version + 2, before.deliveries])
  expect(steps).toMatchObject([{ step: 'issued', keptAside: 'taken-back' }])
  expect(events.at(-1)?.kind).toBe('delivery-step-undone')
  expect((await messagesOf(id)).length).toBe(2 * told)
  // sent again it is done; told again it counts
  await driver.done(driving.takeBack, back)
  expect((await drive(driver, db, { id, step: 'issued' }, service.clock.now())).order?.status).toBe('issued')
})

test('AMB-262 neither after two minutes, nor when something has happened since, nor what a code proved', async () => {
  const late = await anOrder()
  const report = (id: string) => aReport({ id, step: 'issued' }, service.clock.now())
  const [first, second] = [report(late.id), await anOrder()]
  await driver.done(driving.step, first)
  service.clock.moveTo(later(service.clock.now(), minutes(2.1)))
  const refused = async (id: string, stepId: string) =>
    (await driver.call(driving.takeBack, { id, stepId })).refusal?.code
  expect(await refused(late.id, first.stepId)).toBe('not-to-take-back')

  const moved = report(second.id)
  await driver.done(driving.step, moved)
  const { version } = (await drivenIn(db, second.id)).request
  await provider.done(orders.move, { id: second.id, version, status: 'issued', note: 'called' })
  expect(await refused(second.id, moved.stepId)).toBe('not-to-take-back')

  const sampled = await anOrder({ status: 'bloodbank-approved' })
  const code = await codeOf(db, { id: sampled.id, step: 'sample acquired' })
  const proved = aReport({ id: sampled.id, step: 'sample acquired', code }, service.clock.now())
  expect((await driver.done(driving.step, proved)).order?.takeBack).toBeNull()
  expect(await refused(sampled.id, proved.stepId)).toBe('proved')

  const pictured = await anOrder({ status: 'bloodbank-approved' })
  const picture = { seq: 1, state: 'SampleAcquired', name: 'HandOver', fileName: 'hand.jpg' } as const
  await send(driver, driving.picture, { id: pictured.id, ...picture }, await aJpeg())
  const shown = aReport(
    { id: pictured.id, step: 'sample acquired', noCodeReason: 'No screen' },
    service.clock.now(),
  )
  await driver.done(driving.step, shown)
  expect((await driver.done(driving.takeBack, { id: pictured.id, stepId: shown.stepId })).order?.status).toBe(
    'bloodbank-approved',
  )
})

test('AMB-262 not the last step: what was told before it stays, and so does a delivery that a code proved; nor a stop', async () => {
  const { id } = await anOrder({ units: 8 })
  const issued = aReport({ id, step: 'issued' }, service.clock.now())
  await driver.done(driving.step, issued)
  await drive(driver, db, { id, step: 'delivered' }, service.clock.now())
  const before = await drivenIn(db, id)
  const back = { id, stepId: issued.stepId }
  expect((await driver.call(driving.takeBack, back)).refusal?.code).toBe('not-to-take-back')
  expect(await drivenIn(db, id)).toEqual(before)

  const stopped = await anOrder({ status: 'sample-acquired' })
  await drive(driver, db, { id: stopped.id, step: 'cross matching' }, service.clock.now())
  const warm = aReport({ id: stopped.id, step: 'issued', temperature: 20 }, service.clock.now())
  await driver.done(driving.step, { ...warm, isStop: true })
  await decided({ id: stopped.id, stepId: warm.stepId, decision: 'new-bag' })
  await drive(driver, db, { id: stopped.id, step: 'issued' }, service.clock.now())
  const stop = { id: stopped.id, stepId: warm.stepId }
  expect((await driver.call(driving.takeBack, stop)).refusal?.code).toBe('not-to-take-back')
})

test('AMB-262 what was told after the provider’s word, and moved nothing, is taken back as it is offered', async () => {
  const { id } = await anOrder({ units: 8, status: 'partially-completed' })
  const before = await drivenIn(db, id)
  for (const step of ['issued', 'delivered'] as const) {
    const late = aReport({ id, step, temperature: 12 }, service.clock.now())
    const { order } = await driver.done(driving.step, late)
    expect(order?.takeBack).toMatchObject({ stepId: late.stepId, step })
    const { order: after } = await driver.done(driving.takeBack, { id, stepId: late.stepId })
    expect(after).toMatchObject({ status: 'partially-completed', takeBack: null })
    const { request, deliveries } = await drivenIn(db, id)
    expect([request.deliveryTemperature, deliveries]).toEqual([null, before.deliveries])
  }
})

test('AMB-115 what was not taken as a step tells nobody whether its code was right', async () => {
  const answers = []
  for (const change of [(code: string) => code, wrongCode]) {
    const { id } = await anOrder({ status: 'issued' })
    const code = change(await codeOf(db, { id, step: 'delivered' }))
    const warm = aReport({ id, step: 'delivered', temperature: 20, code }, service.clock.now())
    await driver.done(driving.step, { ...warm, isStop: true })
    answers.push((await driver.call(driving.takeBack, { id, stepId: warm.stepId })).refusal?.code)
  }
  expect(answers).toEqual(['not-to-take-back', 'not-to-take-back'])
})
