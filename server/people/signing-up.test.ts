import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { accounts } from '#contract/organisations.ts'
import { people } from '#contract/people.ts'
import { requests } from '#contract/requests.ts'
import type { InputOf } from '#contract/route.ts'
import { clientOf } from '#testing/client.ts'
import { aRequest } from '#testing/makers.ts'
import { emailOf } from '#testing/rows.ts'
import { aService, type TestService } from '#testing/service.ts'

let service: TestService
beforeAll(async () => {
  service = await aService({ settings: { PROVIDER_MAILS: 'orders@provider.example' } })
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
  test('SIGNUP-01 SIGNUP-14 SIGNUP-15 API-12 AMB-147 AMB-148 one act makes entry and account; they wait, the provider is told, and activation opens the door', async () => {
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
      accountStatus: 'pending',
    })
    expect((await client.call(requests.list, {})).status).toBe(403)

    const provider = service.as('bloodsupport')
    await provider.done(accounts.activate, { id: 'lotus', product: 'pilot', role: 'admin' })
    const toOwner = (subject: string) =>
      service.mails.find((sent) => sent.to.includes('lotus@example.org') && sent.subject === subject)
    // before anything is allowed, whoever owns the address hears that it was used
    expect((await toOwner('Your sign-up at Crossmatch')).text).toContain('Forgot Password')
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
  ])('%s refused: %o', async (_row, change, title) => {
    const { status, refusal } = await signUp({ email: 'refused@example.org', ...change })
    expect([status, refusal?.title]).toEqual([422, title])
    // AMB-153: as the calls of §7.1 answer
    expect(refusal).toHaveProperty('message', refusal?.text)
    expect(await entryOf('refused')).toBeUndefined()
  })

  test.each([
    ...[
      'bloodsupport',
      'BloodSupport',
      'x_bloodbank',
      'firm',
      'FIRM',
      'firm_admin',
      'firm_pilot',
      'noble_admin',
    ],
    ...[
      'redbank',
      'redbank_admin',
      'dev',
      'test_pilot',
      'lifelinelima',
      'bewellanna',
      'city',
      'redbank_bloodbank',
    ],
  ])('SIGNUP-17 SIGNUP-18 AMB-27 %s is answered as taken, and nothing is made', async (name) => {
    const before = await service.db.selectFrom('accounts').select('id').execute()
    const { status, refusal } = await signUp({ email: `${name}@attacker.example` })
    expect([status, refusal?.text]).toEqual([409, 'The email address is already in use by another account.'])
    expect(await service.db.selectFrom('accounts').select('id').execute()).toHaveLength(before.length)
  })

  test.each([
    ['firm+1', 200],
    ['firm.', 422],
    ['fìrm', 422],
    ['ﬁrm', 422],
    ['fіrm', 422],
    ['blооdsupport', 422],
    ['bloodsupport+1', 200],
    ['a_admin', 200],
    ['b_pilot', 200],
    ['_bloodbank', 422],
    ['x_bloodbank_admin', 409],
  ])(
    'SIGNUP-18 %s yields a pending plus or staff account of an own new hospital, or nothing: %i',
    async (name, expected) => {
      const email = `${name}@attacker.example`
      const { status } = await signUp({ email })
      expect(status).toBe(expected)
      const client = await fresh()
      const signedIn = await client.signIn(email, 'seven77')
      if (status !== 200) return expect(signedIn.status).not.toBe(200)
      const { actor } = signedIn.body
      expect(actor).toMatchObject({ kind: 'member', accountStatus: 'pending' })
      if (actor?.kind !== 'member') return
      expect(['plus', 'pilot']).toContain(actor.product)
      expect(`${actor.product} ${actor.role}`).not.toBe('pilot admin')
      expect(['firm', 'noble', 'redbank', 'dev', 'test']).not.toContain(actor.organisationId)
      expect((await client.call(requests.list, {})).status).toBe(403)
    },
  )

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
