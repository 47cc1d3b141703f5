import type { ComponentCode } from '../basics/blood.ts'
import { ago, days, hours } from '../basics/time.ts'

/** How long a unit can be used at the most; what a bank's bags and licence allow may be less. */
export const shelfLives: Readonly<Record<ComponentCode, number>> = {
  PRBC: days(42),
  SDP: days(5),
  RDP: days(5),
  FFP: days(365),
}

export type Freshness = 'fresh' | 'stale' | 'outlived' | 'never'

/**
 * How far a count can be trusted. A day is what the national stock list asks of every bank. After the shelf life not
 * one unit of those that were counted can still be given.
 */
export function freshnessOf(component: ComponentCode, countedAt: Date | null, now: Date): Freshness {
  if (countedAt === null) return 'never'
  if (now.getTime() - countedAt.getTime() > shelfLives[component]) return 'outlived'
  return isStale(countedAt, now) ? 'stale' : 'fresh'
}

/** A count older than this is told in amber: much may have left the shelf since. */
export const isStale = (countedAt: Date, now: Date): boolean =>
  now.getTime() - countedAt.getTime() > staleAfter

const staleAfter = hours(24)

/** The same in words: a colour alone says nothing to many. */
export function freshnessText(component: ComponentCode, countedAt: Date | null, now: Date): string {
  if (countedAt === null) return 'never counted'
  const counted = `counted ${ago(countedAt, now)}`
  const added: Record<Freshness, string> = {
    fresh: '',
    stale: ', count again',
    outlived: ', past its shelf life, count again',
    never: '',
  }
  return counted + added[freshnessOf(component, countedAt, now)]
}
