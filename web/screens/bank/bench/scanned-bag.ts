import { bags } from '#contract/bags.ts'
import { type Bag, bagName, bagsMeant } from '#domain/bags/bag.ts'
import { type ReadPart, readingWords, readPart } from '#domain/bags/reading.ts'
import { say } from '#domain/basics/refusal.ts'
import { call, wordsFor } from '../../../api/client.ts'

export type Known = Pick<Bag, 'id' | 'number' | 'component' | 'division'>
/** `parts`: one of these, and what was scanned does not say which. */
export type Found =
  | { readonly bagId: string }
  | { readonly text: string }
  | { readonly parts: readonly Known[]; readonly text: string }

type Wanted = {
  readonly component: Bag['component']
  /** Those between which the last scan left the choice. */
  readonly asked?: readonly Known[]
  /** Scanned already. */
  readonly out?: readonly string[]
}

/** Which bag was scanned: one of those in view, or of those; never a guess. */
export function bagIn(
  typed: string,
  known: readonly Known[],
  { component, asked = [], out = [] }: Wanted,
): Found | ReadPart {
  const read = readPart(typed, asked[0]?.number)
  if ('code' in read) return { text: say(readingWords, read).text }
  const meant = bagsMeant(known, read, component)
  const [first, ...others] = meant.filter(({ id }) => !out.includes(id))
  if (!first) return meant.length > 0 ? { text: 'This bag was scanned already.' } : read
  if (others.length === 0) return { bagId: first.id }
  const text = `There are several parts of ${read.number}. Please press the one you mean.`
  return { text, parts: [first, ...others] }
}

/** The same, and where it is not in view it is looked for on the shelf; why it may not be held the server says. */
export async function scannedBag(typed: string, known: readonly Known[], wanted: Wanted): Promise<Found> {
  const seen = bagIn(typed, known, wanted)
  if (!('number' in seen)) return seen
  try {
    const { bags: ours } = await call(bags.find, { number: seen.number })
    const found = bagIn(typed, ours, wanted)
    return 'number' in found ? { text: `No bag ${bagName(found)} is on your shelf.` } : found
  } catch (error) {
    return { text: wordsFor(error).text }
  }
}
