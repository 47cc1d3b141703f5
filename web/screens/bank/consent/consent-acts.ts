import type { RefObject } from 'react'
import { consent, type SeenForm } from '#contract/consent.ts'
import { certificateWords } from '#domain/donors/certificate-words.ts'
import { type ConsentDraft, whyNotComplete, whyNotKeep } from '#domain/donors/consenting.ts'
import { certifiedBySubmit, doubtsOnComplete } from '#domain/donors/doubting.ts'
import { donorWordsEn } from '#domain/donors/words-en.ts'
import { call, isRefusal } from '../../../api/client.ts'
import { ask, queryClient } from '../../../api/queries.ts'
import { upload } from '../../../api/upload.ts'
import { type AlertRequest, showAlert } from '../../../ui/feedback/alert-store.ts'
import type { SignatureHandle } from '../../../ui/fields/SignaturePad.tsx'

export type Act = 'save' | 'complete' | 'reject'

/** Nothing stands against Reject (ruling AMB-140). */
export const whyNot = { save: whyNotKeep, complete: whyNotComplete, reject: () => null }

export const told: Record<Act, (id: string) => string> = {
  save: (id) => `Form ${id} is saved.`,
  complete: (id) => `Form ${id} is complete.`,
  reject: (id) => `Form ${id} is rejected.`,
}

/** What is decided stays decided: what may be a slip is asked about first. */
export function doubtOf(kind: Act, draft: ConsentDraft): AlertRequest | null {
  if (kind === 'reject')
    return {
      title: 'Reject this form?',
      text: 'It cannot be changed any more after that.',
      ok: 'Go Back',
      action: { label: 'Reject' },
    }
  const doubts = kind === 'complete' ? doubtsOnComplete(draft) : null
  if (!doubts) return null
  const { isUnfit, missing, deferrals } = doubts
  const names = {
    missing: missing.map((key) => certificateWords.en.findings[key]).join(', '),
    deferrals: deferrals.map((key) => donorWordsEn.deferrals[key]).join('; '),
  }
  return {
    title: isUnfit ? 'The donor is UNFIT' : 'Submit as it is?',
    text: [
      names.missing && `Not filled in: ${names.missing}.`,
      names.deferrals && `Ticked under ${donorWordsEn.sections.deferrals.title}: ${names.deferrals}.`,
      certifiedBySubmit(doubts),
      'It cannot be taken back. Whoever may not give is rejected.',
    ]
      .filter(Boolean)
      .join(' '),
    ok: 'Go Back',
    action: { label: 'Submit all the same' },
  }
}

type Pad = RefObject<SignatureHandle | null>

/** False: there are bags that came in by it, and whoever was asked about them went back (ruling AMB-365). */
export async function send(kind: Act, form: SeenForm, draft: ConsentDraft, pad: Pad): Promise<boolean> {
  const { id } = form
  const isDrawn = kind === 'complete' && draft.signature.preference === 'drawn'
  const seen = isDrawn ? await sendDrawing(form, pad) : form.seen
  const saved = await call(consent[kind], { id, seen, draft }).catch(async (error: unknown) => {
    if (!isRefusal(error) || error.answer.code !== 'form-has-bags') throw error
    const { title, text } = error.answer
    const answer = await showAlert({ title, text, ok: 'Go Back', action: { label: goOn[kind] } })
    return answer === 'action' ? call(consent[kind], { id, seen, draft, haveSeenBags: true }) : null
  })
  if (saved) queryClient.setQueryData(ask(consent.show, { id }).queryKey, saved)
  return saved !== null
}

const goOn: Record<Act, string> = {
  save: 'Save all the same',
  complete: 'Submit all the same',
  reject: 'Reject all the same',
}

/** The form as it is seen after the drawing was kept; one that was kept before needs no sending. */
async function sendDrawing({ id, seen }: SeenForm, pad: Pad): Promise<string> {
  const picture = await pad.current?.picture()
  if (!picture) return seen
  const file = new File([picture], 'signature.png', { type: 'image/png' })
  const options = { onProgress: () => undefined, signal: new AbortController().signal }
  return (await upload(consent.sign, { id, seen }, file, options)).seen
}
