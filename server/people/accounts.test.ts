import { expect, test } from 'vitest'
import { accounts } from '#contract/organisations.ts'
import { people } from '#contract/people.ts'
import { requests } from '#contract/requests.ts'
import { verifyEvents } from '#server/db/sealing.ts'
import { emailOf, thePassword } from '#server/demo/makers/rows.ts'
import { clientOf } from '#testing/harness/client.ts'
import { aService } from '#testing/harness/service.ts'
import { aBank, aDriver, aHospital, anAccount, aStaffedHospital, nextNumber } from '#testing/makers/makers.ts'
import { openSession } from '#testing/makers/sessions.ts'

const service = await aService({ settings: { TRUST_PROXY: '1' } })
const { db } = service
const support = service.as('bloodsupport')

/** Somebody new, from an address of their own, so that no limit counts two of them together. */
const stranger = () => clientOf({ url: service.url, origin: service.settings.publicUrl })
async function signIn(email: string, password = thePassword) {
  const answer = await stranger().raw('POST', '/api/session', {
    body: { email, password },
    headers: { 'x-forwarded-for': `10.2.${nextNumber() % 250}.1` },
  })
  return { status: answer.status, body: answer.json() as { actor?: object; text?: string } }
}

const eventsOf = (subjectId: string) =>
  db
    .selectFrom('events')
    .select(['subjectKind', 'kind', 'fromStatus', 'toStatus', 'actorName', 'detail'])
    .where('subjectId', '=', subjectId)
    .orderBy('id')
    .execute()

/** As the list shows it. */
async function shown(id: string) {
  const { items } = await support.done(accounts.list, { search: id })
  return items.find((one) => one.id === id)
}

test('those that wait come first, then all by name, twenty at a time', async () => {
  await aHospital(db, { id: 'zebra', name: 'Zebra Hospital', accountStatus: 'pending' })
  await aHospital(db, { id: 'apple', name: 'apple Hospital', accountStatus: 'pending' })
  for (let n = 0; n < 25; n++) await aHospital(db, { name: `Middle ${String(n).padStart(2, '0')} Hospital` })
  const first = await support.done(accounts.list, {})
  expect(first.items.slice(0, 2).map(({ id }) => id)).toEqual(['apple', 'zebra'])
  expect(first.items).toHaveLength(20)
  const all = [...first.items]
  for (let { next } = first; next; ) {
    const page = await support.done(accounts.list, { after: next })
    all.push(...page.items)
    next = page.next
  }
  const { count } = await db
    .selectFrom('organisations')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  expect(all).toHaveLength(count)
  expect(new Set(all.map(({ id }) => id)).size).toBe(count)
  const decided = all.filter(({ accountStatus }) => accountStatus !== 'pending').map(({ name }) => name)
  expect(decided).toEqual(decided.toSorted((a, b) => a.toLowerCase().localeCompare(b.toLowerCase())))

  // a page that is read again reaches as far as before, whatever came on top
  await aHospital(db, { id: 'aardvark', name: 'Aardvark Hospital', accountStatus: 'pending' })
  const again = await support.done(accounts.list, { through: first.next ?? '' })
  expect(again.items.map(({ id }) => id)).toEqual(['aardvark', ...first.items.map(({ id }) => id)])
  expect(again.next).toBe(first.next)
})

test.each([['e30'], ['WzEsMiwzXQ'], ['!!'], ['W3RydWUsImEiXQ']])(
  'T65 the cursor %j is refused',
  async (after) => {
    const { status, refusal } = await support.call(accounts.list, { after })
    expect([status, refusal?.field]).toEqual([422, 'after'])
  },
)

test('T60 a cursor or a search with a NUL in it is no fault of ours', async () => {
  const after = Buffer.from(JSON.stringify([false, 'a\0', 'b\0'])).toString('base64url')
  expect((await support.call(accounts.list, { after })).status).toBe(200)
  expect((await support.call(accounts.list, { search: 'a\0%_\\' })).status).toBe(200)
  const { status } = await support.raw('GET', '/api/organisations/a%00b/history')
  expect(status).toBe(422)
})

test('AMB-26 an organisation has its accounts, by e-mail or by grant, and nobody else’s', async () => {
  const { hospital, admin, staff } = await aStaffedHospital(db, { id: 'lotus' })
  await anAccount(db, { email: 'lotus_admin' })
  await anAccount(db, { email: 'lotus_bloodbank' })
  await anAccount(db, { email: 'lotusx_admin' })
  await anAccount(db, { email: 'lotus.flower' })
  await anAccount(db, {
    email: 'lotus',
    grant: { product: 'plus', role: 'admin', organisationId: 'noble' },
  })
  await aDriver(db, { email: 'lotus_pilot' })
  const lotus = await shown(hospital.id)
  const lines = lotus?.accounts.map(({ email, product, role, isGranted }) => [
    email,
    product,
    role,
    isGranted,
  ])
  expect(lines?.toSorted()).toEqual([
    [admin, 'pilot', 'admin', true],
    [staff, 'pilot', 'staff', true],
    [emailOf('lotus_admin'), 'plus', 'admin', false],
  ])
  expect(lotus?.accounts.every(({ hasPassword }) => hasPassword)).toBe(true)
  expect((await shown('noble'))?.accounts.map(({ email }) => email)).toContain(emailOf('lotus'))
})

test('the search finds by name, id, e-mail and by whoever signs in', async () => {
  await aHospital(db, { id: 'orchid', name: 'Purple Orchid Hospital', email: 'front@desk.example' })
  await anAccount(db, {
    email: 'someone.quite@different.example',
    name: 'Vasantha Quill',
    grant: { product: 'plus', role: 'staff', organisationId: 'orchid' },
  })
  for (const search of ['purple ORCH', 'orchid', 'desk.example', 'quite@different', 'vasantha q']) {
    const { items } = await support.done(accounts.list, { search })
    expect([search, items.map(({ id }) => id)]).toEqual([search, ['orchid']])
  }
  expect((await support.done(accounts.list, { search: 'or%chid' })).items).toEqual([])
  expect((await support.done(accounts.list, { search: 'arun.driver' })).items).toEqual([])
})

test('AMB-147 a hospital that signed up is activated with a product and role for its account', async () => {
  const stream = await support.live()
  await aHospital(db, { id: 'newleaf', accountStatus: 'pending', email: emailOf('newleaf') })
  await anAccount(db, { email: 'newleaf' })
  const newcomer = service.as('newleaf')
  expect((await newcomer.call(requests.list, {})).status).toBe(403)

  const activated = await support.done(accounts.activate, { id: 'newleaf', product: 'pilot', role: 'admin' })
  expect(activated.accountStatus).toBe('active')
  expect(activated.accounts).toMatchObject([{ product: 'pilot', role: 'admin', isGranted: true }])
  expect((await newcomer.call(requests.list, {})).status).toBe(200)
  expect((await newcomer.done(people.session, {})).actor).toMatchObject({ product: 'pilot', role: 'admin' })
  expect((await stream.next()).kind).toBe('account-granted')
  expect(await stream.next()).toEqual({
    topic: 'organisations',
    id: 'newleaf',
    kind: 'organisation-activated',
  })
  stream.close()
  expect(await eventsOf('newleaf')).toMatchObject([
    {
      subjectKind: 'organisation',
      kind: 'organisation-activated',
      fromStatus: 'pending',
      toStatus: 'active',
      actorName: 'bloodsupport',
    },
  ])
  const { items } = await support.done(accounts.history, { id: 'newleaf' })
  expect(items).toMatchObject([
    { by: 'bloodsupport', from: 'pending', to: 'active', email: emailOf('newleaf'), grant: 'pilot admin' },
    { by: 'bloodsupport', kind: 'account-granted', from: 'plus staff', to: 'pilot admin' },
  ])

  const again = await support.call(accounts.activate, { id: 'newleaf', product: 'plus', role: 'staff' })
  expect([again.status, again.refusal?.code]).toEqual([409, 'not-pending'])
  const bank = await support.call(accounts.activate, { id: 'redbank', product: 'plus', role: 'staff' })
  expect([bank.status, bank.refusal?.code]).toEqual([422, 'hospitals-only'])
})

test('AMB-147 suspending ends the sessions and the open streams of that organisation at once, and of no other', async () => {
  const { hospital, admin, staff } = await aStaffedHospital(db)
  await anAccount(db, { email: `${hospital.id}_admin` })
  const theirs = [service.as(admin), service.as(staff), service.as(`${hospital.id}_admin`)]
  const other = service.as('noble')
  for (const client of [...theirs, other]) await client.done(people.sessions, {})
  const stream = await service.as(admin).live()
  const before = await shown(hospital.id)
  expect(before?.accounts.reduce((sum, { openSessions }) => sum + openSessions, 0)).toBe(4)

  const suspended = await support.done(accounts.setStatus, {
    id: hospital.id,
    status: 'suspended',
    seen: 'active',
  })
  expect(suspended.accountStatus).toBe('suspended')
  const open = await Promise.all([...theirs, other].map((client) => client.call(people.sessions, {})))
  expect(open.map(({ status }) => status)).toEqual([401, 401, 401, 200])
  const left = await db
    .selectFrom('sessions')
    .innerJoin('accounts', 'accounts.id', 'sessions.accountId')
    .select('email')
    .where('email', 'in', [admin, staff])
    .execute()
  expect(left).toEqual([])
  await stream.ended
  expect(await signIn(admin)).toMatchObject({ status: 422, body: { text: 'Invalid e-mail/password.' } })

  await support.done(accounts.setStatus, { id: hospital.id, status: 'active', seen: 'suspended' })
  expect((await theirs[0]?.call(people.sessions, {}))?.status).toBe(401)
  expect((await signIn(admin)).status).toBe(200)
  expect(
    (await eventsOf(hospital.id)).map(({ kind, fromStatus, toStatus, detail }) => ({
      kind,
      fromStatus,
      toStatus,
      detail,
    })),
  ).toEqual([
    { kind: 'organisation-suspended', fromStatus: 'active', toStatus: 'suspended', detail: '{"ended":4}' },
    { kind: 'organisation-reinstated', fromStatus: 'suspended', toStatus: 'active', detail: '{"ended":0}' },
  ])
})

test('AMB-215 a subscription that ended can be renewed; a stale or wrong change is refused and writes nothing', async () => {
  const { id } = await aHospital(db)
  await support.done(accounts.setStatus, { id, status: 'subscription-ended', seen: 'active' })
  const refused = [
    [{ id, status: 'suspended', seen: 'active' }, 409, 'changed-meanwhile'],
    [{ id, status: 'subscription-ended', seen: 'subscription-ended' }, 409, 'changed-meanwhile'],
    [{ id, status: 'pending', seen: 'subscription-ended' }, 422, 'never-pending'],
    [{ id: 'redbank', status: 'subscription-ended', seen: 'active' }, 422, 'no-subscription'],
    [{ id: 'nowhere', status: 'suspended', seen: 'active' }, 404, 'not-found'],
  ] as const
  for (const [input, status, code] of refused) {
    const answer = await support.call(accounts.setStatus, input)
    expect([answer.status, answer.refusal?.code]).toEqual([status, code])
  }
  await support.done(accounts.setStatus, { id, status: 'active', seen: 'subscription-ended' })
  expect((await eventsOf(id)).map(({ kind }) => kind)).toEqual([
    'subscription-ended',
    'organisation-reinstated',
  ])
})

test('AMB-215 whether an ended subscription stops approving is chosen, told once, and known to the people of that hospital while it has ended', async () => {
  const { id } = await aHospital(db)
  await anAccount(db, { email: emailOf(`${id}_admin`) })
  const setBlock = (isBlockedWhenEnded: boolean) =>
    support.done(accounts.setBlock, { id, isBlockedWhenEnded })
  const isBlocked = async () => {
    const { actor } = await service.as(`${id}_admin`).done(people.session, {})
    return actor?.kind === 'member' && actor.isApprovingBlocked
  }
  expect((await support.done(accounts.show, { id })).isBlockedWhenEnded).toBe(false)
  for (let time = 0; time < 2; time++) expect((await setBlock(true)).isBlockedWhenEnded).toBe(true)
  expect(await isBlocked()).toBe(false)
  await support.done(accounts.setStatus, { id, status: 'subscription-ended', seen: 'active' })
  expect(await isBlocked()).toBe(true)
  await setBlock(false)
  expect(await isBlocked()).toBe(false)
  const { items } = await support.done(accounts.history, { id })
  expect(items.map(({ kind }) => kind)).toEqual([
    'ended-subscription-is-told',
    'subscription-ended',
    'ended-subscription-blocks',
  ])
  const ofBank = await support.call(accounts.setBlock, { id: 'redbank', isBlockedWhenEnded: true })
  expect([ofBank.status, ofBank.refusal?.code]).toEqual([422, 'no-subscription'])
})

test('nobody can suspend the provider', async () => {
  await aHospital(db, { id: 'bloodsupport' })
  const answer = await support.call(accounts.setStatus, {
    id: 'bloodsupport',
    status: 'suspended',
    seen: 'active',
  })
  expect([answer.status, answer.refusal?.code]).toEqual([422, 'provider-stays'])
  expect((await support.call(people.sessions, {})).status).toBe(200)
})

test('F04 of twenty changes at once from the same picture exactly one is made', async () => {
  const { id } = await aHospital(db)
  const input = { id, status: 'suspended', seen: 'active' } as const
  const answers = await Promise.all(Array.from({ length: 20 }, () => support.call(accounts.setStatus, input)))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(await eventsOf(id)).toHaveLength(1)
})

test('an account is added with its grant, and changed later, each with an event', async () => {
  const { hospital } = await aStaffedHospital(db)
  const email = 'mary@mail.example'
  const made = await support.done(accounts.add, {
    id: hospital.id,
    email: ' Mary@Mail.Example ',
    name: 'Mary Thomas',
    product: 'plus',
    role: 'staff',
  })
  expect(made).toMatchObject({
    email,
    name: 'Mary Thomas',
    product: 'plus',
    isGranted: true,
    hasPassword: false,
  })

  const changed = await support.done(accounts.grant, {
    id: hospital.id,
    accountId: made.id,
    product: 'pilot',
    role: 'admin',
  })
  expect(changed).toMatchObject({ product: 'pilot', role: 'admin' })
  expect(await eventsOf(made.id)).toMatchObject([
    { subjectKind: 'account', kind: 'account-added', fromStatus: null, toStatus: 'plus staff' },
    { kind: 'account-granted', fromStatus: 'plus staff', toStatus: 'pilot admin', actorName: 'bloodsupport' },
  ])
  const { items } = await support.done(accounts.history, { id: hospital.id })
  expect(items.map(({ kind }) => kind)).toEqual(['account-granted', 'account-added'])
  expect(items[0]?.email).toBe(email)

  const bank = await support.call(accounts.grant, {
    id: hospital.id,
    accountId: made.id,
    product: 'bloodbank',
    role: 'admin',
  })
  expect([bank.status, bank.refusal?.code]).toEqual([422, 'grant-unfit'])
  const elsewhere = { id: 'noble', accountId: made.id, product: 'pilot', role: 'admin' } as const
  expect((await support.call(accounts.grant, elsewhere)).status).toBe(404)
})

test('AMB-26 an account by e-mail that is given a grant keeps it whatever its e-mail says', async () => {
  const { id } = await aHospital(db)
  const account = await anAccount(db, { email: `${id}_pilot` })
  await support.done(accounts.grant, { id, accountId: account.id, product: 'plus', role: 'admin' })
  const { actor } = await service.as(account.email).done(people.session, {})
  expect(actor).toMatchObject({ product: 'plus', role: 'admin', organisationId: id })
})

const elsewhere = await anAccount(db, {
  email: 'somebody.elsewhere',
  grant: { product: 'pilot', role: 'staff', organisationId: 'noble' },
})
const inUse: readonly string[] = ['already-here', 'has-account', 'is-driver']

test.each([
  ['one of its own', { email: emailOf('firm_pilot') }, 'already-here'],
  ['one of another place', { email: elsewhere.email }, 'has-account'],
  ['a driver’s', { email: emailOf('arun.driver') }, 'is-driver'],
  ['the provider’s', { email: 'bloodsupport@mail.example' }, 'email-reserved'],
  ['one that reads as another hospital’s', { email: 'noble_admin@mail.example' }, 'email-reserved'],
  ['one that reads as a bank’s', { email: 'x_bloodbank@mail.example' }, 'email-reserved'],
  ['none', { email: 'mary' }, 'email-invalid'],
  ['without a name', { name: '\u202e ' }, 'name-empty'],
  ['with a product of a bank', { product: 'bloodbank', role: 'admin' }, 'grant-unfit'],
  ['with the product of the provider', { product: 'admin', role: 'admin' }, 'grant-unfit'],
] as const)('AMB-27 an account with an e-mail like %s is refused: %s', async (_name, change, code) => {
  const before = await db.selectFrom('accounts').select('id').execute()
  const input = { id: 'firm', email: 'x@mail.example', name: 'X', product: 'pilot', role: 'staff' } as const
  const { status, refusal } = await support.call(accounts.add, { ...input, ...change })
  expect([status, refusal?.code]).toEqual([inUse.includes(code) ? 409 : 422, code])
  expect(await db.selectFrom('accounts').select('id').execute()).toHaveLength(before.length)
})

test('T45 an account that is sent twice with one key is made, and invited, once', async () => {
  const { id } = await aHospital(db)
  const input = { id, email: 'twice@mail.example', name: 'Twice', product: 'pilot', role: 'staff' } as const
  const idempotencyKey = 'one-and-the-same'
  const answers = [
    await support.call(accounts.add, input, { idempotencyKey }),
    await support.call(accounts.add, input, { idempotencyKey }),
  ]
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
  expect(answers[1]?.body).toEqual(answers[0]?.body)
  const mails = await db
    .selectFrom('notifications')
    .select('id')
    .where('recipient', '=', input.email)
    .execute()
  expect(mails).toHaveLength(1)
})

test('AMB-87 a bank that was typed by hand is offered for linking once the provider says so', async () => {
  const { id } = await aBank(db, { isListed: false })
  expect((await shown(id))?.isListed).toBe(false)
  expect((await support.done(accounts.offer, { id })).isListed).toBe(true)
  await support.done(accounts.offer, { id })
  expect((await eventsOf(id)).map(({ kind }) => kind)).toEqual(['bank-offered'])
})

test('T71 F20 an account changed by the provider and by its own person at once has one chain of events', async () => {
  const { hospital, staff } = await aStaffedHospital(db)
  const account = (await shown(hospital.id))?.accounts.find(({ email }) => email === staff)
  const grant = (role: 'admin' | 'staff') =>
    support.done(accounts.grant, { id: hospital.id, accountId: account?.id ?? '', product: 'pilot', role })
  const own = service.as(staff)
  for (let n = 0; n < 10; n++) {
    await openSession(db, staff)
    await Promise.all([grant('admin'), own.done(people.endOtherSessions, {}), grant('staff')])
  }
  expect((await eventsOf(account?.id ?? '')).length).toBeGreaterThanOrEqual(30)
  expect((await verifyEvents(db)).faults).toEqual([])
})
