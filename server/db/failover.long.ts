import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { generous, peopleAt, processOf, trafficIn } from '#testing/harness/crash-house.ts'
import { noHarm } from '#testing/harness/harm.ts'
import { freePort } from '#testing/harness/process.ts'
import { aReplicatedPair } from '#testing/harness/replicated.ts'
import { aFolder } from '#testing/harness/started.ts'
import { harmIn } from '#testing/harness/whole.ts'
import { theSecret } from '#testing/makers/sessions.ts'
import { thePeople } from '../demo/makers/people.ts'
import { prepare } from '../prepare.ts'
import { openDatabase } from './database.ts'

test('X02 X04 the primary is killed under traffic and its standby promoted: the app follows by itself, and nothing acknowledged is lost', {
  timeout: 10 * 60_000,
}, async () => {
  const pair = await aReplicatedPair()
  await prepare({ url: pair.url, ownerUrl: pair.ownerUrl })
  const database = openDatabase(pair.ownerUrl, { connections: 2, onError: () => undefined })
  await thePeople(database.db)
  const settings = {
    ...{ DATABASE_URL: pair.url, DATA_DIR: await aFolder(), DEMO: '0', AUTH_SECRET: theSecret },
    ...{ LOG_LEVEL: 'error', TRUST_PROXY: '1', ...generous },
  }
  const app = processOf(settings, await freePort())
  await app.start()
  const traffic = trafficIn(await peopleAt(database, 8, [app.url]))
  await traffic.after(150)

  await pair.primary.kill()
  const died = performance.now()
  const before = traffic.witness.acknowledged
  await sleep(500)
  expect(traffic.witness.acknowledged - before, 'nothing is acknowledged without a primary').toBeLessThan(9)
  const promoting = performance.now()
  await pair.standby.ask('select pg_promote()')
  await traffic.after(1)
  const away = { sinceDeathMs: performance.now() - died, sincePromotionMs: performance.now() - promoting }
  await traffic.after(150)

  // an operator's mistake: the old one is started again as if nothing had happened, and everybody has to reconnect
  await pair.primary.start()
  await pair.standby.ask(
    "select pg_terminate_backend(pid) from pg_stat_activity where application_name like 'crossmatch%'",
  )
  await traffic.after(150)
  const witness = await traffic.stop()
  expect(await harmIn(database.db, witness)).toEqual(noHarm())
  const [counted] = await pair.standby.ask('select count(*)::int as requests from requests')
  expect(counted?.requests).toBe(witness.orders.length)
  expect(witness.refused).toBeGreaterThan(0)
  expect(away.sincePromotionMs).toBeLessThan(10_000)
  await app.end('SIGTERM')
  await database.close()
})
