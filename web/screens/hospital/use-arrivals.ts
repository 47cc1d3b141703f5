import { useEffect, useRef } from 'react'
import { useLiveMarks } from '../../ui/use-live-marks.ts'

/** The rows that came to the list a moment ago. Those that were there at first have not come. */
export function useArrivals(rows: readonly { id: string }[] | undefined): ReadonlySet<string> {
  const { changed, mark } = useLiveMarks()
  const known = useRef<Set<string>>(undefined)

  useEffect(() => {
    if (!rows) return
    for (const { id } of rows) {
      if (known.current && !known.current.has(id)) mark(id)
    }
    known.current = new Set([...(known.current ?? []), ...rows.map(({ id }) => id)])
  }, [rows, mark])

  return changed
}
