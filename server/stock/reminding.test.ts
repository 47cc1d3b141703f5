import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { stock } from '#contract/stock.ts'
import { earlier, hours, instantOf, later, minutes } from '#domain/basics/time.ts'
import { byGroup } from '#domain/stock/counting.ts'
import { aService } from '#testing/harness/service.ts'

const now = instantOf('2026-11-16', '07:00')

async function aHouse() {
  const of = await aService({ now, settings: { PROVIDER_MAILS: 'desk@provider.example' } })
  // what the demonstration counted is of no concern here
  await of.db.deleteFrom('stock').execute()
  const count = (bank: string, at: Date) => {
    of.clock.moveTo(at)
    const quantities = byGroup<number | null>(() => 4)
    return of.as(`${bank}_bloodbank`).done(stock.count, { component: 'PRBC', seenAt: null, quantities })
  }
  const aMinuteAt = async (at: Date) => {
    of.clock.moveTo(at)
    const minute = { queue: 'every-minute', data: {} }
    await of.db.transaction().execute((tx) => of.jobs.enqueue(tx, minute))
    await vi.waitFor(async () => {
      const { rows } = await left()
      expect(rows).toEqual([])
    }, 60_000)
    await of.settled()
  }
  const left = () =>
    sql`select 1 from pgboss.job where name = 'every-minute' and state not in ('completed', 'failed')`.execute(
      of.db,
    )
  const told = async () => {
    const rows = await of.db
      .selectFrom('notifications')
      .select(['kind', 'channel', 'recipient', 'body'])
      .where('kind', 'like', 'stock-%')
      .orderBy('id')
      .execute()
    return rows
  }
  return { of, count, aMinuteAt, told }
}

test('AMB-292 a bank is reminded once a day from its time on; one that counted is not; the provider once, of all that were forgotten', async () => {
  const { of, count, aMinuteAt, told } = await aHouse()
  await count('redbank', earlier(now, hours(50)))
  await count('bluebank', earlier(now, minutes(1)))
  await aMinuteAt(now)
  expect(await told()).toEqual([])
  await aMinuteAt(later(now, minutes(61)))
  await aMinuteAt(later(now, minutes(62)))
  const first = await told()
  const mails = first
    .filter(({ channel }) => channel === 'mail')
    .map(({ kind, recipient }) => `${kind} ${recipient}`)
  expect(mails.toSorted()).toEqual([
    'stock-forgotten desk@provider.example',
    'stock-old redbank@crossmatch.example',
  ])
  const mail = first.find(({ kind }) => kind === 'stock-forgotten')
  expect(mail?.body).toContain(': counted 2 days ago')
  expect(mail?.body).not.toContain('never')
  expect(first.filter(({ channel }) => channel === 'sms')).toHaveLength(2)

  // moved after today's: tomorrow
  const redbank = of.as('redbank_bloodbank')
  expect(await redbank.done(stock.setReminder, { time: '09:30' })).toEqual({ time: '09:30' })
  expect(await redbank.done(stock.reminder, {})).toEqual({ time: '09:30' })
  await aMinuteAt(later(now, minutes(151)))
  expect(await told()).toHaveLength(first.length)
  const tomorrow = later(now, hours(24))
  await aMinuteAt(later(tomorrow, minutes(70)))
  const second = (await told()).slice(first.length).map(({ kind, recipient }) => `${kind} ${recipient}`)
  expect(second).not.toContain('stock-old redbank@crossmatch.example')
  expect(second).toContain('stock-old bluebank@crossmatch.example')
  await aMinuteAt(later(tomorrow, minutes(150)))
  expect((await told()).at(-1)).toMatchObject({
    kind: 'stock-old',
    recipient: expect.stringContaining('+9198'),
  })
}, 120_000)

test('AMB-292 the time is an event, the same one again is none, and what is no time is refused', async () => {
  const { of } = await aHouse()
  const bank = of.as('redbank_bloodbank')
  await bank.done(stock.setReminder, { time: '06:15' })
  await bank.done(stock.setReminder, { time: '06:15' })
  const rows = await of.db
    .selectFrom('events')
    .select('detail')
    .where('kind', '=', 'stock-reminder-set')
    .where('subjectId', '=', 'redbank')
    .execute()
  expect(rows.map(({ detail }) => JSON.parse(detail))).toEqual([{ from: '08:00', to: '06:15' }])
  expect((await bank.raw('PUT', '/api/stock/reminder', { body: { time: '25:00' } })).status).toBe(422)
})
