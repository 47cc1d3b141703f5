import { type AlertAnswer, type AlertRequest, alerts, showAlert } from '../../ui/feedback/alert-store.ts'

/** So long a shared device waits for an answer. */
export const patienceMs = 60_000

/** What is taken for the answer after so long. */
export type Otherwise = { after: number; with: AlertAnswer }

/** On a shared device it may be that nobody comes back to answer. */
export async function say(alert: AlertRequest, otherwise?: Otherwise): Promise<AlertAnswer> {
  const answer = showAlert(alert)
  const open = alerts.get().at(-1)
  const timer = otherwise && setTimeout(() => open?.answer(otherwise.with), otherwise.after)
  try {
    return await answer
  } finally {
    clearTimeout(timer)
  }
}
