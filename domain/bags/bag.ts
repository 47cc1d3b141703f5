import { z } from 'zod'
import { Day } from '../basics/day.ts'
import { line } from '../basics/text.ts'
import { BagAttribute, ShelfComponent, ShelfGroup } from './kinds.ts'
import { BagNumber, NumberKind } from './reading.ts'

export const bagStates = [
  'quarantine',
  'available',
  'held',
  'issued',
  'received',
  'transfused',
  'returned',
  'discarded',
  'expired',
  'transferred',
  'missing',
] as const
export const BagState = z.enum(bagStates)
export type BagState = z.infer<typeof BagState>

/** Fridge and shelf, as the house names them. */
export const Place = line(60)

/** One bag of one component. A donation makes several: number, component and division together name it. */
export const Bag = z.object({
  id: z.string(),
  bankId: z.string(),
  number: BagNumber,
  numberKind: NumberKind,
  component: ShelfComponent,
  /** Which part of a divided bag; empty where it is whole. */
  division: z.string().regex(/^[0-9A-Za-z]{0,2}$/),
  bloodGroup: ShelfGroup,
  /** The number on the tube that stays on the bag. */
  segment: z.string().nullable(),
  volumeMl: z.number().int().nullable(),
  anticoagulant: z.string().nullable(),
  attributes: z.array(BagAttribute),
  collectedOn: Day,
  expiresAt: z.coerce.date(),
  donorFormId: z.string().nullable(),
  /** The bank that gave it, where it came by a transfer. */
  fromBankId: z.string().nullable(),
  place: z.string(),
  state: BagState,
  version: z.number().int(),
})
export type Bag = z.infer<typeof Bag>

/** What makes two bags of one bank the same. */
export const bagKey = ({
  number,
  component,
  division,
}: Pick<Bag, 'number' | 'component' | 'division'>): string => `${number} ${component} ${division}`

/** For people, as they type it too but for the word: a part of a divided bag with its letters. */
export const bagName = ({ number, division }: Pick<Bag, 'number' | 'division'>): string =>
  division === '' ? number : `${number} part ${division}`

/**
 * Those of some bags that were meant by a number, and its part where one was told. What came in without its part is meant
 * by each of them; of another component only where there is none of this one.
 */
export function bagsMeant<One extends Pick<Bag, 'number' | 'component' | 'division'>>(
  known: readonly One[],
  { number, division }: Pick<Bag, 'number' | 'division'>,
  component: Bag['component'],
): readonly One[] {
  const numbered = known.filter((one) => one.number === number)
  const wanted = numbered.filter((one) => one.component === component)
  const all = wanted.length > 0 ? wanted : numbered
  if (division === '') return all
  const parts = all.filter((one) => one.division.toUpperCase() === division.toUpperCase())
  return parts.length > 0 ? parts : all.filter((one) => one.division === '')
}

/** Over at its end: a minute before it is alive. */
export const isExpired = ({ expiresAt }: Pick<Bag, 'expiresAt'>, at: Date): boolean => at >= expiresAt
