import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Db } from '#server/db/database.ts'
import { residentMiB } from '#testing/harness/process-state.ts'
import { startServerProcess } from '#testing/harness/server-process.ts'
import { aService } from '#testing/harness/service.ts'
import { anAccount } from '#testing/makers/makers.ts'
import { sessionCookie } from '#testing/makers/sessions.ts'
import { figure } from './figure.ts'
import { openBareStream, percentile } from './load/streams.ts'

type Size = { stalled: number; events: number; isProcess: boolean }

/** So many are written at once, again and again. */
const batch = 100
const readers = 10

figure<Size>({
  id: 'F14',
  promise: 'memory that stalled readers take',
  target: '50 that do not read 20,000 events: at most 60 MiB more, others within 20 % or 20 ms',
  small: { stalled: 3, events: 200, isProcess: false },
  full: { parts: 1, size: { stalled: 50, events: 20_000, isProcess: true }, minutes: 6 },
  async part({ stalled, events, isProcess }) {
    const house = isProcess
      ? await startServerProcess({ program: 'built' })
      : await aService({ settings: { ROLE: 'web' } })
    const grant = { product: 'admin', role: 'admin', organisationId: null } as const
    const { email } = await anAccount(house.db, { email: 'provider.follower', grant })
    const cookie = await sessionCookie(house.db, email)
    const told = new Map<string, number>()
    const delays: number[] = []
    let heard = 0
    const open = await Promise.all(
      Array.from({ length: readers }, () =>
        openBareStream(house.url, cookie, (id, at) => {
          heard++
          delays.push(at - (told.get(id) ?? at))
        }),
      ),
    )
    /** Milliseconds from the writing of a change to nearly every reader. */
    async function tellAll(name: string): Promise<number> {
      delays.length = 0
      heard = 0
      for (let nth = 0; nth < events; nth += batch) {
        await write(house.owner, name, nth, told)
        await sleep(20)
      }
      for (let tries = 0; tries < 200 && heard < events * readers; tries++) await sleep(50)
      return percentile(delays, 0.99)
    }
    const pid = 'pid' in house ? house.pid : null
    const calm = await tellAll('calm')
    const before = pid ? residentMiB(pid) : 0
    const lazy = await Promise.all(
      Array.from({ length: stalled }, () => openBareStream(house.url, cookie, () => undefined)),
    )
    for (const { socket } of lazy) socket.pause()
    const beside = await tellAll('beside')
    const missed = events * readers - heard
    const seen = {
      events: 2 * events,
      missed,
      calmMsMost: calm,
      besideMsMost: beside,
      moreMiBMost: pid ? residentMiB(pid) - before : 0,
    }
    for (const { close } of [...open, ...lazy]) close()
    await house.close()
    return seen
  },
  whyMissed({ missed, calmMsMost: calm = 0, besideMsMost: beside = 0, moreMiBMost: more = 0 }, size) {
    const isSlower = size === 'full' && beside > Math.max(calm * 1.2, calm + 20)
    return !missed && !isSlower && more <= 60
      ? null
      : `${missed} missed, p99 ${calm.toFixed(0)} then ${beside.toFixed(0)} ms, ${more.toFixed(0)} MiB more`
  },
  say: ({ calmMsMost: calm = 0, besideMsMost: beside = 0, moreMiBMost: more = 0 }) =>
    `${more.toFixed(0)} MiB more; p99 of others ${calm.toFixed(0)} ms before, ${beside.toFixed(0)} ms beside them`,
})

/** As the trail has them, though of nothing that is there. */
async function write(db: Db, name: string, from: number, told: Map<string, number>): Promise<void> {
  for (let nth = from; nth < from + batch; nth++) told.set(`${name}-${nth}`, performance.now())
  await sql`insert into events (subject_kind, subject_id, kind, at, actor_name, previous_hash, hash)
    select 'request', ${name}::text || '-' || nth, 'request-raised', now(), 'x', '', 'x'
    from generate_series(${from}::int, ${from + batch - 1}::int) as nth`.execute(db)
  await sql`notify crossmatch_events`.execute(db)
}
