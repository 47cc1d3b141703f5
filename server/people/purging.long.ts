import { beforeEach, expect, test } from 'vitest'
import { accounts } from '#contract/organisations.ts'
import { people } from '#contract/people.ts'
import { days, hours, instantOf, later, minutes } from '#domain/basics/time.ts'
import type { Client } from '#testing/harness/client.ts'
import { aService } from '#testing/harness/service.ts'
import { aHospital, aRequest } from '#testing/makers/makers.ts'
import { verifyEvents } from '../db/sealing.ts'
import { transactOn } from '../db/work.ts'
import { purgeUnproved } from './purging.ts'

const begin = instantOf('2026-11-16', '08:00')
const service = await aService({ settings: { ROLE: 'web' } })
beforeEach(() => service.clock.moveTo(begin))

/** The one who signed it up, signed in. */
async function comeTo(id: string): Promise<Client> {
  await service.db.deleteFrom('rateLimits').execute()
  const place = { name: `${id} Hospital`, address: '4 Big Street', primaryPhone: '1', secondaryPhone: '2' }
  const email = `${id}@example.org`
  await service.anonymous.done(people.signUp, {
    referenceBank: 'redbank',
    ...place,
    email,
    password: 'seven77',
  })
  return service.as(email)
}

async function leftOf(ids: readonly string[]) {
  const emails = ids.map((id) => `${id}@example.org`)
  const left = await service.db.selectFrom('accounts').select('email').where('email', 'in', emails).execute()
  const places = await service.db.selectFrom('organisations').select('id').where('id', 'in', ids).execute()
  const accounts = left.map(({ email }) => email.replace('@example.org', '')).toSorted()
  return { accounts, places: places.map(({ id }) => id).toSorted() }
}

async function purgeAfter(time: number) {
  const { db, jobs, clock } = service
  clock.moveTo(later(begin, time))
  const transact = transactOn({ db, jobs, reactedTo: new Set(), afterCommit: () => undefined })
  await purgeUnproved({ db, transact, clock, onError: (error) => expect.unreachable(`${error}`) })
}

test('T04 AMB-239 a sign-up whose mailbox nobody proved in 72 hours is gone, and its address and id are free', async () => {
  const squatter = await comeTo('lotus')
  const { actor } = await squatter.done(people.session, {})
  service.clock.moveTo(later(begin, minutes(30)))
  await comeTo('fresh')
  await purgeAfter(hours(72) - minutes(1))
  expect((await leftOf(['lotus', 'fresh'])).accounts).toEqual(['fresh', 'lotus'])
  await purgeAfter(hours(72) + minutes(5))
  expect(await leftOf(['lotus', 'fresh'])).toEqual({ accounts: ['fresh'], places: ['fresh'] })
  expect((await squatter.done(people.session, {})).actor).toBeNull()
  const told = await service.db
    .selectFrom('events')
    .select(['subjectKind', 'subjectId', 'actorName', 'detail'])
    .where('kind', 'in', ['account-purged', 'sign-up-purged'])
    .orderBy('id')
    .execute()
  const rest = { actorName: 'Crossmatch', detail: '{"email":"lotus@example.org","organisationId":"lotus"}' }
  expect(told).toEqual([
    { subjectKind: 'account', subjectId: actor?.accountId, ...rest },
    { subjectKind: 'organisation', subjectId: 'lotus', ...rest },
  ])

  // whose address it is has it as if nobody had been there before, and the trail of the id goes on
  await comeTo('lotus')
  expect(await leftOf(['lotus'])).toEqual({ accounts: ['lotus'], places: ['lotus'] })
  expect((await verifyEvents(service.db)).faults).toEqual([])
})

test('T04 AMB-239 asking for links keeps a sign-up for seven days and no longer', async () => {
  const squatter = await comeTo('clover')
  for (const day of [2, 4, 6]) {
    await purgeAfter(days(day))
    await squatter.done(people.sendProof, {})
  }
  await purgeAfter(days(7) - minutes(1))
  expect((await leftOf(['clover'])).accounts).toEqual(['clover'])
  await purgeAfter(days(7) + minutes(1))
  expect(await leftOf(['clover'])).toEqual({ accounts: [], places: [] })
})

test('AMB-210 AMB-239 an id that was purged and then brought in otherwise is reserved', async () => {
  await comeTo('tulip')
  await purgeAfter(hours(72) + minutes(5))
  await aHospital(service.db, { id: 'tulip' })
  await service.db.deleteFrom('rateLimits').execute()
  const place = { name: 'Tulip', address: '4 Big Street', primaryPhone: '1', secondaryPhone: '2' }
  const draft = { referenceBank: 'redbank', ...place, email: 'tulip@elsewhere.example', password: 'seven77' }
  expect((await service.anonymous.call(people.signUp, draft)).refusal?.code).toBe('email-reserved')
})

test('T04 AMB-239 who was proved, whom the provider activated, suspended or granted, and who just asked for a link stays', async () => {
  const provider = service.as('bloodsupport')
  const kept = ['proved', 'marked', 'activated', 'suspended', 'granted', 'asked'] as const
  const clients = new Map<string, Client>()
  for (const id of kept) clients.set(id, await comeTo(id))
  for (const id of ['ordering', 'goes']) await comeTo(id)
  const accountIn = async (id: string) => (await provider.done(accounts.show, { id })).accounts[0]?.id ?? ''

  const { body } = await service.db
    .selectFrom('notifications')
    .select('body')
    .where('recipient', '=', 'proved@example.org')
    .executeTakeFirstOrThrow()
  await service.anonymous.done(people.proveMailbox, { token: /\/confirm#(\S+)/.exec(body)?.[1] ?? '' })
  await provider.done(accounts.prove, { id: 'marked', accountId: await accountIn('marked') })
  await provider.done(accounts.activate, { id: 'activated', product: 'pilot', role: 'admin' })
  await provider.done(accounts.setStatus, { id: 'suspended', status: 'suspended', seen: 'pending' })
  const more = { accountId: await accountIn('granted'), product: 'plus', role: 'admin' } as const
  await provider.done(accounts.grant, { id: 'granted', ...more })
  // by an import, say: its orders stay, and the hospital they name
  await aRequest(service.db, { hospitalId: 'ordering' })
  service.clock.moveTo(later(begin, hours(1)))
  await clients.get('asked')?.done(people.sendProof, {})

  await purgeAfter(hours(72) + minutes(5))
  expect(await leftOf([...kept, 'ordering', 'goes'])).toEqual({
    accounts: kept.toSorted(),
    places: [...kept, 'ordering'].toSorted(),
  })
  // the trail says of none that it is gone which is there
  const told = await service.db
    .selectFrom('events')
    .select('subjectId')
    .where('kind', '=', 'sign-up-purged')
    .where('subjectId', 'in', [...kept, 'ordering', 'goes'])
    .execute()
  expect(told).toEqual([{ subjectId: 'goes' }])
})
