import { beforeEach, expect, test, vi } from 'vitest'
import { consent } from '#contract/consent.ts'
import { donors } from '#contract/donors.ts'
import { deferralKeys, questionKeys } from '#domain/donors/questions.ts'
import { aDonorDraft } from '#server/demo/makers/donors.ts'
import { aService } from '#testing/harness/service.ts'
import { aBank } from '#testing/makers/makers.ts'

const drawn = vi.hoisted(() => [] as string[])
vi.mock('node:crypto', async (original) => {
  const real = await original<typeof import('node:crypto')>()
  return { ...real, randomUUID: () => drawn.shift() ?? real.randomUUID() }
})

const now = '2026-11-16T10:00:00+05:30'
const service = await aService({ now, settings: { ROLE: 'web', TRUST_PROXY: '1' } })
const donor = service.anonymous

beforeEach(async () => {
  service.clock.moveTo(now)
  await service.db.deleteFrom('rateLimits').execute()
})

const send = (change: object = {}, headers: Record<string, string> = {}) =>
  donor.raw('POST', '/api/donor-forms', { body: { bankId: 'redbank', ...aDonorDraft(), ...change }, headers })

const formOf = (id: string) =>
  service.db.selectFrom('donorForms').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

async function written() {
  const tables = ['donorForms', 'events', 'notifications', 'idempotencyKeys'] as const
  const counts = tables.map(async (table) => {
    const { count } = await service.db
      .selectFrom(table)
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    return [table, count]
  })
  return Object.fromEntries(await Promise.all(counts))
}

test('DONOR-PUBLIC-01 anybody is told the name of the bank of a link, and nothing else of it', async () => {
  const { name } = await service.db
    .selectFrom('organisations')
    .select('name')
    .where('id', '=', 'redbank')
    .executeTakeFirstOrThrow()
  expect(await donor.done(donors.bank, { id: 'redbank' })).toMatchObject({
    name,
    address: expect.stringMatching(/Chennai/),
    challenge: null,
  })
})

test('DONOR-PUBLIC-01 DONOR-PUBLIC-21 DONOR-PUBLIC-23 DATA-10 a form is stored whole, for its bank, incomplete', async () => {
  // 00:30 of the 17th in India: another day than in London, and the donor's birthday
  service.clock.moveTo('2026-11-16T19:00:00Z')
  const typed = {
    language: 'ta' as const,
    name: ' மு. செல்வி\u0007 ',
    email: 'selvi@example.com',
    bornOn: '2008-11-17',
    altAddress: '3 Kamarajar Street',
    donorType: 'voluntary' as const,
    donations: 2,
    lastDonatedOn: '2026-05-02',
    lastMeal: 'இட்லி, காலை 8 மணி',
    weightKg: 51.5,
    screeningDeclared: true,
  }
  const { id } = await donor.done(donors.submit, { bankId: 'redbank', ...aDonorDraft(typed) })
  const stored = await formOf(id)
  expect(stored).toEqual({
    ...aDonorDraft(typed),
    id,
    bankId: 'redbank',
    status: 'incomplete',
    name: 'மு. செல்வி',
    age: 18,
    submittedOn: '2026-11-17',
    submittedAt: expect.any(Date),
    completedAt: null,
    findings: null,
    signatureName: null,
    signaturePath: null,
  })
  expect(Math.abs(stored.submittedAt.getTime() - service.clock.now().getTime())).toBeLessThan(60_000)
  const { items } = await service.as('redbank_bloodbank').done(consent.list, {})
  expect(items[0]).toMatchObject({ id, status: 'incomplete', name: 'மு. செல்வி' })
})

test('DONOR-PUBLIC-23 a first donor has no last donation date', async () => {
  const { id } = await donor.done(donors.submit, { bankId: 'redbank', ...aDonorDraft({ donations: 0 }) })
  expect(await formOf(id)).toMatchObject({ donations: 0, lastDonatedOn: null, language: 'en' })
})

test('DONOR-PUBLIC-24 DONOR-PUBLIC-25 the stored answers are exactly 18 and 23 booleans', async () => {
  const answer = await send({ deferrals: { cancer: true }, answers: { cold: true, female: true } })
  const { deferrals, answers } = await formOf((answer.json() as { id: string }).id)
  expect(Object.keys(deferrals).sort()).toEqual([...deferralKeys].sort())
  expect(Object.keys(answers).sort()).toEqual([...questionKeys].sort())
  const ticks = Object.entries({ ...deferrals, ...answers })
  expect(ticks.filter(([, isTicked]) => isTicked !== false).toSorted()).toEqual([
    ['cancer', true],
    ['cold', true],
    ['female', true],
  ])
})

test('AMB-132 what females alone are asked is not stored as the answer of a man', async () => {
  const answer = await send({ gender: 'Male', answers: { female: true } })
  expect((await formOf((answer.json() as { id: string }).id)).answers.female).toBe(false)
})

test('DONOR-PUBLIC-22 T38 a donation ID that is taken is drawn again', async () => {
  const first = await donor.done(donors.submit, { bankId: 'redbank', ...aDonorDraft() })
  expect(first.id).toMatch(/^[0-9a-f]{8}$/)
  drawn.push(`${first.id}-0000-4000-8000-000000000000`, 'feed0123-0000-4000-8000-000000000000')
  const second = await donor.done(donors.submit, {
    bankId: 'bluebank',
    ...aDonorDraft({ name: 'Another Donor' }),
  })
  expect(second.id).toBe('feed0123')
  expect(await formOf(first.id)).toMatchObject({ bankId: 'redbank', name: 'Selvi Murugan' })
})

test.each([
  ['DONOR-PUBLIC-08 no bank', { bankId: undefined }, 'Invalid URL accessed'],
  ['DONOR-PUBLIC-08 an unknown bank', { bankId: 'nosuch' }, 'Invalid URL accessed'],
  ['DONOR-PUBLIC-08 a hospital for a bank', { bankId: 'firm' }, 'Invalid URL accessed'],
  ['DONOR-PUBLIC-08 a bank of a NUL', { bankId: 'red\u0000bank' }, 'Invalid URL accessed'],
  ['DONOR-PUBLIC-08 a list for a bank', { bankId: ['redbank'] }, 'Invalid URL accessed'],
  ['DONOR-PUBLIC-09 no consent', { consent: false }, 'Donor Consent Error'],
  ['DONOR-PUBLIC-10 a phone of 9', { phone: '984001234' }, 'Invalid Phone Number'],
  ['DONOR-PUBLIC-10 a phone of 11', { phone: '98400123456' }, 'Invalid Phone Number'],
  ['DONOR-PUBLIC-12 no name', { name: ' ' }, 'Form Incomplete'],
  ['DONOR-PUBLIC-12 no phone', { phone: undefined }, 'Invalid Phone Number'],
  ['DONOR-PUBLIC-12 no date of birth', { bornOn: null }, 'Form Incomplete'],
  ['DONOR-PUBLIC-12 no donor type', { donorType: null }, 'Form Incomplete'],
  ['DONOR-PUBLIC-12 a donor type that is none', { donorType: 'paid' }, 'Form Incomplete'],
  ['DONOR-PUBLIC-12 no gender', { gender: undefined }, 'Form Incomplete'],
  ['DONOR-PUBLIC-12 no blood group', { bloodGroup: undefined }, 'Form Incomplete'],
  ['DONOR-PUBLIC-12 a blood group as it is shown', { bloodGroup: 'O POS' }, 'Form Incomplete'],
  ['DONOR-PUBLIC-12 no address', { address: '' }, 'Form Incomplete'],
  ['DONOR-PUBLIC-12 no weight', { weightKg: undefined }, 'Form Incomplete'],
  ['DONOR-PUBLIC-13 2 donations, no date', { donations: 2 }, 'Form Incomplete'],
  ['DONOR-PUBLIC-16 17 years', { bornOn: '2008-11-17' }, 'Form Incomplete'],
  ['DONOR-PUBLIC-17 a last donation tomorrow', { lastDonatedOn: '2026-11-17' }, 'Form Incomplete'],
  ['DONOR-PUBLIC-18 -1 donations', { donations: -1 }, 'Negative number'],
  ['AMB-198 a name of 121', { name: 'x'.repeat(121) }, 'Invalid Input'],
  ['DONOR-PUBLIC-25 a tick that is no yes', { answers: { cold: 'yes' } }, 'Invalid Input'],
  ['DATA-10 a status of their own', { status: 'complete' }, 'Invalid Input'],
  ['DATA-10 an age of their own', { age: 40 }, 'Invalid Input'],
])('%s is refused and leaves nothing', async (_, change, title) => {
  const before = await written()
  const answer = await send(change, { 'idempotency-key': 'refused-form' })
  expect([answer.status, answer.json()]).toEqual([422, expect.objectContaining({ title })])
  expect(await written()).toEqual(before)
})

test.each([
  ['DONOR-PUBLIC-10 the phone of the hint', { phone: '984-00-123' }],
  ['DONOR-PUBLIC-16 18 years today', { bornOn: '2008-11-16' }],
  ['DONOR-PUBLIC-17 a last donation today', { donations: 1, lastDonatedOn: '2026-11-16' }],
  ['DONOR-PUBLIC-13 no donations and no date', { donations: 0, lastDonatedOn: null }],
  ['AMB-198 a name of 120', { name: 'க'.repeat(120) }],
  ['AMB-133 no screening declaration', { screeningDeclared: false }],
  ['DONOR-PUBLIC-03 a language nobody wrote', { language: 'hi' }],
])('%s is accepted', async (_, change) => {
  expect((await send(change)).status).toBe(200)
})

test('DONOR-PUBLIC-08 a suspended bank takes no forms', async () => {
  await aBank(service.db, { id: 'greybank', accountStatus: 'suspended' })
  const answer = await send({ bankId: 'greybank' })
  expect([answer.status, answer.json()]).toEqual([422, expect.objectContaining({ code: 'no-bank' })])
  expect(await donor.done(donors.bank, { id: 'greybank' })).toEqual({
    name: null,
    address: '',
    phone: null,
    challenge: null,
  })
})

test('T45 a form sent five times at once is stored once and answered alike', async () => {
  const before = await written()
  const key = { 'idempotency-key': 'five-times-the-same' }
  const answers = await Promise.all(Array.from({ length: 5 }, () => send({}, key)))
  expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
  const after = await written()
  expect(after.donorForms - before.donorForms).toBe(1)
  expect(after.events - before.events).toBe(1)
  const other = await send({ name: 'Another Donor' }, key)
  expect([other.status, other.json()]).toEqual([422, expect.objectContaining({ code: 'key-reused' })])
})

test('T61 a flood from one address is held up, and others are not', async () => {
  const flood = { 'x-forwarded-for': '203.0.113.7' }
  const { max } = donors.submit.limit ?? { max: 0 }
  await service.db
    .insertInto('rateLimits')
    .values({
      key: 'POST /api/donor-forms 203.0.113.7',
      windowEndsAt: new Date('2026-11-16T11:00:00+05:30'),
      calls: max - 1,
    })
    .execute()
  expect((await send({}, flood)).status).toBe(200)
  const before = await written()
  const refused = await send({}, flood)
  expect([refused.status, refused.json()]).toEqual([429, expect.objectContaining({ code: 'too-often' })])
  expect(await written()).toEqual(before)
  expect((await send({}, { 'x-forwarded-for': '203.0.113.8' })).status).toBe(200)
})

test('T61 what is larger than any form is not read', async () => {
  const before = await written()
  expect((await send({ address: 'x'.repeat(70_000) })).status).toBe(413)
  expect(await written()).toEqual(before)
})

test('T62 whatever is sent is answered, never with a fault of ours, and never echoed', async () => {
  const texts = [
    '\u0000',
    '\ud800',
    "'; drop table donor_forms; --",
    '<img src=x onerror=alert(1)>',
    '\u202e',
    '9'.repeat(400),
  ]
  const shapes: unknown[] = [null, 7, true, [], ['x'], {}, { toString: 1 }, -1e308, '']
  const fields = ['bankId', ...Object.keys(aDonorDraft())]
  for (const field of fields) {
    for (const value of [...texts, ...shapes]) {
      await service.db.deleteFrom('rateLimits').execute()
      const { status, text } = await send({ [field]: value })
      expect([200, 422], `${field}: ${JSON.stringify(value)} ${text}`).toContain(status)
      if (typeof value === 'string' && value.length > 3) expect(text).not.toContain(value)
    }
  }
  const odd = ['%00', '..%2f..', "'%20or%201=1", 'x'.repeat(300)]
  for (const id of odd) {
    const { status, text } = await donor.raw('GET', `/api/donor-banks/${id}`)
    expect([200, 404, 414], `${id} ${text}`).toContain(status)
    if (status === 200) expect(JSON.parse(text)).toMatchObject({ name: null, address: '', phone: null })
  }
})
