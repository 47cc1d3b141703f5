import { useRef, useState } from 'react'
import { consent, type SeenForm } from '#contract/consent.ts'
import { topicOf } from '#contract/route.ts'
import { say } from '#domain/basics/refusal.ts'
import { signingWords } from '#domain/donors/signing.ts'
import { donorWordsEn } from '#domain/donors/words-en.ts'
import { isRefusal, wordsFor } from '../../../api/client.ts'
import { queryClient } from '../../../api/queries.ts'
import type { Objection } from '../../../parts/form-errors.ts'
import { useForm } from '../../../parts/use-form.ts'
import { showAlert } from '../../../ui/feedback/alert-store.ts'
import { showToast } from '../../../ui/feedback/toast-store.ts'
import type { SignatureHandle } from '../../../ui/fields/SignaturePad.tsx'
import { type Act, doubtOf, send, told, whyNot } from './consent-acts.ts'
import {
  type Changes,
  type KeptChanges,
  leftOf,
  mistakesIn,
  unchanged,
  withChanges,
} from './consent-changes.ts'

export type ConsentState = ReturnType<typeof useConsentForm>

/** A form that is being filled in, and what its buttons do (§4.2, §5.7). */
export function useConsentForm(seen: SeenForm, kept: KeptChanges, onClose: () => void) {
  const { id } = seen
  const begun = kept.get(id) ?? unchanged
  const form = useForm<Changes, string, Act>({ name: 'consent', empty: unchanged, begun, fields: [] })
  const changes = form.draft
  const [isDrawnNow, setDrawnNow] = useState(false)
  const pad = useRef<SignatureHandle>(null)
  const draft = withChanges(seen, changes)

  function keep(next: Changes) {
    kept.set(id, next)
    form.setDraft(next)
  }

  function change<Part extends keyof Changes>(part: Part, to: Changes[Part]) {
    keep({ ...changes, [part]: { ...changes[part], ...to } })
    form.mend(...Object.keys(to))
  }

  async function press(as: Act) {
    const refusal = whyNot[as](draft, seen, isDrawnNow || seen.isDrawn)
    if (refusal) return object({ ...refusal, ...say(words, refusal) })
    const doubt = doubtOf(as, draft)
    if (doubt && (await showAlert(doubt)) !== 'action') return
    await form.send(() => send(as, seen, draft, pad).then((isDone) => (isDone ? done(as) : void refetch())), {
      as,
      failed,
    })
  }

  function done(as: Act) {
    showToast({ text: told[as](id), kind: 'success' })
    void refetch()
    // by now more may have been typed than was sent
    if (as === 'save') return keep(leftOf(kept.get(id) ?? unchanged, changes))
    kept.delete(id)
    onClose()
  }

  /** What was typed stays; what somebody else wrote is fetched. */
  async function failed(error: unknown) {
    void refetch()
    if (isRefusal(error)) await object(error.answer)
    else void showAlert(wordsFor(error))
  }

  const object = (objection: Objection) => form.object(objection, mistakesIn(draft, seen, objection))

  return { ...form, form: seen, draft, pad, isDrawnNow, setDrawnNow, change, press }
}

const words = { ...donorWordsEn.alerts, ...signingWords }

const refetch = () => queryClient.invalidateQueries({ queryKey: [topicOf(consent.show)] })
