import { useEffect, useRef } from 'react'

const signsOfLife = ['pointerdown', 'keydown', 'input', 'wheel', 'touchmove'] as const

/** Calls once nobody has touched the page for so long; again after the next touch. */
export function useIdle(isOn: boolean, ms: number, onIdle: () => void): void {
  const act = useRef(onIdle)
  useEffect(() => {
    act.current = onIdle
  })
  useEffect(() => {
    if (!isOn) return
    let timer: ReturnType<typeof setTimeout>
    const again = () => {
      clearTimeout(timer)
      timer = setTimeout(() => act.current(), ms)
    }
    again()
    for (const sign of signsOfLife) addEventListener(sign, again, { passive: true, capture: true })
    return () => {
      clearTimeout(timer)
      for (const sign of signsOfLife) removeEventListener(sign, again, { capture: true })
    }
  }, [isOn, ms])
}
