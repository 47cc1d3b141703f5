import { sql } from 'kysely'
import { describe, expect, test, vi } from 'vitest'
import { bags as bagRoutes } from '#contract/bags.ts'
import { fates } from '#contract/fates.ts'
import { matching } from '#contract/matching.ts'
import { instantOf, later } from '#domain/basics/time.ts'
import { aService } from '#testing/harness/service.ts'
import { aMatchedOrder, anIssue, aTube } from '#testing/makers/benches.ts'
import { aShelf } from '#testing/makers/shelves.ts'

const now = instantOf('2026-11-16', '10:00')
const service = await aService({ now, settings: { ROLE: 'web' } })
const { db } = service
const shelf = await aShelf(service)
const hospital = service.as('firm')

const reactive = [{ test: 'HIV', result: 'reactive' } as const]
const waiting = async (count: number) =>
  vi.waitFor(async () => {
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
    expect(rows[0]?.n).toBe(count)
  })

/** Until it is let go, whoever wants that row waits. */
async function holding(table: 'bags' | 'requests', id: string): Promise<() => Promise<void>> {
  const [taken, enough] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const act = db.transaction().execute(async (tx) => {
    await tx.selectFrom(table).select('id').where('id', '=', id).forUpdate().execute()
    taken.resolve()
    await enough.promise
  })
  await taken.promise
  return async () => {
    enough.resolve()
    await act
  }
}
/** One after the other they ask for a row that is held, and get it in that order. */
async function queuedFor(
  table: 'bags' | 'requests',
  id: string,
  calls: readonly (() => Promise<{ status: number }>)[],
): Promise<{ status: number }[]> {
  const letGo = await holding(table, id)
  const answers: Promise<{ status: number }>[] = []
  for (const call of calls) {
    answers.push(call())
    await waiting(answers.length)
  }
  await letGo()
  return Promise.all(answers)
}
/** A call so much younger than the one before; older, where it is below zero. */
const begun =
  <Done>(ms: number, call: () => Done) =>
  () => {
    service.clock.moveTo(later(service.clock.now(), ms))
    return call()
  }

async function packing() {
  const { id, bags } = await aMatchedOrder(service, shelf, { bags: 1, wish: { units: 1 } })
  const [bag] = bags
  if (!bag) throw new Error('no bag')
  const issue = () => shelf.staff.call(matching.issue, anIssue(id, bags))
  const record = () =>
    shelf.bank.call(bagRoutes.recordTests, { donations: [{ number: bag.number, results: reactive }] })
  const said = async () =>
    (await hospital.done(matching.packed, { id })).slips.flatMap((slip) =>
      slip.bags.map(({ setAside }) => setAside),
    )
  return { id, bag, issue, record, said }
}

describe('of an issue and a result that are on their way at once, who holds the bag says which was first', () => {
  test('the result: the bag does not leave, though its issue is the older call', async () => {
    const { bag, issue, record, said } = await packing()
    const [result, issued] = await queuedFor('bags', bag.id, [begun(1000, record), begun(-1000, issue)])
    expect([result?.status, issued?.status]).toEqual([200, 409])
    expect(await said()).toEqual([])
  })

  test('the issue: the result calls the bag back, though it is the older call', async () => {
    const { id, bag, issue, record, said } = await packing()
    const [issued, result] = await queuedFor('bags', bag.id, [begun(1000, issue), begun(-1000, record)])
    expect([issued?.status, result?.status]).toEqual([200, 200])
    expect(await said()).toEqual(['recalled'])
    expect((await shelf.staff.done(matching.open, { id })).left).toBe(1)
  })

  test.each([{ groupFound: 'A+' }, { labelName: 'Karthik S' }] as const)(
    'a tube with %o stops what was cross-matched by the one before, though it was received by the older call',
    async (change) => {
      const { id, issue, said } = await packing()
      const receive = () => shelf.staff.call(matching.receiveSample, aTube(id, now, change))
      const [, issued] = await queuedFor('requests', id, [begun(-1000, receive), begun(1000, issue)])
      expect(issued?.status).toBe(422)
      expect(await said()).toEqual([])
    },
  )
})

test('AMB-378 a slip that was waited for is not passed over by whoever reads on from a younger one', async () => {
  const [first, second] = [await packing(), await packing()]
  const read = async (since: Date) => (await hospital.done(fates.notes, { since })).items
  const began = service.clock.now()
  const letGo = await holding('requests', first.id)
  const older = first.issue()
  await waiting(1)
  await begun(1000, second.issue)()
  const seen = (await read(began)).at(-1)
  expect(seen?.requestId).toBe(second.id)
  await letGo()
  expect((await older).status).toBe(200)
  const more = await read(seen?.knownAt ?? now)
  expect(more.map(({ requestId }) => requestId)).toEqual([second.id, first.id])
})
