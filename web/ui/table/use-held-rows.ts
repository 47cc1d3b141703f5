import { type FocusEvent, type PointerEvent, useEffect, useRef, useState } from 'react'
import { type HeldRows, hold, type Slot, slotsOf, waitingWords } from './held-rows.ts'

type HoldProps = {
  onPointerEnter: (event: PointerEvent) => void
  onPointerLeave: (event: PointerEvent) => void
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

function useHold(): Omit<HeldList<unknown>, 'shown' | 'waiting'> {
  const [isOver, setOver] = useState(false)
  const [isFocused, setFocused] = useState(false)
  const leaving = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(leaving.current), [])

  return {
    isHeld: isOver || isFocused,
    release: () => {
      clearTimeout(leaving.current)
      setOver(false)
      setFocused(false)
    },
    forgetFocus: () => setFocused(false),
    holdProps: {
      onPointerEnter: () => {
        clearTimeout(leaving.current)
        setOver(true)
      },
      onPointerLeave: (event) => {
        clearTimeout(leaving.current)
        leaving.current = setTimeout(() => setOver(false), event.pointerType === 'touch' ? tapMs : leaveMs)
      },
      onFocus: () => setFocused(true),
      onBlur: (event) => setFocused(event.currentTarget.contains(event.relatedTarget)),
    },
  }
}
