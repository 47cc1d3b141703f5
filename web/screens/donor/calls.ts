import type { donors } from '#contract/donors.ts'
import type { InputOf, OutputOf } from '#contract/route.ts'
import { answerOf, Refused } from '../../api/client.ts'
import { workOff } from './work-off.ts'

// Not through the contract's table: its schemas and zod would be a third of this page's weight.

export async function askBank(id: string, signal: AbortSignal): Promise<OutputOf<typeof donors.bank>> {
  const response = await fetch(`/api/donor-banks/${encodeURIComponent(id)}`, { signal })
  if (!response.ok) throw new Refused(response.status, await answerOf(response))
  return response.json()
}

type Sending = {
  /** Makes a repeated call the same call. */
  key: string
  /** Proof of work that is done already, if any. */
  work: string | null
}

/** Under load the server asks for proof of work first; if it asks for more, or that has expired, it is done again. */
export async function sendForm(
  form: InputOf<typeof donors.submit>,
  { key, work }: Sending,
): Promise<OutputOf<typeof donors.submit>> {
  let done = work
  for (let tries = 1; ; tries++) {
    const response = await fetch('/api/donor-forms', {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'idempotency-key': key,
        ...(done ? { 'donor-work': done } : {}),
      },
      body: JSON.stringify(form),
    })
    if (response.ok) return response.json()
    const answer = await answerOf(response)
    if (response.status !== 428 || tries === 4) throw new Refused(response.status, answer)
    done = await workOff(String(answer.values?.challenge))
    if (done === null) throw new Refused(response.status, answer)
  }
}
