import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { driving } from '#contract/driving.ts'
import { orders } from '#contract/orders.ts'
import { earlier, hours, instantOf, later, minutes } from '#domain/basics/time.ts'
import { mostKeptAside } from '#domain/driving/reporting.ts'
import { deliverySteps, driven, handsOver } from '#domain/driving/steps.ts'
import type { RequestStatus } from '#domain/requests/request.ts'
import type { RequestWish } from '#server/demo/makers/requests.ts'
import { aService } from '#testing/harness/service.ts'
import { sized } from '#testing/harness/size.ts'
import { aReport, codeOf, drive, drivenIn, wrongCode } from '#testing/makers/driving.ts'
import { arun, linksIn, meena } from '#testing/makers/linked-orders.ts'
import { aRequest } from '#testing/makers/makers.ts'

const start = instantOf('2026-11-16', '10:00')
const service = await aService({ now: start, settings: { ROLE: 'web' } })
const { db } = service
const [driver, other, provider] = [service.as(arun), service.as(meena), service.as('bloodsupport')]
beforeEach(() => service.clock.moveTo(start))
const anOrder = (wish: RequestWish = {}) => aRequest(db, { status: 'bloodbank-approved', ...wish }, start)
const anIssued = (wish: RequestWish = {}) => anOrder({ status: 'issued', ...wish })
const near = (at: Date | null | undefined, expected: Date) =>
  expect(Math.abs((at?.getTime() ?? 0) - expected.getTime())).toBeLessThan(5_000)

const moveTo = async (id: string, status: RequestStatus) =>
  provider.done(orders.move, { id, status, version: (await linksIn(db).rowOf(id)).version })
const linkTo = async (id: string, driverEmail: string) => {
  const { version, bankId } = await linksIn(db).rowOf(id)
  return provider.done(orders.link, { id, version, bankId: bankId ?? 'redbank', driverEmail })
}

describe('the time of the act', () => {
  test.each([
    ['right', 0],
    ['two hours ahead', 2],
    ['two hours behind', -2],
  ])('AMB-64 AMB-55 is right with a clock that is %s, and the arrival is kept beside it', async (_, off) => {
    const order = await anIssued({ deadlineAt: later(start, minutes(30)) })
    const [did, sent] = [later(start, minutes(20)), later(start, minutes(90))]
    service.clock.moveTo(sent)
    const phone = (at: Date) => later(at, hours(off))
    await drive(driver, db, { id: order.id, step: 'delivered', doneAt: phone(did), sentAt: phone(sent) })
    const { request, deliveries, steps } = await drivenIn(db, order.id)
    near(steps[0]?.doneAt, did)
    near(steps[0]?.arrivedAt, sent)
    near(deliveries[0]?.deliveredAt, did)
    near(request.deliveredAt, did)
    near(request.updatedAt, sent)
    // told after the deadline, done before it
    expect(request.isLate).toBe(false)
    expect(sent > request.deadlineAt).toBe(true)
  })

  test('AMB-55 who was late is late, however soon he told', async () => {
    const { id } = await anIssued({ deadlineAt: later(start, minutes(30)) })
    service.clock.moveTo(later(start, minutes(31)))
    await drive(driver, db, { id, step: 'delivered' }, service.clock.now())
    expect((await drivenIn(db, id)).request.isLate).toBe(true)
  })

  test('AMB-64 lies neither before the link nor before the step before', async () => {
    const { id, linkedAt } = await anOrder()
    const long = { doneAt: earlier(start, hours(30)), sentAt: start }
    await drive(driver, db, { id, step: 'sample acquired', ...long })
    await drive(driver, db, { id, step: 'cross matching' }, start)
    await drive(driver, db, { id, step: 'issued', ...long })
    const { steps } = await drivenIn(db, id)
    const timeOf = (step: string) => steps.find((one) => one.step === step)?.doneAt
    near(timeOf('sample acquired'), linkedAt ?? start)
    near(timeOf('cross matching'), start)
    near(timeOf('issued'), start)
  })
})

describe('the same step', () => {
  test('AMB-64 sent again is done once, and answered alike', async () => {
    const { id } = await anOrder()
    const report = aReport({
      id,
      step: 'sample acquired',
      code: await codeOf(db, { id, step: 'sample acquired' }),
    })
    const first = await driver.done(driving.step, report)
    const before = await drivenIn(db, id)
    const again = await driver.done(driving.step, {
      ...report,
      stepId: report.stepId.toUpperCase(),
      sentAt: later(new Date(), hours(1)),
    })
    expect(again).toEqual(first)
    expect(again.outcome).toBe('done')
    expect(await drivenIn(db, id)).toEqual(before)
  })

  test('AMB-64 many times at once is one row and one event', async () => {
    const { id, version } = await anOrder()
    const report = aReport({
      id,
      step: 'sample acquired',
      code: await codeOf(db, { id, step: 'sample acquired' }),
    })
    const answers = await Promise.all(Array.from({ length: 12 }, () => driver.call(driving.step, report)))
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
    const { request, steps, events } = await drivenIn(db, id)
    expect(steps).toHaveLength(1)
    expect(events.filter(({ kind }) => kind === 'delivery-step-done')).toHaveLength(1)
    expect(request).toMatchObject({ status: 'sample-acquired', version: version + 1 })
  })

  test('AMB-64 from two phones at once counts once, and the other is kept', async () => {
    const { id } = await anOrder()
    const code = await codeOf(db, { id, step: 'sample acquired' })
    const answers = await Promise.all(
      Array.from({ length: 6 }, () =>
        driver.done(driving.step, aReport({ id, step: 'sample acquired', code })),
      ),
    )
    expect(answers.map(({ outcome }) => outcome)).toEqual(answers.map(() => 'done'))
    const { steps, events } = await drivenIn(db, id)
    expect(steps.map(({ keptAside }) => keptAside).sort()).toEqual(
      [null, ...Array.from({ length: 5 }, () => 'repeated')].sort(),
    )
    expect(events.filter(({ kind }) => kind === 'delivery-step-done')).toHaveLength(1)
  })
})

describe('meanwhile', () => {
  test('AMB-115 reassigned: the report is kept for the provider, moves nothing, and is answered the same again', async () => {
    const { id } = await anIssued()
    const code = await codeOf(db, { id, step: 'delivered' })
    const report = aReport({ id, step: 'delivered', code, temperature: 5.5, receiver: 'Dr. Rao' })
    await linkTo(id, meena)
    const before = await drivenIn(db, id)
    for (let time = 0; time < 2; time++) {
      expect(await driver.done(driving.step, report)).toEqual({ outcome: 'reassigned', order: null })
    }
    const after = await drivenIn(db, id)
    expect([after.request, after.deliveries]).toEqual([before.request, before.deliveries])
    expect(after.steps).toMatchObject([
      {
        step: 'delivered',
        keptAside: 'reassigned',
        temperature: 5.5,
        receiver: 'Dr. Rao',
        handOver: 'code',
        driverEmail: arun,
      },
    ])
    const shown = await provider.done(orders.show, { id })
    expect(shown.timeline.at(-1)).toMatchObject({
      kind: 'step-kept-aside',
      by: 'Arun Kumar',
      step: { step: 'delivered' },
    })
    // and the driver of now does it himself
    expect((await drive(other, db, { id, step: 'delivered' })).order?.status).toBe('delivery-completed')
  })

  test('AMB-115 a wrong code of a former driver is neither told nor counted', async () => {
    const { id } = await anIssued()
    const code = wrongCode(await codeOf(db, { id, step: 'delivered' }))
    await linkTo(id, meena)
    expect(await driver.done(driving.step, aReport({ id, step: 'delivered', code }))).toMatchObject({
      outcome: 'reassigned',
    })
    expect((await drivenIn(db, id)).deliveries[0]?.deliveryTries).toBe(0)
    expect((await drivenIn(db, id)).steps[0]?.handOver).toBeNull()
  })

  test('AMB-228 so many reports of a former driver are kept and no more, and who sends one again gets its answer', async () => {
    const { id } = await anIssued()
    await linkTo(id, meena)
    const reports = Array.from({ length: mostKeptAside + 5 }, () => aReport({ id, step: 'cross matching' }))
    const answers = []
    for (const report of reports) answers.push(await driver.call(driving.step, report))
    const over = answers.slice(mostKeptAside)
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(mostKeptAside)
    expect(over.map(({ status, refusal }) => [status, refusal?.code])).toEqual(
      over.map(() => [409, 'enough-kept']),
    )
    const { steps, events } = await drivenIn(db, id)
    expect(steps).toHaveLength(mostKeptAside)
    expect(events.filter(({ kind }) => kind === 'step-kept-aside')).toHaveLength(mostKeptAside)
    const [first] = reports
    if (first) expect((await driver.done(driving.step, first)).outcome).toBe('reassigned')
    // of the driver of now nothing is held back
    expect((await drive(other, db, { id, step: 'delivered' })).order?.status).toBe('delivery-completed')
  })

  test('AMB-228 the provider is shown the newest of what was kept aside, and how many more there are', async () => {
    const { id } = await anIssued()
    await linkTo(id, meena)
    await linkTo(id, arun)
    const row = { requestId: id, seq: 1, step: 'issued' as const, driverEmail: meena, doneAt: start }
    const rows = Array.from({ length: 300 }, (_, at) => ({
      ...row,
      id: randomUUID(),
      arrivedAt: later(start, at),
      keptAside: 'reassigned' as const,
      receiver: String(at),
    }))
    await db.insertInto('deliverySteps').values(rows).execute()
    await sql`insert into events (subject_kind, subject_id, kind, at, actor_name, detail, previous_hash, hash)
      select 'request', ${id}, 'step-kept-aside', now(), 'x', json_build_object('seq', 1, 'step', 'issued', 'doneAt',
        now(), 'temperature', null, 'verdict', null, 'receiver', n::text, 'handOver', null), 'before ' || n, 'x'
      from generate_series(0, 299) n`.execute(db)
    const { deliveries, timeline, asideLeftOut } = await provider.done(orders.show, { id })
    const newest = Array.from({ length: mostKeptAside }, (_, at) => String(300 - mostKeptAside + at))
    expect(deliveries[0]?.steps.map(({ receiver }) => receiver)).toEqual(newest)
    const told = timeline.filter(({ kind }) => kind === 'step-kept-aside')
    expect(told.map(({ step }) => step?.receiver)).toEqual(newest)
    expect(timeline.length).toBeGreaterThan(told.length)
    expect(asideLeftOut).toBe(300 - mostKeptAside)
  })

  test('AMB-115 what counted before the order was given away is still done when it is sent again', async () => {
    const { id } = await anOrder()
    const report = aReport({
      id,
      step: 'sample acquired',
      code: await codeOf(db, { id, step: 'sample acquired' }),
    })
    await driver.done(driving.step, report)
    await linkTo(id, meena)
    expect(await driver.done(driving.step, report)).toEqual({ outcome: 'done', order: null })
    await linkTo(id, arun)
    expect((await driver.done(driving.step, report)).order?.id).toBe(id)
  })

  test.each(['cancelled', 'completed', 'bloodbank-rejected', 'hospital-admin-rejected', 'pending'] as const)(
    'AMB-64 %s: the report is kept, and nothing is moved',
    async (status) => {
      const { id } = await anIssued()
      await moveTo(id, status)
      const before = await drivenIn(db, id)
      const report = aReport({ id, step: 'delivered', code: '123456' })
      expect(await driver.done(driving.step, report)).toEqual({ outcome: 'closed', order: null })
      const after = await drivenIn(db, id)
      expect([after.request, after.deliveries]).toEqual([before.request, before.deliveries])
      expect(after.steps).toMatchObject([{ keptAside: 'closed' }])
    },
  )

  test('AMB-65 closed by Update DB: what the driver did is told with its time, and nothing is done twice', async () => {
    const { id } = await anOrder({ units: 5 })
    await moveTo(id, 'partially-completed')
    const before = await drivenIn(db, id)
    for (const step of deliverySteps) {
      const answer = await driver.done(driving.step, aReport({ id, step, code: '000000', temperature: 3.5 }))
      expect(answer.outcome).toBe('done')
      expect(answer.order?.status).toBe('partially-completed')
    }
    const after = await drivenIn(db, id)
    expect(after.deliveries).toEqual(before.deliveries)
    expect(after.request).toMatchObject({
      status: 'partially-completed',
      deliveryStatus: before.request.deliveryStatus,
      deliveryTemperature: 3.5,
    })
    expect(after.steps.map(({ keptAside, handOver }) => [keptAside, handOver])).toEqual(
      deliverySteps.map(() => [null, null]),
    )
    const mine = (await driver.done(driving.list, {})).items.find((one) => one.id === id)
    expect(mine?.deliveries.map(({ steps }) => steps.length)).toEqual([4, 0])
  })

  test('AMB-65 set further on by Update DB: the driver goes on from there', async () => {
    const { id } = await anOrder()
    await moveTo(id, 'cross-matching')
    const mine = (await driver.done(driving.list, {})).items.find((one) => one.id === id)
    expect(mine?.deliveries[0]?.steps.map(({ step }) => step)).toEqual(['sample acquired', 'cross matching'])
    expect((await drive(driver, db, { id, step: 'issued' })).order?.status).toBe('issued')
  })
})

test('AMB-52 steps and Update DB at once: each is whole, none is lost', async () => {
  for (let round = 0; round < 4; round++) {
    const { id, version } = await anOrder({ units: 4 })
    const code = await codeOf(db, { id, step: 'sample acquired' })
    const [moved, stepped] = await Promise.all([
      provider.call(orders.move, { id, version, status: 'partially-completed', note: 'by phone' }),
      driver.call(driving.step, aReport({ id, step: 'sample acquired', code })),
    ])
    const { request, deliveries, steps } = await drivenIn(db, id)
    expect(stepped.status).toBe(200)
    expect(steps).toHaveLength(1)
    if (moved.status === 200) {
      expect(request).toMatchObject({ status: 'partially-completed', note: 'by phone', version: version + 2 })
      expect(deliveries[0]?.deliveredAt).not.toBeNull()
    } else {
      expect(moved.refusal?.code).toBe('changed-meanwhile')
      expect(request).toMatchObject({ status: 'sample-acquired', version: version + 1 })
    }
  }
})

test('AMB-64 AMB-65 any sequence of reports of drivers of now and before: no status goes back, nothing is lost', async () => {
  const ranks: readonly RequestStatus[] = [...driven, 'delivery-completed']
  const report = fc.record({
    by: fc.constantFrom(arun, arun, meena),
    seq: fc.integer({ min: 1, max: 3 }),
    step: fc.constantFrom(...deliverySteps),
    isNext: fc.boolean(),
    isSentAgain: fc.boolean(),
    relink: fc.boolean(),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(report, { minLength: 4, maxLength: 14 }), async (reports) => {
      const { id } = await anOrder({ units: 7 })
      const taken = new Set<string>()
      let rank = 0
      for (const { by, isNext, isSentAgain, relink, ...wild } of reports) {
        const { driverEmail } = await linksIn(db).rowOf(id)
        if (relink) await linkTo(id, driverEmail === arun ? meena : arun)
        const place = isNext ? await nextOf(id) : wild
        const code = handsOver(place.step) ? { code: await codeOf(db, { id, ...place }) } : {}
        const sent = aReport({ id, ...place, ...code, stepId: randomUUID() })
        const client = by === arun ? driver : other
        for (let time = 0; time < (isSentAgain ? 2 : 1); time++) {
          const { status, refusal } = await client.call(driving.step, sent)
          if (status === 200) taken.add(sent.stepId)
          else expect(['not-next', 'not-found']).toContain(refusal?.code)
        }
        const { request } = await drivenIn(db, id)
        expect(ranks.indexOf(request.status)).toBeGreaterThanOrEqual(rank)
        rank = ranks.indexOf(request.status)
      }
      const { steps, deliveries } = await drivenIn(db, id)
      expect(new Set(steps.map((row) => row.id))).toEqual(taken)
      for (const { seq, deliveredAt } of deliveries) {
        const delivered = steps.filter((row) => row.seq === seq && row.step === 'delivered' && !row.keptAside)
        expect(delivered).toHaveLength(deliveredAt ? 1 : 0)
      }
    }),
    { numRuns: sized(4, 12) },
  )
})

/** What the order waits for. */
async function nextOf(id: string) {
  const { deliveries, steps } = await drivenIn(db, id)
  const seq = deliveries.find(({ deliveredAt }) => deliveredAt === null)?.seq ?? 1
  const done = steps.filter((row) => row.seq === seq && !row.keptAside).map(({ step }) => step)
  return { seq, step: deliverySteps.find((step) => !done.includes(step)) ?? 'delivered' }
}
