import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { driving } from '#contract/driving.ts'
import { orders } from '#contract/orders.ts'
import { requests } from '#contract/requests.ts'
import { deliverySteps } from '#domain/driving/steps.ts'
import type { RequestWish } from '#server/demo/makers/requests.ts'
import { aService } from '#testing/harness/service.ts'
import { aReport, codeOf, drive, drivenIn, wrongCode } from '#testing/makers/driving.ts'
import { arun, meena, wishFor } from '#testing/makers/linked-orders.ts'
import { aRequest } from '#testing/makers/makers.ts'
import { aJpeg, send } from '#testing/makers/pictures.ts'

const service = await aService({ settings: { ROLE: 'web' } })
const { db } = service
const [driver, provider, hospital] = [service.as(arun), service.as('bloodsupport'), service.as('firm')]
const anOrder = (wish: RequestWish = {}) => aRequest(db, { status: 'bloodbank-approved', ...wish })
const step = 'sample acquired'
const picture = { seq: 1, state: 'SampleAcquired', name: 'HandOver', fileName: 'hand.jpg' } as const

describe('AMB-115 the code', () => {
  test('of what is next is shown to everybody of the hospital, and changes with the steps', async () => {
    const { id } = await anOrder({ units: 5 })
    const nextFor = async (email: string) =>
      (await service.as(email).done(driving.codes, { id })).items.map((one) => `${one.seq} ${one.step}`)
    for (const email of ['firm', 'firm_pilot'])
      expect(await nextFor(email)).toEqual(['1 sample acquired', '1 delivered'])
    const [first] = (await hospital.done(driving.codes, { id })).items
    expect(first).toEqual({ seq: 1, step, code: expect.stringMatching(/^\d{6}$/), isLocked: false })
    await driver.done(driving.step, aReport({ id, step, code: first?.code }))
    expect(await nextFor('firm')).toEqual(['1 delivered'])
    for (const one of deliverySteps.slice(1)) await drive(driver, db, { id, step: one })
    expect(await nextFor('firm')).toEqual(['2 delivered', '2 sample acquired'])
    await drive(driver, db, { id, seq: 2, step: 'issued' })
    await drive(driver, db, { id, seq: 2, step: 'delivered' })
    expect(await nextFor('firm')).toEqual([])
  })

  test('is drawn for each delivery and step: none is like the other', async () => {
    await Promise.all(Array.from({ length: 20 }, () => anOrder({ units: 30 })))
    const rows = await db.selectFrom('deliveries').select(['sampleCode', 'deliveryCode']).execute()
    const codes = rows.flatMap((row) => [row.sampleCode, row.deliveryCode])
    expect(codes.length).toBeGreaterThan(400)
    // of a million, chance alone lets hardly any two meet
    expect(new Set(codes).size).toBeGreaterThan(codes.length - 10)
    for (const digit of '0123456789')
      expect(
        codes.some((code) => code.startsWith(digit)),
        digit,
      ).toBe(true)
  })

  test('of another hospital’s order, and of one not linked, is not to be had', async () => {
    const { id } = await anOrder()
    for (const email of ['noble', 'city_admin']) {
      expect((await service.as(email).call(driving.codes, { id })).status, email).toBe(404)
    }
    for (const client of [driver, provider, service.as('redbank_bloodbank')]) {
      expect((await client.call(driving.codes, { id })).status).toBe(403)
    }
    const pending = await aRequest(db, { status: 'hospital-admin-approved' })
    expect(await hospital.done(driving.codes, { id: pending.id })).toEqual({ items: [] })
    const over = await aRequest(db, { status: 'completed' })
    expect(await hospital.done(driving.codes, { id: over.id })).toEqual({ items: [] })
  })

  test('T21 stands in no answer but the hospital’s own, in no event and in no message', async () => {
    const { id } = await anOrder({ units: 5 })
    const rows = await db
      .selectFrom('deliveries')
      .select(['sampleCode', 'deliveryCode'])
      .where('requestId', '=', id)
      .execute()
    const answers: string[] = []
    const keep = (answer: unknown) => void answers.push(JSON.stringify(answer))
    const code = await codeOf(db, { id, step })
    keep(await driver.call(driving.step, aReport({ id, step, code: wrongCode(code) })))
    for (const one of deliverySteps) keep(await drive(driver, db, { id, step: one }))
    keep(await driver.done(driving.list, {}))
    keep(await hospital.done(requests.show, { id }))
    keep(await hospital.done(requests.deliveries, { id }))
    keep(await provider.done(orders.show, { id }))
    keep(await provider.done(orders.list, { id }))
    keep((await provider.raw('GET', '/api/documents/hospitalDB')).text)
    keep(
      await db
        .selectFrom('events')
        .select(['kind', 'detail', 'actorName'])
        .where('subjectId', '=', id)
        .execute(),
    )
    keep(await db.selectFrom('notifications').selectAll().execute())
    keep(await db.selectFrom('deliverySteps').select(['receiver', 'reason', 'step']).execute())
    for (const secret of rows.flatMap((row) => [row.sampleCode, row.deliveryCode])) {
      for (const answer of answers) expect(answer).not.toContain(`"${secret}"`)
    }
    expect(JSON.stringify(await hospital.done(driving.codes, { id }))).toContain(rows[1]?.deliveryCode)
  })
})

describe('a wrong code', () => {
  test('AMB-115 is counted though it is refused, locks after five, and then the right one opens nothing', async () => {
    const { id } = await anOrder()
    const code = await codeOf(db, { id, step })
    const report = aReport({ id, step, code: wrongCode(code) })
    const answers = []
    for (let tries = 0; tries < 6; tries++) answers.push((await driver.call(driving.step, report)).refusal)
    expect(answers.map((refusal) => refusal?.code)).toEqual([
      ...['wrong-code', 'wrong-code', 'wrong-code', 'wrong-code'],
      ...['code-locked', 'code-locked'],
    ])
    expect(answers.slice(0, 4).map((refusal) => refusal?.values)).toEqual(
      [4, 3, 2, 1].map((left) => ({ left })),
    )
    const { request, deliveries, steps, events } = await drivenIn(db, id)
    expect(deliveries[0]).toMatchObject({ sampleTries: 5, deliveryTries: 0, state: '-' })
    expect(request.status).toBe('bloodbank-approved')
    expect(steps).toEqual([])
    expect(events.filter(({ kind }) => kind === 'hand-over-code-wrong')).toHaveLength(5)
    const right = await driver.call(driving.step, { ...report, code })
    expect([right.status, right.refusal?.code]).toEqual([422, 'code-locked'])
    expect((await hospital.done(driving.codes, { id })).items[0]).toMatchObject({ step, isLocked: true })
    const mine = (await driver.done(driving.list, {})).items.find((one) => one.id === id)
    expect(mine?.deliveries[0]?.locked).toEqual([step])
    // with a picture and a reason it goes on, and is marked as such
    const { code: _, ...withoutCode } = report
    const reasoned = { ...withoutCode, noCodeReason: 'Typed wrong too often' }
    expect((await driver.call(driving.step, reasoned)).refusal?.code).toBe('picture-missing')
    expect((await send(driver, driving.picture, { id, ...picture }, await aJpeg())).status).toBe(200)
    expect((await driver.done(driving.step, reasoned)).outcome).toBe('done')
    const [told] = (await provider.done(orders.show, { id })).deliveries[0]?.steps ?? []
    expect(told).toMatchObject({ handOver: 'picture', reason: 'Typed wrong too often' })
  })

  test('AMB-115 fifty at once are not more than five tries', async () => {
    const { id } = await anOrder()
    const code = Number(await codeOf(db, { id, step }))
    const guesses = Array.from({ length: 50 }, (_, n) => String((code + 1 + n) % 1_000_000).padStart(6, '0'))
    const answers = await Promise.all(
      guesses.map((guess) => driver.call(driving.step, aReport({ id, step, code: guess }))),
    )
    expect(answers.filter(({ refusal }) => refusal?.code === 'wrong-code')).toHaveLength(4)
    expect((await drivenIn(db, id)).deliveries[0]?.sampleTries).toBe(5)
  })

  test('AMB-115 of one hand-over does not lock another', async () => {
    const { id } = await anOrder()
    await drive(driver, db, { id, step })
    await drive(driver, db, { id, step: 'cross matching' })
    await drive(driver, db, { id, step: 'issued' })
    const code = wrongCode(await codeOf(db, { id, step: 'delivered' }))
    const answer = await driver.call(driving.step, aReport({ id, step: 'delivered', code }))
    expect(answer.refusal).toMatchObject({ code: 'wrong-code', field: 'code' })
    expect((await drive(driver, db, { id, step: 'delivered' })).order?.status).toBe('delivery-completed')
  })

  test('AMB-240 of a driver who was replaced does not lock the next one’s; the same driver’s stay counted', async () => {
    const { id } = await anOrder()
    const code = await codeOf(db, { id, step })
    const report = aReport({ id, step, code: wrongCode(code) })
    for (let tries = 0; tries < 5; tries++) await driver.call(driving.step, report)
    const linkTo = async (change: Partial<ReturnType<typeof wishFor>>) => {
      const { version } = (await drivenIn(db, id)).request
      await provider.done(orders.link, wishFor({ id, version, ...change }))
    }
    await linkTo({ bankId: 'bluebank' })
    expect((await driver.call(driving.step, { ...report, code })).refusal?.code).toBe('code-locked')
    await linkTo({ driverEmail: meena })
    expect((await hospital.done(driving.codes, { id })).items[0]).toMatchObject({ code, isLocked: false })
    const next = service.as(meena)
    const slip = await next.call(driving.step, aReport({ id, step, code: wrongCode(code) }))
    expect(slip.refusal).toMatchObject({ code: 'wrong-code', values: { left: 4 } })
    expect((await next.done(driving.step, aReport({ id, step, code }))).outcome).toBe('done')
  })

  test('AMB-115 the code of the sample is not the code of the delivery', async () => {
    const { id } = await anOrder({ status: 'issued' })
    const codes = await db
      .selectFrom('deliveries')
      .selectAll()
      .where('requestId', '=', id)
      .executeTakeFirstOrThrow()
    expect(codes.sampleCode).not.toBe(codes.deliveryCode)
    const report = aReport({ id, step: 'delivered', code: codes.sampleCode, stepId: randomUUID() })
    expect((await driver.call(driving.step, report)).refusal?.code).toBe('wrong-code')
  })
})

test.each([
  ['right', 'code', 0],
  ['wrong', 'picture', 1],
] as const)(
  'AMB-260 a code that could not be checked, told with a picture and %s, is taken: proved by the %s',
  async (which, handOver, wrong) => {
    const { id } = await anOrder()
    const right = await codeOf(db, { id, step })
    const code = which === 'right' ? right : wrongCode(right)
    const report = aReport({ id, step, code, noCodeReason: 'No signal' })
    if (which === 'wrong')
      expect((await driver.call(driving.step, report)).refusal).toMatchObject({ code: 'wrong-code' })
    await send(driver, driving.picture, { id, ...picture }, await aJpeg())
    expect((await driver.done(driving.step, report)).outcome).toBe('done')
    const { steps, events } = await drivenIn(db, id)
    expect(steps).toMatchObject([{ handOver, reason: handOver === 'code' ? null : 'No signal' }])
    expect(events.filter(({ kind }) => kind === 'hand-over-code-wrong')).toHaveLength(2 * wrong)
  },
)

test('AMB-115 a picture of another delivery or another hand-over does not stand in for the code', async () => {
  const { id } = await anOrder({ units: 5 })
  await send(driver, driving.picture, { id, ...picture, state: 'Completed' }, await aJpeg())
  await send(driver, driving.picture, { id, ...picture, seq: 2 }, await aJpeg())
  const report = aReport({ id, step, noCodeReason: 'No screen here' })
  expect((await driver.call(driving.step, report)).refusal?.code).toBe('picture-missing')
})
