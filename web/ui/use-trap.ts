import { type RefObject, useEffect } from 'react'

const places = 'a[href], button, input, select, textarea, summary, [tabindex]'

/** Tab goes round inside the frame, and the focus begins there: at what asks for it, else at the first place. */
export function useTrap(frame: RefObject<HTMLElement | null>, isOff = false): void {
  useEffect(() => {
    const node = frame.current
    if (!node || node.contains(document.activeElement)) return
    const first = node.querySelector<HTMLElement>('[data-autofocus]') ?? placesIn(node)[0] ?? node
    first.focus({ preventScroll: true })
  }, [frame])

  useEffect(() => {
    if (isOff) return
    const goRound = (event: KeyboardEvent) => {
      const node = frame.current
      // an alert above keeps the focus by itself
      if (event.key !== 'Tab' || !node || document.querySelector('dialog[open]')) return
      const inside = placesIn(node)
      const [first, last] = [inside[0] ?? node, inside.at(-1) ?? node]
      const now = document.activeElement
      const isAtEnd = event.shiftKey ? now === first || now === node : now === last
      if (!isAtEnd && node.contains(now)) return
      event.preventDefault()
      ;(event.shiftKey ? last : first).focus()
    }
    document.addEventListener('keydown', goRound)
    return () => document.removeEventListener('keydown', goRound)
  }, [frame, isOff])
}

const placesIn = (node: HTMLElement): HTMLElement[] =>
  [...node.querySelectorAll<HTMLElement>(places)].filter(
    (place) => place.tabIndex >= 0 && !place.matches(':disabled') && place.getClientRects().length > 0,
  )
