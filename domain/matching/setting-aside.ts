/** Bags that left with a slip and do not go to its patient any more (rulings AMB-358, AMB-360). */
import { z } from 'zod'

const asideReasons = ['new-bag', 'other-bank', 'recalled', 'misfit'] as const
export const AsideReason = z.enum(asideReasons)
export type AsideReason = z.infer<typeof AsideReason>

/** As it stands beside the bag. */
export const asideText: Record<AsideReason, string> = {
  'new-bag': 'replaced by a new bag',
  'other-bank': 'another blood bank sends the bags instead',
  recalled: 'called back',
  misfit: 'does not fit any more, the blood group was corrected',
}
