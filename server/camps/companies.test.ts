import { expect, test } from 'vitest'
import { camps } from '#contract/camps.ts'
import { instantOf, later, minutes } from '#domain/basics/time.ts'
import { aService } from '#testing/harness/service.ts'

const now = instantOf('2026-11-15', '10:00')
const service = await aService({ now, settings: { ROLE: 'web' } })
const provider = service.as('bloodsupport')
const days = ['2026-12-01', '2026-12-08', '2026-12-15']

const kept = (name: string) =>
  service.db.selectFrom('companies').selectAll().where('name', '=', name).execute()

const eventsOf = async (name: string) =>
  (
    await service.db
      .selectFrom('events')
      .select(['kind', 'detail'])
      .where('subjectKind', '=', 'company')
      .where('subjectId', '=', name)
      .orderBy('id')
      .execute()
  ).map(({ kind, detail }) => [kind, JSON.parse(detail)])

test('COMPANY-04 COMPANY-07 a company is kept in lower case with its three days and the time', async () => {
  service.clock.moveTo(now)
  const answer = await provider.done(camps.saveCompany, { name: 'AcmeCorp', category: '50-100', days })
  expect(answer).toMatchObject({ name: 'acmecorp', category: '50-100', days })
  const [row, ...others] = await kept('acmecorp')
  expect(others).toEqual([])
  expect(row).toMatchObject({ category: '50-100', donationDays: days })
  expect(row?.updatedAt.getTime()).toBeGreaterThanOrEqual(now.getTime())
  expect(row?.updatedAt.getTime()).toBeLessThan(later(now, minutes(1)).getTime())
  expect((await provider.done(camps.companies, {})).items).toContainEqual(answer)
})

test('COMPANY-06 COMPANY-07 saved twice it is one company with the latest days, told as what it was and is', async () => {
  const later = ['2027-01-04', '2027-01-11', '2027-01-18']
  await provider.done(camps.saveCompany, { name: 'twice', category: '0-50', days })
  const [before] = await kept('twice')
  const again = await provider.done(camps.saveCompany, { name: 'TWICE', category: '100+', days: later })
  expect(await kept('twice')).toEqual([
    { name: 'twice', category: '100+', donationDays: later, updatedAt: again.updatedAt },
  ])
  expect(again.updatedAt.getTime()).toBeGreaterThan(before?.updatedAt.getTime() ?? 0)
  const [first, second] = [
    { category: '0-50', days },
    { category: '100+', days: later },
  ]
  expect(await eventsOf('twice')).toEqual([
    ['company-added', { to: first }],
    ['company-changed', { from: first, to: second }],
  ])
})

test('COMPANY-06 T39 twelve first saves at once make one company, added once', async () => {
  await Promise.all(
    Array.from({ length: 12 }, () =>
      provider.done(camps.saveCompany, { name: 'rushed', category: '0-50', days }),
    ),
  )
  expect(await kept('rushed')).toHaveLength(1)
  const kinds = (await eventsOf('rushed')).map(([kind]) => kind)
  expect(kinds).toHaveLength(12)
  expect(kinds.filter((kind) => kind === 'company-added')).toHaveLength(1)
})

test.each([
  ['no name', { name: '' }],
  ['no category', { category: null }],
  ['no first day', { days: [null, ...days.slice(1)] }],
  ['no second day', { days: [days[0], null, days[2]] }],
  ['no third day', { days: days.slice(0, 2) }],
])('COMPANY-02 with %s the form is incomplete', async (_, change) => {
  const body = { name: 'incomplete', category: '0-50', days, ...change }
  const answer = await provider.raw('PUT', '/api/companies', { body })
  expect(answer.status).toBe(422)
  expect(answer.json()).toMatchObject({
    title: 'Form Incomplete',
    text: 'Please fill all fields before submitting the form',
  })
  expect(await kept('incomplete')).toEqual([])
})

test('COMPANY-03 a name with spaces is refused in the words of §5.5', async () => {
  const { status, refusal } = await provider.call(camps.saveCompany, {
    name: 'acme corp',
    category: '0-50',
    days,
  })
  expect([status, refusal]).toEqual([
    422,
    {
      code: 'name-with-spaces',
      title: 'Incorrect Company Name',
      text: 'Please fill the company name without spaces',
      field: 'name',
    },
  ])
})

test.each(['0-100', '50', '100', '', 7, null])('COMPANY-05 a category of %j is refused', async (category) => {
  const answer = await provider.raw('PUT', '/api/companies', { body: { name: 'sized', category, days } })
  expect(answer.status).toBe(422)
  expect(await kept('sized')).toEqual([])
})

test.each(['2026-02-30', '0000-01-01', 'soon', '2026-12-01T00:00:00Z', 20261201])(
  'COMPANY-02 T60 a day of %j counts as empty',
  async (day) => {
    const body = { name: 'daily', category: '0-50', days: [day, ...days.slice(1)] }
    expect((await provider.raw('PUT', '/api/companies', { body })).status).toBe(422)
    expect(await kept('daily')).toEqual([])
  },
)

test.each([
  ['control characters and marks that turn letters round', 'ac\u0000me\u202e', 'acme'],
  ['capitals of every alphabet', 'ÉCOLE-தமிழ்', 'école-தமிழ்'],
])('COMPANY-04 T60 a name with %s', async (_, typed, name) => {
  const answer = await provider.call(camps.saveCompany, { name: typed, category: '0-50', days })
  // a control character becomes a space, and a space is refused
  if (typed.includes('\u0000')) return expect(answer.refusal?.code).toBe('name-with-spaces')
  expect(await kept(name)).toHaveLength(1)
})

test('COMPANY-02 AMB-198 a name of 61 characters is refused, not cut', async () => {
  const save = (name: string) => provider.call(camps.saveCompany, { name, category: '0-50', days })
  expect((await save('x'.repeat(61))).status).toBe(422)
  expect((await save('x'.repeat(60))).status).toBe(200)
})

test('COMPANY-06 SHELL-37 whoever has the companies open hears of it', async () => {
  const stream = await provider.live()
  await provider.done(camps.saveCompany, { name: 'heard', category: '0-50', days })
  const heard = await stream.find(({ id }) => id === 'heard', 8_000)
  expect(heard).toMatchObject({ topic: 'companies', kind: 'company-added' })
  stream.close()
})
