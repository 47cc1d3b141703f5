import type { donors } from '#contract/donors.ts'
import type { InputOf, OutputOf } from '#contract/route.ts'
import { answerOf, Refused } from '../../api/client.ts'
import { workOff } from './work-off.ts'

// Not by the table of the contract: the shapes and their library would be a third of what this page weighs.

export async function askBank(id: string, signal: AbortSignal): Promise<OutputOf<typeof donors.bank>> {
  const response = await fetch(`/api/donor-banks/${encodeURIComponent(id)}`, { signal })
  if (!response.ok) throw new Refused(response.status, await answerOf(response))
  return response.json()
}

type Sending = {
  /** Makes a repeated call the same call. */
  key: string
  /** Work that was done before, if any. */
  work: string | null
}

/** While many send, the server asks for work first; asked for more, or too late for what was done, it is done anew. */
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
