import { setTimeout as sleep } from 'node:timers/promises'
import { openDatabase } from '#server/db/database.ts'
import { closeLater } from '#testing/harness/closing.ts'
import { generous, tellOf, trafficIn } from '#testing/harness/crash-house.ts'
import { cloneDatabase } from '#testing/harness/database.ts'
import { aService } from '#testing/harness/service.ts'
import { thePlaces } from '#testing/harness/traffic.ts'
import { harmIn } from '#testing/harness/whole.ts'
import { breaks, postgresLine } from '#testing/peers/postgres-line.ts'
import { figure } from './figure.ts'

type Size = { breaks: number; walkers: number }

/** A commit whose answer is lost is what this is about, and a statement that is a transaction of its own. */
const oneIn = { commits: 1.5, alone: 6, others: 40 }

figure<Size>({
  id: 'F03',
  promise: 'one effect of each call whose answer was lost',
  target: '10,000 lost answers of the database: one effect each',
  small: { breaks: 20, walkers: 3 },
  full: { parts: 4, size: { breaks: 2_500, walkers: 12 }, minutes: 4 },
  async part(size) {
    const clone = await cloneDatabase('people')
    closeLater(() => clone.drop())
    const line = await postgresLine(clone.url)
    const service = await aService({
      databaseUrl: line.url,
      isSettling: false,
      settings: { ROLE: 'web', TRUST_PROXY: '1', ...generous },
    })
    // past the line: who looks afterwards, and who makes the people
    const straight = openDatabase(clone.url, { connections: 4, onError: () => undefined })
    closeLater(straight.close)
    const as = (email: string | null) => [email === null ? service.anonymous : service.as(email)]
    const places = await thePlaces(straight.db, size.walkers, as)
    const everybody = places.places.flatMap(({ admin, staff, bank, bench, driver }) =>
      [admin, staff, bank, bench, driver].flat(),
    )
    await Promise.all([...everybody, ...places.provider].map((client) => client.cookies()))

    const traffic = trafficIn(places)
    let turn = 0
    line.breakBy(({ isCommit, isAlone }) => {
      const often = isCommit ? oneIn.commits : isAlone ? oneIn.alone : oneIn.others
      if (Math.random() * often > 1) return null
      return breaks[turn++ % breaks.length] ?? null
    })
    // without a commit among them nothing would have been seen
    while (line.broken().lines < size.breaks || line.broken().commits === 0)
      await Promise.race([traffic.failed, sleep(20)])
    const { lines, commits } = line.broken()
    line.breakBy(() => null)
    const witness = await traffic.stop()
    const harm = await harmIn(straight.db, witness)
    tellOf(harm)
    return {
      ...{ lines, commits, acknowledged: witness.acknowledged, repeated: witness.repeated },
      ...{ lost: harm.lost.length, doubled: harm.doubled.length, halfDone: harm.halfDone.length },
      slowestMsMost: Math.round(witness.slowestMs),
    }
  },
  whyMissed(seen, size) {
    const { lost = 0, doubled = 0, halfDone = 0, commits = 0, lines = 0 } = seen
    if (lost + doubled + halfDone > 0) return `${lost} lost, ${doubled} doubled, ${halfDone} half done`
    if (commits === 0) return 'no commit was in doubt, so nothing was seen'
    return size === 'small' || lines >= 10_000 ? null : 'fewer lost answers than promised'
  },
  say: (seen) =>
    `${seen.lines} lost answers, ${seen.commits} of them of a commit that was done; ${seen.acknowledged} acts (${seen.repeated} sent again): ${seen.lost} lost, ${seen.doubled} doubled, ${seen.halfDone} half done; the slowest answer took ${seen.slowestMsMost} ms`,
})
