import { type RefObject, useRef, useState } from 'react'
import { consent, type SeenForm } from '#contract/consent.ts'
import { topicOf } from '#contract/route.ts'
import { say, type Wording } from '#domain/basics/refusal.ts'
import {
  type ConsentDraft,
  detailMistakes,
  draftOf,
  whyNotComplete,
  whyNotKeep,
} from '#domain/donors/consenting.ts'
import { signingWords } from '#domain/donors/signing.ts'
import { donorWordsEn } from '#domain/donors/words-en.ts'
import { call, isRefusal, wordsFor } from '../../api/client.ts'
import { ask, queryClient } from '../../api/queries.ts'
import { upload } from '../../api/upload.ts'
import { stillTyped } from '../../parts/still-typed.ts'
import { type AlertRequest, showAlert } from '../../ui/alert-store.ts'
import { focusOn } from '../../ui/focus.ts'
import type { SignatureHandle } from '../../ui/SignaturePad.tsx'
import { showToast } from '../../ui/toast-store.ts'
import { useOneAtATime } from '../../ui/use-one-at-a-time.ts'

type Details = Omit<ConsentDraft, 'findings' | 'signature' | 'deferrals' | 'answers'>

/** What was changed here, over what the server has: so that another's words are not written over unseen. */
type Changes = {
  details: Partial<Details>
  findings: Partial<Record<keyof ConsentDraft['findings'], string | null>>
  deferrals: Partial<ConsentDraft['deferrals']>
  answers: Partial<ConsentDraft['answers']>
  signature: Partial<ConsentDraft['signature']>
}
export type KeptChanges = Map<string, Changes>
const unchanged: Changes = { details: {}, findings: {}, deferrals: {}, answers: {}, signature: {} }

type Act = 'save' | 'complete' | 'reject'
const told: Record<Act, (id: string) => string> = {
  save: (id) => `Form ${id} is saved.`,
  complete: (id) => `Form ${id} is complete.`,
  reject: (id) => `Form ${id} is rejected.`,
}

/** Nothing stands against Reject (ruling AMB-140). */
const whyNot = { save: whyNotKeep, complete: whyNotComplete, reject: () => null }

export type ConsentState = ReturnType<typeof useConsentForm>

/** A form that is being filled in, and what its buttons do (§4.2, §5.7). */
export function useConsentForm(form: SeenForm, kept: KeptChanges, onClose: () => void) {
  const [changes, setChanges] = useState(kept.get(form.id) ?? unchanged)
  const [errors, setErrors] = useState<Record<string, string>>({})
  const { doing, take } = useOneAtATime<Act>()
  const [isDrawnNow, setDrawnNow] = useState(false)
  const pad = useRef<SignatureHandle>(null)
  const draft = withChanges(form, changes)

  function keep(next: Changes) {
    kept.set(form.id, next)
    setChanges(next)
  }

  function change<Part extends keyof Changes>(part: Part, to: Changes[Part]) {
    keep({ ...changes, [part]: { ...changes[part], ...to } })
    const mended = Object.keys(to)
    setErrors((before) => Object.fromEntries(Object.entries(before).filter(([key]) => !mended.includes(key))))
  }

  async function press(kind: Act) {
    const refusal = whyNot[kind](draft, form, isDrawnNow || form.isDrawn)
    if (refusal) return object(say(words, refusal), refusal.field)
    const doubt = doubtOf(kind, draft)
    if (doubt && (await showAlert(doubt)) !== 'action') return
    await take(kind, () => send(kind))
  }

  async function send(kind: Act) {
    const { id } = form
    let seen = form.seen
    try {
      if (kind === 'complete' && draft.signature.preference === 'drawn') seen = await sendDrawing(form, pad)
      const saved = await call(consent[kind], { id, seen, draft })
      queryClient.setQueryData(ask(consent.show, { id }).queryKey, saved)
    } catch (error) {
      // what was typed stays; what somebody else wrote is fetched
      void refetch()
      return isRefusal(error) ? object(error.answer, error.answer.field) : void showAlert(wordsFor(error))
    }
    showToast({ text: told[kind](id), kind: 'success' })
    void refetch()
    // by now more may have been typed than was sent
    if (kind === 'save') return keep(leftOf(kept.get(id) ?? unchanged, changes))
    kept.delete(id)
    onClose()
  }

  async function object(said: Wording, field: string | undefined) {
    const wrong = mistakesIn(draft, form, said, field)
    setErrors(wrong)
    await showAlert({ title: said.title, text: said.text })
    const [first] = Object.keys(wrong)
    if (first) focusOn(idOf(first))
  }

  return { form, draft, errors, act: doing, pad, isDrawnNow, setDrawnNow, change, press }
}

/** What is decided stays decided: what may be a slip is asked about first. */
function doubtOf(kind: Act, { findings }: ConsentDraft): AlertRequest | null {
  if (kind === 'reject')
    return {
      title: 'Reject this form?',
      text: 'It cannot be changed any more after that.',
      ok: 'Go Back',
      action: { label: 'Reject' },
    }
  if (kind !== 'complete' || findings.fitness !== 'UNFIT') return null
  return {
    title: 'The donor is UNFIT',
    text: 'Submit certifies that blood was given, and cannot be taken back. Whoever may not give is rejected.',
    ok: 'Go Back',
    action: { label: 'Submit all the same' },
  }
}

const words = { ...donorWordsEn.alerts, ...signingWords }

const refetch = () => queryClient.invalidateQueries({ queryKey: [topicOf(consent.show)] })

/** The form as it is seen after the drawing was kept; one that was kept before needs no sending. */
async function sendDrawing({ id, seen }: SeenForm, pad: RefObject<SignatureHandle | null>): Promise<string> {
  const picture = await pad.current?.picture()
  if (!picture) return seen
  const file = new File([picture], 'signature.png', { type: 'image/png' })
  const options = { onProgress: () => undefined, signal: new AbortController().signal }
  return (await upload(consent.sign, { id, seen }, file, options)).seen
}

/** A signature belongs to the form once it is complete. */
const leftOf = (now: Changes, sent: Changes): Changes => ({
  details: stillTyped(now.details, sent.details),
  findings: stillTyped(now.findings, sent.findings),
  deferrals: stillTyped(now.deferrals, sent.deferrals),
  answers: stillTyped(now.answers, sent.answers),
  signature: now.signature,
})

function withChanges(form: SeenForm, changes: Changes): ConsentDraft {
  const { seen: _, ...asItIs } = form
  const before = draftOf(asItIs)
  return {
    ...before,
    ...changes.details,
    findings: { ...before.findings, ...changes.findings } as ConsentDraft['findings'],
    deferrals: { ...before.deferrals, ...changes.deferrals },
    answers: { ...before.answers, ...changes.answers },
    signature: { ...before.signature, ...changes.signature },
  }
}

/** What to say at which field; the alert says the first of it. */
function mistakesIn(draft: ConsentDraft, form: SeenForm, said: Wording, field: string | undefined) {
  const inDetails = detailMistakes(draft, form).map(([key, mistake]) => [key, donorWordsEn.mistakes[mistake]])
  if (inDetails.length > 0) return Object.fromEntries(inDetails) as Record<string, string>
  return field === undefined ? {} : { [field.replace('draft.', '').split('.').at(-1) ?? '']: said.text }
}

export const idOf = (field: string): string => `consent-${field}`
