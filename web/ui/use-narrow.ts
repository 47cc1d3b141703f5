import { useSyncExternalStore } from 'react'

/** Whether the window is narrower than so many px, from the first paint on. */
export function useNarrow(px: number): boolean {
  const query = matchMedia(`(max-width: ${px - 0.02}px)`)
  return useSyncExternalStore(
    (tell) => {
      query.addEventListener('change', tell)
      return () => query.removeEventListener('change', tell)
    },
    () => query.matches,
  )
}
