import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { messages } from '#contract/messages.ts'
import { requests } from '#contract/requests.ts'
import { instantOf } from '#domain/basics/time.ts'
import { freePort } from '#testing/harness/process.ts'
import { aService, type TestService } from '#testing/harness/service.ts'
import { aDraft } from '#testing/makers/makers.ts'
import { smtpPeer } from '#testing/peers/smtp.ts'

const soon = { timeout: 40_000, interval: 100 }
const now = instantOf('2026-11-16', '10:00')
const [service, away] = await Promise.all([aService({ now }), aServiceWithoutPeer()])
const provider = service.as('bloodsupport')

async function aServiceWithoutPeer() {
  const port = await freePort()
  return { port, ...(await aService({ now, settings: { SMTP_URL: `smtp://127.0.0.1:${port}` } })) }
}

beforeEach(() => {
  service.mails.behave('accept')
  service.texts.behave('accept')
})

/** A raise is one mail and two texts. */
const raiseAt = async (at: TestService) => (await at.as('firm_pilot').done(requests.raise, aDraft(now))).id

/** What the Messages screen shows of one request. */
const shownOf = async (id: string, channel: 'mail' | 'sms', at: TestService = service) =>
  (await at.as('bloodsupport').done(messages.list, { channel })).items.filter(({ body }) => body.includes(id))

const sentOf = (id: string) => ({
  mails: service.mails.all.filter(({ text }) => text.includes(id)),
  texts: service.texts.all.filter(({ body }) => body.includes(id)),
})

describe('mail, in a real conversation', () => {
  test('NOTIFY-03 X14 is delivered once, as text and simple HTML', async () => {
    const id = await raiseAt(service)
    await vi.waitFor(async () => expect(await shownOf(id, 'mail')).toMatchObject([{ state: 'sent' }]), soon)
    const [mail, ...others] = sentOf(id).mails
    expect(others).toEqual([])
    expect(mail?.to).toEqual(['orders@crossmatch.example'])
    expect(mail?.headers.get('content-type')).toContain('multipart/alternative')
    expect(mail?.text).toContain(`Request ID: ${id}`)
    expect(mail?.html).toContain(`Request ID: ${id}<br>`)
    expect(mail?.html.replace(/<\/?(p|br|a)\b[^>]*>/g, '')).not.toContain('<')
  })

  test('X14 that is greylisted comes back later and is delivered once', async () => {
    service.mails.behave('greylist')
    const id = await raiseAt(service)
    await vi.waitFor(async () => {
      expect(await shownOf(id, 'mail')).toMatchObject([{ state: 'sent', tries: 2, error: null }])
    }, soon)
    expect(sentOf(id).mails).toHaveLength(1)
  })

  test.each(['no-such-mailbox', 'refuse'] as const)(
    'X14 that is refused for good (%s) is a dead letter, shown with its reason and tried no more',
    async (behaviour) => {
      service.mails.behave(behaviour)
      const id = await raiseAt(service)
      await vi.waitFor(async () => {
        const { items } = await provider.done(messages.list, { state: 'failed', channel: 'mail' })
        expect(items.filter(({ body }) => body.includes(id))).toMatchObject([
          { kind: 'raise', tries: 1, error: expect.stringMatching(/550.*No such mailbox/) },
        ])
      }, soon)
      expect(sentOf(id).mails).toEqual([])
    },
  )

  test('X13 of a server that is away waits, and arrives once when it is back', async () => {
    const ids = [await raiseAt(away), await raiseAt(away), await raiseAt(away)]
    await vi.waitFor(async () => {
      for (const id of ids) {
        expect(await shownOf(id, 'mail', away)).toMatchObject([
          { state: 'waiting', error: expect.stringContaining('ECONNREFUSED') },
        ])
      }
    }, soon)
    const peer = await smtpPeer({ port: away.port })
    onTestFinished(() => peer.close())
    await vi.waitFor(async () => {
      for (const id of ids) expect(await shownOf(id, 'mail', away)).toMatchObject([{ state: 'sent' }])
    }, soon)
    expect(peer.all.map(({ subject }) => subject.match(/[0-9a-f]{8}/)?.[0]).sort()).toEqual(ids.sort())
  })

  test('NOTIFY-03 an address that is named twice gets one mail', async () => {
    const twice = 'day@provider.example, Day@provider.example, night@provider.example'
    const doubled = await aService({ now, settings: { ROLE: 'web', PROVIDER_MAILS: twice } })
    const id = await raiseAt(doubled)
    await doubled.as('firm').done(requests.approve, { id, version: 1 })
    const approvals = (await shownOf(id, 'mail', doubled)).filter(({ kind }) => kind === 'approve')
    expect(approvals.map(({ recipient }) => recipient).sort()).toEqual([
      'day@provider.example',
      'night@provider.example',
    ])
  })
})

describe('text messages, by a real gateway', () => {
  test.each([
    ['answers 500', 'fail', /answered 500/],
    ['does not answer', 'hang', /timeout/],
  ] as const)(
    'X15 NOTIFY-07 a gateway that %s fails no act; the texts arrive once when it is well',
    async (_, behaviour, error) => {
      service.texts.behave(behaviour)
      const id = await raiseAt(service)
      await vi.waitFor(async () => {
        const waiting = { state: 'waiting', error: expect.stringMatching(error) }
        expect(await shownOf(id, 'sms')).toMatchObject([waiting, waiting])
      }, soon)
      service.texts.behave('accept')
      await vi.waitFor(async () => {
        expect(await shownOf(id, 'sms')).toMatchObject([{ state: 'sent' }, { state: 'sent' }])
      }, soon)
      const { texts } = sentOf(id)
      expect(texts.map(({ to }) => to).sort()).toEqual(['+914428110014', '+919840110014'])
      // for a gateway that knows such keys
      const keys = (await shownOf(id, 'sms')).map((row) => `message-${row.id}`)
      expect(texts.map(({ key }) => key).sort()).toEqual(keys.sort())
    },
  )

  test('X15 a number that there is not is a dead letter, shown with its reason', async () => {
    service.texts.behave('refuse')
    const id = await raiseAt(service)
    await vi.waitFor(async () => {
      const { items } = await provider.done(messages.list, { state: 'failed', channel: 'sms' })
      const dead = { tries: 1, error: expect.stringContaining('answered 400') }
      expect(items.filter(({ body }) => body.includes(id))).toMatchObject([dead, dead])
    }, soon)
  })
})

test('X15 a text gateway that hangs does not hold up what others are told', async () => {
  const triesBefore = service.texts.tries()
  service.texts.behave('hang')
  await raiseAt(service)
  await vi.waitFor(() => expect(service.texts.tries()).toBeGreaterThan(triesBefore), soon)
  const stream = await service.as('firm').live()
  const began = performance.now()
  const id = await raiseAt(service)
  await stream.find((message) => message.id === id)
  expect(performance.now() - began).toBeLessThan(1_000)
})

test('T28 X15 the tries of a gateway that is down use up nothing of the budget of the day', async () => {
  const frugal = await aService({ now, settings: { SMS_PER_DAY: '2' } })
  frugal.texts.behave('fail')
  const id = await raiseAt(frugal)
  await vi.waitFor(() => expect(frugal.texts.tries()).toBeGreaterThanOrEqual(2), soon)
  frugal.texts.behave('accept')
  await vi.waitFor(async () => {
    expect(await shownOf(id, 'sms', frugal)).toMatchObject([{ state: 'sent' }, { state: 'sent' }])
  }, soon)
})

test('NOTIFY-03 without a mail server and a gateway the messages stay readable where they are', async () => {
  const silent = await aService({ now, settings: { SMTP_URL: '', SMS_URL: '' } })
  const id = await raiseAt(silent)
  await vi.waitFor(async () => {
    expect(await shownOf(id, 'mail', silent)).toMatchObject([
      { state: 'kept', tries: 0, error: null, body: expect.stringContaining(`Request ID: ${id}`) },
    ])
    expect(await shownOf(id, 'sms', silent)).toMatchObject([{ state: 'kept' }, { state: 'kept' }])
  }, soon)
  expect([silent.mails.tries(), silent.texts.tries()]).toEqual([0, 0])
})
