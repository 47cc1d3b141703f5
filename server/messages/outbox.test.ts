import { expect, test, vi } from 'vitest'
import { messages } from '#contract/messages.ts'
import { hours, later } from '#domain/basics/time.ts'
import type { MessageState } from '#domain/messages/resending.ts'
import { aService, type TestService } from '#testing/harness/service.ts'
import { nextNumber } from '#testing/makers/makers.ts'

type Wish = { state?: MessageState; channel?: 'mail' | 'sms'; kind?: string; body?: string; createdAt?: Date }

/** A message in the outbox as it stands after its tries. */
async function aMessage({ db }: TestService, wish: Wish = {}) {
  const number = nextNumber()
  const channel = wish.channel ?? 'mail'
  const row = {
    eventId: null,
    channel,
    kind: 'approve',
    recipient: channel === 'mail' ? `person${number}@mail.example` : '+919840000001',
    subject: channel === 'mail' ? `Request ${number} approved` : '',
    body: `Message ${number}`,
    state: 'failed' as const,
    tries: 3,
    error: 'Error: no such mailbox',
    createdAt: new Date(),
    once: `test ${number}`,
    ...wish,
  }
  const { id } = await db.insertInto('notifications').values(row).returning('id').executeTakeFirstOrThrow()
  return { ...row, id }
}

const rowOf = ({ db }: TestService, id: number) =>
  db.selectFrom('notifications').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

test('the newest are first, twenty at a time, and found by state and channel', async () => {
  const service = await aService({ settings: { ROLE: 'web' } })
  const support = service.as('bloodsupport')
  const states = ['sent', 'sent', 'kept', 'failed', 'waiting'] as const
  const made: { id: number; state: string; channel: string }[] = []
  for (let n = 0; n < 50; n++) {
    const wish = { state: states[n % 5], channel: n % 2 ? ('sms' as const) : ('mail' as const) }
    made.unshift(await aMessage(service, wish))
  }
  async function idsOf(input: { state?: MessageState | MessageState[]; channel?: 'mail' | 'sms' }) {
    const ids: number[] = []
    for (let after: string | null | undefined; after !== null; ) {
      const page = await support.done(messages.list, { ...input, after })
      expect(page.items.length).toBeLessThanOrEqual(20)
      ids.push(...page.items.map(({ id }) => id))
      after = page.next
    }
    return ids
  }
  const wanted = (fits: (one: { state: string; channel: string }) => boolean) =>
    made.filter(fits).map(({ id }) => id)
  expect(await idsOf({})).toEqual(wanted(() => true))
  expect(await idsOf({ state: 'sent' })).toEqual(wanted(({ state }) => state === 'sent'))
  expect(await idsOf({ channel: 'sms' })).toEqual(wanted(({ channel }) => channel === 'sms'))
  expect(await idsOf({ state: ['failed', 'kept'], channel: 'mail' })).toEqual(
    wanted(({ state, channel }) => ['failed', 'kept'].includes(state) && channel === 'mail'),
  )

  const first = await support.done(messages.list, {})
  const newest = await aMessage(service)
  const again = await support.done(messages.list, { through: first.next })
  expect(again.items.map(({ id }) => id)).toEqual([newest.id, ...first.items.map(({ id }) => id)])
  const refused = await support.raw('GET', '/api/messages?after=x')
  expect(refused.status).toBe(422)
})

test.each(['password-reset', 'invitation'])('T11 the words of a %s are shown to nobody', async (kind) => {
  const service = await aService({ settings: { ROLE: 'web' } })
  const body = 'http://crossmatch.test/reset#a-token-that-nobody-may-read'
  for (const state of ['waiting', 'sent', 'kept', 'failed'] as const) {
    const { id } = await aMessage(service, { kind, state, body })
    const support = service.as('bloodsupport')
    const list = await support.raw('GET', '/api/messages')
    expect(list.text).not.toContain('a-token')
    const resent = await support.raw('PUT', `/api/messages/${id}/resend`)
    expect(resent.text).not.toContain('a-token')
  }
})

test('X14 a mail that failed is sent again, once, and its resending stands in the trail', async () => {
  const service = await aService()
  const support = service.as('bloodsupport')
  const message = await aMessage(service)
  const resent = await support.done(messages.resend, { id: message.id })
  expect(resent).toMatchObject({ id: message.id, state: 'waiting', error: null, tries: 3 })
  const mail = await service.mails.next(8_000)
  expect([mail.to, mail.text.trim()]).toEqual([[message.recipient], message.body])
  await vi.waitFor(
    async () =>
      expect(await rowOf(service, message.id)).toMatchObject({ state: 'sent', tries: 4, once: message.once }),
    10_000,
  )
  const events = await service.db.selectFrom('events').selectAll().execute()
  expect(events).toMatchObject([
    {
      subjectKind: 'message',
      subjectId: String(message.id),
      kind: 'message-resent',
      fromStatus: 'failed',
      toStatus: 'waiting',
      actorName: 'bloodsupport',
    },
  ])

  const again = await support.call(messages.resend, { id: message.id })
  expect([again.status, again.refusal?.code]).toEqual([409, 'already-sent'])
  expect(service.mails.all).toHaveLength(1)
})

test('F04 pressed by many at once, a message is sent once', async () => {
  const service = await aService()
  const support = service.as('bloodsupport')
  const { id } = await aMessage(service, { state: 'kept', channel: 'sms' })
  const answers = await Promise.all(Array.from({ length: 8 }, () => support.call(messages.resend, { id })))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array(7).fill(409)])
  await vi.waitFor(async () => expect(await rowOf(service, id)).toMatchObject({ state: 'sent' }), 30_000)
  expect(service.texts.all).toHaveLength(1)
})

test('a message that was only kept goes out once there is a way, one that fails again says why', async () => {
  const service = await aService()
  const support = service.as('bloodsupport')
  const kept = await aMessage(service, { state: 'kept' })
  service.mails.behave('refuse')
  await support.done(messages.resend, { id: kept.id })
  await vi.waitFor(async () => {
    const row = await rowOf(service, kept.id)
    expect(row).toMatchObject({ state: 'failed', error: expect.stringContaining('No such mailbox') })
  }, 10_000)
  service.mails.behave('accept')
  await support.done(messages.resend, { id: kept.id })
  expect((await service.mails.next(8_000)).to).toEqual([kept.recipient])
})

test('T11 a link that has expired is not sent again', async () => {
  const service = await aService({ settings: { ROLE: 'web' } })
  const support = service.as('bloodsupport')
  const old = await aMessage(service, { kind: 'invitation', createdAt: later(new Date(), -hours(73)) })
  const { status, refusal } = await support.call(messages.resend, { id: old.id })
  expect([status, refusal?.code]).toEqual([422, 'link-too-old'])
  expect(await rowOf(service, old.id)).toMatchObject({ state: 'failed' })
})

test('a message that is not there is not there', async () => {
  const service = await aService({ settings: { ROLE: 'web' } })
  const support = service.as('bloodsupport')
  expect((await support.call(messages.resend, { id: 4_000_000_000 })).status).toBe(404)
  for (const id of ['0', 'x', '1e99', '%00']) {
    expect((await support.raw('PUT', `/api/messages/${id}/resend`)).status, id).toBe(422)
  }
})
