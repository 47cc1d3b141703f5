import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { issuing } from '#contract/issuing.ts'
import { orders } from '#contract/orders.ts'
import { requests } from '#contract/requests.ts'
import { earlier, hours, instantOf, later, minutes } from '#domain/basics/time.ts'
import { aService } from '#testing/harness/service.ts'
import { sized } from '#testing/harness/size.ts'
import { arun, meena } from '#testing/makers/linked-orders.ts'
import { aRequest } from '#testing/makers/makers.ts'
import { usualTimeOf } from './usual-store.ts'

const now = instantOf('2026-11-16', '10:00')
const settings = { PROVIDER_MAILS: 'desk@provider.example', DEV_MAILS: 'dev@own.example' }
const service = await aService({ now, settings })
const [provider, redbank] = [service.as('bloodsupport'), service.as('redbank_bloodbank')]

/** What was told of an order beside the messages of the specification, each once, with who heard it. */
async function rungFor(id: string): Promise<string[]> {
  const rows = await service.db
    .selectFrom('notifications')
    .innerJoin('events', 'events.id', 'notifications.eventId')
    .select(['channel', 'notifications.kind', 'recipient'])
    .where('subjectId', '=', id)
    .where('notifications.kind', 'not in', ['driver', 'driver-freed', 'refuse', 'approve', 'approval'])
    .orderBy('notifications.id')
    .execute()
  return rows.map(({ channel, kind, recipient }) => `${kind} ${channel} ${recipient}`)
}

const phones = { redbank: ['+914428190019', '+919840120019'], firm: ['+914428110014', '+919840110014'] }
const toAll = (kind: string, place: keyof typeof phones) => [
  `${kind} mail ${place}@crossmatch.example`,
  ...phones[place].map((phone) => `${kind} sms ${phone}`),
]

const approved = (deadlineAt = later(now, hours(6))) =>
  aRequest(
    service.db,
    {
      status: 'hospital-admin-approved',
      hospitalId: 'firm',
      deadlineAt,
      pickupAt: earlier(deadlineAt, hours(3)),
    },
    earlier(now, hours(1)),
  )

test('AMB-290 of a link its bank and its hospital hear; of another driver the bank; of another bank all three', async () => {
  const { id, version } = await approved()
  await provider.done(orders.link, { id, version, bankId: 'redbank', driverEmail: arun })
  expect(await rungFor(id)).toEqual([...toAll('order-linked', 'redbank'), ...toAll('taken', 'firm')])
  await provider.done(orders.link, { id, version: version + 1, bankId: 'redbank', driverEmail: meena })
  expect((await rungFor(id)).slice(6)).toEqual(toAll('order-linked', 'redbank'))
  await provider.done(orders.link, { id, version: version + 2, bankId: 'bluebank', driverEmail: meena })
  const last = (await rungFor(id)).slice(9)
  expect(last.filter((one) => one.startsWith('order-gone'))).toEqual(toAll('order-gone', 'redbank'))
  expect(last.filter((one) => one.startsWith('taken'))).toEqual(toAll('taken', 'firm'))
  expect(last.filter((one) => one.startsWith('order-linked mail bluebank'))).toHaveLength(1)
})

test('AMB-290 of an order that is over nobody is told that it was linked', async () => {
  const { id, version } = await aRequest(service.db, { status: 'cancelled', hospitalId: 'firm' }, now)
  await provider.done(orders.link, { id, version, bankId: 'redbank', driverEmail: arun })
  expect(await rungFor(id)).toEqual([])
})

test('AMB-290 of a refusal the hospital hears, with the name of the bank, and the bank that refused hears nothing', async () => {
  const { id, version } = await approved()
  await provider.done(orders.link, { id, version, bankId: 'redbank', driverEmail: arun })
  const reason = 'no bag of Canary Zanzibar'
  await redbank.done(issuing.refuse, { id, version: version + 1, reason })
  expect((await rungFor(id)).slice(6)).toEqual(toAll('bank-refused', 'firm'))
  const { body } = await service.db
    .selectFrom('notifications')
    .select('body')
    .where('kind', '=', 'bank-refused')
    .where('body', 'like', `%${id}%`)
    .where('channel', '=', 'sms')
    .limit(1)
    .executeTakeFirstOrThrow()
  expect(body).toMatch(/^Crossmatch: Red ?bank.* cannot supply order /i)
  expect(body).not.toContain('Canary')
})

test('AMB-290 of a delivery the hospital hears once, and that it was none when it is taken back', async () => {
  const { id, version } = await aRequest(service.db, { status: 'issued', hospitalId: 'firm' }, now)
  await provider.done(orders.move, { id, version, status: 'delivery-completed' })
  expect(await rungFor(id)).toEqual(toAll('delivered', 'firm'))
  await provider.done(orders.move, { id, version: version + 1, status: 'issued' })
  expect((await rungFor(id)).slice(3)).toEqual(toAll('not-delivered', 'firm'))
  await provider.done(orders.move, { id, version: version + 2, status: 'completed' })
  expect((await rungFor(id)).slice(6)).toEqual(toAll('delivered', 'firm'))
  // completed once more, with a note: it was there before
  await provider.done(orders.move, { id, version: version + 3, status: 'completed', note: 'billed' })
  expect((await rungFor(id)).slice(9)).toEqual([])
})

test('AMB-290 AMB-291 AMB-216 by the minute: late once; what nobody took once per level, anew after a refusal, and at its end', async () => {
  const of = await aService({ now, settings })
  const deadlineAt = later(now, hours(5))
  const make = (status: 'issued' | 'hospital-admin-approved' | 'pending', wish = {}) =>
    aRequest(
      of.db,
      { status, hospitalId: 'firm', deadlineAt, pickupAt: earlier(deadlineAt, hours(3)), ...wish },
      earlier(now, hours(1)),
    )
  const [issued, refused, pending] = [
    await make('issued'),
    await make('hospital-admin-approved'),
    await make('pending'),
  ]
  const left: { id: string; deadlineAt: Date }[] = []
  for (let n = 0; n < sized(12, 60); n++)
    left.push(
      await make('hospital-admin-approved', { deadlineAt: earlier(deadlineAt, minutes((n * 37) % 290)) }),
    )
  const sweepAt = async (at: Date) => {
    of.clock.moveTo(at)
    await of.db.transaction().execute((tx) => of.jobs.enqueue(tx, { queue: 'sweep-requests', data: {} }))
    await vi.waitFor(async () => {
      const left =
        await sql`select 1 from pgboss.job where name = 'sweep-requests' and state not in ('completed', 'failed')`.execute(
          of.db,
        )
      expect(left.rows).toEqual([])
    }, 60_000)
  }
  const kindsOf = async (id: string) =>
    (
      await of.db.selectFrom('events').select(['kind']).where('subjectId', '=', id).orderBy('id').execute()
    ).map(({ kind }) => kind)
  for (let at = now; at <= later(deadlineAt, minutes(70)); at = later(at, minutes(10))) {
    await sweepAt(at)
    if (at.getTime() === later(now, minutes(130)).getTime()) {
      const link = { id: refused.id, version: refused.version, bankId: 'redbank', driverEmail: arun }
      await of.as('bloodsupport').done(orders.link, link)
      await of
        .as('redbank_bloodbank')
        .done(issuing.refuse, { id: refused.id, version: refused.version + 1, reason: 'none left' })
    }
  }
  await sweepAt(later(deadlineAt, minutes(75)))
  expect((await kindsOf(issued.id)).filter((kind) => kind === 'request-late')).toHaveLength(1)
  expect((await kindsOf(pending.id)).filter((kind) => kind.startsWith('request-un'))).toEqual([])
  expect((await kindsOf(pending.id)).at(-1)).toBe('request-expired')
  const bells = async (id: string) => {
    const rows = await of.db
      .selectFrom('events')
      .select(['kind', 'at', 'detail'])
      .where('subjectId', '=', id)
      .where('kind', 'in', ['request-untaken', 'request-expired'])
      .orderBy('id')
      .execute()
    return rows.map(({ kind, at, detail }) => ({ at, what: kind === 'request-expired' ? 'end' : detail }))
  }
  const levels = async (id: string) => (await bells(id)).map(({ what }) => what.match(/60|30|end/)?.[0])
  // usually two hours: at 2:00 and 2:30 hours; taken and refused in between, so the first is rung again
  expect(await levels(refused.id)).toEqual(['60', '60', '30', 'end'])
  for (const { id, deadlineAt: due } of left) {
    const [first] = await bells(id)
    expect(first?.at.getTime()).toBeLessThan(due.getTime())
    const all = await levels(id)
    expect(all).toEqual([...new Set(all)])
    expect(all.slice(-2)).toEqual(['30', 'end'])
    await vi.waitFor(async () => {
      const rows = await of.db
        .selectFrom('notifications')
        .innerJoin('events', 'events.id', 'notifications.eventId')
        .select(['notifications.kind', 'recipient'])
        .where('subjectId', '=', id)
        .where('channel', '=', 'mail')
        .execute()
      const told = (kind: string) => rows.filter((row) => row.kind === kind).map(({ recipient }) => recipient)
      const rings = all.filter((one) => one !== 'end').length
      expect(told('untaken')).toEqual(Array(rings).fill('desk@provider.example'))
      expect(told('untaken-hospital')).toHaveLength(rings)
      expect([told('expired').length, told('expired-hospital').length]).toEqual([1, 1])
    }, 20_000)
  }
  const shown = await of.as('firm').done(requests.show, { id: left[0]?.id ?? '' })
  expect(shown.timeline.at(-1)).toMatchObject({ kind: 'request-expired', by: 'Crossmatch' })
}, 240_000)

test('AMB-291 of twenty deliveries and more their own median is the usual time, reckoned once a day', async () => {
  const of = await aService({ now, settings: { ROLE: 'web' } })
  expect(await usualTimeOf(of.db, now)).toBe(hours(2))
  for (let n = 0; n < 21; n++) {
    const { id } = await aRequest(of.db, { status: 'delivery-completed' }, earlier(now, hours(9)))
    const linkedAt = earlier(now, hours(5))
    await of.db
      .updateTable('requests')
      .set({ linkedAt, deliveredAt: later(linkedAt, minutes(40 + n)) })
      .where('id', '=', id)
      .execute()
  }
  expect(await usualTimeOf(of.db, later(now, hours(23)))).toBe(hours(2))
  expect(await usualTimeOf(of.db, later(now, hours(25)))).toBe(minutes(50))
})
