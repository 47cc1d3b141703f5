export type Draw = (below: number) => number

/** Draws one number after the other from a first one (mulberry32): the same first, the same numbers. */
export function dicer(first: number): Draw {
  let state = first
  return (below) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below
  }
}

export const pick = <One>(among: readonly One[], draw: Draw): One => among[draw(among.length)] as One
