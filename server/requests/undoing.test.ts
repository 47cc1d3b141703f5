import { beforeEach, describe, expect, test } from 'vitest'
import { orders } from '#contract/orders.ts'
import { requests } from '#contract/requests.ts'
import { earlier, instantOf, later, minutes } from '#domain/basics/time.ts'
import type { BloodRequest } from '#domain/requests/request.ts'
import { aService } from '#testing/harness/service.ts'
import { drive } from '#testing/makers/driving.ts'
import { arun } from '#testing/makers/linked-orders.ts'
import { anAccount, aRequest } from '#testing/makers/makers.ts'
import { driverText } from '../messages/requests.ts'

const now = instantOf('2026-11-16', '10:00')
const service = await aService({ now, settings: { ROLE: 'web' } })
await anAccount(service.db, { email: 'firm_admin' })
const [admin, colleague, provider] = [
  service.as('firm'),
  service.as('firm_admin'),
  service.as('bloodsupport'),
]

beforeEach(() => service.clock.moveTo(now))
const wait = (ms: number) => service.clock.moveTo(later(now, ms))

const rowOf = (id: string) =>
  service.db.selectFrom('requests').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const messagesOf = (id: string) =>
  service.db
    .selectFrom('notifications')
    .innerJoin('events', 'events.id', 'notifications.eventId')
    .select(['events.kind', 'channel', 'body'])
    .where('subjectId', '=', id)
    .orderBy('notifications.id')
    .execute()
const toldOf = async (id: string) => (await messagesOf(id)).map(({ kind, channel }) => `${kind} ${channel}`)

const anOrder = (change: Partial<BloodRequest>) => aRequest(service.db, change, now)

describe('a decision', () => {
  test('is undone by whoever made it: pending again, no time of approval, told to whoever was told', async () => {
    const { id } = await anOrder({})
    await admin.done(requests.approve, { id, version: 1 })
    wait(minutes(9))
    const undone = await admin.done(requests.undo, { id, version: 2 })
    expect(undone).toMatchObject({ status: 'pending', approvedAt: null, version: 3 })
    expect(await rowOf(id)).toMatchObject({ status: 'pending', approvedAt: null, version: 3 })
    const decided = await toldOf(id)
    expect(decided.filter((told) => told.startsWith('decision-undone')).sort()).toEqual(
      decided
        .filter((told) => told.startsWith('request-approved'))
        .map((told) => told.replace('request-approved', 'decision-undone'))
        .sort(),
    )
    const { timeline } = await admin.done(requests.show, { id })
    expect(timeline.at(-1)).toMatchObject({
      kind: 'decision-undone',
      from: 'hospital-admin-approved',
      to: 'pending',
    })
    await admin.done(requests.reject, { id, version: 3 })
    await admin.done(requests.undo, { id, version: 4 })
    expect(await rowOf(id)).toMatchObject({ status: 'pending', version: 5 })
  })

  test('to reject, undone, leaves the time of an approval before it', async () => {
    const approvedAt = earlier(now, minutes(30))
    const { id, version } = await anOrder({ status: 'pending', approvedAt })
    await admin.done(requests.reject, { id, version })
    await admin.done(requests.undo, { id, version: version + 1 })
    expect(await rowOf(id)).toMatchObject({ status: 'pending', approvedAt })
  })

  test.each([
    ['a colleague', async (id: string) => colleague.call(requests.undo, { id, version: 2 }), 'Somebody else'],
    [
      'ten minutes later',
      async (id: string) => {
        wait(minutes(10) + 1000)
        return admin.call(requests.undo, { id, version: 2 })
      },
      'The time to undo',
    ],
    [
      'after it was linked',
      async (id: string) => {
        await provider.done(orders.link, { id, version: 2, bankId: 'redbank', driverEmail: arun })
        return admin.call(requests.undo, { id, version: 2 })
      },
      'redbank-approved now',
    ],
    [
      'after it was linked, with the row as it is now',
      async (id: string) => {
        await provider.done(orders.link, { id, version: 2, bankId: 'redbank', driverEmail: arun })
        return admin.call(requests.undo, { id, version: 3 })
      },
      'redbank-approved now',
    ],
    ['the provider', async (id: string) => provider.call(orders.undo, { id, version: 2 }), 'Somebody else'],
  ])('is not undone by %s', async (_, undo, says) => {
    const { id } = await anOrder({})
    await admin.done(requests.approve, { id, version: 1 })
    const { status, body } = await undo(id)
    expect([status, JSON.stringify(body)]).toEqual([409, expect.stringContaining(says)])
    expect((await rowOf(id)).approvedAt).not.toBeNull()
  })

  test('T34 two presses on Undo at once, and a link between them, leave one story', async () => {
    for (let round = 0; round < 8; round++) {
      const { id } = await anOrder({})
      await admin.done(requests.approve, { id, version: 1 })
      const link = { id, version: 2, bankId: 'redbank', driverEmail: arun }
      const answers = await Promise.all([
        admin.call(requests.undo, { id, version: 2 }),
        provider.call(orders.link, link),
        admin.call(requests.undo, { id, version: 2 }),
      ])
      const [first, linked, second] = answers.map(({ status }) => status === 200)
      // pressed twice it is undone once, and both are told so
      expect([first, linked]).toEqual([second, !second])
      expect((await rowOf(id)).version).toBe(3)
    }
  })

  test('AMB-275 whose answer was lost is undone once, and is done when it is sent again; not after something else', async () => {
    const { id } = await anOrder({})
    await admin.done(requests.approve, { id, version: 1 })
    const undone = await admin.done(requests.undo, { id, version: 2 })
    const told = await toldOf(id)
    expect(await admin.done(requests.undo, { id, version: 2 })).toEqual(undone)
    expect(await toldOf(id)).toEqual(told)
    expect((await colleague.call(requests.undo, { id, version: 2 })).status).toBe(409)
    await colleague.done(requests.reject, { id, version: 3 })
    expect((await admin.call(requests.undo, { id, version: 2 })).status).toBe(409)
  })

  test('AMB-275 is undone five times: an account that goes on cannot fill the provider’s mailbox', async () => {
    const { id } = await anOrder({})
    let version = 1
    for (let round = 0; round < 5; round++) {
      await admin.done(requests[round % 2 ? 'reject' : 'approve'], { id, version })
      await admin.done(requests.undo, { id, version: version + 1 })
      version += 2
    }
    await admin.done(requests.approve, { id, version })
    const told = await toldOf(id)
    const { status, refusal } = await admin.call(requests.undo, { id, version: version + 1 })
    expect([status, refusal]).toMatchObject([
      409,
      { code: 'too-often', text: expect.stringContaining('5 times') },
    ])
    expect(await toldOf(id)).toEqual(told)
    expect((await rowOf(id)).status).toBe('hospital-admin-approved')
    // what is approved can still be cancelled, with a reason
    await admin.done(requests.cancel, { id, version: version + 1, reason: 'Not needed' })
  })

  test('T01 of another hospital is not there', async () => {
    const { id } = await anOrder({ hospitalId: 'noble' })
    expect((await admin.call(requests.undo, { id, version: 1 })).status).toBe(404)
  })
})

describe('a status', () => {
  const whole = async (id: string) => {
    const { deliveries, status, deliveryStatus, note, invoiceKind, isLate, deliveredAt } =
      await provider.done(orders.show, { id })
    return { deliveries, status, deliveryStatus, note, invoiceKind, isLate, deliveredAt }
  }

  test.each(['cross-matching', 'partially-completed', 'cancelled', 'pending'] as const)(
    'set to %s by mistake leaves everything as it was when undone',
    async (status) => {
      const { id, version } = await anOrder({
        status: 'sample-acquired',
        bankId: 'redbank',
        driverEmail: arun,
        units: 7,
      })
      await provider.done(orders.move, { id, version, status: 'sample-acquired', note: 'call ward 3' })
      const before = await whole(id)
      await provider.done(orders.move, { id, version: version + 1, status, note: 'by mistake' })
      expect(await whole(id)).not.toEqual(before)
      wait(minutes(1))
      await provider.done(orders.undo, { id, version: version + 2 })
      expect(await whole(id)).toEqual(before)
    },
  )

  test('that was set two minutes ago, or that draws an invoice, stays', async () => {
    const { id, version } = await anOrder({ status: 'issued', bankId: 'redbank', driverEmail: arun })
    await provider.done(orders.move, { id, version, status: 'cross-matching' })
    wait(minutes(2) + 1000)
    expect((await provider.call(orders.undo, { id, version: version + 1 })).status).toBe(409)
    await provider.done(orders.move, { id, version: version + 1, status: 'delivery-completed' })
    expect((await provider.call(orders.undo, { id, version: version + 2 })).status).toBe(409)
    expect((await rowOf(id)).status).toBe('delivery-completed')
  })

  test('that put an order that was over on its driver’s page: he is told that it is not his', async () => {
    const { id, version } = await anOrder({ status: 'cancelled', bankId: 'redbank', driverEmail: arun })
    await provider.done(orders.move, { id, version, status: 'issued' })
    expect(await toldOf(id)).toEqual(['request-moved sms'])
    await provider.done(orders.undo, { id, version: version + 1 })
    const [, last] = await messagesOf(id)
    expect(last).toMatchObject({ kind: 'status-undone', body: expect.stringContaining('not yours any more') })
  })

  test.each(['cancelled', 'pending'] as const)(
    'that took an order off its driver’s page, %s: undone, he is told that it is his',
    async (status) => {
      const { id, version } = await anOrder({ status: 'issued', bankId: 'redbank', driverEmail: arun })
      await provider.done(orders.move, { id, version, status })
      expect(await messagesOf(id)).toEqual([])
      await provider.done(orders.undo, { id, version: version + 1 })
      const yours = driverText(id, `http://crossmatch.test/driver/${id}`)
      expect(await messagesOf(id)).toEqual([{ kind: 'status-undone', channel: 'sms', body: yours }])
    },
  )

  test('on the way all the time: undone, its driver is told nothing', async () => {
    const { id, version } = await anOrder({ status: 'issued', bankId: 'redbank', driverEmail: arun })
    await provider.done(orders.move, { id, version, status: 'cross-matching' })
    await provider.done(orders.undo, { id, version: version + 1 })
    expect(await messagesOf(id)).toEqual([])
  })

  test('stays when its driver told of a delivery meanwhile, which was kept aside', async () => {
    const { id, version } = await anOrder({ status: 'issued', bankId: 'redbank', driverEmail: arun })
    await provider.done(orders.move, { id, version, status: 'cancelled' })
    const told = await drive(service.as('arun.driver'), service.db, { id, step: 'delivered' }, now)
    expect(told.outcome).toBe('closed')
    const { status, body } = await provider.call(orders.undo, { id, version: version + 1 })
    expect([status, JSON.stringify(body)]).toEqual([409, expect.stringContaining('Something happened')])
    expect((await rowOf(id)).status).toBe('cancelled')
    // what is set after it can be undone again
    await provider.done(orders.move, { id, version: version + 1, status: 'issued' })
    await provider.done(orders.undo, { id, version: version + 2 })
    expect((await rowOf(id)).status).toBe('cancelled')
  })
})
