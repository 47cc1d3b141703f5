import { useEffect, useRef, useState } from 'react'
import { dayOf } from '#domain/basics/time.ts'
import type { DonorField } from '#domain/donors/donor-form.ts'
import { detailOrder, whyNotSubmit } from '#domain/donors/submitting.ts'
import { isRefusal, Refused } from '../../api/client.ts'
import { newKey } from '../../api/key.ts'
import { type AlertAnswer, type AlertRequest, alerts, showAlert } from '../../ui/alert-store.ts'
import { now } from '../../ui/now.ts'
import { sendForm } from './calls.ts'
import { draftOf, emptyForm, type Form, isUntouched, type Mistakes, mistakesFor } from './form.ts'
import { forgetDraft, type KeptDraft, keepDraft, keepSent, readSent } from './kept-draft.ts'
import type { DonorLink } from './link.ts'
import { useBank } from './use-bank.ts'
import { useIdle } from './use-idle.ts'
import type { Said } from './use-words.ts'

/** On a shared device: so long nobody touches it before it asks, and so long it waits for an answer. */
const idleMs = 120_000
const patienceMs = 60_000
const thanksMs = 20_000

export type DonorFormState = ReturnType<typeof useDonorForm>

/** The form's state, and what its buttons do. */
export function useDonorForm(
  link: DonorLink,
  { language, words }: Said,
  kept: KeptDraft | null,
  /** Whoever stood at a shared device has left it. */
  onLeft: () => void,
) {
  const [form, setForm] = useState(kept?.form ?? emptyForm)
  const [isRestored, setRestored] = useState(kept !== null)
  const [mistakes, setMistakes] = useState<Mistakes>({})
  const [phase, setPhase] = useState<'open' | 'sending' | 'telling'>('open')
  const [donationId, setDonationId] = useState(() => (link.isKiosk ? null : readSent(link.bankId)))
  /** Counts the forms begun: a new one gets new fields, without what a number field keeps of half-typed text. */
  const [round, setRound] = useState(1)
  const bank = useBank(link.bankId)
  const key = useRef(kept?.key)
  const isBusy = useRef(false)

  useEffect(() => {
    // until it is known and read what became of a form that was sent, it is kept as it was
    if (link.isKiosk || phase !== 'open') return
    key.current ??= newKey()
    keepDraft(link.bankId, { form, language, key: key.current })
  }, [form, language, link, phase])
  useEffect(() => {
    if (!link.isKiosk) keepSent(link.bankId, donationId)
  }, [donationId, link])
  // also while a refusal stands there that nobody came back to read
  useIdle(link.isKiosk && phase !== 'sending', idleMs, askStillThere)

  function change(part: Partial<Form>) {
    // what is being sent stays as it is
    if (isBusy.current) return
    if (isUntouched(form)) bank.askIfLongAgo()
    // §5.7: an alert, and the field is cleared
    const isNegative = Number(part.donations) < 0
    setForm((before) => ({ ...before, ...part, ...(isNegative ? { donations: '' } : {}) }))
    setMistakes((before) =>
      Object.fromEntries(Object.entries(before).filter(([field]) => !Object.hasOwn(part, field))),
    )
    if (link.isKiosk) setDonationId(null)
    if (isNegative) void say(words.alerts['negative-number'])
  }

  async function submit() {
    if (isBusy.current) return
    const draft = draftOf(form, language)
    const today = dayOf(now())
    // a bank that could not be asked about is the server's to judge
    const bankId = link.bankId === '' || bank.name === null ? null : link.bankId
    const refusal = whyNotSubmit(draft, { bankId, today })
    if (refusal) return object(words.alerts[refusal.code], mistakesFor(refusal.code, draft, today))
    isBusy.current = true
    setPhase('sending')
    try {
      key.current ??= newKey()
      const sending = { key: key.current, work: await bank.work() }
      const { id } = await sendForm({ ...draft, bankId: link.bankId }, sending)
      forgetDraft(link.bankId)
      setPhase('telling')
      await say(words.alerts.submitted, link.isKiosk ? { after: thanksMs, with: 'ok' } : undefined)
      startOver()
      setDonationId(id)
      goToTop()
    } catch (error) {
      setPhase('telling')
      if (!isRefusal(error)) return await offerRestore(error)
      const { code } = error.answer
      // the one sent before did arrive; what is sent next is another one
      if (code === 'key-reused') key.current = newKey()
      await object(sayable(words.alerts, code) ?? error.answer, mistakesFor(code, draft, today))
    } finally {
      isBusy.current = false
      setPhase('open')
    }
  }

  async function object(alert: { title: string; text: string }, wrong: Mistakes) {
    setMistakes(wrong)
    await say(alert)
    const first = detailOrder.find((field) => wrong[field])
    if (wrong.consent) focusOn('consent')
    else if (first) goToTop(first)
  }

  /** §8: a failed write clears the form; what was typed can be had back, and is then the same call. */
  async function offerRestore(error: unknown) {
    const typed = form
    const failedKey = key.current
    const detail = error instanceof Refused ? error.answer.text : words.form.unreachable
    const { title, text } = words.alerts.failed
    setForm(emptyForm)
    // that of a form sent before, by somebody else perhaps, would look like this one's
    setDonationId(null)
    setRound((before) => before + 1)
    const alert = { title, text: text.replace('{detail}', detail), action: { label: words.form.restore } }
    const answer = await say(alert, link.isKiosk ? { after: patienceMs, with: 'ok' } : undefined)
    startOver()
    if (answer !== 'action') return goToTop()
    key.current = failedKey
    setForm(typed)
  }

  async function askStartAgain() {
    const { startAgainAsk, startAgain, stay } = words.form
    const answer = await say({ ...startAgainAsk, ok: stay, action: { label: startAgain } })
    if (answer === 'action') clear()
  }

  async function askStillThere() {
    const { idle, startAgain, stay } = words.form
    const alert = { ...idle, ok: stay, action: { label: startAgain } }
    const isLeft = isUntouched(form) || (await say(alert, { after: patienceMs, with: 'action' })) === 'action'
    if (!isLeft) return
    clear()
    onLeft()
  }

  /** On a shared device it may be that nobody comes back to answer. */
  async function say(
    alert: AlertRequest,
    otherwise?: { after: number; with: AlertAnswer },
  ): Promise<AlertAnswer> {
    const answer = showAlert({ ok: words.form.ok, ...alert })
    const open = alerts.get().at(-1)
    const timer = otherwise && setTimeout(() => open?.answer(otherwise.with), otherwise.after)
    try {
      return await answer
    } finally {
      clearTimeout(timer)
    }
  }

  function clear() {
    for (const open of alerts.get()) open.answer('ok')
    startOver()
    setDonationId(null)
    goToTop()
  }

  function startOver() {
    key.current = newKey()
    setForm(emptyForm)
    setMistakes({})
    setRestored(false)
    setRound((before) => before + 1)
    bank.ask()
  }

  return {
    form,
    mistakes,
    bank: bank.name,
    round,
    isSending: phase === 'sending',
    donationId,
    isRestored,
    change,
    submit,
    askStartAgain,
    forgetDonation: () => setDonationId(null),
  }
}

const sayable = <Words extends object>(words: Words, code: string): Words[keyof Words] | undefined =>
  Object.hasOwn(words, code) ? words[code as keyof Words] : undefined

export const idOf = (field: DonorField | 'consent'): string => `donor-${field}`

export const focusOn = (field: DonorField | 'consent'): void => document.getElementById(idOf(field))?.focus()

/** §5.7: the page scrolls to the top; the keyboard goes to what is to be mended, or to the title. */
function goToTop(first?: DonorField): void {
  // after the next paint: new fields may only just be coming
  requestAnimationFrame(() => {
    scrollTo(0, 0)
    document.getElementById(first ? idOf(first) : 'title')?.focus({ preventScroll: true })
  })
}
