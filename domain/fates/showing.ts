/** What a hospital reads of its bags. */
import type { BagState } from '../bags/bag.ts'
import { showDateTime } from '../basics/time.ts'
import { type AsideReason, foundOnTheWay } from '../matching/setting-aside.ts'
import { type Fate, type Found, foundText } from './fate.ts'

export const foundNames: Record<Found, string> = {
  'as-issued': 'As issued',
  warm: 'Warm',
  damaged: 'Damaged',
  missing: 'Missing',
}

export const fateNames: Record<Fate, string> = {
  transfused: 'Transfused',
  returned: 'Sent back',
  discarded: 'Discarded',
  missing: 'Missing',
}

type ToldBag = {
  readonly state: BagState
  readonly found: Found | null
  readonly receivedAt: Date | null
  readonly receivedBy: string | null
  readonly fate: Fate | null
  readonly fateAt: Date | null
  readonly toldBy: string | null
  readonly setAside: AsideReason | null
}

/** Nobody has said yet how it came. What other bags came for is not waited for; what is called back or does not fit may be on the way. */
export const isToReceive = ({
  state,
  found,
  setAside,
}: Pick<ToldBag, 'state' | 'found' | 'setAside'>): boolean =>
  found === null && state === 'issued' && (setAside === null || foundOnTheWay.includes(setAside))

/** It is here, and nobody has said what became of it. */
export const isInHouse = ({ state, fate }: Pick<ToldBag, 'state' | 'fate'>): boolean =>
  fate === null && state === 'received'

/** What was said so far, one line each. Whatever did not come was not received. */
export function toldOfBag({ found, receivedAt, receivedBy, fate, fateAt, toldBy }: ToldBag): string[] {
  return [
    ...(found && found !== 'missing' ? [lineOf(`Received ${foundText[found]}`, receivedAt, receivedBy)] : []),
    ...(fate ? [lineOf(fateNames[fate], fateAt, toldBy)] : []),
  ]
}

const lineOf = (what: string, at: Date | null, by: string | null): string =>
  [what, at && showDateTime(at), by].filter(Boolean).join(', ')
