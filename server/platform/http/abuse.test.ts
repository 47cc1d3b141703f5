import { type ClientRequest, request } from 'node:http'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { RefusalAnswer } from '#contract/answers.ts'
import { messages } from '#contract/messages.ts'
import { people } from '#contract/people.ts'
import { requests } from '#contract/requests.ts'
import { emailOf } from '#server/demo/makers/rows.ts'
import { quickest } from '#testing/harness/quickest.ts'
import { aService } from '#testing/harness/service.ts'
import { aDraft, aRequest } from '#testing/makers/makers.ts'
import { aPng } from '#testing/makers/pictures.ts'

const service = await aService({ settings: { SMS_PER_DAY: '1' }, bodyTimeout: { bytes: 1_000, ms: 300 } })
const provider = service.as('bloodsupport')

test('T66 a text of sixty thousand marks holds nobody up', async () => {
  const address = `a${'\u0345'.repeat(16_000)}${'\u0334'.repeat(16_000)}`
  const took = await quickest(async () => {
    const { status } = await service.anonymous.raw('POST', '/api/getAddress', { body: { address } })
    expect(status).toBe(422)
  })
  expect(took).toBeLessThan(500)
})

test('X32 a body that does not come is not waited for', async () => {
  const { hostname, port } = new URL(service.url)
  const line = connect(Number(port), hostname)
  line.on('error', () => undefined)
  line.write(`POST /api/session HTTP/1.1\r\nhost: ${hostname}\r\norigin: ${service.settings.publicUrl}\r\n`)
  line.write('content-type: application/json\r\ncontent-length: 5000\r\n\r\n{')
  await new Promise((resolve) => line.once('close', resolve))
  expect((await service.anonymous.raw('GET', '/healthz')).status).toBe(200)
})

test('a picture from a phone with a bad line may take its time, another upload may not', async () => {
  const { id } = await aRequest(service.db, {
    status: 'bloodbank-approved',
    driverEmail: emailOf('arun.driver'),
  })
  const slowly = async (email: string, path: string) => {
    const headers = { cookie: await service.as(email).cookies(), origin: service.settings.publicUrl }
    const bytes = Buffer.concat([await aPng({ width: 40, height: 40 }), Buffer.alloc(8_000)])
    return new Promise((resolve) => {
      const sending = request(`${service.url}${path}?fileName=bag.png`, { method: 'PUT', headers })
      sending.on('response', ({ statusCode }) => resolve(statusCode))
      sending.on('error', () => resolve('cut'))
      void crawl(sending, bytes)
    })
  }
  expect(await slowly('bloodsupport', `/api/requests/${id}/pictures/InTransit/Bag`)).toBe('cut')
  expect(await slowly('arun.driver', `/api/requests/${id}/deliveries/1/pictures/InTransit/Bag`)).toBe(200)
})

/** Quicker than nothing, slower than an upload should be. */
async function crawl(sending: ClientRequest, bytes: Buffer): Promise<void> {
  for (let at = 0; at < bytes.length && !sending.destroyed; at += 1_000) {
    sending.write(bytes.subarray(at, at + 1_000))
    await sleep(100)
  }
  sending.end()
}

test.each([
  ['GET', '/api/requests/orders?hospital=a%00b', 'bloodsupport'],
  ['GET', '/api/requests/of-driver?driver=a%00b', 'bloodsupport'],
  ['GET', '/api/documents/hospitalDB?after=a%00b', 'bloodsupport'],
  ['GET', '/api/donor-forms/found?id=a%00b', 'redbank_bloodbank'],
] as const)(
  'T60 F05 %s %s is refused for the character that no database keeps',
  async (method, path, email) => {
    const answer = await service.as(email).raw(method, path)
    expect([answer.status, (answer.json() as { code: string }).code]).toEqual([422, 'invalid-input'])
  },
)

test('T60 a percent-encoded path is kept by no cache either', async () => {
  const { status, headers } = await provider.raw('GET', '/%61pi/session')
  expect([status, headers.get('cache-control')]).toEqual([200, 'no-store'])
})

test('T28 above the budget of the day a text is not sent, and is shown as such', async () => {
  const { id } = await service.as('firm_pilot').done(requests.raise, aDraft(service.clock.now()))
  await vi.waitFor(
    async () => {
      const { items } = await provider.done(messages.list, { channel: 'sms' })
      const ofIt = items.filter(({ body }) => body.includes(id))
      expect(ofIt.map(({ state }) => state).sort()).toEqual(['failed', 'sent'])
      expect(ofIt.find(({ state }) => state === 'failed')?.error).toContain(
        'No more than 1 text messages are sent in a day',
      )
    },
    { timeout: 15_000, interval: 100 },
  )
  expect(service.texts.all).toHaveLength(1)
})

test('T28 a text above the budget is sent when somebody looked at it and says so', async () => {
  const { id } = await service.as('firm_pilot').done(requests.raise, aDraft(service.clock.now()))
  const ofIt = async () =>
    (await provider.done(messages.list, { channel: 'sms' })).items.filter(({ body }) => body.includes(id))
  const soon = { timeout: 15_000, interval: 100 }
  await vi.waitFor(async () => expect((await ofIt())[0]).toMatchObject({ state: 'failed' }), soon)
  const [failed] = await ofIt()
  await provider.done(messages.resend, { id: failed?.id ?? 0 })
  await vi.waitFor(async () => expect((await ofIt())[0]).toMatchObject({ state: 'sent' }), soon)
})

test('T14 what is kept of a repeatable call tells nothing of its password', async () => {
  const draft = {
    referenceBank: 'redbank',
    name: 'Lotus Hospital',
    address: '4 Big Street',
    primaryPhone: '044 2811 0014',
    secondaryPhone: '98401 10014',
    email: 'lotus@example.org',
  }
  const idempotencyKey = 'once-and-no-more'
  await service.anonymous.done(people.signUp, { ...draft, password: 'seven77' }, { idempotencyKey })
  const again = await service.anonymous.call(
    people.signUp,
    { ...draft, password: 'another88' },
    { idempotencyKey },
  )
  expect([again.status, again.body]).toEqual([200, { message: 'User Created' }])
})

test('T22 what the address names is not said a second time by body or query', async () => {
  const { id, version } = await aRequest(service.db)
  const other = await aRequest(service.db)
  const hospital = service.as('firm')
  const answer = await hospital.raw('PUT', `/api/requests/${id}/approval`, {
    body: { id: other.id, version },
  })
  expect([answer.status, answer.json()]).toMatchObject([422, { code: 'invalid-input', field: 'id' }])
  expect((await hospital.raw('GET', `/api/requests/${id}?id=${other.id}`)).status).toBe(422)
  expect((await hospital.call(requests.approve, { id, version })).status).toBe(200)
})

test('T60 what is wrong is told also to somebody who goes on sending', async () => {
  const { hostname, port } = new URL(service.url)
  for (let nth = 0; nth < 20; nth++) {
    const line = connect(Number(port), hostname)
    line.on('error', () => undefined)
    line.write(`GET / HTTP/1.1\r\nhost: x\r\nx-odd: ${'x'.repeat(400_000)}`)
    expect(await text(line)).toMatch(/^HTTP\/1.1 431 /)
  }
})

test('T60 a body that is no object is none of ours, even where nothing is asked for', async () => {
  const json = { 'content-type': 'application/json' }
  const signOut = (body?: string) =>
    service.as('firm').raw('DELETE', '/api/session', body === undefined ? {} : { body, headers: json })
  for (const body of ['null', '7', '[]', '"x"']) expect((await signOut(body)).status, body).toBe(422)
  expect((await signOut('{}')).status).toBe(200)
  expect((await signOut()).status).toBe(200)
})

test.each([
  ['no HTTP at all', 'SSH-2.0-OpenSSH_9.6\r\n\r\n', 400],
  [
    'two lengths',
    'POST /api/session HTTP/1.1\r\nhost: x\r\ncontent-length: 2\r\ncontent-length: 3\r\n\r\n{}x',
    400,
  ],
  [
    'headers without end',
    `GET /api/session HTTP/1.1\r\nhost: x\r\nx-odd: ${'x'.repeat(20_000)}\r\n\r\n`,
    431,
  ],
  ['no host', 'GET /api/session HTTP/1.1\r\n\r\n', 400],
])('T60 %s is told what is wrong in the form of every refusal', async (_, said, status) => {
  const { hostname, port } = new URL(service.url)
  const line = connect(Number(port), hostname)
  line.on('error', () => undefined)
  line.write(said)
  const [head = '', body = ''] = (await text(line)).split('\r\n\r\n')
  expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
  expect(RefusalAnswer.strict().parse(JSON.parse(body)).code).toBe('bad-request')
})
