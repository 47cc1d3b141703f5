import { type FocusEvent, type RefObject, useLayoutEffect, useRef } from 'react'
import { focusRow } from './focus-row.ts'

/**
 * When the focused element is removed, the frame around it gets the focus; otherwise it would go to the body. Whoever
 * works by keyboard goes on from the row it was in, if that is still there.
 */
export function useKeptFocus(frame: RefObject<HTMLElement | null>, onLost?: () => void) {
  const inside = useRef<{ row: HTMLElement | null } | null>(null)
  useLayoutEffect(() => {
    if (!inside.current || document.activeElement !== document.body) return
    const { row } = inside.current
    if (row?.isConnected) return focusRow(row)
    frame.current?.focus({ preventScroll: true })
    onLost?.()
  })
  return {
    onFocus: ({ target }: FocusEvent<HTMLElement>) => {
      const isByKeyboard = target.matches(':focus-visible')
      inside.current = { row: isByKeyboard ? target.closest<HTMLElement>('[data-row]') : null }
    },
    onBlur: () => {
      inside.current = null
    },
  }
}
