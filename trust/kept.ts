import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { arch, cpus, totalmem } from 'node:os'
import { dirname, join } from 'node:path'
import { root } from '../scripts/children.ts'

/** `npm run trust` sets it; in the other tiers every figure is seen at its small size. */
export const isFull = process.env.TEST_TIER === 'trust'

/** Adds up over the parts of a run; a name that ends in `Most` keeps the largest, one in `Least` the smallest. */
export type Counts = Record<string, number>

/** What a full run has seen so far: each part by itself, so that a run that was broken off goes on where it was. */
export type Kept = { parts: Record<string, Counts> }

const placeOf = (id: string): string => join(root, '.trust', `${id}.json`)
const page = join(root, 'docs/trust.md')

export function keptOf(id: string): Kept {
  try {
    return JSON.parse(readFileSync(placeOf(id), 'utf8'))
  } catch {
    return { parts: {} }
  }
}

export function keep(id: string, part: number, counts: Counts): void {
  const kept = keptOf(id)
  mkdirSync(dirname(placeOf(id)), { recursive: true })
  writeFileSync(placeOf(id), JSON.stringify({ parts: { ...kept.parts, [part]: counts } }, null, 2))
}

export const forget = (id: string): void => rmSync(placeOf(id), { force: true })

export function added(all: readonly Counts[]): Counts {
  const sum: Counts = {}
  for (const counts of all) {
    for (const [name, value] of Object.entries(counts)) {
      const before = sum[name]
      if (before === undefined) sum[name] = value
      else if (name.endsWith('Most')) sum[name] = Math.max(before, value)
      else if (name.endsWith('Least')) sum[name] = Math.min(before, value)
      else sum[name] = before + value
    }
  }
  return sum
}

export type Row = {
  id: string
  promise: string
  target: string
  seen: string
  isMet: boolean
  /** That it took, all parts together. */
  minutes: number
}

export const minutesSince = (began: number): number => (performance.now() - began) / 60_000

/** Puts what was seen into the page's table, with the day, the kind of machine and the minutes. */
export function tell({ id, promise, target, seen, isMet, minutes }: Row): void {
  const when = new Date().toISOString().slice(0, 10)
  const machine = `${cpus().length} × ${arch()}, ${Math.round(totalmem() / 2 ** 30)} GiB`
  const row = `| ${id} | ${promise} | ${target} | ${isMet ? '' : '**missed**: '}${seen} | ${when}, ${machine}, ${Math.max(1, Math.round(minutes))} min |`
  alone(() => writeFileSync(page, withRow(readFileSync(page, 'utf8'), id, row)))
}

/** Two figures may end at the same moment, each in a process of its own. */
function alone(write: () => void): void {
  const lock = join(root, '.trust', 'page.lock')
  mkdirSync(dirname(lock), { recursive: true })
  for (;;) {
    try {
      mkdirSync(lock)
      break
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
      const age = Date.now() - (statSync(lock, { throwIfNoEntry: false })?.mtimeMs ?? 0)
      // left by one that was killed over it
      if (age > 10_000) rmSync(lock, { recursive: true, force: true })
    }
  }
  try {
    write()
  } finally {
    rmSync(lock, { recursive: true, force: true })
  }
}

export function withRow(text: string, id: string, row: string): string {
  const old = new RegExp(`^\\| ${id} \\|.*$`, 'm')
  if (!old.test(text)) throw new Error(`docs/trust.md has no row ${id}`)
  return text.replace(old, () => row)
}
