import { beforeEach, describe, expect, test, vi } from 'vitest'
import { people } from '#contract/people.ts'
import { localPart } from '#domain/people/roles.ts'
import { thePassword } from '#server/demo/makers/rows.ts'
import { clientOf } from '#testing/harness/client.ts'
import { aService } from '#testing/harness/service.ts'
import { anAccount, nextNumber } from '#testing/makers/makers.ts'

// every password that is looked at costs a fifth of a second of a core, and more on a busy machine
vi.setConfig({ testTimeout: 90_000 })

const service = await aService({ settings: { ROLE: 'web' } })
const { db } = service
const noon = new Date('2026-11-16T12:00:00+05:30')
let hour = 0
// each test in hours of its own, so that no try counts for two
beforeEach(() => service.clock.moveTo(new Date(noon.getTime() + 7_200_000 * ++hour)))

const aPerson = async () => (await anAccount(db, { email: `person${nextNumber()}_admin` })).email

const canSignIn = async (email: string, password: string) => {
  const browser = clientOf({ url: service.url, origin: service.settings.publicUrl })
  return (await browser.signIn(email, password)).status === 200
}

const eventsOf = async (email: string) => {
  const rows = await db
    .selectFrom('events')
    .innerJoin('accounts', 'accounts.id', 'events.subjectId')
    .select(['events.kind', 'events.detail', 'events.actorId', 'accounts.id'])
    .where('accounts.email', '=', email)
    .where('events.subjectKind', '=', 'account')
    // who tries whether the account opens leaves lines too
    .where('events.kind', '!=', 'signed-in')
    .orderBy('events.id')
    .execute()
  return rows.map(({ kind, detail, actorId, id }) => ({
    kind,
    detail: JSON.parse(detail),
    isOwn: actorId === id,
  }))
}

describe('what somebody is called', () => {
  test('stands beside what they do from then on, and what was done before stays as it was told', async () => {
    const email = await aPerson()
    const client = service.as(email)
    await client.done(people.endOtherSessions, {})
    await service.as(email).done(people.sessions, {})
    await client.done(people.endOtherSessions, {})
    const { actor } = await client.done(people.setName, { name: 'Dr. Priya Raman' })
    expect(actor).toMatchObject({ person: 'Dr. Priya Raman' })
    expect((await client.done(people.session, {})).actor).toMatchObject({ person: 'Dr. Priya Raman' })
    await service.as(email).done(people.sessions, {})
    await client.done(people.endOtherSessions, {})
    const told = await db
      .selectFrom('events')
      .innerJoin('accounts', 'accounts.id', 'events.subjectId')
      .select(['events.kind', 'events.person'])
      .where('accounts.email', '=', email)
      .orderBy('events.id')
      .execute()
    expect(told).toEqual([
      { kind: 'sessions-ended', person: '' },
      { kind: 'name-set', person: '' },
      { kind: 'sessions-ended', person: 'Dr. Priya Raman' },
    ])
  })

  test('is not what their organisation is called', async () => {
    const email = await aPerson()
    const answer = await service.as(email).call(people.setName, { name: localPart(email) })
    expect(answer).toMatchObject({ status: 422, body: { code: 'name-of-place', field: 'name' } })
    expect(await eventsOf(email)).toEqual([])
  })
})

describe('changing the password', () => {
  test('AMB-207 ends every other session of the account, this one and those of others stay', async () => {
    const email = await aPerson()
    const [here, there, other] = [service.as(email), service.as(email), service.as('firm')]
    for (const client of [here, there, other]) await client.done(people.sessions, {})
    const { ended } = await here.done(people.changePassword, { current: thePassword, password: 'a new one' })
    expect(ended).toBe(1)
    const open = await Promise.all([here, there, other].map((client) => client.call(people.sessions, {})))
    expect(open.map(({ status }) => status)).toEqual([200, 401, 200])
    expect([await canSignIn(email, thePassword), await canSignIn(email, 'a new one')]).toEqual([false, true])
    expect(await eventsOf(email)).toEqual([
      { kind: 'password-changed', detail: { email, ended: 1 }, isOwn: true },
    ])
  })

  test('AMB-207 a link that was mailed before sets nothing afterwards', async () => {
    const email = await aPerson()
    await service.anonymous.done(people.forgetPassword, { email })
    const waiting = db.selectFrom('verifications').innerJoin('accounts', 'accounts.id', 'value')
    const links = waiting.select('verifications.id').where('accounts.email', '=', email)
    expect(await links.execute()).toHaveLength(1)
    await service.as(email).done(people.changePassword, { current: thePassword, password: 'a new one' })
    expect(await links.execute()).toEqual([])
  })

  test.each([
    ['a wrong password', { current: 'Crossmatch', password: 'a new one' }, 'current-wrong', 'current'],
    ['none', { current: '', password: 'a new one' }, 'current-missing', 'current'],
    ['six characters', { current: thePassword, password: '123456' }, 'password-short', 'password'],
    ['the same again', { current: thePassword, password: thePassword }, 'password-same', 'password'],
  ])('AMB-207 %s is refused at its field and changes nothing', async (_, input, code, field) => {
    const email = await aPerson()
    const [here, there] = [service.as(email), service.as(email)]
    await there.done(people.sessions, {})
    const { status, refusal } = await here.call(people.changePassword, input)
    expect([status, refusal]).toEqual([422, expect.objectContaining({ code, field })])
    expect((await there.call(people.sessions, {})).status).toBe(200)
    expect(await canSignIn(email, thePassword)).toBe(true)
    expect(await eventsOf(email)).toEqual([])
  })

  test('AMB-207 after five wrong ones the right one has to wait, for this account alone', async () => {
    const email = await aPerson()
    const client = service.as(email)
    const guess = (current: string) => client.call(people.changePassword, { current, password: 'a new one' })
    for (let n = 0; n < 5; n++) expect((await guess(`wrong ${n}`)).status).toBe(422)
    const sixth = await guess(thePassword)
    expect([sixth.status, sixth.refusal?.code]).toEqual([429, 'tries-limited'])
    const other = service.as(await aPerson())
    const theirs = await other.call(people.changePassword, { current: thePassword, password: 'a new one' })
    expect(theirs.status).toBe(200)
    service.clock.moveTo(new Date(service.clock.now().getTime() + 901_000))
    expect((await guess(thePassword)).status).toBe(200)
  })

  test('T22 the account is that of the session, whatever is sent', async () => {
    const body = { current: thePassword, password: 'a new one', accountId: 'another', email: 'firm' }
    const answer = await service.as(await aPerson()).raw('PUT', '/api/account/password', { body })
    expect(answer.status).toBe(422)
  })
})

describe('sessions', () => {
  test('T09 all others are ended at once, and nobody else is touched', async () => {
    const email = await aPerson()
    const [here, ...others] = [service.as(email), service.as(email), service.as(email)]
    const firm = service.as('firm')
    for (const client of [here, ...others, firm]) await client.done(people.sessions, {})
    expect(await here.done(people.endOtherSessions, {})).toEqual({ ended: 2 })
    const open = await Promise.all([here, ...others, firm].map((client) => client.call(people.sessions, {})))
    expect(open.map(({ status }) => status)).toEqual([200, 401, 401, 200])
    expect(await here.done(people.endOtherSessions, {})).toEqual({ ended: 0 })
    expect(await eventsOf(email)).toEqual([
      { kind: 'sessions-ended', detail: { email, ended: 2 }, isOwn: true },
    ])
  })

  test('T09 one of another account is not there: neither shown nor ended', async () => {
    const [email, victim] = [await aPerson(), service.as(await aPerson())]
    const { items } = await victim.done(people.sessions, {})
    const id = items[0]?.id ?? ''
    const mine = service.as(email)
    expect((await mine.done(people.sessions, {})).items.map((row) => row.id)).not.toContain(id)
    expect((await mine.call(people.endSession, { id })).status).toBe(404)
    expect((await victim.call(people.sessions, {})).status).toBe(200)
    expect(await eventsOf(email)).toEqual([])
  })

  test('T09 ending one is written down, without its token', async () => {
    const email = await aPerson()
    const [here, there] = [service.as(email), service.as(email)]
    await there.done(people.sessions, {})
    const { items } = await here.done(people.sessions, {})
    const other = items.find(({ isThisOne }) => !isThisOne)
    await here.done(people.endSession, { id: other?.id ?? '' })
    expect((await there.call(people.sessions, {})).status).toBe(401)
    expect(await eventsOf(email)).toEqual([
      { kind: 'sessions-ended', detail: { email, ended: 1 }, isOwn: true },
    ])
  })
})
