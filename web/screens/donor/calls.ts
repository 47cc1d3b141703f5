import type { donors } from '#contract/donors.ts'
import type { InputOf, OutputOf } from '#contract/route.ts'
import { answerOf, Refused } from '../../api/client.ts'

// Not by the table of the contract: the shapes and their library would be a third of what this page weighs.

export const askBank = (id: string, signal: AbortSignal): Promise<OutputOf<typeof donors.bank>> =>
  answered(fetch(`/api/donor-banks/${encodeURIComponent(id)}`, { signal }))

/** The key makes a repeated call the same call. */
export const sendForm = (
  form: InputOf<typeof donors.submit>,
  key: string,
): Promise<OutputOf<typeof donors.submit>> =>
  answered(
    fetch('/api/donor-forms', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': key },
      body: JSON.stringify(form),
    }),
  )

async function answered<Body>(asked: Promise<Response>): Promise<Body> {
  const response = await asked
  if (!response.ok) throw new Refused(response.status, await answerOf(response))
  return response.json()
}
