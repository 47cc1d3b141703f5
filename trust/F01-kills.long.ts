import { setTimeout as sleep } from 'node:timers/promises'
import { aCrashHouse, harmOf, processOf, trafficIn, untilSent } from '#testing/harness/crash-house.ts'
import { kills } from '#testing/harness/killed-database.ts'
import { freePort } from '#testing/harness/process.ts'
import { figure } from './figure.ts'

type Size = {
  acts: number
  app: number
  worker: number
  database: number
  /** Told to stop, not killed (X32). */
  stops: number
  alone: number
  walkers: number
}

/** A message may come again for each that was in hand when somebody died (decision 15). */
const inHand = 64
const ways = Object.values(kills)
let turn = 0

figure<Size>({
  id: 'F01',
  promise: 'acknowledged writes that survive a kill',
  target:
    '100,000 acknowledged writes, 500 kills of the server, 100 of the worker, 100 of the database, 200 stops: none lost, doubled or half done',
  small: { acts: 400, app: 2, worker: 1, database: 4, stops: 1, alone: 1, walkers: 8 },
  full: {
    parts: 10,
    size: { acts: 10_000, app: 45, worker: 10, database: 10, stops: 20, alone: 5, walkers: 16 },
    minutes: 6,
  },
  async part({ acts, app, worker, database, stops, alone, walkers }) {
    const house = await aCrashHouse()
    const ports = [await freePort(), await freePort()] as const
    const web = processOf(house.settings('web'), ports[0])
    const other = processOf(house.settings('worker'), ports[1])
    await Promise.all([web.start(), other.start()])
    const places = await house.people(walkers, [web.url])
    const traffic = trafficIn(places, { invoices: true })
    const seen = { readyMsMost: 0, stopMsMost: 0, badStops: 0 }
    const each = Math.ceil(acts / (app + worker + database + stops + alone + 1))
    const moment = async () => {
      await traffic.after(each)
      await sleep(Math.random() * 400)
    }

    for (const kind of shuffled({ app, worker, database, stops })) {
      await moment()
      if (kind === 'database') await ways[turn++ % ways.length]?.(house)
      else {
        const one = kind === 'worker' ? other : web
        const began = performance.now()
        const code = await one.end(kind === 'stops' ? 'SIGTERM' : 'SIGKILL')
        if (kind === 'stops') seen.stopMsMost = Math.max(seen.stopMsMost, performance.now() - began)
        if (kind === 'stops' && code !== 0) seen.badStops++
        seen.readyMsMost = Math.max(seen.readyMsMost, await one.start())
      }
    }
    await moment()

    // the same folder in one process, as on a laptop: its database outlives it, and is found again
    await Promise.all([web.end('SIGKILL'), other.end('SIGKILL')])
    await house.close()
    const whole = processOf(house.settings('all'), ports[0])
    await whole.start()
    for (let count = 0; count < alone; count++) {
      await moment()
      await whole.end('SIGKILL')
      seen.readyMsMost = Math.max(seen.readyMsMost, await whole.start())
    }
    await traffic.after(acts - traffic.witness.acknowledged)
    const witness = await traffic.stop()
    await whole.end('SIGTERM')
    await house.reopen()
    await untilSent(house, processOf(house.settings('worker'), ports[1]))
    const { harm, messages, again } = await harmOf(house, witness)
    return {
      ...{ acknowledged: witness.acknowledged, repeated: witness.repeated, refused: witness.refused },
      ...{ app: app + alone, worker, database, stops, messages, again },
      ...{ lost: harm.lost.length, doubled: harm.doubled.length, halfDone: harm.halfDone.length },
      ...{ slowestMsMost: Math.round(witness.slowestMs), readyMsMost: Math.round(seen.readyMsMost) },
      ...{ stopMsMost: Math.round(seen.stopMsMost), badStops: seen.badStops },
    }
  },
  whyMissed(seen, size) {
    const { lost = 0, doubled = 0, halfDone = 0, again = 0, repeated = 0 } = seen
    if (lost + doubled + halfDone > 0) return `${lost} lost, ${doubled} doubled, ${halfDone} half done`
    const dead = (seen.app ?? 0) + (seen.worker ?? 0) + (seen.database ?? 0)
    if (again > dead * inHand) return `${again} messages came again`
    if (seen.badStops) return `${seen.badStops} stops did not end with 0`
    if (repeated === 0) return 'nobody had to ask twice, so nothing was seen'
    const isWhole = (seen.acknowledged ?? 0) >= 100_000 && (seen.app ?? 0) >= 500
    return size === 'small' || isWhole ? null : 'fewer writes or kills than promised'
  },
  say: (seen) =>
    `${seen.acknowledged} acknowledged (${seen.repeated} after a repeat), ${seen.app} kills of the server, ${seen.worker} of the worker, ${seen.database} of the database, ${seen.stops} stops (${seen.stopMsMost} ms at most): ${seen.lost} lost, ${seen.doubled} doubled, ${seen.halfDone} half done; of ${seen.messages} messages ${seen.again} came again; ready again in ${seen.readyMsMost} ms at most`,
})

function shuffled<Kind extends string>(amounts: Record<Kind, number>): Kind[] {
  const all = (Object.entries(amounts) as [Kind, number][]).flatMap(([kind, count]) =>
    Array<Kind>(count).fill(kind),
  )
  return all
    .map((kind) => [Math.random(), kind] as const)
    .sort(([a], [b]) => a - b)
    .map(([, kind]) => kind)
}
