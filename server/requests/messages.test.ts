import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { people } from '#contract/people.ts'
import { requests } from '#contract/requests.ts'
import { hours, instantOf, later } from '#domain/basics/time.ts'
import { mostAttempts } from '#domain/messages/retrying.ts'
import type { RaiseDraft } from '#domain/requests/raising.ts'
import { emailOf } from '#server/demo/makers/rows.ts'
import { aService } from '#testing/harness/service.ts'
import { aDraft, anAccount } from '#testing/makers/makers.ts'
import { type Carriers, startCarrying } from '../db/carrying.ts'
import { mailBy } from '../platform/messaging/mail.ts'
import { smsBy } from '../platform/messaging/sms.ts'

const now = instantOf('2026-11-16', '10:00')
const mailSettings = {
  PROVIDER_MAILS: 'day@provider.example, Night@provider.example',
  DEV_MAILS: 'dev@own.example',
}
const [quiet, busy] = await Promise.all([
  // nobody takes its jobs: what waits in its outbox is sent by the test
  aService({ now, settings: { ...mailSettings, ROLE: 'web' } }),
  aService({ now, settings: mailSettings }),
])

// of dev there are people already
beforeAll(async () => {
  for (const email of ['test_pilot', 'test_admin']) await anAccount(quiet.db, { email })
})
beforeEach(() => quiet.clock.moveTo(now))

async function raiseAt(hospital: string, change: Partial<RaiseDraft> = {}) {
  const { id } = await quiet.as(`${hospital}_pilot`).done(requests.raise, aDraft(now, change))
  return id
}

async function messagesOf(id: string, service = quiet) {
  return service.db
    .selectFrom('notifications')
    .innerJoin('events', 'events.id', 'notifications.eventId')
    .select([
      'notifications.id',
      'channel',
      'notifications.kind',
      'recipient',
      'state',
      'body',
      'tries',
      'error',
    ])
    .where('subjectId', '=', id)
    .orderBy('notifications.id')
    .execute()
}

const shortly = async (id: string) =>
  (await messagesOf(id)).map(({ channel, kind, recipient }) => `${channel} ${kind} ${recipient}`)

const raisedAtFirm = [
  'mail raise day@provider.example',
  'sms raised +914428110014',
  'sms raised +919840110014',
]

describe('who is told', () => {
  test('RAISE-43 RAISE-44 NOTIFY-03 NOTIFY-06 of a raise: the first provider by mail, the hospital by text', async () => {
    const id = await raiseAt('firm')
    expect(await shortly(id)).toEqual(raisedAtFirm)
    const texts = (await messagesOf(id)).filter(({ channel }) => channel === 'sms')
    expect(texts[0]?.body).toContain(id)
  })

  test('APPROVAL-21 APPROVAL-23 NOTIFY-03 NOTIFY-04 NOTIFY-06 of an approval: every provider, and the hospital of its new status', async () => {
    const id = await raiseAt('firm')
    await quiet.as('firm').done(requests.approve, { id, version: 1 })
    expect(await shortly(id)).toEqual([
      ...raisedAtFirm,
      'mail approve day@provider.example',
      'mail approve night@provider.example',
      'sms approval +914428110014',
      'sms approval +919840110014',
    ])
    expect((await messagesOf(id)).at(-1)?.body).toContain('hospital-admin-approved')
  })

  test('NOTIFY-06 of a rejection: the hospital alone', async () => {
    const id = await raiseAt('firm')
    await quiet.as('firm').done(requests.reject, { id, version: 1 })
    expect((await shortly(id)).slice(3)).toEqual(['sms approval +914428110014', 'sms approval +919840110014'])
    expect((await messagesOf(id)).at(-1)?.body).toContain('hospital-admin-rejected')
  })

  test('AMB-60 of a cancellation after the approval: every provider who was asked to link a bank', async () => {
    const id = await raiseAt('firm')
    await quiet.as('firm').done(requests.approve, { id, version: 1 })
    const before = await shortly(id)
    await quiet.as('firm').done(requests.cancel, { id, version: 2, reason: 'Surgery postponed' })
    expect((await shortly(id)).slice(before.length)).toEqual([
      'mail cancel day@provider.example',
      'mail cancel night@provider.example',
    ])
  })

  test('AMB-60 of a cancellation before the approval: nobody, because nobody was asked for anything', async () => {
    const id = await raiseAt('firm')
    await quiet.as('firm').done(requests.cancel, { id, version: 1, reason: 'Surgery postponed' })
    expect(await shortly(id)).toEqual(raisedAtFirm)
  })

  test.each(['dev', 'test'])(
    'APPROVAL-22 NOTIFY-05 of %s: our own people, and no provider',
    async (place) => {
      const id = await raiseAt(place)
      const admin = quiet.as(`${place}_admin`)
      await admin.done(requests.approve, { id, version: 1 })
      await admin.done(requests.cancel, { id, version: 2, reason: 'Only a trial' })
      const mails = (await shortly(id)).filter((line) => line.startsWith('mail'))
      expect(mails).toEqual([
        'mail raise dev@own.example',
        'mail approve dev@own.example',
        'mail cancel dev@own.example',
      ])
    },
  )

  test('NOTIFY-03 a hospital with one number twice is texted once', async () => {
    await quiet.db
      .updateTable('organisations')
      .set({ phones: ['+914426410052', '+914426410052'] })
      .where('id', '=', 'noble')
      .execute()
    expect((await shortly(await raiseAt('noble'))).slice(1)).toEqual(['sms raised +914426410052'])
  })

  test('NOTIFY-10 T26 T28 nobody can have a message sent to an address of their choice', async () => {
    const evil = {
      to: 'evil@evil.example',
      Phone: '+19005550100',
      DeliveryURL: 'https://evil.example',
      type: 'raise',
    }
    for (const client of [quiet.anonymous, quiet.as('firm_pilot'), quiet.as('bloodsupport')]) {
      for (const path of ['/api/sendEmail', '/api/sendSMS', '/api/sendDriverSMS', '/api/requests']) {
        const { status } = await client.raw('POST', path, { body: { ...aDraft(now), ...evil } })
        expect([401, 403, 404, 422], path).toContain(status)
      }
    }
    const recipients = await quiet.db.selectFrom('notifications').select('recipient').distinct().execute()
    expect(JSON.stringify(recipients)).not.toMatch(/evil|900555/)
  })

  test('T26 no subject and no text names a patient, and no mail does in its body', async () => {
    const change = { patientName: 'Canary Zanzibar', reason: 'canary-reason', patientId: 'CANARY-1' }
    const id = await raiseAt('firm', change)
    await quiet.as('firm').done(requests.approve, { id, version: 1 })
    const why = 'canary-reason: Canary Zanzibar moved to another hospital'
    await quiet.as('firm').done(requests.cancel, { id, version: 2, reason: why })
    const rejected = await raiseAt('firm', change)
    await quiet.as('firm').done(requests.reject, { id: rejected, version: 1 })
    await quiet.anonymous.done(people.forgetPassword, { email: emailOf('firm') })
    const rows = await quiet.db.selectFrom('notifications').selectAll().execute()
    expect(new Set(rows.map(({ kind }) => kind))).toEqual(
      new Set(['raise', 'raised', 'approve', 'approval', 'cancel', 'password-reset']),
    )
    for (const { channel, subject, body } of rows) {
      expect(subject + (channel === 'sms' ? body : '')).not.toMatch(/canary/i)
      expect(body).not.toMatch(/Zanzibar|canary-reason/)
    }
    expect(rows.filter(({ body }) => body.includes('CANARY-1'))).toHaveLength(6)
  })
})

describe('sending', () => {
  const lines: string[] = []
  const log = (line: object, text: string) => void lines.push(`${JSON.stringify(line)} ${text}`)
  const sms = smsBy({
    url: quiet.texts.settings.SMS_URL,
    account: quiet.texts.settings.SMS_ACCOUNT,
    token: quiet.texts.settings.SMS_TOKEN,
    from: quiet.texts.settings.SMS_FROM,
  })
  const mail = mailBy(quiet.mails.url, 'Crossmatch <noreply@crossmatch.example>', 'http://crossmatch.test')
  afterAll(() => mail.close())
  const senderBy = (carriers: Carriers) =>
    startCarrying({
      db: quiet.db,
      carriers,
      clock: quiet.clock,
      isWorker: false,
      whenQuiet: async () => undefined,
      log,
      onError: (error) => log({ error: String(error) }, 'broken'),
    })

  /** Of all that waits it alone is due, as if its time had come. */
  async function send(id: number, carriers: Carriers = { mail, sms, push: null }): Promise<void> {
    await makeDue(id)
    await senderBy(carriers).settle()
  }

  async function makeDue(...ids: number[]): Promise<void> {
    await quiet.db
      .updateTable('notifications')
      .set({ dueAt: later(new Date(), hours(1)) })
      .execute()
    await quiet.db
      .updateTable('notifications')
      .set({ dueAt: new Date(0) })
      .where('id', 'in', ids)
      .execute()
  }

  beforeEach(() => {
    lines.length = 0
    quiet.mails.behave('accept')
    quiet.texts.behave('accept')
  })

  async function aWaiting(channel: 'mail' | 'sms') {
    const id = await raiseAt('firm')
    const message = (await messagesOf(id)).find((row) => row.channel === channel)
    const now = () => messagesOf(id).then((rows) => rows.find((row) => row.id === message?.id))
    return { id: message?.id ?? 0, request: id, now }
  }

  test('X13 mail that found nobody is kept with its error, and sent once when the server is up', async () => {
    const { id, request, now: row } = await aWaiting('mail')
    const nobody = mailBy('smtp://127.0.0.1:1', 'a@b.c', 'http://crossmatch.test')
    await send(id, { mail: nobody, sms, push: null })
    expect(await row()).toMatchObject({
      state: 'waiting',
      tries: 1,
      error: expect.stringContaining('ECONNREFUSED'),
    })
    expect(lines).toHaveLength(1)
    await send(id)
    await send(id)
    expect(await row()).toMatchObject({ state: 'sent', tries: 2, error: null })
    expect(quiet.mails.all.filter(({ subject }) => subject.includes(request))).toHaveLength(1)
  })

  test.each([
    ['mail', 'mails'],
    ['sms', 'texts'],
  ] as const)('X18 a %s that three workers look for at once leaves once', async (channel, peer) => {
    const { id, now: row } = await aWaiting(channel)
    await makeDue(id)
    const before = quiet[peer].tries()
    await Promise.all([1, 2, 3].map(() => senderBy({ mail, sms, push: null }).settle()))
    expect(quiet[peer].tries()).toBe(before + 1)
    expect(await row()).toMatchObject({ state: 'sent', tries: 1 })
    await send(id)
    expect(quiet[peer].tries()).toBe(before + 1)
  })

  test('X14 a mail that is refused for now waits; one that is refused at last is failed', async () => {
    const { id, now: row } = await aWaiting('mail')
    quiet.mails.behave('refuse-for-now')
    await send(id)
    expect(await row()).toMatchObject({ state: 'waiting', error: expect.stringContaining('451') })
    await quiet.db.updateTable('notifications').set({ attempts: mostAttempts }).where('id', '=', id).execute()
    await send(id)
    expect(await row()).toMatchObject({ state: 'failed', tries: 2 })
    quiet.mails.behave('accept')
    await send(id)
    expect(await row()).toMatchObject({ state: 'failed', tries: 2 })
  })

  test('X14 a mail that is refused for good is failed at once and tried no more', async () => {
    const { id, now: row } = await aWaiting('mail')
    quiet.mails.behave('refuse')
    await send(id)
    expect(await row()).toMatchObject({ state: 'failed', tries: 1, error: expect.stringContaining('550') })
    expect(lines[0]).toContain('550')
  })

  test('X14 a mail whose connection was cut after the text is repeated with the same id', async () => {
    const { id, request, now: row } = await aWaiting('mail')
    quiet.mails.behave('drop')
    await send(id)
    expect(await row()).toMatchObject({ state: 'waiting', tries: 1 })
    quiet.mails.behave('accept')
    await send(id)
    const [arrived] = quiet.mails.all.filter(({ subject }) => subject.includes(request))
    expect(arrived?.headers.get('message-id')).toBe(`<message-${id}@crossmatch.example>`)
  })

  test('X15 NOTIFY-07 a gateway that fails is logged, without a number or a word of the text', async () => {
    const { id, now: row } = await aWaiting('sms')
    quiet.texts.behave('fail')
    await send(id)
    expect(await row()).toMatchObject({ state: 'waiting', tries: 1 })
    expect(lines).toEqual([
      `{"message":${id},"error":"Error: the SMS gateway answered 500"} a message could not be sent`,
    ])
  })

  test('without a mail server and a gateway messages are kept readable', async () => {
    const { id, now: row } = await aWaiting('mail')
    await send(id, { mail: null, sms: null, push: null })
    expect(await row()).toMatchObject({
      state: 'kept',
      tries: 0,
      body: expect.stringContaining('Request ID'),
    })
  })

  test('X15 a mail server that hangs does not hold up a text, nor one that hangs the others', async () => {
    const request = await raiseAt('firm')
    await makeDue(...(await messagesOf(request)).map(({ id }) => id))
    let letGo = () => {}
    const held = new Promise<void>((resolve) => {
      letGo = resolve
    })
    const told: string[] = []
    const slow = async ({ recipient }: { recipient: string }) =>
      recipient.startsWith('+9144') ? held : void told.push(recipient)
    const done = senderBy({ mail: () => held, sms: slow, push: null }).settle()
    const states = async () => (await messagesOf(request)).map(({ channel, state }) => `${channel} ${state}`)
    await vi.waitFor(
      async () => expect(await states()).toEqual(['mail waiting', 'sms waiting', 'sms sent']),
      10_000,
    )
    expect(told).toEqual(['+919840110014'])
    letGo()
    await done
    expect(await states()).toEqual(['mail sent', 'sms sent', 'sms sent'])
  })
})

test('X13 X15 NOTIFY-07 APPROVAL-24 with mail and texts down the act succeeds at once; all arrive once, after a wait, when they are up', async () => {
  const began = Date.now()
  busy.mails.behave('refuse-for-now')
  busy.texts.behave('fail')
  const { id } = await busy.as('firm').done(requests.raise, aDraft(busy.clock.now()))
  const { status } = await busy.as('firm').done(requests.approve, { id, version: 1 })
  expect(status).toBe('hospital-admin-approved')
  // of the raise one mail and two texts, of the approval two of each
  await vi.waitFor(async () => {
    const tried = (await messagesOf(id, busy)).map(({ state, tries }) => [state, tries > 0])
    expect(tried).toEqual(Array(7).fill(['waiting', true]))
  }, 8_000)
  const rows = await busy.db.selectFrom('notifications').select('dueAt').execute()
  for (const { dueAt } of rows) expect(dueAt.getTime()).toBeGreaterThan(began)
  busy.mails.behave('accept')
  busy.texts.behave('accept')
  await vi.waitFor(async () => {
    expect((await messagesOf(id, busy)).map(({ state }) => state)).toEqual(Array(7).fill('sent'))
  }, 15_000)
  expect([busy.mails.all.length, busy.texts.all.length]).toEqual([3, 4])
  expect((await messagesOf(id, busy)).every(({ tries }) => tries >= 2)).toBe(true)
})
