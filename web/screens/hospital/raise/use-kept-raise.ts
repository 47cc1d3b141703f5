import { useEffect, useRef, useState } from 'react'
import { forgetDraft, hasDraft, keepDraft, onDraftEnded, readDraft } from '../../../api/sealed-draft.ts'
import { useMember } from '../../../api/session.ts'
import type { FormOf } from '../../../parts/use-form.ts'
import { now } from '../../../server-clock.ts'
import { focusOnSubmitOf } from '../../../ui/focus.ts'
import { draftKeyFor, type KeptRaise, keptRaiseIn } from './kept-raise.ts'
import { isUntouched, type RaiseField, type RaiseForm, stillEmpty } from './raise-draft.ts'

type Form = FormOf<RaiseForm, RaiseField, 'sending' | 'telling'>

/**
 * Keeps what is typed on this device for this account, and offers it back after a reload or an ended session (ruling
 * AMB-217). The key is in the memory of this page alone, and only while the screen is open.
 */
export function useKeptRaise({ draft, doing, keyFor, clear, setDraft, resumeKey, focus, idOf }: Form) {
  const { accountId } = useMember()
  const [key, setKey] = useState<CryptoKey | null>(null)
  const [offered, setOffered] = useState<KeptRaise | 'looking' | null>(() =>
    hasDraft(accountId) ? 'looking' : null,
  )
  /** What was sent or given up; it may stand on the screen for a moment more. */
  const over = useRef<RaiseForm>(null)

  useEffect(() => {
    let isOpen = true
    const begin = async () => {
      const own = await draftKeyFor(accountId)
      const kept = own && keptRaiseIn(await readDraft(accountId, own))
      if (!isOpen) return
      setKey(own)
      setOffered(kept)
    }
    void begin()
    const stopHearing = onDraftEnded(accountId, () => {
      isOpen = false
      setKey(null)
      setOffered(null)
      forgetDraft(accountId)
    })
    return () => {
      isOpen = false
      stopHearing()
    }
  }, [accountId])

  useEffect(() => {
    // not while it is being sent or its outcome is being told: until then the draft stays as it was
    if (!key || doing !== null || draft === over.current || isUntouched(draft)) return
    const stop = new AbortController()
    void keepDraft(accountId, key, { form: draft, key: keyFor(), at: now() }, stop.signal)
    return () => stop.abort()
  }, [key, draft, doing, accountId, keyFor])

  function forget(form: RaiseForm) {
    over.current = form
    forgetDraft(accountId)
  }

  /** What stands in the form meanwhile is offered in its place, so that nothing is lost by a press. */
  function bringBack() {
    if (offered === 'looking' || !offered) return
    setOffered(isUntouched(draft) ? null : { form: draft, key: keyFor(), at: now() })
    clear()
    setDraft(offered.form)
    resumeKey(offered.key)
    const [next] = stillEmpty(offered.form)
    if (next) focus(next)
    else focusOnSubmitOf(idOf('patientName'))
  }

  function drop() {
    setOffered(null)
    if (isUntouched(draft)) forgetDraft(accountId)
    focus('patientName')
  }

  return { offered, bringBack, drop, forget }
}
