/** Bags that left with a slip and do not go to its patient any more (rulings AMB-358, AMB-360, AMB-379). */
import { z } from 'zod'
import type { BagState } from '../bags/bag.ts'

const asideReasons = ['new-bag', 'other-bank', 'recalled', 'misfit', 'incompatible'] as const
export const AsideReason = z.enum(asideReasons)
export type AsideReason = z.infer<typeof AsideReason>

/** As it stands beside the bag. */
export const asideText: Record<AsideReason, string> = {
  'new-bag': 'replaced by a new bag',
  'other-bank': 'another blood bank sends the bags instead',
  recalled: 'called back',
  misfit: 'does not fit any more, the blood group was corrected',
  incompatible: 'incompatible with the patient, as the cross-match showed after it left',
}

/** Found out of bags that may be on the way: whoever brings or takes them has to know. */
export const foundOnTheWay: readonly AsideReason[] = ['recalled', 'misfit', 'incompatible']

/** A driver has it, or is to fetch it. What was set aside before he knows of. */
export const isCarried = ({
  state,
  deliveredAt,
  setAsideAt,
}: {
  readonly state: BagState
  /** Of the delivery that it goes with. */
  readonly deliveredAt: Date | null
  readonly setAsideAt: Date | null
}): boolean => state === 'issued' && deliveredAt === null && setAsideAt === null
