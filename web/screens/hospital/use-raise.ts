import { useRef, useState } from 'react'
import { requests } from '#contract/requests.ts'
import { say } from '#domain/basics/refusal.ts'
import { deliveriesNotice } from '#domain/requests/delivering.ts'
import { clampAge, whyNotRaise } from '#domain/requests/raising.ts'
import { requestWords } from '#domain/requests/words.ts'
import { call, isRefusal, wordsFor } from '../../api/client.ts'
import { newKey } from '../../api/key.ts'
import { showAlert } from '../../ui/alert-store.ts'
import { focusOn } from '../../ui/focus.ts'
import { now as rightNow } from '../../ui/now.ts'
import { useClock } from '../../ui/use-clock.ts'
import {
  changed,
  draftOf,
  emptyForm,
  errorsFor,
  type FieldErrors,
  firstOf,
  mendedBy,
  type RaiseField,
  type RaiseForm,
  withDeadlineFilled,
  withoutClosed,
} from './raise-draft.ts'

/** So long a notice waits for the focus to arrive where it was going, and for a click to end. */
const settleMs = 100

export type Raise = ReturnType<typeof useRaise>

/** The raise form's state, and what its buttons do. */
export function useRaise() {
  const now = useClock(5000) // §9
  const [stored, setForm] = useState(emptyForm)
  const [errors, setErrors] = useState<FieldErrors>({})
  const [phase, setPhase] = useState<'open' | 'sending' | 'sent'>('open')
  /** Counts the forms begun: a new one gets new fields, without what a number field keeps of half-typed text. */
  const [round, setRound] = useState(1)
  const key = useRef<string>(undefined)
  key.current ??= newKey()
  const unitsLeft = useRef<number>(null)
  const isNoticeOpen = useRef(false)

  const form = withoutClosed(stored, now)
  if (form !== stored) setForm(form)

  function change(part: Partial<RaiseForm>) {
    const next = changed(form, part)
    setForm(next)
    setErrors((before) => without(before, mendedBy(form, next, part)))
  }

  function leaveAge() {
    if (form.age !== null) change({ age: clampAge(form.age) })
  }

  /** §5.1; not again for a number it was said for (ruling AMB-41). */
  function leaveUnits() {
    const notice = form.units === null ? null : deliveriesNotice(form.units)
    const isNews = unitsLeft.current !== form.units
    unitsLeft.current = form.units
    if (!notice || !isNews) return
    isNoticeOpen.current = true
    setTimeout(async () => {
      await showAlert(notice)
      isNoticeOpen.current = false
    }, settleMs)
  }

  async function submit() {
    // Enter in the units field leaves it too, and what the notice says is to be read before it is ordered
    leaveUnits()
    if (phase !== 'open' || isNoticeOpen.current) return
    const filled = withDeadlineFilled(form)
    setForm(filled)
    const draft = draftOf(filled)
    const refusal = whyNotRaise(draft, rightNow())
    if (refusal) return object({ ...refusal, ...say(requestWords, refusal) }, filled)
    setPhase('sending')
    try {
      await call(requests.raise, draft, { key: key.current })
    } catch (error) {
      setPhase('open')
      if (!isRefusal(error)) return offerRestore(filled, error)
      // the one sent before did arrive; what is sent next is another one
      if (error.answer.code === 'key-reused') key.current = newKey()
      return object(error.answer.code === 'key-reused' ? arrivedBefore : error.answer, filled)
    }
    setPhase('sent')
    await showAlert({ title: 'Data Submitted', text: 'Your details have been successfully submitted' })
    clear()
  }

  async function object(
    refusal: { code: string; title: string; text: string; field?: string },
    of: RaiseForm,
  ) {
    const wrong = errorsFor(refusal, of)
    setErrors(wrong)
    await showAlert(refusal)
    const first = firstOf(wrong)
    if (first) focusOn(idOf(first))
  }

  /** §8: a failed write clears the form; what was typed can be had back, and is then the same call (ruling AMB-43). */
  async function offerRestore(typed: RaiseForm, error: unknown) {
    const failedKey = key.current
    startOver()
    const { text } = wordsFor(error)
    const answer = await showAlert({ title: 'Database Error', text, action: { label: 'Restore' } })
    if (answer !== 'action') return
    key.current = failedKey
    unitsLeft.current = typed.units
    setForm(typed)
  }

  function clear() {
    startOver()
    focusOn(idOf('patientName'))
  }

  function startOver() {
    key.current = newKey()
    unitsLeft.current = null
    setForm(emptyForm)
    setErrors({})
    setPhase('open')
    setRound((before) => before + 1)
  }

  return { now, form, errors, phase, round, change, leaveAge, leaveUnits, submit, clear }
}

const arrivedBefore = {
  code: 'key-reused',
  title: 'Already Submitted',
  text: 'The request you sent before did arrive. Please look for it in Request Status before you order again.',
}

const without = (errors: FieldErrors, mended: readonly RaiseField[]): FieldErrors =>
  Object.fromEntries(Object.entries(errors).filter(([field]) => !mended.includes(field as RaiseField)))

export const idOf = (field: RaiseField): string => `raise-${field}`
