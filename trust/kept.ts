import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { arch, cpus, totalmem } from 'node:os'
import { dirname, join } from 'node:path'
import { root } from '../scripts/children.ts'
import { isMissedIn, otherCommits, type Row, rowOf, withNotSeen, withoutCount, withRow } from './page.ts'

/** `npm run trust` sets it; in the other tiers every figure is seen at its small size. */
export const isFull = process.env.TEST_TIER === 'trust'

/** Adds up over the parts of a run; a name that ends in `Most` keeps the largest, one in `Least` the smallest. */
export type Counts = Record<string, number>

/** What a full run has seen so far, and on which commit: each part by itself, so that a run that was broken off goes on where it was. */
export type Kept = { parts: Record<string, Counts>; commits: Record<string, string> }

const placeOf = (id: string): string => join(root, '.trust', `${id}.json`)
const page = join(root, 'docs/trust.md')

export function keptOf(id: string): Kept {
  try {
    return { commits: {}, ...JSON.parse(readFileSync(placeOf(id), 'utf8')) }
  } catch {
    return { parts: {}, commits: {} }
  }
}

export function keep(id: string, part: number, counts: Counts): void {
  const kept = keptOf(id)
  mkdirSync(dirname(placeOf(id)), { recursive: true })
  const parts = { ...kept.parts, [part]: counts }
  const commits = { ...kept.commits, [part]: presentCommit() }
  writeFileSync(placeOf(id), JSON.stringify({ parts, commits }, null, 2))
}

/** With a word if there is more than it: the page itself is written while a run goes on. */
function presentCommit(): string {
  const git = (...args: string[]) =>
    execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()
  try {
    const isMore = git('status', '--porcelain', '--untracked-files=no', '--', '.', ':!docs/trust.md') !== ''
    return `${git('rev-parse', '--short=8', 'HEAD')}${isMore ? ' with changes' : ''}`
  } catch {
    return 'no commit'
  }
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

export const minutesSince = (began: number): number => (performance.now() - began) / 60_000

const here = (): string =>
  `${new Date().toISOString().slice(0, 10)}, ${cpus().length} × ${arch()}, ${Math.round(totalmem() / 2 ** 30)} GiB`

/** Puts what was seen into the page's table, with the day, the kind of machine and the minutes, all parts together. */
export function tell({ minutes, ...row }: Row & { minutes: number }): void {
  const kept = keptOf(row.id)
  const seenOn = Object.keys(kept.parts).map((part) => kept.commits[part])
  const commits = otherCommits(seenOn, presentCommit())
  const when = `${here()}, ${Math.max(1, Math.round(minutes))} min${commits}`
  change((text) => withRow(text, row.id, rowOf(row, when)))
  writeFileSync(markOf(row.id), '')
}

/** What cannot be counted on this machine is neither met nor missed. */
export function tellNotSeen(row: Pick<Row, 'id' | 'promise' | 'target'>, why: string): void {
  const seen = `**not seen here**, because ${why}`
  change((text) => withRow(text, row.id, rowOf({ ...row, seen, isMet: true }, here())))
  writeFileSync(markOf(row.id), '')
}

/** Of a run that failed: unless its row says itself, since this run began, what was missed. */
export function tellNotCounted(id: string, why: string): void {
  const isSaid = existsSync(markOf(id)) && isMissedIn(readFileSync(page, 'utf8'), id)
  if (!isSaid) change((text) => withoutCount(text, id, why, here()))
}

export function tellWhereFaultsAreNotSeen(faults: readonly { id: string; why: string | null }[]): void {
  change((text) => faults.reduce((all, { id, why }) => withNotSeen(all, id, why), text))
}

/** That the run which goes on wrote a row itself. */
const markOf = (id: string): string => join(root, '.trust', `${id}.told`)
export const beginTelling = (id: string): void => rmSync(markOf(id), { force: true })

/** Two figures may end at the same moment, each in a process of its own. */
function change(how: (text: string) => string): void {
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
    writeFileSync(page, how(readFileSync(page, 'utf8')))
  } finally {
    rmSync(lock, { recursive: true, force: true })
  }
}
