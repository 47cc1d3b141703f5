/** What a hospital may say beyond the form of the specification. All of it may stay empty (ruling AMB-222). */
import { z } from 'zod'
import { BagAttribute } from '../bags/kinds.ts'
import { attributeNames } from '../bags/showing.ts'
import { line, tidy } from '../basics/text.ts'

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

export const nothingMore: MoreForBank = MoreForBank.parse({})

/** In the order of the form; what was ticked is in the order of the ticks. */
const tidied = (more: MoreForBank): string[] => [
  BagAttribute.options.filter((one) => more.needs.includes(one)).join(),
  ...[more.needsNote, more.ward, more.bed, more.doctor, more.diagnosis].map(tidy),
  more.transfusedBefore,
]

export const isSameMore = (one: MoreForBank, other: MoreForBank): boolean =>
  tidied(one).every((text, at) => text === tidied(other)[at])

/** Such a request has no row for it. */
export const isNothingMore = (more: MoreForBank): boolean => isSameMore(more, nothingMore)

/** What was said of it, for reading; what was not said is not there. */
export function moreLines(more: MoreForBank): { label: string; text: string }[] {
  const needs = [...more.needs.map((need) => attributeNames[need]), more.needsNote]
    .filter((text) => text !== '')
    .join(', ')
  const before = { yes: 'yes', no: 'no', unknown: '' }[more.transfusedBefore]
  const all = [
    { label: 'Needs', text: needs },
    { label: 'Ward', text: more.ward },
    { label: 'Bed', text: more.bed },
    { label: 'Doctor', text: more.doctor },
    { label: 'Diagnosis', text: more.diagnosis },
    { label: 'Transfused before', text: before },
  ]
  return all.filter(({ text }) => text !== '')
}

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
