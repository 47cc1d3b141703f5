import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { issuing } from '#contract/issuing.ts'
import { members } from '#contract/members.ts'
import { news } from '#contract/news.ts'
import { orders } from '#contract/orders.ts'
import { people } from '#contract/people.ts'
import { requests } from '#contract/requests.ts'
import { days, earlier, hours, instantOf, later } from '#domain/basics/time.ts'
import { tidyUp } from '#server/db/housekeeping.ts'
import type { Client } from '#testing/harness/client.ts'
import { aService } from '#testing/harness/service.ts'
import { arun } from '#testing/makers/linked-orders.ts'
import { aDraft, anAccount, aRequest, aStaffedHospital } from '#testing/makers/makers.ts'

const now = instantOf('2026-11-16', '10:00')
const service = await aService({ now, settings: { ROLE: 'web' } })
const [provider, redbank] = [service.as('bloodsupport'), service.as('redbank_bloodbank')]

/** A hospital of its own, with an admin and somebody of its staff. */
async function aWard() {
  const { hospital, admin, staff } = await aStaffedHospital(service.db)
  return { id: hospital.id, admin: service.as(admin), staff: service.as(staff) }
}

const toldTo = async (client: Client, id?: string) => {
  const { items } = await client.done(news.list, {})
  return items.filter(({ requestId }) => id === undefined || requestId === id)
}
const kindsTold = async (client: Client, id: string) =>
  (await toldTo(client, id)).map(({ kind, isOver }) => (isOver ? `${kind} over` : kind))
const unread = async (client: Client) => (await client.done(news.summary, {})).unread

test('AMB-302 a request’s way: each hears what concerns them, the newest first, and what is over says so', async () => {
  const { admin, staff } = await aWard()
  const { id } = await staff.done(requests.raise, aDraft(now))
  expect(await kindsTold(admin, id)).toEqual(['raised'])
  expect(await kindsTold(staff, id)).toEqual([])
  await staff.done(requests.amend, { ...aDraft(now), id, version: 1, units: 4 })
  expect(await kindsTold(admin, id)).toEqual(['amended', 'raised over'])
  await admin.done(requests.approve, { id, version: 2 })
  expect(await kindsTold(staff, id)).toEqual(['approval'])
  expect(await kindsTold(admin, id)).toEqual(['approval', 'amended over', 'raised over'])
  expect(await kindsTold(provider, id)).toEqual(['approve', 'raise over'])
  await provider.done(orders.link, { id, version: 3, bankId: 'redbank', driverEmail: arun })
  expect(await kindsTold(provider, id)).toEqual(['approve over', 'raise over'])
  expect(await kindsTold(staff, id)).toEqual(['taken', 'approval'])
  expect(await kindsTold(redbank, id)).toEqual(['order-linked'])
  await redbank.done(issuing.refuse, { id, version: 4, reason: 'none of Canary Zanzibar' })
  expect(await kindsTold(redbank, id)).toEqual(['order-linked over'])
  expect(await kindsTold(staff, id)).toEqual(['bank-refused', 'taken over', 'approval'])
  expect(await kindsTold(provider, id)).toEqual(['refuse', 'approve over', 'raise over'])
  expect(JSON.stringify(await toldTo(staff, id))).not.toContain('Canary')
})

test('AMB-302 a rejection says its reason where one was chosen, and is over once it is undone', async () => {
  const { admin, staff } = await aWard()
  const { id } = await staff.done(requests.raise, aDraft(now))
  await admin.done(requests.reject, { id, version: 1 })
  await admin.done(requests.sayWhy, { id, version: 2, why: 'duplicate' })
  const [told, first] = await toldTo(staff, id)
  expect(told?.title).toBe(`Request ${id} was rejected`)
  expect(told?.words).toContain('Reason: duplicate.')
  expect(first?.isOver).toBe(true)
  await admin.done(requests.undo, { id, version: 3 })
  const again = await toldTo(staff, id)
  expect(again.map(({ title, isOver }) => [title, isOver])).toEqual([
    [`Request ${id} is pending again`, false],
    [`Request ${id} was rejected`, true],
    [`Request ${id} was rejected`, true],
  ])
})

test('AMB-302 another hospital’s or bank’s news is nobody’s, and is not there to be read', async () => {
  const [one, other] = [await aWard(), await aWard()]
  const { id } = await one.staff.done(requests.raise, aDraft(now))
  const [mine] = await toldTo(one.admin, id)
  expect(await toldTo(other.admin)).toEqual([])
  expect(await unread(other.admin)).toBe(0)
  expect((await other.admin.call(news.read, { id: mine?.id ?? 0 })).status).toBe(404)
  // nor is what is for admins there for others of the same hospital
  expect((await one.staff.call(news.read, { id: mine?.id ?? 0 })).status).toBe(404)
  expect(await unread(one.admin)).toBe(1)
  // the provider alone is told whose it is
  expect((await toldTo(provider, id))[0]?.place).toEqual(expect.any(String))
  expect(mine?.place).toBeNull()
})

test('AMB-302 who has read what is each person’s own; what somebody did is no news to them', async () => {
  const { id: hospitalId, admin, staff } = await aWard()
  const grant = { product: 'pilot', role: 'admin', organisationId: hospitalId } as const
  const second = service.as((await anAccount(service.db, { email: `second.${hospitalId}`, grant })).email)
  const ids: string[] = []
  for (let n = 0; n < 3; n++) ids.push((await staff.done(requests.raise, aDraft(now))).id)
  expect([await unread(admin), await unread(second)]).toEqual([3, 3])
  const [newest, middle] = await toldTo(admin)
  for (let time = 0; time < 2; time++) await admin.done(news.read, { id: middle?.id ?? 0 })
  expect([await unread(admin), await unread(second)]).toEqual([2, 3])
  await admin.done(news.readAll, { upTo: newest?.id ?? 0 })
  expect([await unread(admin), await unread(second)]).toEqual([0, 3])
  // an older tab does not take it back
  await admin.done(news.readAll, { upTo: 1 })
  expect(await unread(admin)).toBe(0)
  await admin.done(requests.approve, { id: ids[0] ?? '', version: 1 })
  expect((await toldTo(admin, ids[0]))[0]).toMatchObject({ kind: 'approval', isUnread: false })
  expect((await toldTo(second, ids[0]))[0]).toMatchObject({ kind: 'approval', isUnread: true })
  // nothing is read before it is told
  await admin.done(news.readAll, { upTo: Number.MAX_SAFE_INTEGER })
  await staff.done(requests.raise, aDraft(now))
  expect(await unread(admin)).toBe(1)
})

test('AMB-302 of two organisations one hears what concerns the one they are in; who was stopped hears nothing', async () => {
  const [one, other] = [await aWard(), await aWard()]
  const grant = { product: 'pilot', role: 'admin', organisationId: one.id } as const
  const account = await anAccount(service.db, { email: `both.${one.id}`, grant })
  await service.db
    .insertInto('memberships')
    .values({ accountId: account.id, product: 'pilot', role: 'admin', organisationId: other.id })
    .execute()
  const both = service.as(account.email)
  const { id: first } = await one.staff.done(requests.raise, aDraft(now))
  const { id: second } = await other.staff.done(requests.raise, aDraft(now))
  expect((await toldTo(both)).map(({ requestId }) => requestId)).toEqual([first])
  const { items } = await both.done(people.organisations, {})
  await both.done(people.choose, { id: items.find(({ isHere }) => !isHere)?.id ?? 0 })
  expect((await toldTo(both)).map(({ requestId }) => requestId)).toEqual([second])
  await other.admin.done(members.stop, { accountId: account.id })
  expect([401, 403]).toContain((await both.call(news.list, {})).status)
})

test('AMB-302 a kind that somebody does not want in the page is not there for them, and is for others', async () => {
  const { id: organisationId, admin, staff } = await aWard()
  const { id } = await staff.done(requests.raise, aDraft(now))
  const { accountId } = await service.db
    .selectFrom('accounts')
    .select('id as accountId')
    .where('email', 'like', `${organisationId}.chief@%`)
    .executeTakeFirstOrThrow()
  const off = { accountId, organisationId, kind: 'raised', way: 'page', isOn: false } as const
  await service.db.insertInto('hearing').values(off).execute()
  expect([await toldTo(admin, id), await unread(admin)]).toEqual([[], 0])
})

test('AMB-302 it is kept for 30 days, and by nobody after that', async () => {
  const { admin, staff } = await aWard()
  const { id } = await staff.done(requests.raise, aDraft(now))
  const [told] = await toldTo(admin, id)
  await admin.done(news.read, { id: told?.id ?? 0 })
  const ageTo = (at: Date) => service.db.updateTable('news').set({ at }).where('requestId', '=', id).execute()
  await ageTo(later(earlier(now, days(30)), 60_000))
  await tidyUp(service.db, now)
  expect(await toldTo(admin, id)).toHaveLength(1)
  await ageTo(earlier(now, days(30)))
  expect(await toldTo(admin, id)).toEqual([])
  await tidyUp(service.db, later(now, 1_000))
  const left = await sql`select from news where request_id = ${id}`.execute(service.db)
  const marks = await sql`select from news_read where news_id = ${told?.id ?? 0}`.execute(service.db)
  expect([left.rows, marks.rows]).toEqual([[], []])
})

test('AMB-302 more than 99 are not counted, and the list goes on page by page', async () => {
  const { id, admin } = await aWard()
  await sql`insert into news (event_id, kind, reader, title, words, at)
    select -n - (select coalesce(max(id), 0) from news) * 1000, case when n % 2 = 0 then 'late' else 'taken' end,
      ${`place ${id}`}, 'Order ' || n, 'Words.', ${now} from generate_series(1, 130) n`.execute(service.db)
  expect(await unread(admin)).toBe(100)
  const seen: string[] = []
  let after: number | undefined
  do {
    const page = await admin.done(news.list, { after })
    seen.push(...page.items.map(({ title }) => title))
    after = page.next === null ? undefined : Number(page.next)
  } while (after)
  expect(seen).toEqual(Array.from({ length: 130 }, (_, n) => `Order ${130 - n}`))
})

test('AMB-302 an event that had to wait tells nothing anew, and nothing is told twice', async () => {
  const { id: hospitalId, staff } = await aWard()
  const { id, version } = await aRequest(
    service.db,
    { status: 'hospital-admin-approved', hospitalId, deadlineAt: later(now, hours(6)) },
    earlier(now, hours(1)),
  )
  await provider.done(orders.link, { id, version, bankId: 'redbank', driverEmail: arun })
  const { id: eventId } = await service.db
    .selectFrom('events')
    .select('id')
    .where('subjectId', '=', id)
    .where('kind', '=', 'request-linked')
    .executeTakeFirstOrThrow()
  await redbank.done(issuing.refuse, { id, version: version + 1, reason: 'none' })
  await service.db.deleteFrom('news').where('eventId', '=', eventId).where('kind', '=', 'taken').execute()
  await sql`insert into due_reactions (event_id) values (${eventId})`.execute(service.db)
  await service.settled()
  expect(await kindsTold(staff, id)).toEqual(['taken over', 'bank-refused'])
  expect((await kindsTold(redbank, id)).sort()).toEqual(['order-linked over'])
})
