import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { late } from '#contract/late.ts'
import { orders } from '#contract/orders.ts'
import { requests } from '#contract/requests.ts'
import type { InputOf } from '#contract/route.ts'
import { days, earlier, hours, instantOf, later, minutes } from '#domain/basics/time.ts'
import { paperNumber } from '#domain/downtime/paper.ts'
import { lifeOf } from '#domain/requests/timeline.ts'
import { verifyEvents } from '#server/db/sealing.ts'
import { aService, type TestService } from '#testing/harness/service.ts'
import { arun } from '#testing/makers/linked-orders.ts'
import { aDraft, aRequest } from '#testing/makers/makers.ts'
import { thePrices } from '#testing/makers/prices.ts'

/** The server is back in the evening; the paper is of the morning. */
const evening = instantOf('2026-11-17', '18:00')
const at = (time: string) => instantOf('2026-11-17', time)
const raisedAt = at('09:05')
let service: TestService
beforeAll(async () => {
  service = await aService({ now: evening, settings: { ROLE: 'web' } })
  const numbers = ['firm', 'city', '', 'redbank'].map((organisationId) => ({
    ...{ organisationId, lastNumber: 100, triedAt: null },
  }))
  await service.db.insertInto('downtimePapers').values(numbers).execute()
  await thePrices(service.db)
})
const [admin, staff, provider] = [
  () => service.as('firm'),
  () => service.as('firm_pilot'),
  () => service.as('bloodsupport'),
]
let nth = 0
const paperOf = (place = 'firm') => paperNumber(place, ++nth)

const raised = (change: Partial<InputOf<typeof late.raise>> = {}) => ({
  ...aDraft(raisedAt, { component: 'PRBC', units: 2 }),
  ...{ paperNumber: paperOf(), raisedAt },
  ...change,
})
const way = [
  { seq: 1, step: 'sample acquired', doneAt: at('10:20'), receiver: 'Sister Mary' },
  { seq: 1, step: 'cross matching', doneAt: at('10:50') },
  { seq: 1, step: 'issued', doneAt: at('11:30'), temperature: 4.2 },
  { seq: 1, step: 'delivered', doneAt: at('12:10'), temperature: 4.8, receiver: 'Sister Mary' },
] as const
const link = { bankId: 'redbank', driverEmail: arun, at: at('09:40') }
const carried = (id: string, change: Partial<InputOf<typeof late.carry>> = {}) => ({
  ...{ id, paperNumber: paperOf(''), link, steps: [...way] },
  ...change,
})
const messages = async () =>
  (
    await service.db
      .selectFrom('notifications')
      .select(sql<number>`count(*)::int`.as('n'))
      .executeTakeFirstOrThrow()
  ).n

test('AMB-343 AMB-344 a day on paper is entered in the evening: rows, timelines and bills as if nothing had been down, nobody rung, the trail whole', async () => {
  const before = await messages()
  const ids: string[] = []
  for (let one = 0; one < 10; one++) {
    const { id } = await admin().done(late.raise, raised({ approvedAt: at('09:20'), patientId: `FH-${one}` }))
    await provider().done(late.carry, carried(id))
    ids.push(id)
  }
  expect(await messages()).toBe(before)
  const [id = ''] = ids
  const shown = await admin().done(requests.show, { id })
  expect(shown).toMatchObject({
    ...{ status: 'delivery-completed', raisedAt, approvedAt: at('09:20'), bankId: 'redbank', isLate: false },
    ...{ linkedAt: at('09:40'), deliveredAt: at('12:10'), deliveryTemperature: 4.8 },
  })
  const life = lifeOf(shown)
  expect(life.map((step) => step.at)).toEqual(
    ['09:05', '09:20', '09:40', '10:20', '10:50', '11:30', '12:10'].map(at),
  )
  expect(life[0]?.mark).toMatch(/^entered later from paper P-FIRM-\d{6} by /)
  expect(life[2]?.mark).toMatch(/^entered later from paper P-\d{6} by /)
  const entries = await service.db.selectFrom('lateEntries').selectAll().where('requestId', '=', id).execute()
  expect(entries).toHaveLength(7)
  // in the trail they stand as they were entered
  const { rows } = await sql<{
    at: Date
  }>`select at from events where subject_id = ${id} order by id`.execute(service.db)
  expect(rows.every((row) => row.at >= evening)).toBe(true)
  // bills follow the completion, once
  const jobs = async () =>
    (
      await sql`select from pgboss.job where name = 'make-invoices' and data ->> 'requestId' = ${id}`.execute(
        service.owner,
      )
    ).rows.length
  const { version } = await provider().done(orders.show, { id })
  await provider().done(orders.move, { id, version, status: 'completed' })
  await service.settled()
  expect(await jobs()).toBe(1)
  expect((await verifyEvents(service.db)).faults).toEqual([])
}, 60_000)

describe('AMB-343 a request from paper', () => {
  test('is asked about as of its time: platelets of noon are entered in the evening', async () => {
    const sdp = { ...aDraft(at('12:00'), { component: 'SDP' }), raisedAt: at('12:00') }
    const entered = await staff().done(late.raise, raised(sdp))
    expect(entered).toMatchObject({ component: 'SDP', status: 'pending', raisedAt: at('12:00') })
    // of now nothing of it could be
    expect((await staff().call(requests.raise, aDraft(at('12:00'), { component: 'SDP' }))).status).toBe(422)
    const tooEarly = { ...aDraft(at('07:00'), { component: 'SDP' }), raisedAt: at('07:00') }
    const refused = await staff().call(late.raise, raised(tooEarly))
    expect(refused.refusal).toMatchObject({ code: 'sdp-closed' })
  })

  test('is entered once: the same once more is the same answer, another from that paper is refused', async () => {
    const one = raised()
    const first = await staff().done(late.raise, one)
    expect(
      await staff().done(late.raise, { ...one, paperNumber: one.paperNumber.toLowerCase() }),
    ).toMatchObject({
      id: first.id,
    })
    const other = await staff().call(late.raise, { ...one, units: 1 })
    expect([other.status, other.refusal?.text]).toEqual([
      409,
      `This paper was entered already, for request ${first.id}.`,
    ])
    // at once, too
    const twin = raised()
    const both = await Promise.all([staff().done(late.raise, twin), admin().done(late.raise, twin)])
    expect(new Set(both.map(({ id }) => id)).size).toBe(1)
  })

  test.each([
    ['to come', { raisedAt: later(evening, hours(1)) }, 'in-future'],
    ['older than a week', { raisedAt: earlier(evening, days(8)) }, 'too-old'],
    ['approved before it was raised', { approvedAt: earlier(raisedAt, minutes(1)) }, 'out-of-order'],
    ['of another hospital’s paper', { paperNumber: 'P-CITY-000001' }, 'paper-of-others'],
    ['of a paper that was never printed', { paperNumber: 'P-FIRM-000900' }, 'paper-unknown'],
    ['of no paper', { paperNumber: '' }, 'paper-missing'],
  ])('%s is refused in words', async (_, change, code) => {
    const { status, refusal } = await admin().call(late.raise, raised(change))
    expect([status, refusal?.code]).toEqual([422, code])
    expect(refusal?.text).toMatch(/\.$/)
  })

  test('is approved by an admin alone, and by another where the hospital wants four eyes', async () => {
    const approvedAt = at('09:20')
    expect((await staff().call(late.raise, raised({ approvedAt }))).refusal?.code).toBe('may-not-approve')
    await admin().done(requests.setFourEyes, { isNeeded: true })
    const alone = raised({ approvedAt })
    expect((await admin().call(late.raise, alone)).refusal?.code).toBe('four-eyes')
    await admin().done(requests.setFourEyes, { isNeeded: false })
    // nothing of it was kept: the paper is still to be entered
    expect(await admin().done(late.raise, alone)).toMatchObject({ status: 'hospital-admin-approved' })
  })
})

describe('AMB-344 the way of an order', () => {
  const approved = () =>
    aRequest(service.db, { status: 'hospital-admin-approved', hospitalId: 'firm' }, raisedAt)

  test('of several deliveries, in parts, with the bank’s paper too', async () => {
    const { id } = await admin().done(late.raise, raised({ units: 6, approvedAt: at('09:20') }))
    await provider().done(late.carry, carried(id, { steps: way.slice(0, 2) }))
    const second = ['issued', 'delivered'] as const
    const rest = second.map((step, of) => ({
      ...{ seq: 2, step, doneAt: at(of === 0 ? '13:00' : '13:40'), temperature: 5 },
      ...(step === 'delivered' && { receiver: 'Sister Mary' }),
    }))
    const input = { id, paperNumber: paperOf('redbank'), steps: [...way.slice(2), ...rest] }
    const done = await provider().done(late.carry, input)
    expect(done).toMatchObject({ deliveredAt: at('13:40'), status: 'delivery-completed' })
    // the same once more is the same
    expect(await provider().done(late.carry, input)).toMatchObject({ version: done.version })
  })

  test.each([
    ['a step to come', { steps: [{ ...way[0], doneAt: later(evening, minutes(30)) }] }, 'in-future'],
    ['a link before the raise', { link: { ...link, at: earlier(raisedAt, hours(30)) } }, 'before-raise'],
    ['steps out of order', { steps: [way[1], way[0]] }, 'out-of-order'],
    ['a step that is not the next', { steps: way.slice(1) }, 'not-next'],
    [
      'issued without a temperature',
      { steps: [way[0], way[1], { ...way[2], temperature: undefined }] },
      'no-temperature',
    ],
    ['too warm', { steps: [way[0], way[1], { ...way[2], temperature: 30 }] }, 'too-warm'],
    ['no receiver', { steps: [{ ...way[0], receiver: undefined }] }, 'no-receiver'],
    ['an unknown bank', { link: { ...link, bankId: 'nosuch' } }, 'bank-unknown'],
    ['an unknown driver', { link: { ...link, driverEmail: 'no@such.in' } }, 'driver-unknown'],
    ['a hospital’s paper', { paperNumber: 'P-FIRM-000001' }, 'paper-of-others'],
    ['an unknown order', { id: '0badf00d' }, 'request-unknown'],
    ['nothing', { link: undefined, steps: [] }, 'nothing-entered'],
    ['a step that is not next', { steps: [way[1]] }, 'not-next'],
  ] as const)('%s is refused, and nothing of it is kept', async (_, change, code) => {
    const { id, version } = await approved()
    const input = { ...carried(id), ...change } as InputOf<typeof late.carry>
    expect((await provider().call(late.carry, input)).refusal?.code).toBe(code)
    const row = await service.db.selectFrom('requests').select('version').where('id', '=', id).execute()
    expect(row).toEqual([{ version }])
  })

  test('what is wrong with a step is said at that step', async () => {
    const { id } = await approved()
    const steps = [way[0], way[1], { ...way[2], temperature: undefined }]
    const said = async (change: object) =>
      (await provider().call(late.carry, { ...carried(id), ...change } as InputOf<typeof late.carry>)).refusal
        ?.field
    expect(await said({ steps })).toBe('steps.2.temperature')
    expect(await said({ steps: [way[0], way[2]] })).toBe('steps.1.doneAt')
  })

  test('one that has a bank keeps it, and a paper is of one order', async () => {
    const one = await approved()
    const input = carried(one.id, { steps: [] })
    await provider().done(late.carry, input)
    const again = { ...input, paperNumber: paperOf(''), link: { ...link, bankId: 'bluebank' } }
    expect((await provider().call(late.carry, again)).refusal?.code).toBe('not-to-link')
    const other = await approved()
    expect((await provider().call(late.carry, { ...input, id: other.id })).refusal?.code).toBe('paper-used')
  })
})

test('AMB-343 while the rest is being entered nothing rings as late or untaken; an hour later what is still open does', async () => {
  const house = await aService({ now: evening })
  await house.db
    .insertInto('downtimePapers')
    .values({ organisationId: 'firm', lastNumber: 10, triedAt: null })
    .execute()
  const { id } = await house.as('firm').done(late.raise, {
    ...aDraft(raisedAt, {}),
    ...{ paperNumber: 'P-FIRM-000001', raisedAt, approvedAt: at('09:20') },
  })
  const sweep = () =>
    house.db.transaction().execute((tx) => house.jobs.enqueue(tx, { queue: 'sweep-requests', data: {} }))
  const kinds = async () =>
    (await house.db.selectFrom('events').select('kind').where('subjectId', '=', id).execute()).map(
      ({ kind }) => kind,
    )
  await sweep()
  await new Promise((done) => setTimeout(done, 4_000))
  expect(await kinds()).toEqual(['request-raised', 'request-approved'])
  house.clock.moveTo(later(evening, minutes(61)))
  await sweep()
  await expect.poll(kinds, { timeout: 15_000 }).toContain('request-expired')
}, 40_000)
