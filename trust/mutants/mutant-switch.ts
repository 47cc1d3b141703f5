import { appendFileSync } from 'node:fs'

/** Which mutant is on, which were asked for, and which a test has seen. One of these for a process. */
export type Switch = {
  turnOn(...ids: number[]): void
  turnOff(): void
  /** Asked for while something was done. */
  askedDuring(act: () => Promise<unknown>): Promise<number[]>
  isDead(id: number): boolean
  bury(id: number, by: string): void
  /** Without a word: somebody else has told it. */
  markDead(id: number): void
}

declare global {
  var __mutant: (id: number) => boolean
}

/** Longer than any test goes on: a loop that a mutant keeps from ending. */
const mostAsked = 1_000_000

/** What is tried and what is dead is written down at once: a mutant may hang the process. */
export function switchFor(told: string): Switch {
  let on: readonly number[] = []
  let times = 0
  let asked: Set<number> | null = null
  const dead = new Set<number>()
  globalThis.__mutant = (id) => {
    asked?.add(id)
    if (!on.includes(id)) return false
    if (++times > mostAsked) throw new Error('it does not end')
    return true
  }
  return {
    turnOn(...ids) {
      for (const id of ids) appendFileSync(told, `try ${id}\n`)
      on = ids
      times = 0
    },
    turnOff() {
      on = []
    },
    async askedDuring(act) {
      asked = new Set()
      try {
        await act()
        return [...asked]
      } finally {
        asked = null
      }
    },
    isDead: (id) => dead.has(id),
    markDead: (id) => void dead.add(id),
    bury(id, by) {
      dead.add(id)
      appendFileSync(told, `dead ${id} ${by}\n`)
    },
  }
}
