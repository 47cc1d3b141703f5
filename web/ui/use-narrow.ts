import { useSyncExternalStore } from 'react'

/** Whether the window is narrower than so many px, from the first paint on. */
export const useNarrow = (px: number): boolean => useMedia(`(max-width: ${px - 0.02}px)`)

/** Whether a finger does the pointing: on a phone or tablet the browser's own wheels are the best picker. */
export const useTouch = (): boolean => useMedia('(pointer: coarse)')

function useMedia(asked: string): boolean {
  const query = matchMedia(asked)
  return useSyncExternalStore(
    (tell) => {
      query.addEventListener('change', tell)
      return () => query.removeEventListener('change', tell)
    },
    () => query.matches,
  )
}
