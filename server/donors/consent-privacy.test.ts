import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { consent } from '#contract/consent.ts'
import { ConsentForm, draftOf } from '#domain/donors/consenting.ts'
import { aDonorForm } from '#server/demo/makers/donors.ts'
import { emailOf } from '#server/demo/makers/rows.ts'
import { type ServerProcess, startServerProcess } from '#testing/harness/server-process.ts'
import { send } from '#testing/makers/pictures.ts'
import { aSignature } from '#testing/makers/signatures.ts'
import { appendEvent } from '../db/event-trail.ts'

/** Nowhere else in the world: found again, it was told on. */
const secrets = {
  name: 'Canary Kuruvi',
  // like no fraction of a millisecond, which the log is full of
  phone: '9364758213',
  email: 'canary.kuruvi@example.com',
  address: '137 Canary Lane',
  lastMeal: 'canary seeds',
}
const found = { reason: 'canary fever', phlebotomist: 'Canary Nurse', bagNumber: 'CANARY-1' }
const told = (text: string) =>
  [...Object.values(secrets), ...Object.values(found)].filter((secret) => text.includes(secret))

let server: ServerProcess
beforeAll(async () => {
  server = await startServerProcess({ settings: { LOG_LEVEL: 'info' } })
  return () => server.close()
})

const aCanary = (status: 'incomplete' | 'complete' = 'incomplete') =>
  aDonorForm(server.db, { bankId: 'redbank', status, ...secrets, findings: found })

const strangers = [
  ['nobody signed in', null, 401],
  ['another bank', 'bluebank_bloodbank', 404],
  ['a hospital', 'firm', 403],
  ['a hospital of plus', 'city_admin', 403],
  ['the provider', 'bloodsupport', 403],
  ['a driver', 'arun.driver', 403],
] as const

test.each(strangers)(
  'ROLES-25 T23 T24 no call shows, changes or certifies a form for %s',
  async (_, email, status) => {
    const [open, done] = [await aCanary(), await aCanary('complete')]
    const own = server.as('redbank_bloodbank')
    const { seen, ...form } = await own.done(consent.show, { id: open.id })
    const draft = draftOf(ConsentForm.parse(form))
    const client = email === null ? server.anonymous : server.as(email)
    const answers = [
      await client.raw('GET', `/api/donor-forms/${open.id}`),
      await client.raw('GET', `/api/donor-forms/${done.id}/certificate`),
      await client.raw('GET', `/api/donor-forms/${done.id}/signature`),
      await client.raw('PUT', `/api/donor-forms/${open.id}`, { body: { seen, draft } }),
      await client.raw('PUT', `/api/donor-forms/${open.id}/completion`, { body: { seen, draft } }),
      await client.raw('PUT', `/api/donor-forms/${open.id}/rejection`, { body: { seen, draft } }),
      await send(client, consent.sign, { id: open.id, seen }, await aSignature()),
    ]
    expect(answers.map((answer) => answer.status)).toEqual(answers.map(() => status))
    const lists = [
      await client.raw('GET', '/api/donor-forms'),
      await client.raw('POST', '/api/donor-forms/found', { body: { phone: secrets.phone } }),
      await client.raw('POST', '/api/donor-forms/found', { body: { id: open.id } }),
    ]
    for (const { text } of [...answers, ...lists]) expect(told(text)).toEqual([])
    expect(await own.done(consent.show, { id: open.id })).toEqual({ seen, ...form })
  },
)

test('T62 neither log, trail, refusal nor failure tells what is in a form', async () => {
  const { id } = await aCanary()
  const bank = server.as('redbank_bloodbank')
  const { seen, ...form } = await bank.done(consent.show, { id })
  const draft = draftOf(ConsentForm.parse(form))
  await bank.done(consent.find, { phone: secrets.phone })
  const refused = await bank.raw('PUT', `/api/donor-forms/${id}/completion`, {
    body: {
      seen,
      draft: { ...draft, donorType: secrets.name, findings: { ...found, fitness: found.reason } },
    },
  })
  // the error of the database names the whole row
  await sql`alter table donor_forms add constraint none_saved check (donations < 99) not valid`.execute(
    server.owner,
  )
  const failed = await bank.raw('PUT', `/api/donor-forms/${id}`, {
    body: { seen, draft: { ...draft, donations: 99, lastDonatedOn: '2020-01-01' } },
  })
  await sql`alter table donor_forms drop constraint none_saved`.execute(server.owner)
  expect([refused.status, failed.status]).toEqual([422, 500])
  for (const { text } of [refused, failed]) expect(told(text)).toEqual([])
  await bank.done(consent.reject, { id, seen, draft })
  const { rows: events } = await sql`select * from events where subject_id = ${id}`.execute(server.db)
  expect(events.length).toBe(1)
  expect(told(JSON.stringify(events))).toEqual([])
  await expect.poll(() => server.printed()).toContain('none_saved')
  expect(told(server.printed())).toEqual([])
})

test("T23 T24 only the form's bank hears that a form was decided, and hears no more than its donation ID", async () => {
  const { id } = await aCanary()
  const listeners = ['redbank_bloodbank', 'bluebank_bloodbank', 'firm', 'bloodsupport', 'arun.driver']
  const streams = await Promise.all(listeners.map((email) => server.as(email).live()))
  const bank = server.as('redbank_bloodbank')
  const { seen, ...form } = await bank.done(consent.show, { id })
  await bank.done(consent.reject, { id, seen, draft: draftOf(ConsentForm.parse(form)) })
  const [own, ...others] = streams
  expect(await own?.find((message) => message.id === id)).toEqual({
    topic: 'donor-forms',
    id,
    kind: 'donor-form-rejected',
  })
  // one that all the others may hear: told in order, it says that they heard all there was for them
  const shared = { hospitalId: 'firm', bankId: 'bluebank', driverEmail: emailOf('arun.driver') }
  const later = { subjectId: 'feed0138', kind: 'request-moved' as const, ...shared }
  await server.db
    .transaction()
    .execute((tx) => appendEvent(tx, later, { accountId: null, displayName: '' }, new Date()))
  for (const stream of others) await stream.find((message) => message.id === 'feed0138')
  expect(others.flatMap((stream) => stream.all.filter((message) => message.id !== 'feed0138'))).toEqual([])
  for (const stream of streams) stream.close()
})
