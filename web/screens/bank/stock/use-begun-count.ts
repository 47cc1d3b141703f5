import { useState } from 'react'
import type { ComponentStock } from '#contract/stock.ts'
import type { BloodGroup } from '#domain/basics/blood.ts'
import type { Typed } from './stock-draft.ts'

/** The count when the typing began, and the latest one that the person was told of. */
type Begun = { from: ComponentStock; toldAt: Date | null }

/** What somebody else counted while a person was typing. */
export function useBegunCount(now: ComponentStock | undefined, typed: Typed) {
  const [last, setBegun] = useState<Begun | null>(null)
  const begun = Object.keys(typed).length > 0 ? last : null
  const isNews = Boolean(now && begun && begun.from.countedAt?.getTime() !== now.countedAt?.getTime())

  return {
    isNews,
    /** The count that is written over. */
    seenAt: begun ? begun.toldAt : (now?.countedAt ?? null),
    /** Where it is another number than when the typing began. */
    newsOf(group: BloodGroup): { units: number; isTyped: boolean } | null {
      if (!isNews || !now || !begun) return null
      const { units } = now.shelves[group]
      return units === begun.from.shelves[group].units ? null : { units, isTyped: group in typed }
    },
    begin: () => now && !begun && setBegun({ from: now, toldAt: now.countedAt }),
    beginAnew: (from: ComponentStock) => setBegun({ from, toldAt: from.countedAt }),
    /** Told once, the next press is meant. */
    tell: (latest: ComponentStock) => setBegun((before) => before && { ...before, toldAt: latest.countedAt }),
    forget: () => setBegun(null),
  }
}
