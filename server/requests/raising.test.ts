import { beforeEach, describe, expect, test, vi } from 'vitest'
import { requests } from '#contract/requests.ts'
import { bloodGroups } from '#domain/basics/blood.ts'
import { instantOf } from '#domain/basics/time.ts'
import { RaiseDraft } from '#domain/requests/raising.ts'
import { BloodRequest, noHands } from '#domain/requests/request.ts'
import { aService } from '#testing/harness/service.ts'
import { aDraft, aRequest } from '#testing/makers/makers.ts'

const drawn = vi.hoisted(() => [] as string[])
vi.mock('node:crypto', async (original) => {
  const real = await original<typeof import('node:crypto')>()
  return { ...real, randomUUID: () => drawn.shift() ?? real.randomUUID() }
})

const monday = '2026-11-16'
const at = (time: string, day = monday) => instantOf(day, time)
const service = await aService({ now: at('10:00'), settings: { ROLE: 'web' } })
const staff = service.as('firm_pilot')

beforeEach(() => service.clock.moveTo(at('10:00')))

const draft = (change: object = {}) => ({ ...aDraft(at('10:00')), ...change })
const send = (change: object = {}, headers = {}) =>
  staff.raw('POST', '/api/requests', { body: draft(change), headers })

/** Everything a raise may leave behind. */
async function written() {
  const tables = ['requests', 'deliveries', 'events', 'notifications', 'idempotencyKeys'] as const
  const counts = tables.map(async (table) => {
    const { count } = await service.db
      .selectFrom(table)
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    return [table, count]
  })
  return Object.fromEntries(await Promise.all(counts))
}

const rowOf = (id: string) =>
  service.db.selectFrom('requests').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

test.each([
  ['RAISE-09 a reservation of 7 hours', { orderType: 'reservation', reservationHours: 7 }, 'Form Incomplete'],
  [
    'RAISE-09 a reservation of 54 hours',
    { orderType: 'reservation', reservationHours: 54 },
    'Form Incomplete',
  ],
  ['RAISE-17 a form without a reason', { reason: '  ' }, 'Form Incomplete'],
  ['RAISE-19 31 units', { units: 31 }, 'Invalid No. of Blood Units'],
  ['RAISE-18 no units', { units: 0 }, 'Invalid No. of Blood Units'],
  ['RAISE-20 2.5 units', { units: 2.5 }, 'Blood Units Empty or Invalid'],
  ['RAISE-16 "abc" units', { units: 'abc' }, 'Blood Units Empty or Invalid'],
  ['RAISE-21 an age of 121', { age: 121 }, 'Invalid Age'],
  ['RAISE-21 an age of -1', { age: -1 }, 'Invalid Age'],
  ['RAISE-23 a pickup an hour ago', { pickupAt: at('09:00') }, 'Invalid Sample Pickup Time'],
  ['RAISE-24 a deadline an hour ago', { deadlineAt: at('09:00') }, 'Invalid Delivery Deadline'],
  ['RAISE-25 a pickup 29 minutes ahead', { pickupAt: at('10:29') }, 'Sample Pickup Time Issue'],
  ['RAISE-26 a pickup 10 minutes ahead', { pickupAt: at('10:10') }, 'Sample Pickup Time Issue'],
  ['RAISE-27 a deadline 2:59 h after pickup', { deadlineAt: at('13:59') }, 'Delivery Time Issue'],
  [
    'RAISE-28 a pickup at 21:00 of day 7',
    { pickupAt: at('21:00', '2026-11-23'), orderType: 'reservation', reservationHours: 6 },
    'Invalid Date/Time Selected',
  ],
  [
    'RAISE-29 a pickup on day 8',
    { pickupAt: at('10:00', '2026-11-24'), orderType: 'reservation', reservationHours: 6 },
    'Invalid Date/Time Selected',
  ],
])('%s is refused and leaves nothing', async (_, change, title) => {
  const before = await written()
  const answer = await send(change, { 'idempotency-key': 'refused-raise' })
  expect([answer.status, answer.json()]).toEqual([422, expect.objectContaining({ title })])
  expect(await written()).toEqual(before)
})

test.each([
  ['RAISE-19 30 units', { units: 30 }],
  ['RAISE-21 an age of 0', { age: 0 }],
  ['RAISE-21 an age of 120', { age: 120 }],
  ['RAISE-25 a pickup 30 minutes ahead', { pickupAt: at('10:30') }],
  ['RAISE-26 a pickup 31 minutes ahead', { pickupAt: at('10:31') }],
  ['RAISE-27 a deadline 3 h after pickup', { pickupAt: at('11:00'), deadlineAt: at('14:00') }],
  ['RAISE-28 a pickup at 20:59 of day 7', { pickupAt: at('20:59', '2026-11-23'), deadlineAt: null }],
])('%s is accepted', async (_, change) => {
  expect((await send(change)).status).toBe(200)
})

test('RAISE-12 a reservation of 12 hours ends 12 hours after its pickup, whatever deadline is sent', async () => {
  const change = {
    orderType: 'reservation',
    reservationHours: 12,
    pickupAt: at('11:00'),
    deadlineAt: at('12:00'),
  }
  const { id } = (await send(change)).json() as BloodRequest
  expect((await rowOf(id)).deadlineAt).toEqual(at('23:00'))
})

test('RAISE-14 an immediate request without a deadline gets pickup + 3 h', async () => {
  const { deadlineAt: _, ...open } = draft({ pickupAt: at('22:30') })
  const { id } = (await staff.raw('POST', '/api/requests', { body: open })).json() as BloodRequest
  expect((await rowOf(id)).deadlineAt).toEqual(at('01:30', '2026-11-17'))
})

test.each(['07:59', '16:31', '20:00'])('RAISE-34 Single Donor Platelets are refused at %s', async (time) => {
  const before = await written()
  service.clock.moveTo(at(time))
  const answer = await staff.call(requests.raise, aDraft(at(time), { component: 'SDP' }))
  expect([answer.status, answer.refusal?.code]).toEqual([422, 'sdp-closed'])
  expect(await written()).toEqual(before)
})

test.each(['08:00', '16:30'])('RAISE-34 Single Donor Platelets are taken at %s', async (time) => {
  service.clock.moveTo(at(time))
  expect((await staff.call(requests.raise, aDraft(at(time), { component: 'SDP' }))).status).toBe(200)
})

test("RAISE-38 RAISE-39 RAISE-40 a raise adds one pending request of the person's hospital with its first values", async () => {
  const before = await written()
  const sent = draft({ patientName: '  மீனாட்சி  சுந்தரம் ', units: 1 })
  const { id } = await staff.done(requests.raise, sent)
  expect((await written()).requests).toBe(before.requests + 1)
  const { reservationHours: _, ...asked } = sent
  const row = await rowOf(id)
  expect(row).toEqual({
    ...asked,
    id,
    hospitalId: 'firm',
    patientName: 'மீனாட்சி  சுந்தரம்',
    status: 'pending',
    deliveryStatus: '-',
    bankId: null,
    driverEmail: null,
    note: '-',
    raisedAt: row.raisedAt,
    updatedAt: row.raisedAt,
    approvedAt: null,
    deliveredAt: null,
    isLate: false,
    deliveryTemperature: null,
    linkedAt: null,
    firstCompletedAt: null,
    expired: false,
    invoiceKind: 'NORMAL',
    hospitalInvoicePath: null,
    bankInvoicePath: null,
    refusedBy: [],
    ...noHands,
    raisedBy: expect.any(String),
    regeneratingUntil: null,
    version: 1,
  })
  expect(row.raisedAt.getTime() - at('10:00').getTime()).toBeLessThan(5_000)
})

test('API-09 a raise writes one event with who, when and to which status', async () => {
  const { id, raisedAt } = await staff.done(requests.raise, draft())
  const events = await service.db.selectFrom('events').selectAll().where('subjectId', '=', id).execute()
  const account = await service.db
    .selectFrom('accounts')
    .select('id')
    .where('email', '=', 'firm_pilot@crossmatch.example')
    .executeTakeFirstOrThrow()
  expect(events).toMatchObject([
    {
      kind: 'request-raised',
      actorId: account.id,
      at: raisedAt,
      fromStatus: null,
      toStatus: 'pending',
      hospitalId: 'firm',
      detail: '{}',
    },
  ])
})

test('RAISE-42 seven units become deliveries of 3, 3 and 1', async () => {
  const { id } = await staff.done(requests.raise, draft({ units: 7 }))
  const deliveries = await service.db
    .selectFrom('deliveries')
    .select(['seq', 'units'])
    .where('requestId', '=', id)
    .orderBy('seq')
    .execute()
  expect(deliveries).toEqual([
    { seq: 1, units: 3 },
    { seq: 2, units: 3 },
    { seq: 3, units: 1 },
  ])
})

test.each(bloodGroups)('DATA-14 %s is stored in this form', async (bloodGroup) => {
  const { id } = await staff.done(requests.raise, draft({ bloodGroup }))
  expect((await rowOf(id)).bloodGroup).toBe(bloodGroup)
})

test('DATA-16 the database itself refuses a status that is not one', async () => {
  const { id } = await staff.done(requests.raise, draft())
  const change = service.db
    .updateTable('requests')
    .set({ status: 'delivered' as 'completed' })
    .where('id', '=', id)
  await expect(change.execute()).rejects.toMatchObject({ constraint: 'requests_status_check' })
})

describe('what the server decides', () => {
  const decided = Object.keys(BloodRequest.shape).filter((name) => !(name in RaiseDraft.shape))
  const named = ['Hospital', 'RequestStatus', 'price', 'total', 'role', 'product', 'hospital_id', 'to']
  const values: Record<string, unknown> = {
    hospitalId: 'noble',
    status: 'completed',
    id: '00000000',
    version: 9,
  }

  test.each([...decided, ...named])('T22 RAISE-39 naming %s is refused and stores nothing', async (name) => {
    const before = await written()
    const answer = await send({ [name]: values[name] ?? '2020-01-01T00:00:00Z' })
    expect([answer.status, answer.json()]).toEqual([422, expect.objectContaining({ field: name })])
    expect(await written()).toEqual(before)
  })
})

describe('ids', () => {
  const uuid = (start: string) => `${start}-0000-4000-8000-000000000000`

  test('RAISE-41 an id is 8 characters of hex without a dash', async () => {
    drawn.push('0a1b2c3d-4e5f-4aaa-8bbb-0123456789ab')
    expect((await staff.done(requests.raise, draft())).id).toBe('0a1b2c3d')
  })

  test('T37 RAISE-41 a taken id is drawn again until one is free', async () => {
    drawn.push(uuid('aaaa0001'))
    const first = await staff.done(requests.raise, draft({ patientId: 'FIRST' }))
    drawn.push(uuid('aaaa0001'), uuid('aaaa0001'), uuid('aaaa0002'))
    const second = await staff.done(requests.raise, draft({ patientId: 'SECOND' }))
    expect([first.id, second.id]).toEqual(['aaaa0001', 'aaaa0002'])
    expect((await rowOf('aaaa0001')).patientId).toBe('FIRST')
  })

  test('T37 twenty raises at once that draw ten ids twice get twenty ids', async () => {
    drawn.push(...Array.from({ length: 20 }, (_, n) => uuid(`bbbb000${n % 10}`)))
    const raised = await Promise.all(Array.from({ length: 20 }, () => staff.done(requests.raise, draft())))
    expect(new Set(raised.map(({ id }) => id)).size).toBe(20)
    expect(raised.filter(({ id }) => id.startsWith('bbbb000'))).toHaveLength(10)
  })
})

describe('sent more than once', () => {
  const sendKeyed = (key: string, change: object = {}, client = staff) =>
    client.raw('POST', '/api/requests', { body: draft(change), headers: { 'idempotency-key': key } })

  test('T45 five copies at once and three later make one request and equal answers', async () => {
    const before = await written()
    const atOnce = await Promise.all(Array.from({ length: 5 }, () => sendKeyed('double-click')))
    const [id = ''] = atOnce.map(idIn)
    await service.as('firm').done(requests.approve, { id, version: 1 })
    const afterwards = await written()
    const late = [
      await sendKeyed('double-click'),
      await sendKeyed('double-click'),
      await sendKeyed('double-click'),
    ]
    const answers = [...atOnce, ...late]
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200))
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
    expect((await written()).requests).toBe(before.requests + 1)
    expect(await written()).toEqual(afterwards)
  })

  test('T45 the same key with another form is refused and stores nothing', async () => {
    await sendKeyed('other-form')
    const before = await written()
    const answer = await sendKeyed('other-form', { units: 3 })
    expect([answer.status, answer.json()]).toEqual([422, expect.objectContaining({ code: 'key-reused' })])
    expect(await written()).toEqual(before)
  })

  test("T45 another person's same key is another call", async () => {
    const mine = await sendKeyed('same-key-of-two')
    const theirs = await sendKeyed('same-key-of-two', {}, service.as('noble_pilot'))
    expect([mine.status, theirs.status]).toEqual([200, 200])
    expect(mine.json()).toMatchObject({ hospitalId: 'firm' })
    expect(theirs.json()).toMatchObject({ hospitalId: 'noble' })
  })

  test('T45 a refused form may be corrected and sent again with its key', async () => {
    expect((await sendKeyed('corrected-form', { units: 31 })).status).toBe(422)
    expect((await sendKeyed('corrected-form', { units: 30 })).status).toBe(200)
  })

  test.each(['short', 'x'.repeat(101), 'has a blank', "quote'--"])(
    'T45 the key %j is refused',
    async (key) => {
      expect((await sendKeyed(key)).status).toBe(422)
    },
  )

  test('T45 AMB-226 at once, each raise is counted and its copies are not', async () => {
    const counted = async () => {
      const rows = await service.db
        .selectFrom('rateLimits')
        .select('calls')
        .where('key', 'like', 'raises %')
        .execute()
      return rows.reduce((sum, { calls }) => sum + calls, 0)
    }
    const before = await counted()
    const keys = ['at-once-1', 'at-once-2', 'at-once-3', 'at-once-1', 'at-once-1', 'at-once-2']
    const answers = await Promise.all(keys.map((key) => sendKeyed(key)))
    expect(new Set(answers.map(idIn)).size).toBe(3)
    expect((await counted()) - before).toBe(3)
  })

  test('T45 a call that failed leaves neither its key nor its count', async () => {
    const taken = await aRequest(service.db, {}, at('10:00'))
    const before = await written()
    drawn.push(...Array.from({ length: 8 }, () => taken.id))
    expect((await sendKeyed('no-id-is-free')).status).toBe(500)
    expect(await written()).toEqual(before)
    expect((await sendKeyed('no-id-is-free')).status).toBe(200)
  })

  test('T45 without a key every copy is a request of its own', async () => {
    const [one, two] = await Promise.all([send(), send()])
    expect(idIn(one)).not.toBe(idIn(two))
  })
})

const idIn = (answer: { json(): unknown }) => (answer.json() as BloodRequest).id
