import { expect, test } from 'vitest'
import { added, type Counts, forget, isFull, keep, keptOf, minutesSince, tell } from './kept.ts'

export type Figure<Size> = {
  /** As docs/trust.md numbers it. */
  id: `F${number}`
  /** What is counted, in a few words. */
  promise: string
  /** Of the full size, with its numbers. */
  target: string
  small: Size
  /** A full run is so many parts of that size, each whole by itself: what is done is kept when the run is broken off. */
  full: { parts: number; size: Size; minutes: number }
  /** One part on a house of its own. Throws when something cannot be counted at all. */
  part(size: Size, part: number): Promise<Counts>
  /** What was missed, in a sentence, or null. Asked of the sum of all parts, or of the one small part. */
  whyMissed(seen: Counts, size: 'small' | 'full'): string | null
  /** What was seen, for the table. */
  say(seen: Counts): string
}

/** Declares the tests of a figure: one small part in `npm test`, all parts and a row of the table in `npm run trust`. */
export function figure<Size>(it: Figure<Size>): void {
  if (!isFull) {
    // many calls in one test: on a busy machine they take their time
    test(`${it.id} ${it.promise}`, { timeout: 180_000 }, async () => {
      expect(it.whyMissed(await it.part(it.small, 0), 'small')).toBeNull()
    })
    return
  }
  const { parts, size, minutes } = it.full
  for (let part = 1; part <= parts; part++) {
    test(`${it.id} ${it.promise}, part ${part} of ${parts}`, { timeout: minutes * 3 * 60_000 }, async () => {
      if (keptOf(it.id).parts[part]) return
      const began = performance.now()
      keep(it.id, part, { ...(await it.part(size, part)), minutes: minutesSince(began) })
    })
  }
  test(`${it.id} ${it.promise}: ${it.target}`, () => {
    const kept = Object.values(keptOf(it.id).parts)
    expect(kept.length, 'all parts are done').toBe(parts)
    const { minutes: took = 0, ...seen } = added(kept)
    const missed = it.whyMissed(seen, 'full')
    tell({
      ...it,
      seen: missed ? `${missed}; ${it.say(seen)}` : it.say(seen),
      isMet: missed === null,
      minutes: took,
    })
    forget(it.id)
    expect(missed).toBeNull()
  })
}
