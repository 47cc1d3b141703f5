import { expect, test } from 'vitest'
import { aHouseOfItsOwn, expectNothingLost, kills, raiseThrough } from '#testing/harness/killed-database.ts'

const kinds = Object.keys(kills)
const rounds = 50

test(`X02 X04 many clients raise while the database is killed in each way, ${rounds} times: the app goes on, loses nothing and tells everything`, {
  timeout: 20 * 60_000,
}, async () => {
  const house = await aHouseOfItsOwn()
  const stream = await house.staff.live()
  const done = await raiseThrough(house, {
    clients: 16,
    kills: rounds * kinds.length,
    kinds,
    betweenMs: 300,
  })
  expect(done.refused).toBeGreaterThan(0)
  await expectNothingLost(house, done.idsByKey)
  // still the process that was started, and still the stream that was opened
  expect(house.app.child).toMatchObject({ exitCode: null, signalCode: null })
  const heard = () => new Set(stream.all.map(({ id }) => id))
  await expect.poll(() => heard(), { timeout: 30_000 }).toEqual(new Set(done.idsByKey.values()))
  stream.close()
})
