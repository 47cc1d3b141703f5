import { type RefObject, useEffect, useEffectEvent } from 'react'

/** For what is open until somebody presses elsewhere. */
export function usePressOutside(parts: RefObject<HTMLElement | null>[], onPress: () => void): void {
  const heard = useEffectEvent((event: Event) => {
    if (!parts.some(({ current }) => current?.contains(event.target as Node))) onPress()
  })
  useEffect(() => {
    addEventListener('pointerdown', heard)
    return () => removeEventListener('pointerdown', heard)
  }, [])
}
