import { makeStore } from '../store.ts'
import { type ToastKind, type ToastQueue, withoutToast, withToast } from './toast-queue.ts'

export type ToastRequest = {
  text: string
  kind: ToastKind
  /** 5 s unless told; a loading toast stays until it is closed or replaced. */
  ms?: number
  /** The id of an earlier toast replaces it. */
  id?: string
}

const defaultMs = 5000 // §9

export const toasts = makeStore<ToastQueue>([])

let lastId = 0

export function showToast({ text, kind, ms, id = `toast-${++lastId}` }: ToastRequest): string {
  const stay = ms ?? (kind === 'loading' ? null : defaultMs)
  toasts.set(withToast(toasts.get(), { id, text, kind, ms: stay }))
  return id
}

/** Said again while it is still to be read, it is said once, with how often. */
export function gatherToast({ text, kind }: Pick<ToastRequest, 'text' | 'kind'>): void {
  const id = `gathered ${text}`
  const before = toasts.get().find((toast) => toast.id === id)
  showToast({ id, kind, text: before ? `${text} (${before.turn + 2})` : text })
}

export const closeToast = (id: string): void => toasts.set(withoutToast(toasts.get(), id))
