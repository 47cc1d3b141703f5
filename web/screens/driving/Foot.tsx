import { type ReactNode, useEffect, useRef } from 'react'
import classes from './Foot.module.css'

/** What is pressed, at the thumb. Whatever is gone to comes to lie above it, however high it is. */
export function Foot({ children }: { children: ReactNode }) {
  const foot = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const { current } = foot
    if (!current) return
    const { style } = document.documentElement
    const observer = new ResizeObserver(() => {
      style.scrollPaddingBottom = `${current.offsetHeight + 12}px`
    })
    observer.observe(current)
    return () => {
      observer.disconnect()
      style.scrollPaddingBottom = ''
    }
  }, [])
  return (
    <div ref={foot} className={`stack gap-6 ${classes.foot}`}>
      {children}
    </div>
  )
}
