import { sql } from 'kysely'
import { describe, expect, onTestFinished, test } from 'vitest'
import { accounts } from '#contract/organisations.ts'
import { people } from '#contract/people.ts'
import type { Actor } from '#domain/people/actor.ts'
import { aService } from '#testing/harness/service.ts'
import { rememberActors, rememberedMs } from './remembered.ts'

const here = await aService({ rememberMs: 60_000 })
const there = await aService({ rememberMs: 60_000, databaseUrl: here.databaseUrl })
const statusesOf = (cookie: string) =>
  Promise.all(
    [here, there].map(
      async ({ anonymous }) => (await anonymous.raw('GET', '/api/requests', { headers: { cookie } })).status,
    ),
  )
const bothOut = (cookie: string) =>
  expect.poll(() => statusesOf(cookie), { timeout: 5_000 }).toEqual([401, 401])

const throwOut = () =>
  sql`select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'crossmatch live' and datname = current_database()`.execute(here.owner)

const nurse: Actor = {
  kind: 'member',
  accountId: 'nurse-1',
  email: 'nurse@firm.example',
  product: 'pilot',
  role: 'staff',
  organisationId: 'firm',
  displayName: 'Firm',
  accountStatus: 'active',
  isApprovingBlocked: false,
}

function aMemory() {
  const world = { actor: nurse as Actor | null, asked: 0, hears: true, at: 0, during: () => {} }
  const actors = rememberActors({
    async ask() {
      world.asked++
      const found = world.actor
      world.during()
      return found
    },
    hears: () => world.hears,
    elapsedMs: () => world.at,
  })
  return { world, ...actors }
}

describe('who holds a session', () => {
  test('T09 is asked once in three seconds, and then again', async () => {
    const { world, whoIs } = aMemory()
    for (world.at of [0, rememberedMs - 1]) expect(await whoIs('t')).toEqual(nurse)
    expect(world.asked).toBe(1)
    world.at = rememberedMs
    world.actor = null
    expect(await whoIs('t')).toBeNull()
  })

  test('T09 that nobody does is never remembered', async () => {
    const { world, whoIs } = aMemory()
    world.actor = null
    expect(await whoIs('t')).toBeNull()
    world.actor = nurse
    expect(await whoIs('t')).toEqual(nurse)
  })

  test.each([
    ['account', 'nurse-1', true],
    ['organisation', 'firm', true],
    ['driver', 'anybody', true],
    ['account', 'another', false],
    ['organisation', 'noble', false],
    ['request', 'nurse-1', false],
  ])(
    'T09 something that happened to the %s %s: asked for anew: %s',
    async (subjectKind, subjectId, isAsked) => {
      const { world, whoIs, forget } = aMemory()
      await whoIs('t')
      forget({ subjectKind, subjectId })
      await whoIs('t')
      expect(world.asked).toBe(isAsked ? 2 : 1)
    },
  )

  test('T09 an answer that was under way when something happened is not kept', async () => {
    const { world, whoIs, forget } = aMemory()
    world.during = () => forget({ subjectKind: 'account', subjectId: 'nurse-1' })
    await whoIs('t')
    world.actor = null
    expect(await whoIs('t')).toBeNull()
  })

  test('T09 is asked with each call while nothing is heard of other processes', async () => {
    const { world, whoIs } = aMemory()
    await whoIs('t')
    world.hears = false
    world.actor = null
    expect(await whoIs('t')).toBeNull()
    world.actor = nurse
    await whoIs('t')
    world.hears = true
    world.actor = null
    expect(await whoIs('t')).toBeNull()
  })
})

describe('in two processes on one database', () => {
  test('T09 who signs out in one is out in it at once, and in the other as soon as it hears', async () => {
    const firm = here.as('firm')
    const cookie = await firm.cookies()
    expect(await statusesOf(cookie)).toEqual([200, 200])
    await firm.done(people.signOut, {})
    expect((await statusesOf(cookie))[0]).toBe(401)
    await bothOut(cookie)
  })

  test('T25 whose hospital is suspended is out in both, and nobody else', async () => {
    const [cookie, other] = await Promise.all([here.as('firm').cookies(), here.as('noble').cookies()])
    expect(await statusesOf(cookie)).toEqual([200, 200])
    await here
      .as('bloodsupport')
      .done(accounts.setStatus, { id: 'firm', status: 'suspended', seen: 'active' })
    await bothOut(cookie)
    expect(await statusesOf(other)).toEqual([200, 200])
  })

  test('T09 while the hints are lost everybody is asked for', async () => {
    const cookie = await here.as('noble').cookies()
    expect(await statusesOf(cookie)).toEqual([200, 200])
    // each time it comes back it is thrown out again, and meanwhile nothing is heard
    const deaf = setInterval(() => void throwOut().catch(() => undefined), 100)
    onTestFinished(() => clearInterval(deaf))
    await throwOut()
    await here.db.deleteFrom('sessions').execute()
    await bothOut(cookie)
  })
})
