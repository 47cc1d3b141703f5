import { expect, test } from 'vitest'
import { aHouseOfItsOwn, expectNothingLost, kills, raiseThrough } from '#testing/harness/killed-database.ts'

test('X02 sixteen clients raise while the database is killed two hundred times: no process ends, nothing is lost', {
  timeout: 20 * 60_000,
}, async () => {
  const house = await aHouseOfItsOwn()
  const done = await raiseThrough(house, {
    clients: 16,
    kills: 200,
    kinds: Object.keys(kills),
    betweenMs: 300,
  })
  await expectNothingLost(house, done.idsByKey)
  expect(house.app.child).toMatchObject({ exitCode: null, signalCode: null })
  const { idsByKey, ...figures } = done
  process.stdout.write(`${JSON.stringify(figures)}\n`)
})
