export type ToastKind = 'success' | 'error' | 'info' | 'loading'

export type Toast = {
  id: string
  text: string
  kind: ToastKind
  /** How long it stays once it is seen; null: until it is closed. */
  ms: number | null
  /** Counts the changes of one toast, so that a change restarts its timer. */
  turn: number
}

/** All that are to be seen, in the order in which they came. */
export type ToastQueue = readonly Toast[]

/** A toast whose id is already there takes its place: "Regenerating…" turns into its outcome. */
export function withToast(queue: ToastQueue, toast: Omit<Toast, 'turn'>): ToastQueue {
  const old = queue.find(({ id }) => id === toast.id)
  if (!old) return [...queue, { ...toast, turn: 0 }]
  return queue.map((one) => (one === old ? { ...toast, turn: old.turn + 1 } : one))
}

export const withoutToast = (queue: ToastQueue, id: string): ToastQueue =>
  queue.filter((toast) => toast.id !== id)

/** As many as there is room for; the others wait. One that stays until it is closed lets those pass that do not. */
export function shownOf(queue: ToastQueue, room: number): readonly Toast[] {
  const inTurn = [...queue.filter(({ ms }) => ms !== null), ...queue.filter(({ ms }) => ms === null)]
  const shown = new Set(inTurn.slice(0, room))
  return queue.filter((toast) => shown.has(toast))
}
