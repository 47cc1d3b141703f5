import { createHash } from 'node:crypto'

/** Dice that fall the same way for the same seed. */
export type Dice = {
  /** A whole number, both ends included. */
  between(from: number, to: number): number
  pick<Item>(items: readonly Item[]): Item
  chance(share: number): boolean
  hex(length: number): string
}

/** mulberry32: small, and good enough to look like life. */
export function diceFrom(seed: number): Dice {
  let state = seed >>> 0
  function roll(): number {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const between = (from: number, to: number) => from + Math.floor(roll() * (to - from + 1))
  return {
    between,
    pick: (items) => items[between(0, items.length - 1)] as (typeof items)[number],
    chance: (share) => roll() < share,
    hex: (length) => Array.from({ length }, () => between(0, 15).toString(16)).join(''),
  }
}

/** The same words, the same hex digits. */
export const hexOf = (words: string, length: number): string =>
  createHash('sha256').update(words).digest('hex').slice(0, length)
