import { describe, expect, test, vi } from 'vitest'
import { messages } from '#contract/messages.ts'
import { orders } from '#contract/orders.ts'
import { requests } from '#contract/requests.ts'
import { sending } from '#contract/sending.ts'
import { instantOf, later, minutes } from '#domain/basics/time.ts'
import type { MessageState } from '#domain/messages/resending.ts'
import { aService, type TestService } from '#testing/harness/service.ts'
import { drive } from '#testing/makers/driving.ts'
import { arun, meena, wishFor } from '#testing/makers/linked-orders.ts'
import { aDraft, aDriver, aRequest } from '#testing/makers/makers.ts'

const now = instantOf('2026-11-16', '10:40')
const soon = { timeout: 15_000, interval: 50 }

const raiseAt = (at: TestService, by = 'firm_pilot') => at.as(by).call(requests.raise, aDraft(at.clock.now()))
const outboxOf = (at: TestService) => at.db.selectFrom('notifications').selectAll().orderBy('id').execute()

async function linkAt(at: TestService, driverEmail = arun) {
  const { id } = await aRequest(at.db, { status: 'hospital-admin-approved' }, now)
  return { id, ...(await at.as('bloodsupport').done(orders.link, wishFor({ id, driverEmail }))) }
}

const troubleAt = async (at: TestService, id: string) =>
  (await at.as('bloodsupport').done(orders.show, { id })).driverText

describe('the budget of the day', () => {
  test('T28 one account that raises without end takes no text from another hospital and none from a driver', async () => {
    const settings = { SMTP_URL: '', SMS_PER_DAY: '6', SMS_FOR_DRIVERS: '1', SMS_PER_HOSPITAL: '3' }
    const service = await aService({ now, settings })
    for (let n = 0; n < 4; n++) await raiseAt(service)
    const ofHospital = async (id: string) =>
      (await outboxOf(service)).filter(
        ({ channel, organisationId }) => channel === 'sms' && organisationId === id,
      )
    await vi.waitFor(async () => {
      const texts = await ofHospital('firm')
      expect(texts.filter(({ state }) => state === 'sent')).toHaveLength(3)
      expect(texts.filter(({ state }) => state === 'failed')).toHaveLength(5)
      expect(texts.find(({ state }) => state === 'failed')?.error).toContain(
        'for one hospital or blood bank in a day',
      )
    }, soon)
    await raiseAt(service, 'noble_pilot')
    await vi.waitFor(async () => {
      expect((await ofHospital('noble')).map(({ state }) => state)).toEqual(['sent', 'sent'])
    }, soon)
    // the common purse is empty now, the drivers' is not
    const { id, message } = await linkAt(service)
    expect(message).toBe('The text message to Arun Kumar is on its way.')
    await service.texts.find(({ body }) => body.includes(id), 8_000)
    const second = await linkAt(service)
    expect(second.message).toMatch(/is not sent, since .* used up: please call \+919840130001\.$/)
    await vi.waitFor(async () => expect(await troubleAt(service, second.id)).not.toBeNull(), soon)
  })

  test('LINK-16 without an SMS service nobody is told that a text is on its way', async () => {
    const silent = await aService({ now, settings: { SMS_URL: '', ROLE: 'web' } })
    expect((await linkAt(silent)).message).toMatch(/^No SMS service is set up.*please call/)
  })
})

describe('a text to a driver that fails', () => {
  test('LINK-16 is told live, on the order and in the list, until it went out or he reported', async () => {
    const service = await aService({ now, settings: { SMTP_URL: '' } })
    const live = await service.as('bloodsupport').live()
    service.texts.behave('refuse')
    const { id } = await linkAt(service)
    await live.find(({ kind }) => kind === 'message-failed')
    // bank and hospital are told of the link too, in any order
    await vi.waitFor(
      async () => expect(await troubleAt(service, id)).toEqual({ trouble: 'failed', phone: '+919840130001' }),
      10_000,
    )
    const { items } = await service.as('bloodsupport').done(orders.list, { id })
    expect(items[0]?.driverText?.trouble).toBe('failed')

    service.texts.behave('accept')
    const { items: all } = await service.as('bloodsupport').done(messages.list, { state: 'failed' })
    const failed = all.find(({ recipient }) => recipient === '+919840130001')
    await service.as('bloodsupport').done(messages.resend, { id: failed?.id ?? 0 })
    await live.find(({ kind }) => kind === 'message-sent')
    expect(await troubleAt(service, id)).toBeNull()

    service.texts.behave('fail')
    const late = await linkAt(service)
    await live.find(({ kind }) => kind === 'message-late')
    await vi.waitFor(async () => expect((await troubleAt(service, late.id))?.trouble).toBe('late'), 10_000)
    service.clock.moveTo(later(now, minutes(5)))
    await drive(service.as(arun), service.db, { id: late.id, step: 'sample acquired' }, service.clock.now())
    expect(await troubleAt(service, late.id)).toBeNull()
  })

  test('LINK-16 of a driver who was replaced it is no trouble of the order, and does not hide the next one’s', async () => {
    const service = await aService({ now, settings: { ROLE: 'web' } })
    const { id } = await linkAt(service)
    await service.as('bloodsupport').done(orders.link, wishFor({ id, version: 3, driverEmail: meena }))
    const becomes = (state: MessageState, recipient: string) =>
      service.db.updateTable('notifications').set({ state }).where('recipient', '=', recipient).execute()
    await becomes('failed', '+919840130001')
    await becomes('sent', '+919840130002')
    expect(await troubleAt(service, id)).toBeNull()
    await becomes('sent', '+919840130001')
    await becomes('failed', '+919840130002')
    expect(await troubleAt(service, id)).toEqual({ trouble: 'failed', phone: '+919840130002' })
  })
})

test('LINK-16 AMB-118 a driver without a phone number is told of as one, on Link and on the order, until he reports', async () => {
  const service = await aService({ now, settings: { ROLE: 'web' } })
  const unreached = await aDriver(service.db, { name: 'Velu', phone: '' })
  const { id, message } = await linkAt(service, unreached.email)
  expect(message).toMatch(/^Velu has no phone number here/)
  expect(await troubleAt(service, id)).toEqual({ trouble: 'no-phone', phone: '' })
  await drive(service.as(unreached.email), service.db, { id, step: 'sample acquired' }, now)
  expect(await troubleAt(service, id)).toBeNull()

  // whose text failed before him has nothing to do with it
  const second = await linkAt(service)
  await service.db.updateTable('notifications').set({ state: 'failed' }).execute()
  const next = wishFor({ id: second.id, version: 3, driverEmail: unreached.email })
  await service.as('bloodsupport').done(orders.link, next)
  expect((await troubleAt(service, second.id))?.trouble).toBe('no-phone')
})

describe('AMB-226 more raises of one account than a ward has', () => {
  const settings = { ROLE: 'web', RAISES_GATHERED_AFTER: '2', RAISES_REFUSED_FROM: '5' }
  const sms = async (at: TestService) => (await outboxOf(at)).filter(({ channel }) => channel === 'sms')
  const mails = async (at: TestService) => (await outboxOf(at)).filter(({ channel }) => channel === 'mail')

  test('T45 a raise that is sent again counts once: it neither gathers nor refuses what comes after it', async () => {
    const service = await aService({ now, settings })
    const again = { idempotencyKey: 'sent-again' }
    for (let n = 0; n < 6; n++) await service.as('firm_pilot').done(requests.raise, aDraft(now), again)
    expect((await raiseAt(service)).status).toBe(200)
    expect(await sms(service)).toHaveLength(4)
    expect(await service.db.selectFrom('gatheredRaises').selectAll().execute()).toEqual([])
  })

  test('are told to the provider, and once, though the first of them was undone', async () => {
    const service = await aService({ now, settings: { ...settings, RAISES_REFUSED_FROM: '9' } })
    await raiseAt(service)
    await service.db.updateTable('rateLimits').set({ calls: 3 }).where('key', 'like', 'raises %').execute()
    await Promise.all([raiseAt(service), raiseAt(service), raiseAt(service)])
    const floods = async () => (await mails(service)).filter(({ kind }) => kind === 'flood').length
    expect(await floods()).toBe(1)
    service.clock.moveTo(later(now, minutes(61)))
    for (let n = 0; n < 4; n++) await raiseAt(service)
    expect(await floods()).toBe(2)
  })

  test('are taken, told in one message, told to the provider once, and refused only far beyond', async () => {
    const service = await aService({ now, settings: { ...settings, ROLE: 'all', SMTP_URL: '', SMS_URL: '' } })
    const answers = []
    const send = (n: number) =>
      service.as('firm_pilot').call(requests.raise, aDraft(now), { idempotencyKey: `raise-number-${n}` })
    for (let n = 0; n < 6; n++) answers.push(await send(n))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 429, 429])
    expect(answers[4]).toMatchObject({ refusal: { text: expect.stringContaining('call the provider') } })
    // whose answer was lost has it all the same
    expect(await send(3)).toMatchObject({ status: 200, body: { id: answers[3]?.body.id } })
    const third = answers[2]?.body.id ?? ''
    const asked = { type: 'raise', patientData: { RequestID: third } } as const
    const { message } = await service.as('firm_pilot').done(sending.sendEmail, asked)
    expect(message).toBe(`The mail of request ${third} is gathered with others into one.`)
    // another account of the same house goes on
    expect((await raiseAt(service, 'firm')).status).toBe(200)
    expect(await sms(service)).toHaveLength(6)
    expect((await mails(service)).map(({ kind }) => kind)).toEqual(['raise', 'raise', 'flood', 'raise'])

    service.clock.moveTo(later(now, minutes(6)))
    const minute = { queue: 'every-minute', data: {} }
    await service.db.transaction().execute((tx) => service.jobs.enqueue(tx, minute))
    await vi.waitFor(async () => expect(await sms(service)).toHaveLength(8), soon)
    expect((await sms(service)).slice(6).map(({ body }) => body)).toEqual(
      Array(2).fill('Crossmatch: 2 more requests were raised since 10:40 am and wait for approval.'),
    )
    expect((await mails(service)).at(-1)).toMatchObject({
      kind: 'raise',
      subject: expect.stringContaining('2 more'),
    })
    expect(await service.db.selectFrom('gatheredRaises').selectAll().execute()).toEqual([])
    service.clock.moveTo(later(now, minutes(62)))
    expect((await raiseAt(service)).status).toBe(200)
  })
})
