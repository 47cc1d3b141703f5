import { say, type Wording } from '../basics/refusal.ts'
import type { BloodRequest } from './request.ts'
import { statusText } from './showing.ts'
import { whyStale } from './stale.ts'
import { requestWords } from './words.ts'

type Compared = Pick<
  BloodRequest,
  'status' | 'bankId' | 'driverEmail' | 'note' | 'deliveryStatus' | 'hospitalInvoicePath' | 'bankInvoicePath'
>

/** For the one who was slower: not only that it changed, but what (ruling AMB-52). */
export function changedWords(seen: BloodRequest, now: BloodRequest): Wording | null {
  const refusal = whyStale(now, seen.version)
  if (!refusal) return null
  const changes = changesBetween(seen, now)
  const { title, text } = say(requestWords, refusal)
  if (changes.length === 0) return { title, text }
  const what = changes.join('; ')
  return { title, text: `Somebody changed this request since you saw it: ${what}. Please look at it again.` }
}

/** In words: "status issued, now completed". Empty if nothing that shows has changed. */
function changesBetween(seen: Compared, now: Compared): string[] {
  return compared
    .map(([label, value]) => ({ label, before: value(seen), after: value(now) }))
    .filter(({ before, after }) => before !== after)
    .map(({ label, before, after }) => `${label} ${before}, now ${after}`)
}

const compared: [label: string, value: (request: Compared) => string][] = [
  ['status', statusText],
  ['blood bank', ({ bankId }) => bankId ?? 'none'],
  ['driver', ({ driverEmail }) => driverEmail ?? 'none'],
  ['note', ({ note }) => `"${note}"`],
  ['delivery status', ({ deliveryStatus }) => `"${deliveryStatus}"`],
  ['hospital invoice', ({ hospitalInvoicePath }) => (hospitalInvoicePath ? 'there' : 'not there')],
  ['bloodbank invoice', ({ bankInvoicePath }) => (bankInvoicePath ? 'there' : 'not there')],
]
