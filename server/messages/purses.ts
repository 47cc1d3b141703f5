import { type TextBudget, waysToPay } from '#domain/messages/budget.ts'
import type { Limits } from '../db/limits.ts'

type Text = Parameters<typeof waysToPay>[0]

export type TextPurses = {
  /** Counts one text. What to say where there is no room for it, else null. */
  pay(text: Text): Promise<string | null>
  /** Whether there would be room, without counting. */
  hasRoom(text: Text): Promise<boolean>
}

/** The day's budget of text messages (domain/messages/budget.ts), counted in the database. */
export function textPurses(limits: Limits, budget: TextBudget): TextPurses {
  const aDay = 86_400
  return {
    async pay(text) {
      let empty: string | null = null
      for (const way of waysToPay(text, budget)) {
        empty = null
        // in turn: what its own purse has no room for takes nothing from the common one
        for (const { key, max, empty: words } of way) {
          if (await limits.allows(key, { max, seconds: aDay })) continue
          empty = words
          break
        }
        if (empty === null) return null
      }
      return empty
    },
    async hasRoom(text) {
      for (const way of waysToPay(text, budget)) {
        const room = await Promise.all(way.map(({ key, max }) => limits.wouldAllow(key, { max })))
        if (room.every(Boolean)) return true
      }
      return false
    },
  }
}
