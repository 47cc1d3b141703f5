import { expect, test } from 'vitest'
import { aHouseOfItsOwn, expectNothingLost, kills, raiseThrough } from '#testing/harness/killed-database.ts'

test('X02 X04 eight clients raise while the database is killed, three times in each way: the app goes on, loses nothing and tells everything', {
  timeout: 240_000,
}, async () => {
  const house = await aHouseOfItsOwn()
  const stream = await house.staff.live()
  const kinds = Object.keys(kills)
  const done = await raiseThrough(house, { clients: 8, kills: 3 * kinds.length, kinds, betweenMs: 100 })
  expect(done.refused).toBeGreaterThan(0)
  await expectNothingLost(house, done.idsByKey)
  // still the process that was started, and still the stream that was opened
  expect(house.app.child).toMatchObject({ exitCode: null, signalCode: null })
  const heard = () => new Set(stream.all.map(({ id }) => id))
  await expect.poll(() => heard(), { timeout: 10_000 }).toEqual(new Set(done.idsByKey.values()))
  stream.close()
})
