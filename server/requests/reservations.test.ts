import { beforeEach, describe, expect, test } from 'vitest'
import { orders } from '#contract/orders.ts'
import { requests } from '#contract/requests.ts'
import { earlier, hours, instantOf, later, minutes } from '#domain/basics/time.ts'
import { requestStatuses } from '#domain/requests/request.ts'
import type { RequestWish } from '#server/demo/makers/requests.ts'
import { aService } from '#testing/harness/service.ts'
import { aDraft, aRequest } from '#testing/makers/makers.ts'

const pickupAt = instantOf('2026-11-18', '09:00')
const deadlineAt = later(pickupAt, hours(24))
const raisedAt = instantOf('2026-11-16', '08:00')
const inside = earlier(pickupAt, hours(2))

const settings = {
  PROVIDER_MAILS: 'day@provider.example,night@provider.example',
  DEV_MAILS: 'dev@own.example',
  ROLE: 'web',
}
const service = await aService({ now: inside, settings })
const { db } = service
const provider = service.as('bloodsupport')

beforeEach(() => service.clock.moveTo(inside))

const aReservation = (wish: RequestWish = {}) =>
  aRequest(
    db,
    { status: 'bloodbank-approved', orderType: 'reservation', raisedAt, pickupAt, deadlineAt, ...wish },
    inside,
  )

const rowOf = (id: string) =>
  db.selectFrom('requests').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const eventsOf = (id: string) =>
  db.selectFrom('events').selectAll().where('subjectId', '=', id).orderBy('id').execute()
const mailsOf = (id: string) =>
  db
    .selectFrom('notifications')
    .innerJoin('events', 'events.id', 'notifications.eventId')
    .select(['channel', 'notifications.kind', 'recipient', 'subject', 'body', 'state'])
    .where('subjectId', '=', id)
    .orderBy('notifications.id')
    .execute()

describe('approving a reservation', () => {
  test('ADMIN-STATUS-12 ADMIN-STATUS-14 sets the status and the time of the last change, and nothing else', async () => {
    const before = await aReservation()
    const answer = await provider.done(orders.approveReservation, { id: before.id, version: before.version })
    const row = await rowOf(before.id)
    expect(row).toEqual(answer)
    expect(row).toEqual({
      ...before,
      status: 'reservation-approved',
      updatedAt: row.updatedAt,
      version: before.version + 1,
    })
    expect(row.updatedAt.getTime() - inside.getTime()).toBeLessThan(5_000)
    expect(row.updatedAt.getTime()).toBeGreaterThanOrEqual(inside.getTime())
    const last = (await eventsOf(before.id)).at(-1)
    expect(last).toMatchObject({
      kind: 'reservation-approved',
      fromStatus: 'bloodbank-approved',
      toStatus: 'reservation-approved',
      actorName: 'bloodsupport',
    })
  })

  test('ADMIN-STATUS-12 REQSTATUS-07 it stands in the timeline of hospital and provider', async () => {
    const { id, version } = await aReservation()
    await provider.done(orders.approveReservation, { id, version })
    for (const shown of [
      await provider.done(orders.show, { id }),
      await service.as('firm_pilot').done(requests.show, { id }),
    ]) {
      expect(shown.timeline.at(-1)).toMatchObject({
        kind: 'reservation-approved',
        to: 'reservation-approved',
      })
    }
  })

  test.each([
    ['a minute before its window', earlier(pickupAt, hours(30) + minutes(1)), 422],
    ['when its window opens', earlier(pickupAt, hours(30)), 200],
    ['a minute into its window', earlier(pickupAt, hours(30) - minutes(1)), 200],
    ['59 minutes after the deadline', later(deadlineAt, minutes(59)), 200],
    ['61 minutes after the deadline', later(deadlineAt, minutes(61)), 422],
  ])('ADMIN-STATUS-11 %s, by the clock of the server', async (_when, at, status) => {
    const { id, version } = await aReservation()
    service.clock.moveTo(at)
    const answer = await provider.call(orders.approveReservation, { id, version })
    expect(answer.status).toBe(status)
    if (status === 200) return expect((await rowOf(id)).status).toBe('reservation-approved')
    expect(answer.refusal).toMatchObject({ code: 'outside-window', title: 'Reservation Not Approved' })
    expect(await rowOf(id)).toMatchObject({ status: 'bloodbank-approved', version })
  })

  test.each(requestStatuses)('ADMIN-STATUS-10 AMB-15 a reservation that is %s', async (status) => {
    const { id, version } = await aReservation({ status })
    const answer = await provider.call(orders.approveReservation, { id, version })
    const isSettled = ['hospital-admin-approved', 'reservation-approved', 'completed'].includes(status)
    expect([answer.status, answer.refusal?.code]).toEqual(
      isSettled ? [409, 'not-a-reservation'] : [200, undefined],
    )
    if (isSettled) expect(await rowOf(id)).toMatchObject({ status, version })
  })

  test('ADMIN-STATUS-10 an immediate order is no reservation', async () => {
    const { id, version } = await aReservation({ orderType: 'immediate' })
    const { status, refusal } = await provider.call(orders.approveReservation, { id, version })
    expect([status, refusal?.code]).toEqual([409, 'not-a-reservation'])
  })

  test('ADMIN-STATUS-12 a picture of the order that is older is refused, and says what it is now', async () => {
    const { id, version } = await aReservation({ status: 'sample-acquired' })
    const seen = { id, version: version - 1 }
    const { status, refusal } = await provider.call(orders.approveReservation, seen)
    expect([status, refusal?.code]).toEqual([409, 'changed-meanwhile'])
    expect(refusal?.text).toContain('it is sample-acquired now')
    expect((await rowOf(id)).status).toBe('sample-acquired')
  })

  test('ADMIN-STATUS-12 of ten who press at once one wins, and nine are told what it is now', async () => {
    const { id, version } = await aReservation()
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => provider.call(orders.approveReservation, { id, version })),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array(9).fill(409)])
    for (const { refusal } of answers.filter(({ status }) => status === 409)) {
      expect(refusal?.text).toContain('reservation-approved')
    }
    expect((await eventsOf(id)).filter(({ kind }) => kind === 'reservation-approved')).toHaveLength(1)
    expect(await mailsOf(id)).toHaveLength(2)
  })

  test('ADMIN-STATUS-12 AMB-16 is not for hospitals, banks or drivers, nor for who is not signed in', async () => {
    const { id, version } = await aReservation()
    for (const email of ['firm', 'firm_pilot', 'city_admin', 'city', 'redbank_bloodbank', 'arun.driver']) {
      expect((await service.as(email).call(orders.approveReservation, { id, version })).status, email).toBe(
        403,
      )
    }
    expect((await service.anonymous.call(orders.approveReservation, { id, version })).status).toBe(401)
    expect((await rowOf(id)).status).toBe('bloodbank-approved')
  })

  test('ADMIN-STATUS-12 an order that is not there is not found', async () => {
    const answer = await provider.call(orders.approveReservation, { id: 'ffffffff', version: 1 })
    expect(answer.status).toBe(404)
  })

  test('ADMIN-STATUS-12 SHELL-37 the hospital and the provider hear of it', async () => {
    const { id, version } = await aReservation()
    const [hospital, own, foreign] = await Promise.all([
      service.as('firm').live(),
      provider.live(),
      service.as('noble').live(),
    ])
    await provider.done(orders.approveReservation, { id, version })
    for (const stream of [hospital, own]) {
      const told = await stream.find(
        (message) => message.id === id && message.kind === 'reservation-approved',
      )
      expect(told.topic).toBe('requests')
    }
    expect(foreign.all).toEqual([])
    for (const stream of [hospital, own, foreign]) stream.close()
  })
})

describe('the mail of a reservation', () => {
  test('ADMIN-STATUS-13 NOTIFY-03 NOTIFY-04 goes to every provider when it is approved', async () => {
    const { id, version } = await aReservation({ patientName: 'Canary Zanzibar', reason: 'Canary reason' })
    await provider.done(orders.approveReservation, { id, version })
    const mails = await mailsOf(id)
    expect(mails.map(({ channel, kind, recipient }) => [channel, kind, recipient])).toEqual([
      ['mail', 'reservation', 'day@provider.example'],
      ['mail', 'reservation', 'night@provider.example'],
    ])
    for (const { subject, body } of mails) {
      expect(subject).toBe(`Reservation ${id} of Firm Hospital approved`)
      expect(body).toContain(`Request ID: ${id}`)
      expect(body).toContain('Sample pickup: 18 Nov 2026, 9:00')
      expect(subject + body).not.toContain('Canary')
    }
  })

  test('ADMIN-STATUS-13 AMB-161 raising a reservation sends the mail of a raise', async () => {
    const draft = aDraft(inside, { orderType: 'reservation', deadlineAt: null, reservationHours: 24 })
    const { id } = await service.as('firm_pilot').done(requests.raise, draft)
    expect((await mailsOf(id)).filter(({ channel }) => channel === 'mail')).toMatchObject([{ kind: 'raise' }])
  })

  test('ADMIN-STATUS-13 NOTIFY-05 AMB-162 of dev and test goes to our own people', async () => {
    for (const hospitalId of ['dev', 'test']) {
      const { id, version } = await aReservation({ hospitalId })
      await provider.done(orders.approveReservation, { id, version })
      expect((await mailsOf(id)).map(({ recipient }) => recipient)).toEqual(['dev@own.example'])
    }
  })

  test('ADMIN-STATUS-13 it arrives at a mail server, once for each', async () => {
    const busy = await aService({ now: inside, settings: { ...settings, ROLE: 'all' } })
    const wish = { status: 'bloodbank-approved', orderType: 'reservation', pickupAt, deadlineAt } as const
    const { id, version } = await aRequest(busy.db, wish, inside)
    await busy.as('bloodsupport').done(orders.approveReservation, { id, version })
    for (const recipient of ['day@provider.example', 'night@provider.example']) {
      const mail = await busy.mails.find(({ to }) => to.includes(recipient), 8_000)
      expect(mail.subject).toContain(id)
    }
    expect(busy.mails.all).toHaveLength(2)
  })
})
