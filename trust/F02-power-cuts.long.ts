import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { openDatabase } from '#server/db/database.ts'
import { startEmbeddedPostgres } from '#server/platform/embedded-postgres/embedded-postgres.ts'
import { alone, peopleAt, processOf, tellOf, trafficIn } from '#testing/harness/crash-house.ts'
import { type Harm, noHarm } from '#testing/harness/harm.ts'
import { urlOf } from '#testing/harness/killed-database.ts'
import { aLoopDisk, type LoopDisk, whyNoLoopDisk } from '#testing/harness/loop-disk.ts'
import { freePort } from '#testing/harness/process.ts'
import type { Witness } from '#testing/harness/traffic.ts'
import { filesHarmed, harmIn } from '#testing/harness/whole.ts'
import { thePeople } from '../server/demo/makers/people.ts'
import { figure } from './figure.ts'
import type { Counts } from './kept.ts'

type Size = { cuts: number; acts: number; walkers: number }

figure<Size>({
  id: 'F02',
  promise: 'power cuts survived',
  target: '100 cuts: none lost, none that cannot be opened',
  small: { cuts: 2, acts: 60, walkers: 6 },
  full: { parts: 10, size: { cuts: 10, acts: 150, walkers: 8 }, minutes: 4 },
  whyNotHere: whyNoLoopDisk,
  async part({ cuts, acts, walkers }): Promise<Counts> {
    const disk = await aLoopDisk(700)
    const folder = join(disk.folder, 'data')
    const app = processOf(alone(folder), await freePort())
    await app.start()
    const database = openDatabase(await urlOf(folder), { connections: 2, onError: () => undefined })
    await thePeople(database.db)
    const traffic = trafficIn(await peopleAt(database, walkers, [app.url]), { pictures: true })
    const harm = noHarm()
    const seen = { cuts: 0, unopenable: 0, acknowledged: 0, files: 0 }
    for (let count = 0; count < cuts; count++) {
      await traffic.after(acts)
      await sleep(Math.random() * 400)
      const { witness, copy } = await cutOff(app.pid(), disk, traffic.witness)
      seen.cuts++
      seen.acknowledged = witness.acknowledged
      const found = await lookInto(copy, witness, walkers).catch((error: Error) => error)
      if (found instanceof Error) {
        seen.unopenable++
        process.stderr.write(`${found.stack}\n`)
      } else {
        seen.files += found.files
        for (const kind of ['lost', 'doubled', 'halfDone'] as const) harm[kind].push(...found.harm[kind])
      }
      await copy.remove()
    }
    await traffic.stop()
    await database.close()
    await app.end('SIGTERM')
    tellOf(harm)
    return {
      ...seen,
      ...{ lost: harm.lost.length, doubled: harm.doubled.length, halfDone: harm.halfDone.length },
    }
  },
  whyMissed(seen, size) {
    const { lost = 0, doubled = 0, halfDone = 0, unopenable = 0, files = 0, cuts = 0 } = seen
    if (unopenable > 0) return `${unopenable} could not be opened`
    if (lost + doubled + halfDone > 0) return `${lost} lost, ${doubled} doubled, ${halfDone} half done`
    if (files === 0) return 'no file was looked at'
    return size === 'small' || cuts >= 100 ? null : 'fewer cuts than promised'
  },
  say: (seen) =>
    `${seen.cuts} cuts, ${seen.acknowledged} acknowledged writes: ${seen.unopenable} could not be opened, ${seen.lost} lost, ${seen.doubled} doubled, ${seen.halfDone} half done; ${seen.files} files read back`,
})

/** Everything stands still, what is on the disk is copied, and it goes on. */
async function cutOff(
  app: number,
  disk: LoopDisk,
  witness: Witness,
): Promise<{ witness: Witness; copy: LoopDisk }> {
  const processes = [app, ...(await below(app))]
  for (const pid of processes) signal(pid, 'SIGSTOP')
  try {
    return { witness: structuredClone(witness), copy: await disk.copy() }
  } finally {
    for (const pid of processes.toReversed()) signal(pid, 'SIGCONT')
  }
}

function signal(pid: number, name: 'SIGSTOP' | 'SIGCONT'): void {
  try {
    process.kill(pid, name)
  } catch {
    // a connection of the database may have ended by then
  }
}

/** Its children, and theirs. */
async function below(parent: number): Promise<number[]> {
  const pairs: [number, number][] = []
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name)) continue
    const stat = await readFile(`/proc/${name}/stat`, 'utf8').catch(() => '')
    pairs.push([Number(name), Number(stat.slice(stat.lastIndexOf(')')).split(' ')[2])])
  }
  const found: number[] = []
  for (let level = [parent]; level.length > 0; ) {
    level = pairs.filter(([, of]) => level.includes(of)).map(([pid]) => pid)
    found.push(...level)
  }
  return found
}

/** The database opens, and everything that had been acknowledged is in it. */
async function lookInto(
  copy: LoopDisk,
  witness: Witness,
  underWay: number,
): Promise<{ harm: Harm; files: number }> {
  const folder = join(copy.folder, 'data')
  const postgres = await startEmbeddedPostgres({ folder })
  const { db, close } = openDatabase(postgres.url, { connections: 1, onError: () => undefined })
  try {
    const harm = await harmIn(db, witness, { underWay })
    return { harm, files: await filesHarmed(db, folder, harm) }
  } finally {
    await close()
    await postgres.stop()
  }
}
