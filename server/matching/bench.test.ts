import { beforeEach, describe, expect, test } from 'vitest'
import { driving } from '#contract/driving.ts'
import { issuing } from '#contract/issuing.ts'
import { matching } from '#contract/matching.ts'
import { orders } from '#contract/orders.ts'
import { requests } from '#contract/requests.ts'
import { days, hours, instantOf, later, minutes } from '#domain/basics/time.ts'
import type { RequestWish } from '#server/demo/makers/requests.ts'
import { aService } from '#testing/harness/service.ts'
import { drive, drivenIn } from '#testing/makers/driving.ts'
import { arun, linksIn } from '#testing/makers/linked-orders.ts'
import { aRow, idsOf, storeRows } from '#testing/makers/listed-requests.ts'
import { aBank, anAccount, aRequest } from '#testing/makers/makers.ts'

const now = instantOf('2026-11-16', '10:00')
const service = await aService({ now, settings: { ROLE: 'web' } })
const { db } = service
const [bank, other, provider, hospital, driver] = [
  service.as('redbank_bloodbank'),
  service.as('bluebank_bloodbank'),
  service.as('bloodsupport'),
  service.as('firm'),
  service.as(arun),
]
beforeEach(() => service.clock.moveTo(now))

const anOrder = (wish: RequestWish = {}) => aRequest(db, { status: 'bloodbank-approved', ...wish }, now)
const aTube = (id: string, change: object = {}) => ({
  id,
  labelName: 'Karthik Subramanian',
  labelPatientId: 'FH-118160',
  takenAt: later(now, -hours(1)),
  ...change,
})
const opened = async (id: string) =>
  (await db.selectFrom('events').selectAll().where('kind', '=', 'bench-opened').execute()).filter(
    ({ detail }) => JSON.parse(detail).requestId === id,
  )

describe('the list', () => {
  test('what is linked and under way, the soonest due first, fifty a page, without the patient', async () => {
    const { id: bankId } = await aBank(db)
    await anAccount(db, { email: `${bankId}_bloodbank` })
    const own = service.as(`${bankId}_bloodbank`)
    const rows = Array.from({ length: 53 }, (_, n) =>
      aRow('firm', now, {
        bankId,
        status: n % 2 === 0 ? 'bloodbank-approved' : 'issued',
        deadlineAt: later(now, minutes(n >> 1)),
      }),
    )
    const over = aRow('firm', now, { bankId, status: 'delivery-completed' })
    await storeRows(db, [...rows, over, aRow('firm', now, { bankId: 'redbank', status: 'issued' })])
    const first = await own.done(matching.orders, {})
    const second = await own.done(matching.orders, { after: first.next ?? '' })
    expect([first.items.length, second.items.length, second.next]).toEqual([50, 3, null])
    const wanted = rows.toSorted(
      (a, b) => a.deadlineAt.getTime() - b.deadlineAt.getTime() || (a.id < b.id ? -1 : 1),
    )
    expect(idsOf([...first.items, ...second.items])).toEqual(idsOf(wanted))
    const again = await own.done(matching.orders, { through: first.next ?? '' })
    expect(idsOf(again.items)).toEqual(idsOf(first.items))
    const { text } = await own.raw('GET', '/api/matching/orders')
    expect(text).toContain('Firm Hospital')
    expect(text).not.toMatch(/Karthik|FH-118160|patient/i)
  })

  test('AMB-211 what the clock completed while it was still out stays on the bench', async () => {
    const { id } = await anOrder({
      status: 'completed',
      deliveredAt: null,
      deadlineAt: later(now, -days(20)),
    })
    await db.updateTable('deliveries').set({ deliveredAt: null }).where('requestId', '=', id).execute()
    expect(idsOf((await bank.done(matching.orders, {})).items)).toContain(id)
    await db.updateTable('deliveries').set({ deliveredAt: now }).where('requestId', '=', id).execute()
    expect(idsOf((await bank.done(matching.orders, {})).items)).not.toContain(id)
  })
})

describe('AMB-218 the patient', () => {
  test('is seen on the bench of the linked bank; each person who opens it is an event of both', async () => {
    const { id } = await anOrder()
    const view = await bank.done(matching.open, { id })
    expect(view).toMatchObject({
      patientName: 'Karthik Subramanian',
      patientId: 'FH-118160',
      stage: 'answer',
      isOver: false,
      deliveries: [{ seq: 1, units: 2, packed: null }],
      checkers: [],
    })
    expect(await opened(id)).toMatchObject([{ bankId: 'redbank', hospitalId: 'firm' }])
    const [{ detail = '' } = {}] = await opened(id)
    expect(detail).not.toMatch(/Karthik|118160/)
    expect((await other.call(matching.open, { id })).status).toBe(404)
    expect((await bank.call(matching.open, { id: 'ffffffff' })).status).toBe(404)
  })

  test('is gone at once for a bank that refused or was replaced', async () => {
    const refused = await anOrder()
    await bank.done(issuing.refuse, { id: refused.id, version: refused.version, reason: 'None left' })
    expect((await bank.call(matching.open, { id: refused.id })).status).toBe(404)
    const replaced = await anOrder()
    const { version } = await linksIn(db).rowOf(replaced.id)
    await provider.done(orders.link, {
      id: replaced.id,
      version,
      bankId: 'bluebank',
      driverEmail: replaced.driverEmail ?? arun,
    })
    expect((await bank.call(matching.open, { id: replaced.id })).status).toBe(404)
    expect((await other.done(matching.open, { id: replaced.id })).patientId).toBe('FH-118160')
  })

  test('is shown for seven days after the end', async () => {
    const { id } = await anOrder({ status: 'delivery-completed', deliveredAt: now })
    service.clock.moveTo(later(now, days(7) - minutes(1)))
    expect((await bank.done(matching.open, { id })).isOver).toBe(true)
    service.clock.moveTo(later(now, days(7)))
    expect((await bank.call(matching.open, { id })).refusal).toMatchObject({ code: 'bench-closed' })
  })
})

test('a bank says how many by when: in the timeline, and its last word counts', async () => {
  const { id } = await anOrder({ units: 5 })
  const byAt = instantOf('2026-11-16', '14:00')
  await bank.done(matching.answer, { id, units: 2, byAt, note: 'The rest tomorrow' })
  await bank.done(matching.answer, { id, units: 5, byAt })
  expect(await bank.done(matching.open, { id })).toMatchObject({
    answer: { units: 5, byAt },
    stage: 'sample',
  })
  const { timeline } = await hospital.done(requests.show, { id })
  expect(timeline.slice(-2).map(({ kind, reason }) => [kind, reason])).toEqual([
    ['bank-answered', '2 of 5 by 16 Nov 2026, 2:00 pm'],
    ['bank-answered', 'All 5 by 16 Nov 2026, 2:00 pm'],
  ])
  for (const [wrong, code] of [
    [{ units: 6, byAt }, 'answer-too-many'],
    [{ units: 1, byAt: later(now, -minutes(1)) }, 'answer-past'],
  ] as const)
    expect((await bank.call(matching.answer, { id, ...wrong })).refusal?.code).toBe(code)
  expect((await other.call(matching.answer, { id, units: 1, byAt })).status).toBe(404)
  const never = await bank.call(matching.answer, { id, units: 1, byAt: new Date('+010000-01-01') })
  expect(never.status).toBe(422)
  // of an order of which a part has gone, no more than is left
  const partly = await anOrder({ units: 5, status: 'partially-completed' })
  expect((await bank.done(matching.open, { id: partly.id })).left).toBe(2)
  const tooMany = await bank.call(matching.answer, { id: partly.id, units: 3, byAt })
  expect(tooMany.refusal?.code).toBe('answer-too-many')
  await bank.done(matching.answer, { id: partly.id, units: 2, byAt })
  const { timeline: after } = await hospital.done(requests.show, { id: partly.id })
  expect(after.at(-1)?.reason).toBe('All 2 by 16 Nov 2026, 2:00 pm')
})

describe('a sample', () => {
  test('AMB-220 of the patient moves the order to cross-matching, and what a driver tells later is kept', async () => {
    const { id } = await anOrder()
    const { sample, refusal } = await bank.done(matching.receiveSample, aTube(id))
    expect([sample.validUntil, refusal?.code]).toEqual([later(now, hours(71)), 'group-not-tested'])
    expect(await drivenIn(db, id)).toMatchObject({
      request: { status: 'cross-matching', deliveryStatus: 'cross matching' },
      deliveries: [{ state: 'cross matching' }],
      steps: [{ step: 'cross matching', teller: 'bank', driverEmail: null, keptAside: null }],
    })
    await drive(driver, db, { id, step: 'sample acquired' }, now)
    await drive(driver, db, { id, step: 'cross matching' }, now)
    const { request, steps } = await drivenIn(db, id)
    expect([request.status, steps.map(({ keptAside }) => keptAside)]).toEqual([
      'cross-matching',
      [null, null, null],
    ])
    const [carried] = (await driver.done(driving.list, {})).items.filter((one) => one.id === id)
    expect(carried?.deliveries[0]?.steps.map(({ step }) => step)).toEqual([
      'sample acquired',
      'cross matching',
    ])
    // told once more it is a repetition
    await drive(driver, db, { id, step: 'cross matching' }, now)
    expect((await drivenIn(db, id)).steps.at(-1)?.keptAside).toBe('repeated')
    const shown = await hospital.done(requests.show, { id })
    expect(shown.deliveries[0]?.steps.map(({ by }) => by)).toContain('redbank_bloodbank, Redbank')
  })

  test('AMB-220 that comes late moves nothing back', async () => {
    const { id } = await anOrder({ status: 'issued' })
    await bank.done(matching.receiveSample, aTube(id))
    const { request, steps } = await drivenIn(db, id)
    expect([request.status, steps]).toEqual(['issued', []])
  })

  test('of another patient puts the order on hold, and another is asked for; nothing of either is told', async () => {
    const { id } = await anOrder()
    const wrong = aTube(id, { labelName: 'Lakshmi Narayanan' })
    const { refusal } = await bank.done(matching.receiveSample, wrong)
    expect(refusal?.code).toBe('label-differs')
    expect(await bank.done(matching.open, { id })).toMatchObject({
      stage: 'on-hold',
      onHold: expect.stringContaining('Name on the tube'),
    })
    const { request, events } = await drivenIn(db, id)
    expect([request.status, events.at(-1)?.kind]).toEqual(['bloodbank-approved', 'sample-wanted'])
    const all = await db.selectFrom('events').select('detail').execute()
    expect(JSON.stringify(all)).not.toMatch(/Lakshmi|Karthik|118160/)
    await bank.done(matching.receiveSample, aTube(id, { groupFound: 'O+' }))
    expect((await bank.done(matching.open, { id })).stage).toBe('match')
  })

  test('of another group is on hold when it is found, and the older picture of it is refused', async () => {
    const { id } = await anOrder()
    const { sample } = await bank.done(matching.receiveSample, aTube(id))
    const found = { antibodyScreen: 'negative', recent: 'no', unfitReason: null } as const
    const put = { id, sampleId: sample.id, version: 1, ...found, groupFound: 'A+' } as const
    expect((await bank.done(matching.recordFindings, put)).refusal?.code).toBe('sample-group-differs')
    expect((await bank.call(matching.recordFindings, put)).refusal?.code).toBe('sample-changed')
    const { events } = await drivenIn(db, id)
    expect(JSON.parse(events.at(-1)?.detail ?? '')).toEqual({ why: 'group' })
    await bank.done(matching.recordFindings, { ...put, version: 2, groupFound: 'O+' })
    expect((await drivenIn(db, id)).events.at(-1)?.kind).toBe('sample-accepted')
    await bank.done(matching.receiveSample, aTube(id))
    const older = await bank.call(matching.recordFindings, { ...put, version: 3 })
    expect(older.refusal?.code).toBe('sample-replaced')
  })

  test.each([
    [{ labelName: ' ' }, 'no-label-name'],
    [{ labelPatientId: '' }, 'no-label-id'],
    [{ takenAt: later(now, minutes(1)) }, 'taken-later'],
  ])('%j is refused: %s', async (change, code) => {
    const { id } = await anOrder()
    expect((await bank.call(matching.receiveSample, aTube(id, change))).refusal?.code).toBe(code)
  })
})
