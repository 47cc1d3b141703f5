/** What our own labels say to a scanner: ISBT 128 as `isbt.ts` reads it, or a bank's own number as it is. */
import { dayOf, instantOf, timeOf } from '../basics/time.ts'
import type { Bag } from './bag.ts'
import { plainCodes } from './isbt.ts'
import type { ShelfGroup } from './kinds.ts'

type Labelled = Pick<Bag, 'number' | 'numberKind' | 'bloodGroup' | 'collectedOn' | 'expiresAt'>

/** For one line of bars: the number alone. */
export const numberCode = ({ number, numberKind }: Pick<Bag, 'number' | 'numberKind'>): string =>
  numberKind === 'isbt' ? `=${number}00` : number

/** For a square: number, group, end and day of collection, counted. */
export function labelCode(bag: Labelled): string {
  if (bag.numberKind === 'own') return bag.number
  const parts = [
    numberCode(bag),
    groupCode(bag.bloodGroup),
    expiryCode(bag.expiresAt),
    `=*${dayCode(bag.collectedOn)}`,
  ]
  return `=+${String(parts.length).padStart(2, '0')}000${parts.join('')}`
}

function groupCode(group: ShelfGroup): string {
  const plain = plainCodes.find(([, one]) => one === group)?.[0]
  const code = plain === undefined ? (group === 'Oh-' ? 'G6' : 'H6') : String(plain).padStart(2, '0')
  return `=%${code}00`
}

const expiryCode = (at: Date): string => `&>${dayCode(dayOf(at))}${timeOf(at).replace(':', '')}`

/** `cyyjjj`: the last digit of the hundreds, the year, the day of the year. */
function dayCode(day: string): string {
  const year = day.slice(0, 4)
  const first = instantOf(`${year}-01-01`, '12:00').getTime()
  const ordinal = Math.round((instantOf(day, '12:00').getTime() - first) / 86_400_000) + 1
  return `${year.slice(1)}${String(ordinal).padStart(3, '0')}`
}
