import type { ReactNode } from 'react'
import { makeStore } from '../store.ts'

export type AlertAnswer = 'ok' | 'action'

export type AlertRequest = {
  title: string
  text: string
  /** In place of OK, in another language. */
  ok?: string
  /** A second button. First, it stands before OK, has the focus, and is what Escape means: nothing is lost by it. */
  action?: { label: string; isFirst?: true }
  kind?: 'success'
  /** Stands under the text. */
  more?: ReactNode
}

export type OpenAlert = AlertRequest & { id: number; answer: (answer: AlertAnswer) => void }

export const alerts = makeStore<readonly OpenAlert[]>([])

let lastId = 0

/**
 * Shows the alert and resolves when it was closed; several wait in line.
 * Focus is back where it was by then, so the caller may move it to the first wrong field.
 */
export function showAlert(request: AlertRequest): Promise<AlertAnswer> {
  return new Promise((resolve) => {
    const id = ++lastId
    const answer = (given: AlertAnswer) => {
      alerts.set(alerts.get().filter((open) => open.id !== id))
      resolve(given)
    }
    alerts.set([...alerts.get(), { ...request, id, answer }])
  })
}
