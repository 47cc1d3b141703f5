/** What a hospital may say beyond the form of the specification. All of it may stay empty (ruling AMB-222). */
import { z } from 'zod'
import { BagAttribute } from '../bags/kinds.ts'
import { line } from '../basics/text.ts'

/** Nothing said is how every request begins. */
export const MoreForBank = z.strictObject({
  needs: z.array(BagAttribute).max(5).default([]),
  needsNote: line(200).default(''),
  ward: line(60).default(''),
  bed: line(20).default(''),
  doctor: line(80).default(''),
  diagnosis: line(200).default(''),
  transfusedBefore: z.enum(['yes', 'no', 'unknown']).default('unknown'),
})
export type MoreForBank = z.infer<typeof MoreForBank>

/** What the patient needs and the bag has not. */
export const missingNeeds = (
  needs: readonly BagAttribute[],
  { attributes }: { readonly attributes: readonly BagAttribute[] },
): BagAttribute[] => needs.filter((need) => !attributes.includes(need))

/** What the bag has and nobody asked for: better left for somebody who does. */
export const unaskedOf = (
  needs: readonly BagAttribute[],
  { attributes }: { readonly attributes: readonly BagAttribute[] },
): BagAttribute[] => attributes.filter((attribute) => !needs.includes(attribute))
