import { useEffect, useRef } from 'react'
import { useLiveMarks } from '../ui/table/use-live-marks.ts'

/**
 * The rows that came or changed a moment ago. What another view or a further page brings has not changed: only a row
 * on top of what was there has come.
 */
export function useChangedRows(
  rows: readonly { id: string; version: number }[] | undefined,
  viewKey: string,
): ReadonlySet<string> {
  const { changed, mark } = useLiveMarks()
  const known = useRef(new Map<string, number>())
  const view = useRef<string>(undefined)

  useEffect(() => {
    if (!rows) return
    const isSameView = view.current === viewKey
    const lastKnown = rows.findLastIndex(({ id }) => known.current.has(id))
    for (const [at, { id, version }] of rows.entries()) {
      const seen = known.current.get(id)
      const hasCome = seen === undefined && isSameView && (at < lastKnown || lastKnown === -1)
      if (hasCome || (seen !== undefined && seen !== version)) mark(id)
      known.current.set(id, version)
    }
    view.current = viewKey
  }, [rows, viewKey, mark])

  return changed
}
