import { useLayoutEffect, useRef } from 'react'
import { useHeldRows } from './use-held-rows.ts'
import { useKeptFocus } from './use-kept-focus.ts'

type Size = { width: number; height: number }

/**
 * `useHeldRows` for a short list that is no table: what left keeps its room, and the frame around the list takes the
 * focus of a row that left. Each row says its key in `data-slot`.
 */
export function useHeldList<T>(rows: readonly T[], keyOf: (row: T) => string, viewKey = '') {
  const frame = useRef<HTMLDivElement>(null)
  const sizes = useRef(new Map<string, Size>())
  const { forgetFocus, ...held } = useHeldRows(rows, keyOf, viewKey)
  const focusProps = useKeptFocus(frame, forgetFocus)
  useLayoutEffect(() => {
    for (const row of frame.current?.querySelectorAll<HTMLElement>('[data-slot]') ?? []) {
      const { width, height } = row.getBoundingClientRect()
      sizes.current.set(row.dataset.slot ?? '', { width, height })
    }
  })
  return {
    ...held,
    frameProps: { ref: frame, tabIndex: -1, ...focusProps },
    sizeOf: (key: string): Size | undefined => sizes.current.get(key),
  }
}
