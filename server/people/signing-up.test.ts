import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { accounts } from '#contract/organisations.ts'
import { people } from '#contract/people.ts'
import { requests } from '#contract/requests.ts'
import type { InputOf } from '#contract/route.ts'
import { emailOf } from '#server/demo/makers/rows.ts'
import { clientOf } from '#testing/harness/client.ts'
import { aService, type TestService } from '#testing/harness/service.ts'
import { aBank, aRequest } from '#testing/makers/makers.ts'

let service: TestService
beforeAll(async () => {
  service = await aService({ settings: { PROVIDER_MAILS: 'orders@provider.example' } })
  await aBank(service.db, { id: 'typedbank', isListed: false })
  await aBank(service.db, { id: 'closedbank', accountStatus: 'suspended' })
})

const draft = (change: Partial<InputOf<typeof people.signUp>> = {}) => ({
  referenceBank: 'redbank',
  name: 'Lotus Hospital',
  address: '4 Big Street, Chennai',
  primaryPhone: '+91 44 2811 0014',
  secondaryPhone: '98401-10014',
  email: 'lotus@example.org',
  password: 'seven77',
  ...change,
})
const fresh = async () => {
  await service.db.deleteFrom('rateLimits').execute()
  return clientOf({ url: service.url, origin: service.settings.publicUrl })
}
const signUp = async (change: Partial<InputOf<typeof people.signUp>> = {}) =>
  (await fresh()).call(people.signUp, draft(change))
const entryOf = (id: string) =>
  service.db.selectFrom('organisations').selectAll().where('id', '=', id).executeTakeFirst()

describe('a hospital signs itself up', () => {
  test('SIGNUP-01 SIGNUP-14 SIGNUP-15 API-12 AMB-147 AMB-210 one act makes entry and account; they wait, the provider is told, and activation opens the door', async () => {
    await aRequest(service.db, { hospitalId: 'firm' })
    const answer = await signUp()
    expect([answer.status, answer.body]).toEqual([200, { message: 'User Created' }])
    expect(await entryOf('lotus')).toMatchObject({
      id: 'lotus',
      kind: 'hospital',
      name: 'Lotus Hospital',
      address: '4 Big Street, Chennai',
      phones: ['+91 44 2811 0014', '98401-10014'],
      email: 'lotus@example.org',
      accountStatus: 'pending',
      referenceBankId: 'redbank',
    })
    const mail = await service.mails.find(({ to }) => to.includes('orders@provider.example'))
    expect(mail.subject).toBe('Lotus Hospital signed up')
    expect(mail.text).toContain('/dashboard/admin/accounts?search=lotus')

    const client = await fresh()
    expect((await client.signIn('lotus@example.org', 'seven77')).body.actor).toMatchObject({
      product: 'plus',
      role: 'staff',
      organisationId: 'lotus',
      accountStatus: 'unproved',
    })
    const toOwner = (subject: string) =>
      service.mails.find((sent) => sent.to.includes('lotus@example.org') && sent.subject === subject)
    // before anything is allowed, whoever owns the address hears that it was used
    const { text } = await toOwner('Your sign-up at Crossmatch')
    expect(text).toContain('Forgot Password')
    await client.done(people.proveMailbox, { token: /\/confirm#(\S+)/.exec(text)?.[1] ?? '' })
    expect((await client.call(requests.list, {})).status).toBe(403)

    const provider = service.as('bloodsupport')
    await provider.done(accounts.activate, { id: 'lotus', product: 'pilot', role: 'admin' })
    await toOwner('Welcome to Crossmatch')
    expect((await client.call(requests.list, {})).status).toBe(200)
    const { items } = await client.done(requests.list, {})
    expect(items).toEqual([])
  })

  test.each([
    ['SIGNUP-07', { password: '123456' }, 'Password too short'],
    ['SIGNUP-08', { email: 'abc' }, 'Invalid Email'],
    ['SIGNUP-04', { address: ' ' }, 'Form Incomplete'],
    ['SIGNUP-01 AMB-150', { referenceBank: 'nobank' }, 'Link Not Valid'],
    ['SIGNUP-01 AMB-150', { referenceBank: 'firm' }, 'Link Not Valid'],
    ['SIGNUP-01 AMB-150', { referenceBank: 'typedbank' }, 'Link Not Valid'],
    ['SIGNUP-01 T05', { referenceBank: 'closedbank' }, 'Link Not Valid'],
  ] as [string, Partial<InputOf<typeof people.signUp>>, string][])(
    '%s refused: %o',
    async (_row, change, title) => {
      const { status, refusal } = await signUp({ email: 'refused@example.org', ...change })
      expect([status, refusal?.title]).toEqual([422, title])
      // AMB-153: as the calls of §7.1 answer
      expect(refusal).toHaveProperty('message', refusal?.text)
      expect(await entryOf('refused')).toBeUndefined()
      // the page asks the same before it shows the form
      const bank = change.referenceBank ?? 'redbank'
      const { name } = await service.anonymous.done(people.signUpBank, { id: bank })
      expect(name === null).toBe(title === 'Link Not Valid')
    },
  )

  test.each([
    'bloodsupport',
    'BloodSupport',
    'bloodsupport_admin',
    'x_bloodbank',
    'x_bloodbank_admin',
    '_bloodbank',
    'FIRM',
    'firm_admin',
    'noble_pilot',
    'bewellanna',
    'dev',
    'test_pilot',
    'lifelinelima',
    'redbank',
    'redbank_admin',
    'city',
    'city_admin',
  ])(
    'SIGNUP-18 AMB-27 AMB-210 %s is reserved, told in a sentence of its own, and nothing is made',
    async (name) => {
      const before = await service.db.selectFrom('accounts').select('id').execute()
      const { status, refusal } = await signUp({ email: `${name}@attacker.example` })
      expect([status, refusal?.code]).toEqual([422, 'email-reserved'])
      expect(refusal?.text).not.toContain('in use')
      expect(await service.db.selectFrom('accounts').select('id').execute()).toHaveLength(before.length)
    },
  )

  test.each([
    ['green_cross@second.example', 'Sunrise Clinic', 'sunrise-clinic'],
    ['green_cross@third.example', 'Sunrise Clinic', 'sunrise-clinic-2'],
    ["o'brien@hospital.example", 'St. Brigid’s Hospital', 'st-brigid-s-hospital'],
    ['info@apollo.example', 'Apollo', 'info'],
    ['info@fortis.example', 'Fortis Hospital', 'fortis-hospital'],
    ['info_admin@fourth.example', 'Fortis Hospital', 'fortis-hospital-2'],
    ['info@fifth.example', 'Redbank', 'redbank-2'],
    ['bloodsupport+1@attacker.example', 'Bloodsupport', 'bloodsupport+1'],
  ])('SIGNUP-15 AMB-210 T03 %s signs up %s as %s, and is plus and staff there', async (email, name, id) => {
    expect((await signUp({ email, name })).status).toBe(200)
    expect(await entryOf(id)).toMatchObject({ name, email, accountStatus: 'pending' })
    const granted = await service.db
      .selectFrom('grants')
      .innerJoin('accounts', 'accounts.id', 'grants.accountId')
      .select(['product', 'role', 'organisationId'])
      .where('email', '=', email)
      .executeTakeFirst()
    expect(granted).toEqual({ product: 'plus', role: 'staff', organisationId: id })
  })

  test.each(['firm.', 'fìrm', 'ﬁrm', 'fіrm', 'blооdsupport', 'a b'])(
    'SIGNUP-08 SIGNUP-18 %s is no e-mail',
    async (name) =>
      expect((await signUp({ email: `${name}@attacker.example` })).refusal?.code).toBe('email-invalid'),
  )

  test('AMB-210 of two hospitals of one name at once each has an id of its own', async () => {
    const both = await Promise.all(
      ['green_one@example.org', 'green_two@example.org'].map(async (email) =>
        (await fresh()).call(people.signUp, draft({ email, name: 'Twin Hospital' })),
      ),
    )
    expect(both.map(({ status }) => status)).toEqual([200, 200])
    const ids = await service.db
      .selectFrom('organisations')
      .select('id')
      .where('name', '=', 'Twin Hospital')
      .orderBy('id')
      .execute()
    expect(ids.map(({ id }) => id)).toEqual(['twin-hospital', 'twin-hospital-2'])
  })

  test('AMB-210 T01 an account whose grant is gone is nobody, whatever its e-mail reads as', async () => {
    const email = 'vanished_admin@example.org'
    await signUp({ email, name: 'Vanished' })
    const client = await fresh()
    const { actor } = (await client.signIn(email, 'seven77')).body
    await service.db
      .deleteFrom('grants')
      .where('accountId', '=', actor?.accountId ?? '')
      .execute()
    expect((await client.call(requests.list, {})).status).toBe(401)
    expect((await client.signIn(email, 'seven77')).refusal?.text).toBe('Invalid e-mail/password.')
    const { accounts: left } = await service.as('bloodsupport').done(accounts.show, { id: 'vanished' })
    expect(left).toEqual([])
  })

  test('SIGNUP-17 the e-mail of somebody who has an account is taken, though it names no hospital', async () => {
    const { status, refusal } = await signUp({ email: emailOf('arun.driver') })
    expect([status, refusal?.text]).toEqual([409, 'The email address is already in use by another account.'])
    expect(await entryOf('arun.driver')).toBeUndefined()
  })

  test('SIGNUP-14 sent twice with one key it is done once; two at once with the same e-mail: one wins', async () => {
    const client = await fresh()
    const once = { idempotencyKey: 'a-key-of-this-form' }
    const twice = [
      await client.call(people.signUp, draft({ email: 'rose@example.org' }), once),
      await client.call(people.signUp, draft({ email: 'rose@example.org' }), once),
    ]
    expect(twice.map(({ status }) => status)).toEqual([200, 200])
    const both = await Promise.all([
      client.call(people.signUp, draft({ email: 'jasmine@example.org' })),
      client.call(people.signUp, draft({ email: 'jasmine@example.org' })),
    ])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
  })

  test('SIGNUP-18 T25 many sign-ups from one address are told to wait', async () => {
    const client = await fresh()
    const statuses = []
    for (let number = 0; number < 25; number++) {
      statuses.push((await client.call(people.signUp, draft({ password: 'x' }))).status)
    }
    expect(statuses.slice(0, 20).every((status) => status === 422)).toBe(true)
    expect(statuses.slice(20)).toEqual([429, 429, 429, 429, 429])
  })
})

test('T05 after fifty sign-ups by the link of one bank in a day each address has two an hour', async () => {
  const own = await aService({ settings: { TRUST_PROXY: '1' } })
  const { db } = own
  const day = new Date(own.clock.now().getTime() + 86_400_000)
  await db
    .insertInto('rateLimits')
    .values({ key: 'sign-ups of redbank', windowEndsAt: day, calls: 49 })
    .execute()
  const come = async (email: string, from: string) => {
    const body = draft({ email: `${email}@example.org` })
    const headers = { 'x-forwarded-for': from, 'idempotency-key': randomUUID() }
    return (await own.anonymous.raw('POST', '/api/sign-ups', { body, headers })).status
  }
  const came = []
  for (const [email, from] of [
    ['fiftieth', '10.0.5.1'],
    ['second', '10.0.5.1'],
    ['third', '10.0.5.1'],
    ['fourth', '10.0.5.1'],
    ['elsewhere', '10.0.5.2'],
  ] as const)
    came.push(await come(email, from))
  expect(came).toEqual([200, 200, 200, 429, 200])
})

test('T03 a name that reads as that of another is told to whoever activates it', async () => {
  const own = await aService()
  const support = own.as('bloodsupport')
  const names = ['FIRM  Hospital', 'Fіrm Hospital', 'Ｆｉｒｍ-Hospital', 'Firmer Hospital']
  const namesakes = []
  for (const [at, name] of names.entries()) {
    await own.anonymous.done(people.signUp, draft({ name, email: `alike${at}@example.org` }))
    namesakes.push((await support.done(accounts.show, { id: `alike${at}` })).namesakes)
  }
  expect(namesakes).toEqual([['firm'], ['alike0', 'firm'], ['alike0', 'alike1', 'firm'], []])
  expect((await support.done(accounts.show, { id: 'firm' })).namesakes).toEqual([])
})
