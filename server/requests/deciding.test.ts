import { expect, test } from 'vitest'
import { OwnRequest, requests } from '#contract/requests.ts'
import { instantOf } from '#domain/basics/time.ts'
import type { RequestStatus } from '#domain/requests/request.ts'
import { type Dice, diceFrom } from '#server/demo/makers/dice.ts'
import { aService } from '#testing/harness/service.ts'
import { anAccount, aRequest } from '#testing/makers/makers.ts'

const now = instantOf('2026-11-16', '10:00')
const service = await aService({ now, settings: { ROLE: 'web' } })
await anAccount(service.db, { email: 'firm_admin' })
const admins = [service.as('firm'), service.as('firm_admin')] as const

const acts = ['approve', 'reject', 'cancel'] as const
type Act = (typeof acts)[number]
const aims = {
  approve: 'hospital-admin-approved',
  reject: 'hospital-admin-rejected',
  cancel: 'cancelled',
} as const satisfies Record<Act, RequestStatus>

/** Rulings AMB-52 and 60: where two admins may take a request. */
const ways: Partial<Record<RequestStatus, RequestStatus[]>> = {
  pending: ['hospital-admin-approved', 'hospital-admin-rejected', 'cancelled'],
  'hospital-admin-approved': ['cancelled'],
}

async function press(who: 0 | 1, act: Act, id: string, version: number) {
  const seen = { id, version }
  const { status, body } =
    act === 'cancel'
      ? await admins[who].call(requests.cancel, { ...seen, reason: `by admin ${who}` })
      : await admins[who].call(requests[act], seen)
  return { act, version, status, body }
}
type Pressed = Awaited<ReturnType<typeof press>>

/** What is stored after all of it: one event for each winner, one after the other, ending where the row stands. */
async function expectOneStory(id: string, answers: Pressed[]) {
  const row = await service.db
    .selectFrom('requests')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const events = await service.db
    .selectFrom('events')
    .selectAll()
    .where('subjectId', '=', id)
    .orderBy('id')
    .execute()
  const winners = answers.filter(({ status }) => status === 200).sort((a, b) => a.version - b.version)
  const losers = answers.filter(({ status }) => status !== 200)
  expect(losers.map(({ status }) => status)).toEqual(losers.map(() => 409))
  expect(winners.map(({ version }) => version)).toEqual(winners.map((_, n) => n + 1))
  expect(row.version).toBe(1 + winners.length)
  expect(events.slice(1).map(({ toStatus }) => toStatus)).toEqual(winners.map(({ act }) => aims[act]))
  for (const [n, event] of events.entries()) {
    const before = events[n - 1]
    expect([event.fromStatus, event.previousHash]).toEqual([before?.toStatus ?? null, before?.hash ?? ''])
    if (before) expect(ways[before.toStatus as RequestStatus]).toContain(event.toStatus)
  }
  expect(events.at(-1)?.toStatus).toBe(row.status)
  expect(winners.at(-1)?.body).toEqual(OwnRequest.parse(row))
}

test('APPROVAL-15 AMB-52 AMB-60 T34 six buttons pressed at once by two admins have one winner, and then there is one more', async () => {
  const dice = diceFrom(52)
  for (let round = 0; round < 12; round++) {
    const { id } = await aRequest(service.db, {}, now)
    const all = shuffled(
      dice,
      acts.flatMap((act) => [[0, act] as const, [1, act] as const]),
    )
    const atOnce = await Promise.all(all.map(([who, act]) => press(who, act, id, 1)))
    expect(atOnce.filter(({ status }) => status === 200)).toHaveLength(1)
    await expectOneStory(id, atOnce)
    const again = await Promise.all(shuffled(dice, all).map(([who, act]) => press(who, act, id, 2)))
    const isApproved = atOnce.some(({ act, status }) => act === 'approve' && status === 200)
    expect(again.filter(({ status }) => status === 200)).toHaveLength(isApproved ? 1 : 0)
    await expectOneStory(id, [...atOnce, ...again])
  }
})

test('APPROVAL-15 AMB-52 AMB-60 T35 two admins who press on, on what they saw last, tell one story', async () => {
  const dice = diceFrom(60)
  for (let round = 0; round < 12; round++) {
    const { id } = await aRequest(service.db, {}, now)
    const order = ([0, 1] as const).map((who) => ({
      who,
      presses: Array.from({ length: 3 }, () => ({ act: dice.pick(acts), looks: dice.chance(0.5) })),
    }))
    const answers = await Promise.all(
      order.map(async ({ who, presses }) => {
        const given: Pressed[] = []
        let version = 1
        for (const { act, looks } of presses) {
          if (looks) version = (await admins[who].done(requests.show, { id })).version
          const answer = await press(who, act, id, version)
          given.push(answer)
          if (answer.status === 200) version = answer.body.version
        }
        return given
      }),
    )
    await expectOneStory(id, answers.flat())
  }
})

function shuffled<Item>(dice: Dice, items: readonly Item[]): Item[] {
  return items
    .map((item) => ({ item, place: dice.between(0, 1_000_000) }))
    .sort((a, b) => a.place - b.place)
    .map(({ item }) => item)
}
