import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { requests } from '#contract/requests.ts'
import { aCrashHouse, harmOf, processOf, trafficIn, untilSent } from '#testing/harness/crash-house.ts'
import { noHarm } from '#testing/harness/harm.ts'
import { freePort, spawnApp } from '#testing/harness/process.ts'
import { tomorrows, tomorrowsVersion } from '#testing/harness/tomorrow.ts'
import { aDraft } from '#testing/makers/makers.ts'

test('X26 X29 the next version comes while this one serves: both go on, what only the next one knows is left to it, and nothing is lost or doubled', {
  timeout: 10 * 60_000,
}, async () => {
  const house = await aCrashHouse()
  const next = await tomorrowsVersion()
  const ports = [await freePort(), await freePort()] as const
  // one address for both, as behind a load balancer that sends each call wherever it likes
  const settings = { ...house.settings('all'), PUBLIC_URL: `http://127.0.0.1:${ports[0]}` }
  const old = [processOf(settings, ports[0]), processOf(settings, ports[1])] as const
  const young = [
    processOf(settings, ports[0], next.program),
    processOf(settings, ports[1], next.program),
  ] as const
  await Promise.all(old.map((process) => process.start()))
  const world = await house.people(
    8,
    old.map(({ url }) => url),
  )
  const [atFirst, atSecond] = world.provider
  const stream = await atSecond?.live()
  const traffic = trafficIn(world)
  await traffic.after(80)

  // the first is replaced: its steps are taken under the second, whose workers go on too
  expect(await old[0].end('SIGTERM'), old[0].printed()).toBe(0)
  await young[0].start()
  await traffic.after(250)

  // a page that is open at the old one hears of what it does not know itself
  expect(
    await stream?.find(({ topic, kind }) => topic === 'organisations' && kind === 'changed'),
  ).toBeTruthy()
  const knownToAll = await atFirst?.live()
  await traffic.after(20)
  expect(await knownToAll?.find(({ kind }) => kind === tomorrows.kind)).toBeTruthy()

  // a call that was sent to one and is repeated at the other is the same call
  const staff = world.places[0]?.staff ?? []
  for (const [one, other] of [staff, staff.toReversed()]) {
    const draft = aDraft(new Date())
    const key = { idempotencyKey: crypto.randomUUID() }
    const raised = await one?.done(requests.raise, draft, key)
    const again = await other?.done(requests.raise, draft, key)
    expect(again).toEqual(raised)
    traffic.witness.orders.push({
      ...{ id: raised?.id ?? '', units: draft.units ?? 0, status: 'pending', delivered: 0 },
      events: ['request-raised'],
    })
  }

  // one of the old version that died now would not come back
  const late = await spawnApp(settings)
  expect(await late.exited).toBe(1)
  expect(late.printed()).toContain(`made by a newer version of Crossmatch (it has ${next.step})`)

  stream?.close()
  expect(await old[1].end('SIGTERM'), old[1].printed()).toBe(0)
  await young[1].start()
  await traffic.after(50)
  knownToAll?.close()
  const witness = await traffic.stop()
  for (const process of young) expect(await process.end('SIGTERM'), process.printed()).toBe(0)
  await untilSent(house, processOf(house.settings('worker'), await freePort(), next.program))
  const { harm, again } = await harmOf(house, witness)
  expect(harm).toEqual(noHarm())
  expect(again).toBe(0)
  const { rows } = await sql<{ greeted: number }>`
    select count(*)::int as greeted from events where kind = ${tomorrows.kind}`.execute(house.db())
  const mails = house.peers.mails.all.filter(({ to }) => to.includes(tomorrows.recipient))
  expect(rows[0]?.greeted).toBeGreaterThan(2)
  expect(mails).toHaveLength(rows[0]?.greeted ?? 0)
  // none of them met anything that it could not deal with
  expect(
    [...old, ...young].flatMap((process) => process.printed().match(/.*"level":[56]0.*/g) ?? []),
  ).toEqual([])
})
