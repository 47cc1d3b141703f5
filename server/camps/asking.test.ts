import { beforeEach, expect, test } from 'vitest'
import { camps } from '#contract/camps.ts'
import { instantOf, later, minutes } from '#domain/basics/time.ts'
import { aCamp, aCompany } from '#server/demo/makers/banks.ts'
import { aService } from '#testing/harness/service.ts'
import { aBank, anAccount } from '#testing/makers/makers.ts'

const now = instantOf('2026-11-16', '10:00')
const providers = 'first@provider.example,second@provider.example'
const service = await aService({ now, settings: { ROLE: 'web', PROVIDER_MAILS: providers } })
const { db } = service

beforeEach(async () => {
  service.clock.moveTo(now)
  await db.deleteFrom('companies').execute()
})

async function bankOfItsOwn(name = 'Kaveri Blood Centre') {
  const { id } = await aBank(db, { name })
  await anAccount(db, { email: `${id}_bloodbank` })
  return { id, bank: service.as(`${id}_bloodbank`) }
}

const campsOf = (bankId: string) => db.selectFrom('camps').selectAll().where('bankId', '=', bankId).execute()

const mailsOf = async (id: string) =>
  db
    .selectFrom('notifications')
    .innerJoin('events', 'events.id', 'notifications.eventId')
    .select(['notifications.kind', 'recipient', 'subject', 'body', 'channel'])
    .where('subjectKind', '=', 'camp')
    .where('subjectId', '=', id)
    .execute()

const day = '2026-12-01'
const ask = { category: '0-50', day } as const

test('CAMP-04 API-13 AMB-123 the dates are those of companies of the category, today or later, once each, in order', async () => {
  const { bank } = await bankOfItsOwn()
  await aCompany(db, { category: '0-50', donationDays: ['2026-12-24', '2026-11-16', '2026-11-15'] })
  await aCompany(db, { category: '0-50', donationDays: ['2026-12-24', '2026-11-30', '2020-01-01'] })
  await aCompany(db, { category: '100+', donationDays: ['2026-12-02', '2026-12-03', '2026-12-04'] })
  const days = async (category: '0-50' | '50-100' | '100+') =>
    (await bank.done(camps.days, { category })).items
  expect(await days('0-50')).toEqual(['2026-11-16', '2026-11-30', '2026-12-24'])
  expect(await days('100+')).toEqual(['2026-12-02', '2026-12-03', '2026-12-04'])
  expect(await days('50-100')).toEqual([])
  service.clock.moveTo(instantOf('2026-11-17', '00:00'))
  expect(await days('0-50')).toEqual(['2026-11-30', '2026-12-24'])
})

test('CAMP-08 NOTIFY-03 AMB-124 one camp is stored, and one mail to the provider names bank, category and date', async () => {
  const { id, bank } = await bankOfItsOwn()
  await aCompany(db, { donationDays: [day, day, day] })
  const camp = await bank.done(camps.ask, ask)
  expect(camp).toMatchObject({ category: '0-50', heldOn: day, askedBy: `${id}_bloodbank` })
  expect(await campsOf(id)).toMatchObject([{ category: '0-50', heldOn: day, askedAt: camp.askedAt }])
  const [mail, ...more] = await mailsOf(camp.id)
  expect(more).toEqual([])
  expect(mail).toMatchObject({
    kind: 'camp-asked',
    channel: 'mail',
    recipient: 'first@provider.example',
    subject: 'Blood camp asked for by Kaveri Blood Centre: 0-50 units on 1 Dec 2026',
  })
  for (const fact of [`Kaveri Blood Centre (${id})`, '0-50', '1 Dec 2026']) expect(mail?.body).toContain(fact)
})

test('CAMP-08 a bank name cannot write a line into the head of the mail', async () => {
  const { bank } = await bankOfItsOwn('Kaveri\r\nBcc: all@evil.example')
  await aCompany(db, { donationDays: [day, day, day] })
  const camp = await bank.done(camps.ask, ask)
  const [mail] = await mailsOf(camp.id)
  expect(mail?.subject).not.toMatch(/[\r\n]/)
})

test.each<[string, object, string, string]>([
  ['no category', { day }, 'Form Incomplete', 'category'],
  ['no day', { category: '0-50' }, 'Form Incomplete', 'day'],
  ['neither', {}, 'Form Incomplete', 'category'],
  ['a day that is none', { category: '0-50', day: '2026-02-30' }, 'Form Incomplete', 'day'],
])('CAMP-05 %s: Form Incomplete', async (_, body, title, field) => {
  const { id, bank } = await bankOfItsOwn()
  await aCompany(db, { donationDays: [day, day, day] })
  const answer = await bank.raw('POST', '/api/camps', { body })
  expect(answer.status).toBe(422)
  expect(answer.json()).toMatchObject({
    title,
    text: 'Please fill all fields before submitting the form',
    field,
  })
  expect(await campsOf(id)).toEqual([])
})

test.each(['200+', '0-100', '', 50])('CAMP-06 a category of %j is refused', async (category) => {
  const { id, bank } = await bankOfItsOwn()
  await aCompany(db, { donationDays: [day, day, day] })
  const asked = await bank.raw('POST', '/api/camps', { body: { category, day } })
  expect([asked.status, asked.json()]).toMatchObject([422, { code: 'form-incomplete', field: 'category' }])
  const query = new URLSearchParams({ category: String(category) })
  const days = await bank.raw('GET', `/api/companies/days?${query}`)
  expect([days.status, days.json()]).toMatchObject([422, { field: 'category' }])
  expect(await campsOf(id)).toEqual([])
})

test('CAMP-07 a category without companies is refused in the words of §8', async () => {
  const { bank } = await bankOfItsOwn()
  await aCompany(db, { category: '0-50', donationDays: ['2026-11-15', '2026-11-14', '2026-11-13'] })
  for (const category of ['0-50', '100+'] as const) {
    const { status, refusal } = await bank.call(camps.ask, { category, day })
    expect([status, refusal?.title, refusal?.text]).toEqual([
      422,
      'No Available Dates',
      "No companies available for the selected blood units' category",
    ])
  }
})

test('CAMP-04 a date that no company of the category offers any more is told as gone', async () => {
  const { id, bank } = await bankOfItsOwn()
  await aCompany(db, { donationDays: ['2026-12-02', '2026-12-03', '2026-12-04'] })
  await aCompany(db, { category: '100+', donationDays: [day, day, day] })
  const { status, refusal } = await bank.call(camps.ask, ask)
  expect([status, refusal?.code]).toEqual([409, 'date-not-offered'])
  expect(await campsOf(id)).toEqual([])
})

test('CAMP-08 sent twice with one key it is one camp and one mail', async () => {
  const { id, bank } = await bankOfItsOwn()
  await aCompany(db, { donationDays: [day, day, day] })
  const send = () => bank.done(camps.ask, ask, { idempotencyKey: `camp-of-${id}` })
  const [one, other] = [await send(), await send()]
  expect(other).toEqual(one)
  expect(await campsOf(id)).toHaveLength(1)
  expect(await mailsOf(one.id)).toHaveLength(1)
})

test('ROLES-25 AMB-188 a bank sees the camps it asked for, the latest first, a page at a time, and no other', async () => {
  const [one, other] = [await bankOfItsOwn(), await bankOfItsOwn()]
  for (let n = 0; n < 23; n++) {
    // of one instant, two and two: the order holds
    await aCamp(db, { bankId: one.id, askedAt: later(now, -minutes(n >> 1)) }, now)
  }
  const foreign = await aCamp(db, { bankId: other.id }, now)
  const first = await one.bank.done(camps.list, {})
  expect(first.items).toHaveLength(20)
  const rest = await one.bank.done(camps.list, { after: first.next ?? '' })
  expect(rest).toMatchObject({ next: null })
  const all = [...first.items, ...rest.items]
  const expected = (await campsOf(one.id)).toSorted(
    (a, b) => b.askedAt.getTime() - a.askedAt.getTime() || b.id - a.id,
  )
  expect(all.map(({ id }) => id)).toEqual(expected.map(({ id }) => String(id)))
  expect(all.map(({ id }) => id)).not.toContain(String(foreign.id))
  const again = await one.bank.done(camps.list, { through: first.next ?? '' })
  expect(again).toEqual(first)
  const stray = Buffer.from(`${now.toISOString()} abc`).toString('base64url')
  expect((await one.bank.call(camps.list, { after: stray })).status).toBe(200)
})

test("ROLES-25 the next camps are the bank's own of today or later, the soonest first", async () => {
  const { id, bank } = await bankOfItsOwn()
  for (const heldOn of ['2026-12-24', '2026-11-15', '2026-11-16', '2026-11-20', '2026-12-01'])
    await aCamp(db, { bankId: id, heldOn }, now)
  await aCamp(db, { bankId: (await bankOfItsOwn()).id, heldOn: '2026-11-17' }, now)
  const { items } = await bank.done(camps.upcoming, {})
  expect(items.map(({ heldOn }) => heldOn)).toEqual(['2026-11-16', '2026-11-20', '2026-12-01'])
})

test('CAMP-08 a bank hears of its camp, another does not', async () => {
  const [one, other] = [await bankOfItsOwn(), await bankOfItsOwn()]
  await aCompany(db, { donationDays: [day, day, day] })
  const [own, foreign] = await Promise.all([one.bank.live(), other.bank.live()])
  const camp = await one.bank.done(camps.ask, ask)
  const its = await other.bank.done(camps.ask, ask)
  expect(await own.find(({ topic }) => topic === 'camps', 8_000)).toMatchObject({
    id: camp.id,
    kind: 'camp-asked',
  })
  expect((await foreign.find(({ topic }) => topic === 'camps', 8_000)).id).toBe(its.id)
  own.close()
  foreign.close()
})
