import { expect, test } from 'vitest'
import { notices } from '#contract/notices.ts'
import { earlier, hours, instantOf, later, minutes } from '#domain/basics/time.ts'
import { mostAtOnce } from '#domain/notices/writing.ts'
import { aService } from '#testing/harness/service.ts'
import { aBank, aHospital, anAccount, nextNumber } from '#testing/makers/makers.ts'

const now = instantOf('2026-11-16', '10:00')
const service = await aService({ now, settings: { ROLE: 'web' } })
const { db } = service
const provider = service.as('bloodsupport')

async function aHospitalOfItsOwn() {
  const { id } = await aHospital(db)
  const grant = { product: 'plus', role: 'staff', organisationId: id } as const
  const { email } = await anAccount(db, { email: `${id}.reader`, grant })
  return { id, reader: service.as(email) }
}

async function aBankOfItsOwn() {
  const { id } = await aBank(db)
  await anAccount(db, { email: `${id}_bloodbank` })
  return { id, reader: service.as(`${id}_bloodbank`) }
}

type Reader = Awaited<ReturnType<typeof aHospitalOfItsOwn>>['reader']
const readBy = async (reader: Reader) =>
  (await reader.done(notices.standing, {})).items.map(({ text }) => text)
const words = () => `Notice ${nextNumber()}`
const write = (change: object = {}) =>
  provider.done(notices.write, { text: words(), audience: 'all', ...change })

const eventsOf = async (id: number) =>
  (
    await db
      .selectFrom('events')
      .select(['kind', 'actorName'])
      .where('subjectKind', '=', 'notice')
      .where('subjectId', '=', String(id))
      .orderBy('id')
      .execute()
  ).map(({ kind, actorName }) => `${kind} by ${actorName}`)

const first = 'Platelet support (SDP and RDP) has been added. SDP is available 8:00 AM to 5:00 PM.'

test('SHELL-33 AMB-175 AMB-310 the first notice is there for everybody, and can be ended', async () => {
  const [{ reader: hospital }, { reader: bank }] = [await aHospitalOfItsOwn(), await aBankOfItsOwn()]
  for (const reader of [hospital, bank, provider]) expect(await readBy(reader)).toContain(first)
  const { items } = await provider.done(notices.list, {})
  const row = items.find(({ text }) => text === first)
  expect(row).toMatchObject({ audience: 'all', untilAt: null, writtenBy: 'Crossmatch' })
  await provider.done(notices.end, { id: row?.id ?? 0, version: row?.version ?? 0 })
  for (const reader of [hospital, bank, provider]) expect(await readBy(reader)).not.toContain(first)
  const after = await provider.done(notices.list, {})
  expect(after.items.find(({ text }) => text === first)).toMatchObject({ endedBy: 'bloodsupport' })
})

test('AMB-310 each notice is read by those it is for, the newest first', async () => {
  const [hospital, other, bank] = [
    await aHospitalOfItsOwn(),
    await aHospitalOfItsOwn(),
    await aBankOfItsOwn(),
  ]
  const all = await write()
  const hospitals = await write({ audience: 'hospitals' })
  const banks = await write({ audience: 'banks' })
  const chosen = await write({ audience: 'chosen', organisationIds: [hospital.id, bank.id] })
  const ours = [chosen, banks, hospitals, all].map(({ text }) => text)
  const of = async (reader: Reader) => (await readBy(reader)).filter((text) => ours.includes(text))
  expect(await of(hospital.reader)).toEqual([chosen.text, hospitals.text, all.text])
  expect(await of(other.reader)).toEqual([hospitals.text, all.text])
  expect(await of(bank.reader)).toEqual([chosen.text, banks.text, all.text])
  expect(await of(provider)).toEqual([all.text])
  expect(chosen.organisations.map(({ id }) => id).toSorted()).toEqual([hospital.id, bank.id].toSorted())
})

test('AMB-310 it stands from its beginning to its end, and is told when that is', async () => {
  const { id, reader } = await aHospitalOfItsOwn()
  const only = { audience: 'chosen', organisationIds: [id] }
  // later than all that the others begin
  const today = later(now, hours(24))
  const [fromAt, untilAt] = [later(today, hours(1)), later(today, hours(2))]
  service.clock.moveTo(today)
  const { text } = await write({ ...only, fromAt, untilAt })
  const at = async (moment: Date) => {
    service.clock.moveTo(moment)
    const { items, changesAt } = await reader.done(notices.standing, {})
    return [items.some((notice) => notice.text === text), changesAt]
  }
  expect(await at(today)).toEqual([false, fromAt])
  expect(await at(fromAt)).toEqual([true, untilAt])
  expect((await at(untilAt))[0]).toBe(false)
  service.clock.moveTo(now)
})

test('AMB-310 markup is kept and told as the text it is', async () => {
  const text = '<img src=x onerror=alert(1)> **bold** &amp; "so"'
  expect((await write({ text })).text).toBe(text)
})

test.each<[string, object, string, string]>([
  ['nothing written', { text: ' \n ' }, 'empty', 'text'],
  ['a letter too many', { text: 'x'.repeat(301) }, 'too-long', 'text'],
  ['an end that has passed', { untilAt: earlier(now, 1) }, 'over-already', 'untilAt'],
  [
    'an end at its beginning',
    { fromAt: later(now, 9), untilAt: later(now, 9) },
    'ends-before-it-begins',
    'untilAt',
  ],
  ['nobody chosen', { audience: 'chosen' }, 'nobody-chosen', 'organisationIds'],
  [
    'an organisation that is not there',
    { audience: 'chosen', organisationIds: ['firm', 'nowhere'] },
    'unknown-organisation',
    'organisationIds',
  ],
])('AMB-310 %s is refused at its field', async (_, change, code, field) => {
  const { status, refusal } = await provider.call(notices.write, {
    text: words(),
    audience: 'all',
    ...change,
  })
  expect([status, refusal?.code, refusal?.field]).toEqual([422, code, field])
})

test('AMB-310 T39 a change and an end are events; of two who saw the same, the second is told what it is now', async () => {
  const { id, version, text } = await write()
  const next = words()
  const changed = await provider.done(notices.change, { id, version, text: next, audience: 'banks' })
  expect(changed).toMatchObject({ text: next, audience: 'banks', version: version + 1 })
  const late = await provider.call(notices.end, { id, version })
  expect([late.status, late.refusal?.code]).toEqual([409, 'changed-meanwhile'])
  expect(late.refusal?.text).toContain(next)
  await provider.done(notices.end, { id, version: version + 1 })
  const over = await provider.call(notices.change, { id, version: version + 2, text, audience: 'all' })
  expect([over.status, over.refusal?.code]).toEqual([409, 'over-now'])
  expect(await eventsOf(id)).toEqual([
    'notice-written by bloodsupport',
    'notice-changed by bloodsupport',
    'notice-ended by bloodsupport',
  ])
  expect((await provider.call(notices.end, { id: 999_999_999, version: 1 })).status).toBe(404)
})

test('AMB-310 sent twice with one key it is one notice', async () => {
  const input = { text: words(), audience: 'all' } as const
  const send = () => provider.done(notices.write, input, { idempotencyKey: input.text.replaceAll(' ', '-') })
  const [one, other] = [await send(), await send()]
  expect(other).toEqual(one)
})

test('AMB-310 old ones are kept, a page at a time, each once', async () => {
  const rows = Array.from({ length: 45 }, () => ({
    ...{ text: words(), audience: 'all' as const, organisationIds: [], untilAt: now },
    ...{ fromAt: earlier(now, hours(2)), writtenAt: earlier(now, hours(2)), writtenBy: 'Somebody' },
  }))
  await db.insertInto('notices').values(rows).execute()
  const ids: number[] = []
  let after: number | undefined
  do {
    const page = await provider.done(notices.list, after === undefined ? {} : { after })
    ids.push(...page.items.map(({ id }) => id))
    after = page.next === null ? undefined : Number(page.next)
  } while (after !== undefined)
  expect(ids.length).toBeGreaterThanOrEqual(45)
  expect(ids).toEqual([...new Set(ids)].toSorted((one, other) => other - one))
})

test('AMB-310 a member who looks at Home hears of it; a driver does not', async () => {
  const { reader } = await aHospitalOfItsOwn()
  const [member, driver] = [await reader.live(), await service.as('arun.driver').live()]
  const { id } = await write({ audience: 'hospitals' })
  expect(await member.find(({ topic }) => topic === 'notices', 8_000)).toMatchObject({
    id: String(id),
    kind: 'notice-written',
  })
  expect(driver.all.filter(({ topic }) => topic === 'notices')).toEqual([])
  member.close()
  driver.close()
})

test('AMB-310 T39 past a hundred that stand or are to come another is refused, however many are sent at once', async () => {
  await db.deleteFrom('notices').execute()
  const rows = Array.from({ length: mostAtOnce - 2 }, () => ({
    ...{ text: words(), audience: 'all' as const, organisationIds: [] },
    ...{ fromAt: later(now, minutes(5)), writtenAt: now, writtenBy: 'Somebody' },
  }))
  await db.insertInto('notices').values(rows).execute()
  const sent = await Promise.all(
    Array.from({ length: 6 }, () => provider.call(notices.write, { text: words(), audience: 'all' })),
  )
  expect(sent.filter(({ status }) => status === 200)).toHaveLength(2)
  expect(sent.find(({ status }) => status === 409)?.refusal?.code).toBe('too-many')
})
