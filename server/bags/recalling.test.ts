import { expect, test } from 'vitest'
import { bags } from '#contract/bags.ts'
import { matching } from '#contract/matching.ts'
import { instantOf } from '#domain/basics/time.ts'
import { aService } from '#testing/harness/service.ts'
import { aMatchedOrder, anIssue } from '#testing/makers/benches.ts'
import { aShelf, takenIn } from '#testing/makers/shelves.ts'

const now = instantOf('2026-11-16', '10:00')
const service = await aService({ now, settings: { ROLE: 'web' } })
const { db } = service

const eventsOf = (id: string) =>
  db.selectFrom('events').select('kind').where('subjectId', '=', id).orderBy('id').execute()

test('AMB-332 a bag is called back while its order is being changed: nobody waits, nothing is recorded, and once more it is', async () => {
  const shelf = await aShelf(service)
  const { id, bags: held } = await aMatchedOrder(service, shelf, { bags: 1, wish: { units: 1 } })
  const [out] = held
  if (!out) throw new Error('no bag')
  await shelf.staff.done(matching.issue, anIssue(id, held))
  // of the same donation, and still on the shelf
  const [other] = await takenIn(shelf.bank, { number: out.number, component: 'FFP', anticoagulant: null })
  const before = await eventsOf(id)
  const donations = [{ number: out.number, results: [{ test: 'HIV', result: 'reactive' } as const] }]
  const record = () => shelf.bank.call(bags.recordTests, { donations }, { idempotencyKey: `recall-${id}` })

  const [taken, enough] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const act = db.transaction().execute(async (tx) => {
    await tx.selectFrom('requests').select('id').where('id', '=', id).forUpdate().execute()
    taken.resolve()
    await enough.promise
  })
  await taken.promise
  const refused = await record()
  expect([refused.status, refused.refusal?.code]).toEqual([409, 'order-in-use'])
  expect(refused.refusal?.text).toContain(`order ${id}`)
  const left = async () => {
    const { bags: some, results } = await shelf.bank.done(bags.find, { number: out.number })
    return [
      Object.fromEntries(some.map(({ id: one, state }) => [one, state])),
      results.filter(({ result }) => result === 'reactive').length,
    ]
  }
  expect(await left()).toEqual([{ [out.id]: 'issued', [other?.id ?? '']: 'available' }, 0])
  expect(await eventsOf(id)).toEqual(before)

  enough.resolve()
  await act
  // the same call again: what was refused was not kept as an answer
  const done = await record()
  expect(done.body.outcomes).toMatchObject([{ toCallBack: [{ id: out.id }], discarded: [{ id: other?.id }] }])
  expect(await left()).toEqual([{ [out.id]: 'issued', [other?.id ?? '']: 'discarded' }, 1])
  expect((await eventsOf(id)).slice(before.length)).toEqual([{ kind: 'bag-recalled' }])
})
