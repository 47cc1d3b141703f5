import { startTransition, useEffect, useState } from 'react'
import { now as rightNow } from '../server-clock.ts'

/** The time, told again on every full second, or on every fifth, or as often as is asked for. */
export function useClock(everyMs: number): Date {
  const [shown, setShown] = useState(rightNow)
  useEffect(() => onTick(everyMs, setShown), [everyMs])
  return shown
}

type Watcher = (now: Date) => void

/** One timer for all that want the same: a list has hundreds of them. */
const watchers = new Map<number, Set<Watcher>>()

function onTick(everyMs: number, watcher: Watcher): () => void {
  const all = watchers.get(everyMs) ?? new Set()
  if (all.size === 0) {
    watchers.set(everyMs, all)
    tickNext(everyMs, all)
  }
  all.add(watcher)
  return () => {
    all.delete(watcher)
    if (all.size === 0 && watchers.get(everyMs) === all) watchers.delete(everyMs)
  }
}

function tickNext(everyMs: number, all: ReadonlySet<Watcher>): void {
  setTimeout(
    () => {
      // all of them have gone; others may have come since, with a timer of their own
      if (watchers.get(everyMs) !== all) return
      const now = rightNow()
      // a little at a time, and a press comes first
      startTransition(() => {
        for (const watcher of all) watcher(now)
      })
      tickNext(everyMs, all)
    },
    everyMs - (rightNow().getTime() % everyMs),
  )
}
