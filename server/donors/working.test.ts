import { createHash } from 'node:crypto'
import { beforeEach, expect, test, vi } from 'vitest'
import type { RefusalAnswer } from '#contract/answers.ts'
import type { donors } from '#contract/donors.ts'
import type { OutputOf } from '#contract/route.ts'
import { firstWord } from '#domain/donors/first-word.ts'
import { challengeIn, isSolved, solutionText } from '#domain/donors/working.ts'
import { aDonorDraft } from '#server/demo/makers/donors.ts'
import { aService } from '#testing/harness/service.ts'

// a thousandth of the work: whether it is asked for and done is what these tests see
vi.mock('#domain/donors/working.ts', async (original) => {
  const real = await original<typeof import('#domain/donors/working.ts')>()
  const bitsFor: typeof real.bitsFor = (load) => Math.max(0, real.bitsFor(load) - 10)
  return { ...real, bitsFor }
})

const now = '2026-11-16T10:00:00+05:30'
const service = await aService({ now, settings: { ROLE: 'web', TRUST_PROXY: '1' } })
const hall = '203.0.113.50'

beforeEach(async () => {
  service.clock.moveTo(now)
  await service.db.deleteFrom('rateLimits').execute()
})

type Sent = { bankId?: string; from?: string; work?: string; key?: string; name?: string }

const send = ({ bankId = 'redbank', from = hall, work, key, name = 'Selvi' }: Sent = {}) =>
  service.anonymous.raw('POST', '/api/donor-forms', {
    body: { bankId, ...aDonorDraft({ name }) },
    headers: {
      'x-forwarded-for': from,
      ...(work ? { 'donor-work': work } : {}),
      ...(key ? { 'idempotency-key': key } : {}),
    },
  })

/** As the page does it: the work is begun with the first look at the bank, and done anew when more is asked. */
async function sendAsPage(sent: Sent = {}) {
  const challenge = await challengeOf(sent)
  const answer = await send(challenge === null ? sent : { ...sent, work: solved(challenge) })
  return answer.status === 428 ? send({ ...sent, work: solved(asked(answer)) }) : answer
}

async function challengeOf({ bankId = 'redbank', from = hall }: Sent = {}): Promise<string | null> {
  const headers = { 'x-forwarded-for': from }
  const answer = await service.anonymous.raw('GET', `/api/donor-banks/${bankId}`, { headers })
  return (answer.json() as OutputOf<typeof donors.bank>).challenge
}

const asked = (answer: { json(): unknown }): string =>
  String((answer.json() as RefusalAnswer).values?.challenge)

function solved(text: string, isRight = true): string {
  const challenge = challengeIn(text)
  if (!challenge) throw new Error(`no challenge: ${text}`)
  for (let tried = 0; ; tried++)
    if (isSolved(firstWord, challenge, tried) === isRight) return solutionText(challenge, tried)
}

const cameBefore = (key: string, calls: number, minutes: number) =>
  service.db
    .insertInto('rateLimits')
    .values({ key, calls, windowEndsAt: new Date(Date.parse(now) + minutes * 60_000) })
    .execute()
const ofBank = (calls: number) => cameBefore('donor forms of redbank', calls, 600)
const busier = (calls: number) =>
  service.db.updateTable('rateLimits').set({ calls }).where('key', '=', 'donor forms of redbank').execute()

test('AMB-227 the hash of the page is SHA-256', () => {
  const real = (text: string) => createHash('sha256').update(text).digest().readUInt32BE(0)
  const texts = Array.from({ length: 56 }, (_, length) => 'q7.z'.repeat(14).slice(0, length))
  for (const text of [...texts, '~'.repeat(55)]) expect(firstWord(text), text).toBe(real(text))
})

test('AMB-227 while it is calm nobody is asked for anything', async () => {
  await cameBefore(`donor forms from ${hall}`, 19, 10)
  await ofBank(98)
  expect((await send()).status).toBe(200)
  const busy = await send()
  expect([busy.status, busy.json()]).toEqual([428, expect.objectContaining({ code: 'work-first' })])
  // a busy address is no matter of others
  expect((await send({ from: '203.0.113.51' })).status).toBe(200)
})

test('AMB-227 T61 after 600 forms from 5 addresses donor after donor of a hall gets through, and another bank is calm', async () => {
  await ofBank(595)
  for (let n = 0; n < 5; n++) expect((await sendAsPage({ from: `198.51.100.${n}` })).status).toBe(200)
  for (let n = 0; n < 6; n++) expect((await sendAsPage()).status).toBe(200)
  expect(challengeIn(asked(await send()))?.bits).toBe(11)
  expect((await send({ bankId: 'bluebank' })).status).toBe(200)
})

test('AMB-227 T61 300 donors behind one address get through in an hour, ten at a time', async () => {
  // 270 were here before: each asked about the bank, and was asked for work it had not done yet
  const before = 270
  await cameBefore(`GET /api/donor-banks/:id ${hall}`, before, 10)
  await cameBefore(`POST /api/donor-forms ${hall}`, 2 * before, 10)
  await cameBefore(`donor forms from ${hall}`, before, 10)
  await ofBank(before)
  for (let donor = before; donor < 300; donor += 10) {
    const sent = await Promise.all(
      Array.from({ length: 10 }, (_, n) => sendAsPage({ name: `Donor ${donor + n}` })),
    )
    expect(new Set(sent.map(({ status }) => status))).toEqual(new Set([200]))
  }
})

test('AMB-227 T61 from one address 600 forms an hour are taken, whatever was worked', async () => {
  await cameBefore(`donor forms from ${hall}`, 599, 10)
  expect((await sendAsPage({ key: 'number-six-hundred' })).status).toBe(200)
  const next = await sendAsPage()
  expect([next.status, next.json()]).toEqual([429, expect.objectContaining({ code: 'too-often' })])
  expect((await send({ key: 'number-six-hundred' })).status).toBe(200)
  expect((await sendAsPage({ from: '203.0.113.51' })).status).toBe(200)
})

test('AMB-227 the page is told with the name of the bank what will be asked, another for each form', async () => {
  expect(await challengeOf()).toBeNull()
  await ofBank(100)
  const challenges = [await challengeOf(), await challengeOf()].map(String)
  expect(challengeIn(challenges[0] ?? '')?.bits).toBe(8)
  expect(new Set(challenges).size).toBe(2)
  for (const challenge of challenges) expect((await send({ work: solved(challenge) })).status).toBe(200)
  expect(await challengeOf({ bankId: 'nosuch' })).toBeNull()
  // a busy address is asked at every bank
  const from = '203.0.113.51'
  await cameBefore(`donor forms from ${from}`, 20, 10)
  expect([
    await challengeOf({ bankId: 'bluebank' }),
    await challengeOf({ bankId: 'bluebank', from }),
  ]).toEqual([null, expect.any(String)])
})

test('AMB-227 T45 a form that is sent twice with its work is stored once and answered alike', async () => {
  await ofBank(100)
  const key = 'the-same-form-twice'
  const work = solved(asked(await send({ key })))
  const answers = await Promise.all([1, 2, 3].map(() => send({ key, work })))
  expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
  expect(answers[0]?.status).toBe(200)
  // also when more is asked by now, or the work is too old
  await busier(600)
  service.clock.moveTo('2026-11-16T10:31:00+05:30')
  const late = await send({ key, work })
  expect([late.status, late.text]).toEqual([200, answers[0]?.text])
  expect((await send({ key, name: 'Another' })).json()).toMatchObject({ code: 'key-reused' })
})

test('AMB-227 work is done for one form: sent with others at once, it counts for one', async () => {
  await ofBank(100)
  const work = solved(asked(await send()))
  const answers = await Promise.all(
    ['a', 'b', 'c'].map((name) => send({ work, name, key: `form-of-${name}` })),
  )
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 428, 428])
})

test('AMB-227 work that is wrong, made up, for another bank, too old or too little by now is asked for anew', async () => {
  await ofBank(100)
  await cameBefore('donor forms of bluebank', 100, 600)
  const challenge = asked(await send())
  const right = solved(challenge)
  // with bits that we did not ask for, the seal is not ours
  const wrong = [solved(challenge, false), right.replace(/^8/, '9'), 'x 1', '']
  for (const work of wrong) expect((await send({ work })).status, work).toBe(428)
  expect((await send({ work: right, bankId: 'bluebank' })).status).toBe(428)
  service.clock.moveTo('2026-11-16T10:30:01+05:30')
  expect((await send({ work: right })).status).toBe(428)
  service.clock.moveTo('2026-11-16T10:29:00+05:30')
  expect((await send({ work: right })).status).toBe(200)
  const early = solved(asked(await send()))
  await busier(600)
  expect((await send({ work: early })).status).toBe(428)
})

test('AMB-227 a form that is refused makes nobody work', async () => {
  await ofBank(99)
  for (let n = 0; n < 3; n++) expect((await send({ name: ' ' })).status).toBe(422)
  expect((await send()).status).toBe(200)
})
