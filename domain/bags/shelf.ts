/** What a shelf adds up to. */
import { type Bag, isExpired } from './bag.ts'
import type { ShelfComponent, ShelfGroup } from './kinds.ts'
import { type ExpiryStep, expiryStep, expirySteps } from './lives.ts'

/** Nobody has it, and it is alive: it may be given. */
export const isFree = (bag: Pick<Bag, 'state' | 'expiresAt'>, now: Date): boolean =>
  bag.state === 'available' && !isExpired(bag, now)

/** One component and group on the shelf. */
export type ShelfCell = {
  readonly component: ShelfComponent
  readonly bloodGroup: ShelfGroup
  readonly free: number
  readonly held: number
  readonly quarantine: number
  /** The free ones, by how soon they end. */
  readonly ending: Readonly<Record<Exclude<ExpiryStep, 'expired'>, number>>
}

type Counted = Pick<Bag, 'component' | 'bloodGroup' | 'state' | 'expiresAt'>

/** Only cells in which something lies. What has expired and was not yet swept off counts nowhere. */
export function shelfCells(bags: readonly Counted[], now: Date): ShelfCell[] {
  const alive = bags.filter((bag) => !isExpired(bag, now))
  const byCell = Map.groupBy(alive, ({ component, bloodGroup }) => `${component} ${bloodGroup}`)
  return [...byCell.values()].flatMap((inCell) => {
    const [first] = inCell
    const count = (state: Bag['state']) => inCell.filter((bag) => bag.state === state).length
    const [free, held, quarantine] = [count('available'), count('held'), count('quarantine')]
    if (!first || free + held + quarantine === 0) return []
    const ending = endingOf(
      inCell.filter(({ state }) => state === 'available'),
      now,
    )
    const { component, bloodGroup } = first
    return [{ component, bloodGroup, free, held, quarantine, ending }]
  })
}

function endingOf(free: readonly Counted[], now: Date): ShelfCell['ending'] {
  const steps = free.map((bag) => expiryStep(bag, now))
  const [, day, threeDays, week, later] = expirySteps.map(
    (step) => steps.filter((one) => one === step).length,
  )
  return { day: day ?? 0, 'three-days': threeDays ?? 0, week: week ?? 0, later: later ?? 0 }
}

const coverWindow = 28
/** Fewer days than this are few. */
const leastCover = 3

/** How many days what is free lasts, if as much is issued as in the last 28; null: nothing was. */
export const coverDays = (free: number, issued: number): number | null =>
  issued === 0 ? null : Math.floor((free * coverWindow) / issued)

export const coverText = (cover: number | null): string => {
  if (cover === null) return '–'
  return cover === 1 ? '1 day' : `${cover} days`
}

/** Below the house's own minimum, or used up in a few days. */
export function isScarce({
  free,
  minimum,
  issued,
}: {
  free: number
  minimum: number | null
  issued: number
}): boolean {
  const cover = coverDays(free, issued)
  return (minimum !== null && free < minimum) || (cover !== null && cover < leastCover)
}

/**
 * Ruling AMB-219: whoever keeps bags is offered for linking with what is free on the shelf, whoever does not with the
 * count, as before (AMB-121).
 */
export const offeredUnits = (bank: {
  readonly keepsBags: boolean
  readonly freeBags: number
  /** What was counted less what was linked since; null: never counted. */
  readonly byCount: number | null
}): number | null => (bank.keepsBags ? bank.freeBags : bank.byCount)

/** Ruling AMB-219: told beside the count, which stays what the bank said. */
export function differenceText(counted: number | null, onShelf: number): string | null {
  if (counted === onShelf) return null
  return counted === null ? `by bags: ${onShelf}, never counted` : `by bags: ${onShelf}, counted: ${counted}`
}
