import { expect, test } from 'vitest'
import { bags } from '#contract/bags.ts'
import { matching } from '#contract/matching.ts'
import { instantOf } from '#domain/basics/time.ts'
import { aService } from '#testing/harness/service.ts'
import { statementsOf } from '#testing/harness/statements.ts'
import { anOrderFor, aTube } from '#testing/makers/benches.ts'
import { aBagIn, aShelf, heldFor, takenIn } from '#testing/makers/shelves.ts'

const now = instantOf('2026-11-16', '10:00')
const service = await aService({ now, settings: { ROLE: 'web' } })

test('a page of the bench, and of the shelf, costs as many round trips as one row', async () => {
  const shelf = await aShelf(service)
  const add = async (count: number) => {
    for (let n = 0; n < count; n++) {
      const { id } = await anOrderFor(service, shelf)
      await shelf.staff.done(matching.receiveSample, aTube(id, now))
      const [bag] = await takenIn(shelf.staff, {})
      if (bag) await heldFor(service.db, bag, now)
      await aBagIn(service.db, shelf.id)
    }
  }
  const counted = async () => {
    const bench = await statementsOf(service, () => shelf.staff.done(matching.orders, {}))
    const list = await statementsOf(service, () => shelf.staff.done(bags.list, {}))
    return { bench: bench.length, list: list.length }
  }
  await add(1)
  await counted()
  const one = await counted()
  await add(6)
  expect(await counted()).toEqual(one)
  // who asks, the page, and six looks at what is known of its orders
  expect(one).toEqual({ bench: 8, list: 2 })
  expect((await shelf.staff.done(matching.orders, {})).items).toHaveLength(14)
})
