import { type ReactNode, useEffect } from 'react'

/**
 * Moves the focus to the heading of the screen that was opened, once it is there: the link that was followed may be
 * gone, and a screen reader then tells where one is.
 */
export function Arrival({ path, children }: { path: string; children: ReactNode }) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: each change of the path is an arrival
  useEffect(() => {
    const heading = document.querySelector<HTMLElement>('main h1')
    if (!heading || heading.closest('main')?.querySelector(':focus')) return
    heading.tabIndex = -1
    heading.focus({ preventScroll: true })
  }, [path])
  return children
}
