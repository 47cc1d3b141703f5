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

export type ToastQueue = { shown: readonly Toast[]; waiting: readonly Toast[] }

export const noToasts: ToastQueue = { shown: [], waiting: [] }

const shownAtOnce = 3

/** A toast whose id is already there takes its place: "Regenerating…" turns into its outcome. */
export function withToast(queue: ToastQueue, toast: Omit<Toast, 'turn'>): ToastQueue {
  const all = [...queue.shown, ...queue.waiting]
  const old = all.find(({ id }) => id === toast.id)
  if (!old) return split([...all, { ...toast, turn: 0 }])
  return split(all.map((one) => (one === old ? { ...toast, turn: old.turn + 1 } : one)))
}

export const withoutToast = (queue: ToastQueue, id: string): ToastQueue =>
  split([...queue.shown, ...queue.waiting].filter((toast) => toast.id !== id))

const split = (all: readonly Toast[]): ToastQueue => ({
  shown: all.slice(0, shownAtOnce),
  waiting: all.slice(shownAtOnce),
})
