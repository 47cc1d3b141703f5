import { type FocusEvent, type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { type HeldRows, hold, type Slot, slotsOf, waitingWords } from './held-rows.ts'

type HoldProps = {
  onPointerEnter: (event: PointerEvent) => void
  onFocus: () => void
  onBlur: (event: FocusEvent) => void
}

type HeldList<T> = {
  shown: readonly Slot<T>[]
  isHeld: boolean
  /** What waits, in words for its button. */
  waiting: string | null
  release: () => void
  /** For when the focused row was removed: browsers fire no blur event then. */
  forgetFocus: () => void
  /** For the table body, and for whatever belongs to it. */
  holdProps: HoldProps
}

/**
 * Keeps rows where they are while the pointer or the focus is on them, so that a press cannot land
 * on another patient's row that has just slid under it. Another view (`viewKey`: a search, a filter)
 * is shown at once, since whoever asked for it expects the rows to move.
 */
export function useHeldRows<T>(rows: readonly T[], keyOf: (row: T) => string, viewKey = ''): HeldList<T> {
  const { isHeld, ...handles } = useHold()
  const last = useRef<{ slots: readonly Slot<T>[]; viewKey: string }>({ slots: [], viewKey })

  const mayHold = isHeld && last.current.viewKey === viewKey
  const free: HeldRows<T> = { slots: slotsOf(rows, keyOf), added: 0, reordered: false }
  const held = mayHold ? hold(last.current.slots, rows, keyOf) : free

  useEffect(() => {
    last.current = { slots: held.slots, viewKey }
  })

  return { shown: held.slots, isHeld, waiting: waitingWords(held), ...handles }
}

// long enough to cross from the rows to the button above them
const leaveMs = 200
// a tap's click comes after the finger has left
const tapMs = 700

/** Whether the pointer or the focus is on something. */
export function useHold(): Omit<HeldList<unknown>, 'shown' | 'waiting'> {
  const [isOver, setOver] = useState(false)
  const [isFocused, setFocused] = useState(false)
  const over = useRef<Element>(null)
  const leaving = useRef<ReturnType<typeof setTimeout>>(undefined)

  // not by the list's own leave event: a button that vanishes under the pointer, as it does when pressed, takes it along
  useEffect(() => {
    if (!isOver) return
    const leave = ({ pointerType }: globalThis.PointerEvent) => {
      leaving.current ??= setTimeout(() => setOver(false), pointerType === 'touch' ? tapMs : leaveMs)
    }
    const move = (event: globalThis.PointerEvent) => {
      if (over.current?.contains(event.target as Node)) stay(leaving)
      else leave(event)
    }
    document.addEventListener('pointerover', move)
    document.documentElement.addEventListener('pointerleave', leave)
    return () => {
      stay(leaving)
      document.removeEventListener('pointerover', move)
      document.documentElement.removeEventListener('pointerleave', leave)
    }
  }, [isOver])

  return {
    isHeld: isOver || isFocused,
    release: () => {
      setOver(false)
      setFocused(false)
    },
    forgetFocus: () => setFocused(false),
    holdProps: {
      onPointerEnter: ({ currentTarget }) => {
        stay(leaving)
        over.current = currentTarget
        setOver(true)
      },
      onFocus: () => setFocused(true),
      onBlur: (event) => setFocused(event.currentTarget.contains(event.relatedTarget)),
    },
  }
}

function stay(leaving: RefObject<ReturnType<typeof setTimeout> | undefined>) {
  clearTimeout(leaving.current)
  leaving.current = undefined
}
