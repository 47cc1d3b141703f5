import { beforeEach, describe, expect, test } from 'vitest'
import { issuing } from '#contract/issuing.ts'
import { orders } from '#contract/orders.ts'
import { requests } from '#contract/requests.ts'
import { instantOf, later, minutes } from '#domain/basics/time.ts'
import { requestStatuses } from '#domain/requests/request.ts'
import { aService } from '#testing/harness/service.ts'
import { arun } from '#testing/makers/linked-orders.ts'
import { aRow, idsOf, newestFirst, pagesOf, storeRows } from '#testing/makers/listed-requests.ts'
import { aBank, anAccount, aRequest } from '#testing/makers/makers.ts'

const now = instantOf('2026-11-16', '10:00')
const providers = ['first@provider.example', 'second@provider.example']
const service = await aService({ now, settings: { ROLE: 'web', PROVIDER_MAILS: providers.join(',') } })
const { db } = service

beforeEach(() => service.clock.moveTo(now))

async function bankOfItsOwn() {
  const { id } = await aBank(db)
  await anAccount(db, { email: `${id}_bloodbank` })
  return { id, bank: service.as(`${id}_bloodbank`) }
}

const rowOf = (id: string) =>
  db.selectFrom('requests').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const eventsOf = (id: string) =>
  db.selectFrom('events').selectAll().where('subjectId', '=', id).orderBy('id').execute()
const standOf = async (id: string) => [await rowOf(id), await eventsOf(id)]

const reason = 'No O NEG bag passed the cross-match'

describe('the list', () => {
  test('HISTORY-02 AMB-122 all orders of the bank in every status, newest first, ten a page; none of another', async () => {
    const [one, other] = [await bankOfItsOwn(), await bankOfItsOwn()]
    const rows = Array.from({ length: 23 }, (_, n) =>
      aRow('firm', now, {
        bankId: one.id,
        // of one instant, two and two
        raisedAt: later(now, -minutes(n >> 1)),
        status: requestStatuses[n % requestStatuses.length] ?? 'issued',
      }),
    )
    await storeRows(db, [
      ...rows,
      aRow('firm', now, { bankId: other.id, status: 'issued' }),
      aRow('firm', now),
    ])
    const pages = await pagesOf(one.bank, issuing.list)
    expect(pages.map((page) => page.length)).toEqual([10, 10, 3])
    expect(pages.flat()).toEqual(newestFirst(rows))
  })

  test('HISTORY-02 SHELL-38 a whole id is found among the bank’s own, and another bank’s is not there', async () => {
    const [one, other] = [await bankOfItsOwn(), await bankOfItsOwn()]
    const own = await aRequest(db, { status: 'issued', bankId: one.id }, now)
    const foreign = await aRequest(db, { status: 'issued', bankId: other.id }, now)
    const found = async (id: string) => idsOf((await one.bank.done(issuing.list, { id })).items)
    expect(await found(own.id)).toEqual([own.id])
    const { raisedAt, bloodGroup, component, units } = own
    expect((await one.bank.done(issuing.list, { id: own.id })).items).toMatchObject([
      { raisedAt, hospitalName: 'Firm Hospital', bloodGroup, component, units, status: 'issued' },
    ])
    expect(await found(foreign.id)).toEqual([])
    expect(await found('ffffffff')).toEqual([])
  })

  test('HISTORY-02 a page that is read again reaches as far as before', async () => {
    const { id, bank } = await bankOfItsOwn()
    const row = (n: number) => aRow('firm', now, { bankId: id, raisedAt: later(now, -minutes(n)) })
    await storeRows(
      db,
      Array.from({ length: 12 }, (_, n) => row(n)),
    )
    const first = await bank.done(issuing.list, {})
    await storeRows(db, [row(-1)])
    const again = await bank.done(issuing.list, { through: first.next ?? '' })
    expect(again.items).toHaveLength(11)
    expect(again.next).toBe(first.next)
  })

  test('HISTORY-02 AMB-122 nothing of the patient is in any answer', async () => {
    const { id, bank } = await bankOfItsOwn()
    const secret = {
      patientName: 'Lakshmi Narayanan',
      patientId: 'UH-20417-X',
      age: 117,
      reason: 'Ruptured spleen',
      note: 'Ward 9 bed 3',
      deliveryStatus: 'with the nurse of lakshmi',
    }
    const order = await aRequest(db, { ...secret, status: 'bloodbank-approved', bankId: id }, now)
    const list = await bank.raw('GET', '/api/requests/issuing')
    const summary = await bank.raw('GET', '/api/requests/issuing/summary')
    const body = { version: order.version, reason }
    const refused = await bank.raw('PUT', `/api/requests/${order.id}/refusal`, { body })
    for (const { status, text } of [list, summary, refused]) {
      expect(status).toBe(200)
      expect(text).toContain(order.id)
      // an id may have such digits in it
      for (const value of Object.values(secret)) expect(text).not.toMatch(new RegExp(`\\b${value}\\b`))
      expect(text).not.toMatch(/patient|"age"|"sex"|"reason"|driver|timeline/i)
    }
  })

  test('HISTORY-02 a bank asks nothing else about a request', async () => {
    const order = await aRequest(db, { status: 'issued' }, now)
    const bank = service.as('redbank_bloodbank')
    for (const path of [`/api/requests/${order.id}`, '/api/requests', `/api/requests/orders/${order.id}`])
      expect((await bank.raw('GET', path)).status, path).toBe(403)
  })
})

test('what is still to issue, the soonest due first, and what is on the road', async () => {
  const { id, bank } = await bankOfItsOwn()
  const due = (minute: number) => ({ bankId: id, deadlineAt: later(now, minutes(minute)) })
  const rows = [
    aRow('firm', now, { ...due(90), status: 'bloodbank-approved' }),
    aRow('firm', now, { ...due(30), status: 'cross-matching' }),
    aRow('firm', now, { ...due(60), status: 'sample-acquired' }),
    aRow('firm', now, { ...due(120), status: 'reservation-approved' }),
    aRow('firm', now, { ...due(10), status: 'issued' }),
    aRow('firm', now, { ...due(10), status: 'partially-completed' }),
    aRow('firm', now, { ...due(5), status: 'completed' }),
    aRow('firm', now, { ...due(5), status: 'bloodbank-rejected' }),
  ]
  await storeRows(db, rows)
  const { toIssue, onTheRoad } = await bank.done(issuing.summary, {})
  expect([toIssue.count, onTheRoad.count]).toEqual([4, 2])
  expect(idsOf(toIssue.first)).toEqual(idsOf([rows[1], rows[2], rows[0]].flatMap((row) => row ?? [])))
  expect(toIssue.first[0]?.hospitalName).toBe('Firm Hospital')
})

describe('refusing', () => {
  test('AMB-212 an order goes back to hospital-admin-approved without bank and driver, and nothing else changes', async () => {
    const { id, bank } = await bankOfItsOwn()
    const before = await aRequest(db, { status: 'bloodbank-approved', bankId: id }, now)
    service.clock.moveTo(later(now, minutes(5)))
    const answer = await bank.done(issuing.refuse, { id: before.id, version: before.version, reason })
    const row = await rowOf(before.id)
    expect(answer).toMatchObject({
      status: 'hospital-admin-approved',
      bankId: null,
      version: before.version + 1,
    })
    expect(row).toEqual({
      ...before,
      status: 'hospital-admin-approved',
      bankId: null,
      driverEmail: null,
      linkedAt: null,
      refusedBy: [id],
      updatedAt: row.updatedAt,
      version: before.version + 1,
    })
    expect((await bank.done(issuing.list, { id: before.id })).items).toEqual([])
  })

  test('AMB-212 the event tells who and why, and the hospital and the provider read it in the timeline', async () => {
    const { id, version } = await aRequest(db, { status: 'bloodbank-approved' }, now)
    await service
      .as('redbank_bloodbank')
      .done(issuing.refuse, { id, version, reason: '  No bag passed\nthe cross-match ' })
    const last = (await eventsOf(id)).find(({ kind }) => kind === 'request-refused')
    expect(last).toMatchObject({
      kind: 'request-refused',
      fromStatus: 'bloodbank-approved',
      toStatus: 'hospital-admin-approved',
      actorName: 'Redbank',
      hospitalId: 'firm',
    })
    expect(JSON.parse(last?.detail ?? '')).toEqual({
      bank: 'redbank',
      reason: 'No bag passed the cross-match',
    })
    const told = { kind: 'request-refused', by: 'Redbank', reason: 'No bag passed the cross-match' }
    const own = await service.as('firm').done(requests.show, { id })
    const all = await service.as('bloodsupport').done(orders.show, { id })
    expect([own.timeline.at(-1), all.timeline.at(-1)]).toMatchObject([told, told])
  })

  test('AMB-212 every provider gets one mail that says what to do, without the reason', async () => {
    const { id, version } = await aRequest(db, { status: 'bloodbank-approved' }, now)
    await service.as('redbank_bloodbank').done(issuing.refuse, { id, version, reason })
    const mails = await db
      .selectFrom('notifications')
      .innerJoin('events', 'events.id', 'notifications.eventId')
      .select(['notifications.kind', 'recipient', 'subject', 'body'])
      .where('subjectId', '=', id)
      .where('notifications.kind', '=', 'refuse')
      .orderBy('recipient')
      .execute()
    expect(mails.map(({ recipient }) => recipient)).toEqual(providers)
    expect(mails[0]).toMatchObject({ subject: `Order ${id} of Firm Hospital refused by redbank` })
    expect(mails[0]?.body).toContain(
      'Please link another blood bank and a driver on Link Blood Bank / Driver.',
    )
    expect(mails[0]?.body).not.toContain(reason)
  })

  test.each(requestStatuses.filter((status) => status !== 'bloodbank-approved'))(
    'AMB-60 what is %s is answered 409 and stays as it is',
    async (status) => {
      const order = await aRequest(db, { status, bankId: 'redbank' }, now)
      const before = await standOf(order.id)
      const answer = await service
        .as('redbank_bloodbank')
        .call(issuing.refuse, { id: order.id, version: order.version, reason })
      expect([answer.status, answer.refusal?.code]).toEqual([409, 'not-refusable'])
      expect(await standOf(order.id)).toEqual(before)
    },
  )

  test('AMB-60 seen in an older state it is answered 409', async () => {
    const order = await aRequest(db, { status: 'bloodbank-approved' }, now)
    const answer = await service
      .as('redbank_bloodbank')
      .call(issuing.refuse, { id: order.id, version: order.version - 1, reason })
    expect([answer.status, answer.refusal?.code]).toEqual([409, 'changed-meanwhile'])
    expect(await rowOf(order.id)).toEqual(order)
  })

  test.each([
    ['', 'no-reason'],
    [' \n ', 'no-reason'],
    ['x'.repeat(501), 'invalid-input'],
  ])('AMB-60 T60 a reason of %j is refused', async (text, code) => {
    const order = await aRequest(db, { status: 'bloodbank-approved' }, now)
    const answer = await service
      .as('redbank_bloodbank')
      .call(issuing.refuse, { id: order.id, version: order.version, reason: text })
    expect([answer.status, answer.refusal?.code]).toEqual([422, code])
    expect(await rowOf(order.id)).toEqual(order)
  })

  test('ROLES-25 another bank’s order is not there, nor one without a bank', async () => {
    const { bank } = await bankOfItsOwn()
    const linked = await aRequest(db, { status: 'bloodbank-approved' }, now)
    const free = await aRequest(db, { status: 'hospital-admin-approved' }, now)
    for (const order of [linked, free]) {
      const before = await standOf(order.id)
      const answer = await bank.call(issuing.refuse, { id: order.id, version: order.version, reason })
      expect(answer.status).toBe(404)
      expect(await standOf(order.id)).toEqual(before)
    }
  })

  test('AMB-60 T39 refused ten times at once it is refused once', async () => {
    const order = await aRequest(db, { status: 'bloodbank-approved' }, now)
    const bank = service.as('redbank_bloodbank')
    const answers = await Promise.all(
      Array.from({ length: 10 }, () =>
        bank.call(issuing.refuse, { id: order.id, version: order.version, reason }),
      ),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array(9).fill(409)])
    expect(new Set(answers.flatMap(({ refusal }) => refusal?.code ?? []))).toEqual(
      new Set(['already-refused']),
    )
    expect((await eventsOf(order.id)).filter(({ kind }) => kind === 'request-refused')).toHaveLength(1)
  })
})

test('HISTORY-02 a bank hears when an order comes to it and when it is given to another', async () => {
  const [one, other] = [await bankOfItsOwn(), await bankOfItsOwn()]
  const order = await aRequest(db, { status: 'hospital-admin-approved' }, now)
  const stream = await one.bank.live()
  const provider = service.as('bloodsupport')
  const link = (bankId: string, version: number) =>
    provider.done(orders.link, { id: order.id, version, bankId, driverEmail: arun })
  const { request } = await link(one.id, order.version)
  await stream.find(({ id, kind }) => id === order.id && kind === 'request-linked', 8_000)
  await link(other.id, request.version)
  expect(await stream.find(({ kind }) => kind === 'order-withdrawn', 8_000)).toMatchObject({
    topic: 'requests',
    id: order.id,
  })
  expect((await one.bank.done(issuing.list, { id: order.id })).items).toEqual([])
  expect(idsOf((await other.bank.done(issuing.list, { id: order.id })).items)).toEqual([order.id])
  stream.close()
})
