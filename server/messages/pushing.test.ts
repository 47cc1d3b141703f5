import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { browsers } from '#contract/browsers.ts'
import { issuing } from '#contract/issuing.ts'
import { messages } from '#contract/messages.ts'
import { orders } from '#contract/orders.ts'
import { people } from '#contract/people.ts'
import { instantOf } from '#domain/basics/time.ts'
import { mostBrowsers } from '#domain/messages/browsers.ts'
import { pushKeysOf } from '#server/platform/messaging/push-keys.ts'
import { aService, type TestService } from '#testing/harness/service.ts'
import { aBrowser } from '#testing/makers/browsers.ts'
import { anAccount, aRequest, emailOf } from '#testing/makers/makers.ts'
import { theSecret } from '#testing/makers/sessions.ts'
import { type PushService, pushService } from '#testing/peers/push-service.ts'
import { writeMessages } from '../db/outbox.ts'

const now = instantOf('2026-11-16', '10:00')
const soon = { timeout: 15_000, interval: 50 }
let peer: PushService
let service: TestService
beforeAll(async () => {
  peer = await pushService()
  service = await aService({ now, settings: peer.settings })
})
afterAll(() => peer.close())
beforeEach(() => peer.behave('accept'))

let made = 0
/** Somebody of the hospital Firm, whose browser rings. */
async function somebody(email = `ringing${++made}`, name = `Nila ${made}`) {
  const grant = { product: 'pilot', role: 'staff', organisationId: 'firm' } as const
  await anAccount(service.db, { email, name, grant })
  const client = service.as(email)
  const browser = `browser ${made}`
  const { id } = await client.done(browsers.ring, peer.browser(browser))
  return { client, browser, id, name }
}

const says = (id: number, change: object = {}) => ({
  ...{
    eventId: null,
    channel: 'push' as const,
    kind: 'late',
    recipient: 'Nila (Chrome)',
    subject: 'Order 1 is late',
  },
  ...{
    body: 'Please call us.',
    once: `test ${id} ${++made}`,
    browserId: id,
    path: '/dashboard',
    thread: `arrival ${made}`,
  },
  ...change,
})
const post = async (id: number, change: object = {}) => {
  const message = says(id, change)
  await service.db.transaction().execute((tx) => writeMessages(tx, [message], now))
  return message.once
}
const stateOf = async (once: string) =>
  service.db
    .selectFrom('notifications')
    .select(['state', 'error', 'tries'])
    .where('once', '=', once)
    .executeTakeFirstOrThrow()
const becomes = (once: string, what: object) =>
  vi.waitFor(async () => expect(await stateOf(once)).toMatchObject(what), soon)
const ringing = (id: number) =>
  service.db.selectFrom('pushSubscriptions').select('id').where('id', '=', id).execute()

test('AMB-305 a push is sealed for its browser, signed by the server, and read there', async () => {
  const { id, browser } = await somebody()
  const once = await post(id, { thread: 'arrival 1a2b3c4d' })
  const pushed = await peer.find((one) => one.browser === browser)
  expect(pushed).toMatchObject({
    words: {
      title: 'Order 1 is late',
      words: 'Please call us.',
      path: '/dashboard',
      tag: 'arrival 1a2b3c4d',
      at: now.toISOString(),
    },
    ttl: 43_200,
    urgency: 'high',
    topic: expect.stringMatching(/^[\w-]{32}$/),
    contact: 'mailto:noreply@crossmatch.example',
    key: pushKeysOf(theSecret).publicKey,
  })
  await becomes(once, { state: 'sent' })
  expect(peer.faults).toEqual([])
})

test('AMB-305 a browser that is gone is forgotten, and nothing failed', async () => {
  peer.behave('gone')
  const { id } = await somebody()
  const once = await post(id)
  await becomes(once, { state: 'overtaken', error: 'this browser rings no more' })
  expect(await ringing(id)).toEqual([])
})

test.each([
  ['busy', '429'],
  ['fail', '503'],
] as const)('AMB-305 a push service that is %s is tried again', async (behaviour, status) => {
  peer.behave(behaviour)
  const { id, browser } = await somebody()
  const once = await post(id)
  await becomes(once, { state: 'waiting', error: expect.stringContaining(status) })
  peer.behave('accept')
  await becomes(once, { state: 'sent' })
  expect(peer.all.filter((one) => one.browser === browser)).toHaveLength(1)
})

test.each([
  ['too-large', '413'],
  ['redirect', '307'],
] as const)('AMB-305 what a push service refuses for good (%s) has failed', async (behaviour, status) => {
  peer.behave(behaviour)
  const { id } = await somebody()
  await becomes(await post(id), { state: 'failed', error: expect.stringContaining(status) })
  expect(await ringing(id)).toHaveLength(1)
})

test.each([
  ['https://10.0.0.1/x', 'inside-network', 'does not call'],
  ['http://push.example.org/x', 'not-https', 'begin with https'],
])('AMB-304 the address %s is refused with a sentence, and nothing is kept', async (endpoint, code, text) => {
  const client = service.as('firm_pilot')
  const answer = await client.raw('PUT', browsers.ring.path, { body: { ...aBrowser(), endpoint } })
  expect(answer).toMatchObject({ status: 422 })
  expect(answer.json()).toMatchObject({ code, text: expect.stringContaining(text) })
  expect((await client.done(browsers.list, {})).items).toEqual([])
})

test('AMB-304 one that leads inside by the time it is rung is not called', async () => {
  const { id } = await somebody()
  await service.db
    .updateTable('pushSubscriptions')
    .set({ endpoint: 'https://192.168.0.1/x' })
    .where('id', '=', id)
    .execute()
  await becomes(await post(id), { state: 'failed', error: expect.stringContaining('does not call') })
})

test('AMB-303 keys that are no keys are refused, and so is one browser more than may be', async () => {
  const { client } = await somebody()
  const wrong = await client.raw('PUT', browsers.ring.path, {
    body: { ...aBrowser(), p256dh: `B${'A'.repeat(86)}` },
  })
  expect(wrong.json()).toMatchObject({ code: 'keys-wrong' })
  for (let more = 1; more < mostBrowsers; more++) await client.done(browsers.ring, aBrowser())
  const asked = await client.raw('PUT', browsers.ring.path, { body: aBrowser() })
  expect(asked.json()).toMatchObject({ code: 'too-many-browsers' })
})

test('AMB-303 a browser said again is the same one, and is the last person’s who said so', async () => {
  const { client, id } = await somebody()
  const draft = peer.browser('shared')
  const first = await client.done(browsers.ring, draft)
  expect(await client.done(browsers.ring, draft)).toEqual(first)
  const other = await somebody()
  // another row: what still waited for the first is not for the second
  expect(await other.client.done(browsers.ring, draft)).not.toEqual(first)
  expect((await client.done(browsers.list, {})).items.map((one) => one.id)).toEqual([id])
})

test('AMB-303 whoever ends all other sessions ends the browsers too whose session was long over', async () => {
  const { client, id, name } = await somebody()
  const here = await client.done(browsers.ring, peer.browser(`${name} here`))
  await service.db.updateTable('pushSubscriptions').set({ sessionId: null }).where('id', '=', id).execute()
  await client.done(people.endOtherSessions, {})
  expect((await client.done(browsers.list, {})).items.map((one) => one.id)).toEqual([here.id])
})

test('AMB-303 nobody removes another’s', async () => {
  const [one, other] = [await somebody(), await somebody()]
  expect((await other.client.raw('DELETE', `/api/browsers/${one.id}`, { body: {} })).status).toBe(404)
  await one.client.done(browsers.remove, { id: one.id })
  expect(await ringing(one.id)).toEqual([])
})

test('AMB-303 signing out ends the ringing of this browser alone', async () => {
  const { client, id, name } = await somebody()
  const elsewhere = service.as(`ringing${name.slice(5)}`)
  const other = await elsewhere.done(browsers.ring, peer.browser(`${name} elsewhere`))
  await client.done(people.signOut, {})
  expect(await ringing(id)).toEqual([])
  expect(await ringing(other.id)).toHaveLength(1)
})

test.each([
  ['was stopped', { isStopped: true, stoppedAt: now }],
  ['acts for another place', { organisationId: 'noble' }],
])('AMB-303 who %s is not rung, whatever waits', async (_, change) => {
  const { id, browser } = await somebody()
  const { accountId } = await service.db
    .selectFrom('pushSubscriptions')
    .select('accountId')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  await service.db.updateTable('memberships').set(change).where('accountId', '=', accountId).execute()
  await becomes(await post(id), { state: 'overtaken' })
  expect(peer.all.filter((one) => one.browser === browser)).toEqual([])
})

test('AMB-303 with another secret of the server nothing is sent that would be refused', async () => {
  const { id } = await somebody()
  await service.db
    .updateTable('pushSubscriptions')
    .set({ serverKey: 'of before' })
    .where('id', '=', id)
    .execute()
  await becomes(await post(id), { state: 'overtaken' })
  expect(await ringing(id)).toEqual([])
})

test('AMB-303 two processes have the same key', async () => {
  const second = await aService({ databaseUrl: service.databaseUrl, settings: { ROLE: 'web' } })
  const [here, there] = await Promise.all(
    [service, second].map((one) => one.as('firm_pilot').done(browsers.list, {})),
  )
  expect(there?.publicKey).toBe(here?.publicKey)
})

test('AMB-305 an order rings its driver and its bank, names no patient and no hospital, and Messages names the person', async () => {
  const [arun, meena] = ['arun.driver', 'meena.driver'].map(emailOf)
  for (const email of ['arun.driver', 'meena.driver', 'redbank_bloodbank'])
    await service.as(email).done(browsers.ring, peer.browser(email))
  const canaries = { patientName: 'Canary Zanzibar', patientId: 'CANARY-1', reason: 'canary-reason' }
  const { id } = await aRequest(service.db, { status: 'hospital-admin-approved', ...canaries }, now)
  const link = (version: number, driverEmail = '', bankId = 'redbank') =>
    service.as('bloodsupport').done(orders.link, { id, version, bankId, driverEmail })
  await link(2, arun)
  const rung = (browser: string, title: string) =>
    peer.find((one) => one.browser === browser && one.words.title === `Order ${id} ${title}`)
  const first = await rung('arun.driver', 'is yours to carry')
  expect(first).toMatchObject({ urgency: 'high', words: { path: `/driver/${id}`, tag: `carrying ${id}` } })
  expect((await rung('redbank_bloodbank', 'is yours')).words.path).toBe(
    `/dashboard/bloodbank/history?search=${id}`,
  )
  await link(3, meena)
  await rung('meena.driver', 'is yours to carry')
  // the newer word takes the place of the older on the phone
  const freed = await rung('arun.driver', 'is not yours any more')
  expect([freed.topic, freed.words.tag]).toEqual([first.topic, first.words.tag])
  // another bank, and the same driver
  await link(4, meena, 'bluebank')
  expect((await rung('meena.driver', 'has changed')).words.words).toMatch(/^You still carry it, .* now\./)
  expect(JSON.stringify(peer.all)).not.toMatch(/canary|firm/i)
  const { items } = await service.as('bloodsupport').done(messages.list, { channel: 'push' })
  const shown = items.filter(({ subject }) => subject.includes(id)).map(({ recipient }) => recipient)
  expect(shown.filter((one) => one.startsWith('Arun'))).toHaveLength(2)
  expect(JSON.stringify(items)).not.toContain('http')
  expect(peer.faults).toEqual([])
})

test('AMB-305 who does not want pushes of a kind gets none', async () => {
  const { id, browser } = await somebody()
  const { accountId } = await service.db
    .selectFrom('pushSubscriptions')
    .select('accountId')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  await service.db
    .insertInto('hearing')
    .values({ accountId, organisationId: 'firm', kind: 'bank-refused', way: 'push', isOn: false })
    .execute()
  const other = await somebody()
  const order = await aRequest(service.db, { status: 'bloodbank-approved', bankId: 'redbank' }, now)
  await service
    .as('redbank_bloodbank')
    .done(issuing.refuse, { id: order.id, version: order.version, reason: 'none left' })
  await peer.find((one) => one.browser === other.browser)
  expect(peer.all.filter((one) => one.browser === browser)).toEqual([])
})
