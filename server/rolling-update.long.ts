import { expect, test } from 'vitest'
import { aCrashHouse, harmOf, processOf, trafficIn, untilSent } from '#testing/harness/crash-house.ts'
import { noHarm } from '#testing/harness/harm.ts'
import { freePort } from '#testing/harness/process.ts'

const rounds = 4

test(`X26 X32 two processes are replaced in turn under traffic, ${rounds} times: each ends with 0, and no call fails that is sent again`, {
  timeout: 10 * 60_000,
}, async () => {
  const house = await aCrashHouse()
  const ports = [await freePort(), await freePort()] as const
  // one address for both, as behind a load balancer
  const settings = { ...house.settings('all'), PUBLIC_URL: `http://127.0.0.1:${ports[0]}` }
  const doors = [processOf(settings, ports[0]), processOf(settings, ports[1])] as const
  await Promise.all(doors.map((door) => door.start()))
  const places = await house.people(
    8,
    doors.map(({ url }) => url),
  )
  const traffic = trafficIn(places)
  for (let round = 0; round < rounds; round++) {
    await traffic.after(40)
    const leaving = doors[round % 2] as (typeof doors)[0]
    const began = performance.now()
    expect(await leaving.end('SIGTERM'), leaving.printed()).toBe(0)
    expect(performance.now() - began).toBeLessThan(15_000)
    // the other one serves alone
    await traffic.after(40)
    await leaving.start()
  }
  const witness = await traffic.stop()
  await Promise.all(doors.map((door) => door.end('SIGTERM')))
  await untilSent(house, processOf(house.settings('worker'), await freePort()))
  const { harm, again } = await harmOf(house, witness)
  expect(harm).toEqual(noHarm())
  // who stops finishes what is in hand
  expect(again).toBe(0)
})
