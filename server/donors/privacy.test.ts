import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { donors } from '#contract/donors.ts'
import { aDonorDraft } from '#server/demo/makers/donors.ts'
import { emailOf } from '#server/demo/makers/rows.ts'
import { type ServerProcess, startServerProcess } from '#testing/harness/server-process.ts'
import { appendEvent } from '../db/event-trail.ts'

/** Nowhere else in the world: found again, it was told on. */
const secrets = {
  name: 'Canary Kuruvi',
  // like no fraction of a millisecond, which the log is full of
  phone: '9364758213',
  email: 'canary.kuruvi@example.com',
  address: '137 Canary Lane',
  altAddress: '138 Canary Lane',
  lastMeal: 'canary seeds',
  bornOn: '1971-02-13',
}
const told = (text: string) => Object.values(secrets).filter((secret) => text.includes(secret))
const canary = { bankId: 'redbank', ...aDonorDraft(secrets) }

let server: ServerProcess
beforeAll(async () => {
  server = await startServerProcess({ settings: { LOG_LEVEL: 'info' } })
  return () => server.close()
})

test('T23 a sent form is answered with its donation ID alone', async () => {
  const { text } = await server.anonymous.raw('POST', '/api/donor-forms', { body: canary })
  expect(Object.keys(JSON.parse(text))).toEqual(['id'])
})

test('T62 neither a refusal nor a failure tells what was written, and no log line does', async () => {
  const refused = await server.anonymous.raw('POST', '/api/donor-forms', {
    body: { ...canary, gender: null },
  })
  const unread = await server.anonymous.raw('POST', '/api/donor-forms', {
    body: { ...canary, answers: { cold: secrets.name } },
  })
  // the error of the database names the whole row
  await sql`alter table donor_forms add constraint nobody_new check (submitted_at < '2000-01-01') not valid`.execute(
    server.owner,
  )
  const failed = await server.anonymous.raw('POST', '/api/donor-forms', { body: canary })
  await sql`alter table donor_forms drop constraint nobody_new`.execute(server.owner)
  expect([refused.status, unread.status, failed.status]).toEqual([422, 422, 500])
  for (const { text } of [refused, unread, failed]) expect(told(text)).toEqual([])
  expect(failed.json()).toMatchObject({
    text: expect.stringMatching(/^It could not be saved \(ref \w+\)\.$/),
  })
  await expect.poll(() => server.printed()).toContain('nobody_new')
  expect(told(server.printed())).toEqual([])
})

test('T23 T62 the trail of events and the idempotency keys hold nothing personal', async () => {
  await server.anonymous.raw('POST', '/api/donor-forms', {
    body: canary,
    headers: { 'idempotency-key': 'a-canary-sings' },
  })
  const { rows: events } = await sql`select * from events where subject_kind = 'donor-form'`.execute(
    server.db,
  )
  const { rows: keys } = await sql`select * from idempotency_keys`.execute(server.db)
  expect(events.length * keys.length).toBeGreaterThan(0)
  expect(told(JSON.stringify([events, keys]))).toEqual([])
})

test('T23 T24 only the bank of a form hears of it, and hears no more than its donation ID', async () => {
  const listeners = ['redbank_bloodbank', 'bluebank_bloodbank', 'firm', 'bloodsupport', 'arun.driver']
  const streams = await Promise.all(listeners.map((email) => server.as(email).live()))
  const { id } = await server.anonymous.done(donors.submit, canary)
  const [own, ...others] = streams
  expect(await own?.find((message) => message.id === id)).toEqual({
    topic: 'donor-forms',
    id,
    kind: 'donor-form-submitted',
  })
  // one that all the others may hear: told in order, it says that they heard all there was for them
  const shared = { hospitalId: 'firm', bankId: 'bluebank', driverEmail: emailOf('arun.driver') }
  const later = { subjectId: 'feed0137', kind: 'request-moved' as const, ...shared }
  await server.db
    .transaction()
    .execute((tx) => appendEvent(tx, later, { accountId: null, displayName: '' }, new Date()))
  for (const stream of others) await stream.find((message) => message.id === 'feed0137')
  expect(others.flatMap((stream) => stream.all.filter((message) => message.id !== 'feed0137'))).toEqual([])
  for (const stream of streams) stream.close()
})

test.each([
  ['nobody signed in', null],
  ['another bank', 'bluebank_bloodbank'],
  ['a hospital', 'firm'],
  ['the provider', 'bloodsupport'],
  ['a driver', 'arun.driver'],
])('T23 T24 no call shows a form to %s', async (_, email) => {
  const { id } = await server.anonymous.done(donors.submit, canary)
  const client = email === null ? server.anonymous : server.as(email)
  for (const path of [`/api/donor-forms/${id}`, `/api/donor-banks/${id}`, '/api/donor-banks/redbank'])
    expect(told((await client.raw('GET', path)).text), path).toEqual([])
  const list = await client.raw('GET', '/api/donor-forms')
  expect(told(list.text)).toEqual([])
})
