import { expect, test } from 'vitest'
import { type RequestDetail, requests } from '#contract/requests.ts'
import { instantOf, later, minutes } from '#domain/basics/time.ts'
import { requestStatuses } from '#domain/requests/request.ts'
import { drivers } from '#server/demo/makers/people.ts'
import { aService } from '#testing/harness/service.ts'
import { aDraft, anAccount, aRequest } from '#testing/makers/makers.ts'

const now = instantOf('2026-11-16', '10:00')
const service = await aService({ now, settings: { ROLE: 'web' } })
const [staff, admin, provider] = [service.as('firm_pilot'), service.as('firm'), service.as('bloodsupport')]

const stepsIn = ({ timeline }: RequestDetail) => timeline.map(({ kind, from, to }) => [kind, from, to])

test('AMB-68 AMB-78 no answer to a hospital names the driver by e-mail, or the invoice of the bank', async () => {
  const made = await aRequest(service.db, { status: 'issued', bankInvoicePath: 'invoices/a/b.pdf' }, now)
  const answers = [
    await admin.done(requests.list, { id: made.id }),
    await admin.done(requests.deliveries, { id: made.id }),
    await admin.done(requests.show, { id: made.id }),
    await admin.done(requests.summary, {}),
  ]
  for (const answer of answers) {
    expect(JSON.stringify(answer)).toContain(made.id)
    expect(JSON.stringify(answer)).not.toMatch(/driverEmail|bankInvoicePath|arun\.driver/)
  }
})

test("LIVE-06 a hospital's own request is shown whole: what was asked, its deliveries, bank and driver by name", async () => {
  const made = await aRequest(service.db, { status: 'partially-completed', units: 5, bankId: 'redbank' }, now)
  const { driverEmail: _, bankInvoicePath: __, refusedBy: ___, regeneratingUntil: ____, ...kept } = made
  for (const client of [staff, admin]) {
    const shown = await client.done(requests.show, { id: made.id })
    expect(shown).toMatchObject({
      ...kept,
      bankId: 'redbank',
      bankName: 'Redbank',
      driverName: drivers[0]?.name,
      deliveries: [
        { seq: 1, units: 3, state: 'delivered' },
        { seq: 2, units: 2, state: '-', deliveredAt: null },
      ],
    })
  }
})

test('LIVE-06 what nobody has taken has neither bank nor driver', async () => {
  const { id } = await aRequest(service.db, { status: 'hospital-admin-approved' }, now)
  expect(await admin.done(requests.show, { id })).toMatchObject({
    bankId: null,
    bankName: null,
    driverName: null,
  })
})

test.each(requestStatuses)(
  "LIVE-06 AMB-70 a hospital's own request can be opened while it is %s",
  async (status) => {
    const { id } = await aRequest(service.db, { status }, now)
    expect(await staff.done(requests.show, { id })).toMatchObject({ id, status })
  },
)

test("LIVE-09 ROLES-24 T18 another hospital's request answers as one that is not there, to staff and to admins", async () => {
  const foreign = await aRequest(service.db, { hospitalId: 'noble', status: 'bloodbank-approved' }, now)
  const sent: object[] = []
  for (const client of [staff, admin]) {
    for (const id of [foreign.id, 'ffffffff']) {
      const { status, body } = await client.call(requests.show, { id })
      expect(status).toBe(404)
      sent.push(body)
    }
  }
  expect(new Set(sent.map((body) => JSON.stringify(body))).size).toBe(1)
})

test.each(['abc', '0123abcde', '0123ABCD', 'g123abcd', '0123abc%00', '..%2f..%2fetc'])(
  'LIVE-07 %j is no id',
  async (id) => {
    const answer = await staff.raw('GET', `/api/requests/${id}`)
    expect([answer.status, answer.json()]).toEqual([422, expect.objectContaining({ field: 'id' })])
  },
)

test('REQSTATUS-07 the timeline tells who did what when, in order, from the raise to now', async () => {
  const { id } = await staff.done(requests.raise, aDraft(now))
  service.clock.moveTo(later(now, minutes(7)))
  await admin.done(requests.approve, { id, version: 1 })
  service.clock.moveTo(later(now, minutes(9)))
  await provider.done(requests.writeDeliveryStatus, { id, version: 2, text: 'Looking For A Bank' })
  service.clock.moveTo(later(now, minutes(12)))
  await admin.done(requests.cancel, { id, version: 3, reason: 'Surgery postponed' })
  const shown = await staff.done(requests.show, { id })
  service.clock.moveTo(now)
  expect(stepsIn(shown)).toEqual([
    ['request-raised', null, 'pending'],
    ['request-approved', 'pending', 'hospital-admin-approved'],
    ['delivery-status-written', 'hospital-admin-approved', 'hospital-admin-approved'],
    ['request-cancelled', 'hospital-admin-approved', 'cancelled'],
  ])
  expect(shown.timeline.map(({ by, reason }) => [by, reason])).toEqual([
    ['Firm', null],
    ['Firm', null],
    ['bloodsupport', 'looking for a bank'],
    ['Firm', 'Surgery postponed'],
  ])
  const gaps = shown.timeline.map(({ at }) => Math.floor((at.getTime() - now.getTime()) / minutes(1)))
  expect(gaps).toEqual([0, 7, 9, 12])
})

test.each([
  ['completed', 'Delivered by the driver'],
  ['bloodbank-rejected', 'No compatible units in stock'],
  ['cancelled', 'Patient moved'],
] as const)('REQSTATUS-07 the timeline of what is %s leads there step by step', async (status, whyEnded) => {
  const made = await aRequest(service.db, { status, whyEnded, units: 7 }, now)
  const shown = await staff.done(requests.show, { id: made.id })
  const steps = stepsIn(shown)
  expect(steps[0]).toEqual(['request-raised', null, 'pending'])
  expect(steps.at(-1)?.[2]).toBe(status)
  for (const [n, [, from]] of steps.entries()) if (n > 0) expect(from).toBe(steps[n - 1]?.[2])
  const times = shown.timeline.map(({ at }) => at.getTime())
  expect(times).toEqual([...times].sort((a, b) => a - b))
  const reasons = shown.timeline.map(({ reason }) => reason).filter((reason) => reason !== null)
  expect(reasons).toEqual(status === 'completed' ? [] : [whyEnded])
})

test('LIVE-06 T21 the driver is known by name alone: no e-mail and no phone is anywhere in the answer', async () => {
  const driver = drivers[1]
  const { id } = await aRequest(
    service.db,
    { status: 'completed', driverEmail: driver?.email ?? null, units: 7 },
    now,
  )
  const { text } = await admin.raw('GET', `/api/requests/${id}`)
  expect(text).toContain(driver?.name)
  expect(text).not.toMatch(/@|driverEmail|driver_email|\+91|actorId|hash/i)
})

test('ROLES-24 nobody but the hospital may open it', async () => {
  const { id } = await aRequest(service.db, { status: 'bloodbank-approved' }, now)
  await anAccount(service.db, { email: 'bewellkilpauk_pilot' })
  const asked = [
    'noble',
    'city_admin',
    'bewellkilpauk_pilot',
    'redbank_bloodbank',
    'bloodsupport',
    'arun.driver',
  ]
  const statuses = await Promise.all(
    asked.map(async (email) => (await service.as(email).call(requests.show, { id })).status),
  )
  expect(statuses).toEqual([404, 404, 404, 403, 403, 403])
})
