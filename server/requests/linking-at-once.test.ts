import { expect, test } from 'vitest'
import { orders } from '#contract/orders.ts'
import { instantOf } from '#domain/basics/time.ts'
import { type Assignment, reassign } from '#domain/requests/linking.ts'
import type { RequestStatus } from '#domain/requests/request.ts'
import { aService } from '#testing/harness/service.ts'
import { sized } from '#testing/harness/size.ts'
import { arun, john, type LinkWish, linksIn, meena, wishFor } from '#testing/makers/linked-orders.ts'
import { aDriver, anAccount, aRequest } from '#testing/makers/makers.ts'

const now = instantOf('2026-11-16', '10:00')
const service = await aService({ now, settings: { ROLE: 'web' } })
const { db } = service
const support = service.as('bloodsupport')
const { rowOf, historyOf, driversOf, eventsOf, messagesOf } = linksIn(db)

const anOrder = (status: RequestStatus = 'hospital-admin-approved') => aRequest(db, { status }, now)
const link = (wish: LinkWish, by = support) => by.call(orders.link, wishFor(wish))

test('LINK-09 T34 of two provider admins one links, the other is told what changed and nothing is lost', async () => {
  const grant = { product: 'admin', role: 'admin', organisationId: null } as const
  const colleague = service.as((await anAccount(db, { email: 'night.desk', grant })).email)
  for (let round = 0; round < 6; round++) {
    const { id } = await anOrder()
    const wishes = [
      { id, bankId: 'redbank', driverEmail: arun },
      { id, bankId: 'bluebank', driverEmail: meena },
    ]
    const answers = await Promise.all([
      link(wishes[0] as LinkWish, round % 2 === 0 ? support : colleague),
      link(wishes[1] as LinkWish, round % 2 === 0 ? colleague : support),
    ])
    const winner = answers.findIndex(({ status }) => status === 200)
    const loser = answers[1 - winner]
    expect([loser?.status, loser?.refusal?.code]).toEqual([409, 'changed-meanwhile'])
    expect(loser?.refusal?.text).toContain(`${wishes[winner]?.bankId}-approved`)
    expect(await rowOf(id)).toMatchObject({ ...wishes[winner], version: 3 })
    expect(await historyOf(id)).toMatchObject([{ driverEmail: wishes[winner]?.driverEmail, endStatus: null }])
    expect([(await eventsOf(id)).length, (await messagesOf(id)).length]).toEqual([1, 1])
  }
})

test('LINK-09 a link and a move of one order at once: one is done, the other sees it', async () => {
  for (let round = 0; round < 5; round++) {
    const { id } = await anOrder('bloodbank-approved')
    const { version } = await rowOf(id)
    const answers = await Promise.all([
      link({ id, version, driverEmail: meena }),
      support.call(orders.move, { id, version, status: 'issued' }),
    ])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
  }
})

test('LINK-13 LINK-14 LINK-15 T40 many links and moves at once leave the history the events tell of', async () => {
  const drivers = [arun, meena, john, (await aDriver(db)).email]
  const statuses: RequestStatus[] = ['sample-acquired', 'cross-matching', 'issued']
  const made = await Promise.all(Array.from({ length: sized(3, 10) }, () => anOrder()))
  /** Tries with what it sees until it is done, as a person would. */
  async function insist(id: string, n: number): Promise<void> {
    for (;;) {
      const { version } = await rowOf(id)
      const answer =
        n % 5 === 4
          ? await support.call(orders.move, { id, version, status: statuses[n % 3] as RequestStatus })
          : await link({ id, version, driverEmail: drivers[(n * 7 + version) % 4] as string })
      if (answer.status !== 409) return void expect([200, 422]).toContain(answer.status)
    }
  }
  await Promise.all(
    made.map(async ({ id }) => {
      for (let turn = 0; turn < 5; turn++) {
        await Promise.all([0, 1, 2, 3].map((n) => insist(id, turn * 4 + n)))
      }
    }),
  )
  for (const { id } of made) {
    const events = await eventsOf(id)
    const history = await historyOf(id)
    const told = events.reduce<Assignment[]>(
      (before, { driverEmail, toStatus }) => reassign(before, driverEmail ?? '', toStatus as RequestStatus),
      [],
    )
    expect(history).toEqual(told)
    expect(history.filter(({ endStatus }) => endStatus === null)).toEqual(history.slice(-1))
    expect((await rowOf(id)).driverEmail).toBe(history.at(-1)?.driverEmail)
    expect(await driversOf(id)).toEqual([...new Set(events.map((event) => event.driverEmail))].toSorted())
  }
}, 90_000)
