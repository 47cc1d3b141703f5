import { type BloodGroup, type ComponentCode, componentCodes } from '../basics/blood.ts'
import { unitsPerDelivery } from '../requests/delivering.ts'
import { freeUnits } from './offers.ts'

/** One heat step: from so many units on. */
export const heatSteps = [
  { from: 0, text: '0' },
  { from: 1, text: '1 to 4' },
  { from: 5, text: '5 to 9' },
  { from: 10, text: '10 to 19' },
  { from: 20, text: '20 to 39' },
  { from: 40, text: '40 or more' },
] as const

export const heatStep = (units: number): number => heatSteps.findLastIndex(({ from }) => units >= from)

/** The stock of one blood group: units as counted, and what was linked to orders since. */
export type GroupStock = { readonly units: number; readonly linked: number }

export type Level = 'out' | 'low' | 'enough'

/** Low: what is free would not fill one delivery. */
export function levelOf({ units, linked }: GroupStock): Level {
  const free = freeUnits(units, linked)
  if (free === 0) return 'out'
  return free < unitsPerDelivery ? 'low' : 'enough'
}

export type StockByGroup = Readonly<Record<BloodGroup, GroupStock>>

/** `1 group out, 2 low`, or that there is something of every group. */
export function levelsText(stock: StockByGroup): string {
  const levels = Object.values(stock).map(levelOf)
  const count = (level: Level) => levels.filter((one) => one === level).length
  const [out, low] = [count('out'), count('low')]
  const groups = (n: number) => (n === 1 ? '1 group' : `${n} groups`)
  if (out === 0) return low === 0 ? 'every group in stock' : `${groups(low)} low`
  return low === 0 ? `${groups(out)} out` : `${groups(out)} out, ${low} low`
}

export const unitsIn = (stock: StockByGroup): number =>
  Object.values(stock).reduce((sum, { units }) => sum + units, 0)

export const linkedIn = (stock: StockByGroup): number =>
  Object.values(stock).reduce((sum, { linked }) => sum + linked, 0)

const screenOrder: Record<ComponentCode, number> = { PRBC: 1, SDP: 2, FFP: 3, RDP: 4 }

/** In the order of the bank's screens. */
export const stockComponents = componentCodes.toSorted((a, b) => screenOrder[a] - screenOrder[b])
