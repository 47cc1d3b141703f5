import { expect, test } from 'vitest'
import { namedCalls } from '#contract/named-calls.ts'
import { organisations } from '#contract/organisations.ts'
import { people } from '#contract/people.ts'
import { emailOf } from '#server/demo/makers/rows.ts'
import { clientOf } from '#testing/harness/client.ts'
import { aService } from '#testing/harness/service.ts'
import { aBank, aHospital } from '#testing/makers/makers.ts'

const service = await aService()
const { db } = service
/** Somebody new, without anybody's cookies. */
const stranger = () => clientOf({ url: service.url, origin: service.settings.publicUrl })
const support = service.as('bloodsupport')
const taken = 'The email address is already in use by another account.'

let drivers = 0
const aDraft = (change: object = {}) => ({
  name: 'Kavya Suresh',
  email: emailOf(`kavya${++drivers}.driver`),
  phone: '+91 98401-30009',
  password: 'sevenup',
  ...change,
})

/** Everything a registration writes, counted. */
async function written() {
  const tables = ['accounts', 'credentials', 'drivers', 'events'] as const
  const counts = tables.map(async (table) => {
    const { count } = await db
      .selectFrom(table)
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    return count
  })
  return Promise.all(counts)
}

test('API-02 DRIVERREG-03 DRIVERREG-05 a driver gets an account, a password and a line in the list', async () => {
  const stream = await support.live()
  const draft = aDraft({ email: ` Kavya.Driver@Crossmatch.Example ` })
  const answer = await support.raw('POST', '/api/createUser', { body: draft })
  expect([answer.status, answer.json()]).toEqual([200, { message: 'User Created' }])
  const email = 'kavya.driver@crossmatch.example'

  const { items } = await support.done(organisations.drivers, {})
  expect(items).toContainEqual({ name: 'Kavya Suresh', phone: '+91 98401-30009', email })
  expect(items.map(({ name }) => name)).toEqual(items.map(({ name }) => name).toSorted())
  expect(await stream.next()).toEqual({ topic: 'drivers', id: email, kind: 'driver-registered' })
  stream.close()

  const { body } = await stranger().signIn(email, 'sevenup')
  expect(body.actor).toMatchObject({ kind: 'driver', email, displayName: 'Kavya Suresh' })
  const event = await db.selectFrom('events').selectAll().where('subjectId', '=', email).executeTakeFirst()
  expect(event).toMatchObject({ kind: 'driver-registered', actorName: 'bloodsupport' })
})

test('API-02 the body of the specification is enough: e-mail, password and name', async () => {
  const { phone: _phone, ...body } = aDraft()
  await support.done(namedCalls.createUser, body)
  const { items } = await support.done(organisations.drivers, {})
  expect(items).toContainEqual({ name: body.name, phone: '', email: body.email })
})

test('T02 the e-mail of a driver never yields a hospital, not even one of that name that comes later', async () => {
  const draft = aDraft({ email: emailOf('roadrunner_admin') })
  await support.done(namedCalls.createUser, draft)
  await aHospital(db, { id: 'roadrunner' })
  const { body } = await stranger().signIn(draft.email, draft.password)
  expect(body.actor).toMatchObject({ kind: 'driver' })
})

test('API-02 DRIVERREG-07 an e-mail in use is refused with its message, and nothing is written', async () => {
  const before = await written()
  for (const email of ['arun.driver', 'firm_pilot', 'FIRM_PILOT']) {
    const answer = await support.raw('POST', '/api/createUser', { body: aDraft({ email: emailOf(email) }) })
    expect([answer.status, answer.json()]).toEqual([
      409,
      { code: 'email-in-use', title: 'Email In Use', text: taken, message: taken, field: 'email' },
    ])
  }
  expect(await written()).toEqual(before)
})

test('AMB-27 AMB-210 an e-mail that would make somebody is reserved, in a sentence of its own', async () => {
  await aHospital(db, { id: 'sunrise', accountStatus: 'pending' })
  await aBank(db, { id: 'goldbank' })
  const before = await written()
  const names = [
    'bloodsupport',
    'x_bloodbank',
    'noble_admin',
    'bewelltnagar',
    'sunrise',
    'goldbank_pilot',
    'dev',
  ]
  for (const name of names) {
    const draft = aDraft({ email: `${name}@elsewhere.example` })
    const { status, refusal } = await support.call(namedCalls.createUser, draft)
    expect([name, status, refusal?.code]).toEqual([name, 422, 'email-reserved'])
  }
  expect(await written()).toEqual(before)
})

test.each([
  [
    'DRIVERREG-08',
    'a password of 6 characters',
    { password: '123456' },
    'Please use more than 6 characters.',
  ],
  ['DRIVERREG-02', 'no name', { name: ' ' }, 'name cannot be empty'],
  ['DRIVERREG-02', 'no e-mail', { email: '' }, 'Email cannot be empty'],
  ['DRIVERREG-02', 'no phone', { phone: '' }, 'Phone cannot be empty'],
  ['DRIVERREG-02', 'no password', { password: '' }, 'Password cannot be empty'],
  ['AMB-118', 'a phone of 6 digits', { phone: '123 456' }, /7 to 15 digits/],
  ['AMB-118', 'a phone with letters', { phone: 'call 9840130009' }, /7 to 15 digits/],
  ['DRIVERREG-03', 'an e-mail that is none', { email: 'kavya\u0000@x.test' }, /check the e-mail/],
])('%s %s is refused with a message', async (_row, _name, change, text) => {
  const before = await written()
  const answer = await support.raw('POST', '/api/createUser', { body: aDraft(change) })
  const said = expect.stringMatching(text)
  expect([answer.status, answer.json()]).toEqual([
    422,
    expect.objectContaining({ text: said, message: said }),
  ])
  expect(await written()).toEqual(before)
})

test('T22 a role, a product or an organisation of the sender’s choosing is refused', async () => {
  for (const extra of [
    { role: 'admin' },
    { product: 'admin' },
    { organisationId: 'firm' },
    { kind: 'member' },
  ]) {
    const answer = await support.raw('POST', '/api/createUser', { body: { ...aDraft(), ...extra } })
    expect([answer.status, answer.json()]).toEqual([
      422,
      expect.objectContaining({ field: Object.keys(extra)[0] }),
    ])
  }
})

test('ROLES-22 nobody but the provider creates a user', async () => {
  const before = await written()
  const draft = aDraft()
  const whoTries = [
    [stranger(), 401],
    [service.as('firm_pilot'), 403],
    [service.as('firm'), 403],
    [service.as('redbank_bloodbank'), 403],
    [service.as('city'), 403],
    [service.as('city_admin'), 403],
    [service.as('arun.driver'), 403],
  ] as const
  for (const [client, status] of whoTries) {
    const answer = await client.raw('POST', '/api/createUser', { body: draft })
    expect(answer.status).toBe(status)
  }
  expect(await written()).toEqual(before)
  expect((await stranger().signIn(draft.email, draft.password)).refusal?.code).toBe('email-unknown')
})

test('AMB-119 T44 a registration that fails half way leaves nothing behind', async () => {
  const before = await written()
  const draft = aDraft()
  await service.owner.schema.alterTable('drivers').renameColumn('phone', 'hidden').execute()
  const { status, refusal } = await support.call(namedCalls.createUser, draft)
  await service.owner.schema.alterTable('drivers').renameColumn('hidden', 'phone').execute()
  expect([status, refusal?.text]).toEqual([500, expect.stringMatching(/could not be saved \(ref/)])
  expect(await written()).toEqual(before)
  await support.done(namedCalls.createUser, draft)
})

test('T34 of two registrations of one e-mail at once exactly one is made', async () => {
  const draft = aDraft()
  const answers = await Promise.all([1, 2, 3].map(() => support.call(namedCalls.createUser, draft)))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
  const made = await db.selectFrom('drivers').select('email').where('email', '=', draft.email).execute()
  expect(made).toHaveLength(1)
})

test('ADMIN-STATUS-04 LINK-20 the choices: hospitals by name without dev and test, every bank and whether it is listed', async () => {
  const { items: hospitals } = await support.done(organisations.hospitalChoices, {})
  const ids = hospitals.map(({ id }) => id)
  expect(ids).toEqual(expect.arrayContaining(['firm', 'noble', 'lifelinelima']))
  expect(ids).not.toEqual(expect.arrayContaining(['dev']))
  expect(ids).not.toEqual(expect.arrayContaining(['test']))
  expect(ids).not.toContain('redbank')
  const names = hospitals.map(({ name }) => name)
  expect(names).toEqual(names.toSorted((a, b) => a.localeCompare(b)))

  await aBank(db, { id: 'typedbank', isListed: false })
  const { items: banks } = await support.done(organisations.bankChoices, {})
  expect(banks).toContainEqual({ id: 'redbank', name: 'Redbank', isListed: true })
  expect(banks).toContainEqual({ id: 'typedbank', name: 'Typedbank', isListed: false })
  expect(banks.map(({ id }) => id)).not.toContain('firm')
})

test('T02 a driver has no call of the dashboard', async () => {
  const draft = aDraft()
  await support.done(namedCalls.createUser, draft)
  const driver = service.as(draft.email)
  for (const route of [organisations.drivers, organisations.hospitalChoices]) {
    expect((await driver.call(route, {})).status).toBe(403)
  }
  expect((await driver.call(people.sessions, {})).status).toBe(200)
})
