import { makeStore } from '../store.ts'
import { noToasts, type ToastKind, withoutToast, withToast } from './toast-queue.ts'

export type ToastRequest = {
  text: string
  kind: ToastKind
  /** 5 s unless told; a loading toast stays until it is closed or replaced. */
  ms?: number
  /** The id of an earlier toast replaces it. */
  id?: string
}

const defaultMs = 5000 // §9

export const toasts = makeStore(noToasts)

let lastId = 0

export function showToast({ text, kind, ms, id = `toast-${++lastId}` }: ToastRequest): string {
  const stay = ms ?? (kind === 'loading' ? null : defaultMs)
  toasts.set(withToast(toasts.get(), { id, text, kind, ms: stay }))
  return id
}

export const closeToast = (id: string): void => toasts.set(withoutToast(toasts.get(), id))
