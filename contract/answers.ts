import { z } from 'zod'

/** What a refused call answers: the code for programs, title and text for people, the field it belongs to. */
export const RefusalAnswer = z.object({
  code: z.string(),
  title: z.string(),
  text: z.string(),
  field: z.string().optional(),
  /** What the text was filled with, for whoever says it in another language. */
  values: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
  /** The text once more, by the name that the calls of §7.1 have for it (ruling AMB-164). */
  message: z.string().optional(),
})
export type RefusalAnswer = z.infer<typeof RefusalAnswer>

/** A call that succeeded and has nothing to tell. */
export const Done = z.object({})

export const nothing = z.strictObject({})

/** One page of a list, and the cursor of the next if there may be one. */
export const pageOf = <Item extends z.ZodType>(item: Item) =>
  z.object({ items: z.array(item), next: z.string().nullable() })

/** Where a page begins, and how far it reached when it was read before. */
const cursor = z.string().max(100).optional()
export const page = { after: cursor, through: cursor }

/** In a query one value and several look different. */
export const oneOrMore = <Item extends z.ZodType>(item: Item) =>
  z.union([item, z.array(item).max(100)]).optional()

/** What `oneOrMore` took, each once. */
export const several = <Item>(given: Item | Item[] | undefined): Item[] =>
  given === undefined ? [] : [...new Set([given].flat() as Item[])]
