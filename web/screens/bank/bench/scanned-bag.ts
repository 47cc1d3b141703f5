import { bags } from '#contract/bags.ts'
import type { Bag } from '#domain/bags/bag.ts'
import { isRefused, readBag, readingWords } from '#domain/bags/reading.ts'
import { say } from '#domain/basics/refusal.ts'
import { call, wordsFor } from '../../../api/client.ts'

type Known = Pick<Bag, 'id' | 'number' | 'component'>
type Found = { readonly bagId: string } | { readonly text: string }

/** Which bag was scanned: one of those in view, or of those; never a guess. */
export function bagIn(typed: string, known: readonly Known[]): Found | { readonly number: string } {
  const read = readBag(typed)
  if (isRefused(read)) return { text: say(readingWords, read).text }
  const [first, second] = known.filter(({ number }) => number === read.number)
  if (second) return { text: `There are several parts of ${read.number}. Please press the one you mean.` }
  return first ? { bagId: first.id } : { number: read.number }
}

/** The same, and where it is not in view it is looked for on the shelf; why it may not be held the server says. */
export async function scannedBag(
  typed: string,
  known: readonly Known[],
  component: Bag['component'],
): Promise<Found> {
  const seen = bagIn(typed, known)
  if (!('number' in seen)) return seen
  try {
    const { bags: ours } = await call(bags.find, { number: seen.number })
    const wanted = ours.filter((bag) => bag.component === component)
    const found = bagIn(typed, wanted.length > 0 ? wanted : ours)
    return 'number' in found ? { text: `No bag ${found.number} is on your shelf.` } : found
  } catch (error) {
    return { text: wordsFor(error).text }
  }
}
