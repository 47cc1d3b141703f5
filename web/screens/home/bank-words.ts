import type { Camp } from '#contract/camps.ts'
import type { IssuingSummary } from '#contract/issuing.ts'
import type { ComponentStock } from '#contract/stock.ts'
import { shortText } from '#domain/bags/showing.ts'
import { bloodGroups, groupName } from '#domain/basics/blood.ts'
import { type BenchCounts, benchLine } from '#domain/matching/bench-list.ts'
import { freshnessOf } from '#domain/stock/freshness.ts'
import { type GroupStock, type Level, levelOf } from '#domain/stock/levels.ts'
import { freeUnits } from '#domain/stock/offers.ts'

/** Each part undefined while it is not known. */
export type BankSummary = {
  stock: readonly ComponentStock[] | undefined
  issuing: IssuingSummary | undefined
  camps: readonly Camp[] | undefined
  /** Donor forms of the last 24 hours that nobody decided on. */
  forms: number | undefined
  bench: BenchCounts | undefined
  shelf: Parameters<typeof shortText>[0]
}

/** What waits, in one line: orders first, then the bench, then donors, then what is out or short, then what was not counted for a day. */
export function bankSummingUp({ stock, issuing, forms = 0, bench, shelf }: BankSummary, now: Date): string {
  if (!stock || !issuing) return '\u00a0'
  const sentences: string[] = []
  const { count } = issuing.toIssue
  if (count > 0)
    sentences.push(count === 1 ? '1 order waits to be issued.' : `${count} orders wait to be issued.`)
  const onBench = bench && benchLine(bench)
  if (onBench) sentences.push(onBench)
  if (forms > 0)
    sentences.push(forms === 1 ? '1 donor form to complete.' : `${forms} donor forms to complete.`)
  const out = stock.flatMap(({ component, countedAt, shelves }) =>
    countedAt === null
      ? []
      : bloodGroups
          .filter((group) => levelOf(shelves[group]) === 'out')
          .map((group) => `${groupName(group)} ${component}`),
  )
  const [only, second] = out
  if (only && second) sentences.push(`${out.length} groups are out.`)
  else if (only) sentences.push(`${only} is out.`)
  const short = shortText(shelf)
  if (short) sentences.push(short)
  const old = stock.filter(({ component, countedAt }) => freshnessOf(component, countedAt, now) !== 'fresh')
  if (old.length > 0) sentences.push(`${old.map(({ component }) => component).join(', ')} to be counted.`)
  return sentences.join(' ') || 'Nothing waits for you right now.'
}

/** Around the number of a cell, for those who do not see what it stands beside: `O POS PRBC: 12 units, low`. */
export function shelfWords(shelf: GroupStock): { unit: string; free: string | null; after: string } {
  const { units, linked } = shelf
  const level = units > 0 ? levelWords[levelOf(shelf)] : ''
  const free = linked > 0 ? `${freeUnits(units, linked)} free` : null
  const after = [linked > 0 && `after ${linked} linked since the count`, level].filter(Boolean).join(', ')
  const unit = units === 1 ? 'unit' : 'units'
  return { unit: free || after ? `${unit},` : unit, free, after }
}

const levelWords: Record<Level, string> = { out: 'none free', low: 'low', enough: '' }
