import { expect, test } from 'vitest'
import { isNotSeenHere } from '#testing/harness/not-here.ts'
import { added, type Counts, forget, isFull, keep, keptOf, minutesSince, tell, tellNotSeen } from './kept.ts'

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
  /** What it needs that this machine has not, or null. */
  whyNotHere?(): Promise<string | null>
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
    test(`${it.id} ${it.promise}`, { timeout: 180_000 }, async ({ task }) => {
      if (isNotSeenHere(await whyNotHere(it), task)) return
      expect(it.whyMissed(await it.part(it.small, 0), 'small')).toBeNull()
    })
    return
  }
  const { parts, size, minutes } = it.full
  for (let part = 1; part <= parts; part++) {
    test(`${it.id} ${it.promise}, part ${part} of ${parts}`, { timeout: minutes * 3 * 60_000 }, async () => {
      if (keptOf(it.id).parts[part] || (await whyNotHere(it)) !== null) return
      const began = performance.now()
      keep(it.id, part, { ...(await it.part(size, part)), minutes: minutesSince(began) })
    })
  }
  test(`${it.id} ${it.promise}: ${it.target}`, async ({ task }) => {
    const why = await whyNotHere(it)
    if (why !== null) tellNotSeen(it, why)
    if (isNotSeenHere(why, task)) return
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

const whyNotHere = async <Size>(it: Figure<Size>): Promise<string | null> => (await it.whyNotHere?.()) ?? null
