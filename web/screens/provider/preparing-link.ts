import { type OrderDetail, orders } from '#contract/orders.ts'
import { no, say, type Wording } from '#domain/basics/refusal.ts'
import { changedWords } from '#domain/requests/comparing.ts'
import {
  bankIdOf,
  type LinkForm,
  type LinkRefusal,
  linkWords,
  otherBank,
  whyNotLink,
} from '#domain/requests/linking.ts'
import { wordsFor } from '../../api/client.ts'
import { ask, queryClient } from '../../api/queries.ts'
import type { Objection } from '../../parts/form-errors.ts'
import { showAlert } from '../../ui/feedback/alert-store.ts'
import type { LinkInput } from './link-form.ts'
import { isUnknown } from './use-typed-order.ts'

type About = { id: string; order: OrderDetail | undefined; seen: { of: (order: OrderDetail) => OrderDetail } }

/** What is sent; or what speaks against it, with the order if that changed since it was seen. */
type Prepared = { input?: LinkInput; objection?: Objection; changed?: OrderDetail }

/** For the order as it is shown; fetched here if the button is pressed before the field's query has answered. */
export async function prepare(draft: LinkForm, { id, order, seen }: About): Promise<Prepared> {
  let now = order
  try {
    now ??= await queryClient.fetchQuery(ask(orders.show, { id }))
  } catch (error) {
    if (isUnknown(error)) return { objection: inWords(unknownId) }
    void showAlert(notSubmitted(error))
    return {}
  }
  const { bankId, driverEmail } = draft
  const refusal = whyNotLink(now, { bankId: bankIdOf(draft), driverEmail })
  if (refusal) return { objection: inWords(refusal) }
  // told before anything is sent: what is on the screen now was not there when the id was entered
  const changed = changedWords(seen.of(now), now)
  if (changed) return { objection: { code: 'changed-meanwhile', ...changed }, changed: now }
  const named = bankId === otherBank ? { otherBank: draft.otherBank } : {}
  return { input: { id, version: now.version, bankId, driverEmail, ...named } }
}

export const unknownId = no('request-unknown', 'requestId')

export const inWords = (refusal: LinkRefusal): Objection => ({ ...refusal, ...say(linkWords, refusal) })

export const notSubmitted = (error: unknown): Wording => ({
  title: linkWords['request-unknown'].title,
  text: `Database Error: ${wordsFor(error).text}`,
})
