import { useEffect, useRef, useState } from 'react'
import { forgetDraft, hasDraft, keepDraft, onDraftEnded, readDraft } from '../../../api/sealed-draft.ts'
import { useMember } from '../../../api/session.ts'
import type { FormOf } from '../../../parts/use-form.ts'
import { now } from '../../../server-clock.ts'
import { focusOnSubmitOf } from '../../../ui/focus.ts'
import { draftKeyFor, type KeptRaise, keptRaisesIn } from './kept-raise.ts'
import { isUntouched, type RaiseField, type RaiseForm, stillEmpty } from './raise-draft.ts'

type Form = FormOf<RaiseForm, RaiseField, 'sending' | 'telling'>

/**
 * Keeps what is typed on this device for this account, and offers it back after a reload or an ended session (ruling
 * AMB-217). What is offered stays kept beside what is typed meanwhile, until it is brought back or deleted. The key is
 * in the memory of this page alone, and only while the screen is open.
 */
export function useKeptRaise(form: Form, isKept: boolean) {
  const { draft, doing, keyFor, clear, setDraft, resumeKey, focus } = form
  const { accountId } = useMember()
  const [key, setKey] = useState<CryptoKey | null>(null)
  const [offered, setOffered] = useState<readonly KeptRaise[] | 'looking'>(() =>
    isKept && hasDraft(accountId) ? 'looking' : [],
  )
  /** What was sent or given up; it may stand on the screen for a moment more. */
  const over = useRef<RaiseForm>(null)
  const saving = useRef(new AbortController())
  // whoever sends goes on after the answer, and by then another may be offered
  const latest = useRef({ key, offered })
  latest.current = { key, offered }

  useEffect(() => {
    // one that amends a request is no draft of another, and leaves what is kept alone
    if (!isKept) return
    let isOpen = true
    const begin = async () => {
      const own = await draftKeyFor(accountId)
      const kept = own ? keptRaisesIn(await readDraft(accountId, own), now()) : []
      if (!isOpen) return
      setKey(own)
      setOffered(kept)
    }
    void begin()
    const stopHearing = onDraftEnded(accountId, () => {
      isOpen = false
      saving.current.abort()
      setKey(null)
      setOffered([])
      forgetDraft(accountId)
    })
    return () => {
      isOpen = false
      saving.current.abort()
      stopHearing()
    }
  }, [accountId, isKept])

  useEffect(() => {
    // not while it is being sent or its outcome is being told: until then the draft stays as it was
    if (!key || offered === 'looking' || doing !== null || draft === over.current || isUntouched(draft))
      return
    saving.current = keep(accountId, key, [{ form: draft, key: keyFor(), at: now() }, ...offered])
    return () => saving.current.abort()
  }, [key, draft, doing, offered, accountId, keyFor])

  function keepOnly(others: readonly KeptRaise[]) {
    saving.current.abort()
    saving.current = keep(accountId, latest.current.key, others)
  }

  function forget(form: RaiseForm) {
    over.current = form
    if (latest.current.offered !== 'looking') keepOnly(latest.current.offered)
  }

  /** What stands in the form meanwhile is offered in its place, so that nothing is lost by a press. */
  function bringBack() {
    if (offered === 'looking') return
    const [first, ...others] = offered
    if (!first) return
    setOffered(isUntouched(draft) ? others : [{ form: draft, key: keyFor(), at: now() }, ...others])
    clear()
    setDraft(first.form)
    resumeKey(first.key)
    goOnWith(first.form, form)
  }

  function drop() {
    if (offered === 'looking') return
    const others = offered.slice(1)
    setOffered(others)
    if (isUntouched(draft)) keepOnly(others)
    focus('patientName')
  }

  return { offered, bringBack, drop, forget }
}

/** Where it was left: at what is still empty, or at the button that sends it. */
function goOnWith(kept: RaiseForm, { focus, idOf }: Form) {
  const [next] = stillEmpty(kept)
  if (next) focus(next)
  else focusOnSubmitOf(idOf('patientName'))
}

/**
 * To be stopped by whatever is kept after it. Without a key nothing was kept here, and what lies there is not this
 * page's to remove.
 */
function keep(accountId: string, key: CryptoKey | null, raises: readonly KeptRaise[]): AbortController {
  const stop = new AbortController()
  if (!key) return stop
  if (raises.length === 0) forgetDraft(accountId)
  else void keepDraft(accountId, key, raises, stop.signal)
  return stop
}
