import { useEffect, useState } from 'react'
import { dayOf } from '#domain/basics/time.ts'
import type { DonorDraft } from '#domain/donors/donor-form.ts'
import { whyNotSubmit } from '#domain/donors/submitting.ts'
import { isRefusal, Refused } from '../../api/client.ts'
import { useForm } from '../../parts/use-form.ts'
import { now } from '../../server-clock.ts'
import { type AlertRequest, alerts } from '../../ui/feedback/alert-store.ts'
import { sendForm } from './calls.ts'
import { draftOf, emptyForm, type Form, isUntouched, type Mistakes, mistakesFor } from './form.ts'
import { forgetDraft, type KeptDraft, keepDraft, keepSent, readSent } from './kept-draft.ts'
import type { DonorLink } from './link.ts'
import { goTo, goToTop, type Place, places } from './places.ts'
import { type Otherwise, patienceMs, say } from './say.ts'
import { useBank } from './use-bank.ts'
import { useLeaving } from './use-leaving.ts'
import type { Said } from './use-words.ts'

/** So long a shared device thanks. */
const thanksMs = 20_000

export type DonorFormState = ReturnType<typeof useDonorForm>

/** The form's state, and what its buttons do. */
export function useDonorForm(
  { bankId, isKiosk }: DonorLink,
  { language, words }: Said,
  kept: KeptDraft | null,
  /** Whoever stood at a shared device has left it. */
  onLeft: () => void,
) {
  const [isRestored, setRestored] = useState(kept !== null)
  const [donationId, setDonationId] = useState(() => (isKiosk ? null : readSent(bankId)))
  const bank = useBank(bankId)
  const ask = (alert: AlertRequest, otherwise?: Otherwise) => say({ ok: words.form.ok, ...alert }, otherwise)
  const onKiosk = (otherwise: Otherwise) => (isKiosk ? otherwise : undefined)
  const form = useForm<Form, Place, 'sending' | 'telling'>({
    name: 'donor',
    empty: emptyForm,
    begun: kept?.form,
    begunKey: kept?.key,
    fields: places,
    // nobody may come back to say whether they want theirs restored
    say: (alert) => ask(alert, alert.action && onKiosk({ after: patienceMs, with: 'ok' })),
    goTo,
  })
  const { draft, doing, keyFor } = form

  useEffect(() => {
    // until it is known and read what became of a form that was sent, it is kept as it was
    if (!isKiosk && doing === null) keepDraft(bankId, { form: draft, language, key: keyFor() })
  }, [draft, language, bankId, isKiosk, doing, keyFor])
  useEffect(() => {
    if (!isKiosk) keepSent(bankId, donationId)
  }, [donationId, bankId, isKiosk])
  const askStartAgain = useLeaving({
    // also while a refusal stands there that nobody came back to read
    isWatched: isKiosk && doing !== 'sending',
    isUntouched: isUntouched(draft),
    words: words.form,
    ask,
    clear,
    onLeft,
  })

  function change(part: Partial<Form>) {
    // what is being sent stays as it is
    if (doing) return
    if (isUntouched(draft)) bank.askIfLongAgo()
    // §5.7: an alert, and the field is cleared
    const isNegative = Number(part.donations) < 0
    form.change(isNegative ? { ...part, donations: '' } : part)
    if (isKiosk) setDonationId(null)
    if (isNegative) void ask(words.alerts['negative-number'])
  }

  async function submit() {
    if (doing) return
    const sent = draftOf(draft, language)
    // a bank that could not be asked about is the server's to judge
    const known = bankId === '' || bank.name === null ? null : bankId
    const today = dayOf(now())
    const refusal = whyNotSubmit(sent, { bankId: known, today })
    if (refusal) return form.object(words.alerts[refusal.code], mistakesFor(refusal.code, sent, today))
    const outcome = await form.take('sending', () => outcomeOf(send(sent)))
    if (outcome) await form.take('telling', () => tell(outcome, sent, today))
  }

  const send = async (sent: DonorDraft) =>
    sendForm({ ...sent, bankId }, { key: keyFor(), work: await bank.work() })

  async function tell(outcome: Outcome, sent: DonorDraft, today: string) {
    if ('id' in outcome) return thank(outcome.id)
    const { error } = outcome
    if (!isRefusal(error)) return offerRestore(error)
    const { code } = error.answer
    // the one sent before did arrive; what is sent next is another one
    if (code === 'key-reused') form.forgetKey()
    await form.object(sayable(words.alerts, code) ?? error.answer, mistakesFor(code, sent, today))
  }

  async function thank(id: string) {
    forgetDraft(bankId)
    await ask(words.alerts.submitted, onKiosk({ after: thanksMs, with: 'ok' }))
    startOver()
    setDonationId(id)
    goToTop()
  }

  async function offerRestore(error: unknown) {
    const detail = error instanceof Refused ? error.answer.text : words.form.unreachable
    const { title, text } = words.alerts.failed
    // that of a form sent before, by somebody else perhaps, would look like this one's
    setDonationId(null)
    const alert = { title, text: text.replace('{detail}', detail), action: { label: words.form.restore } }
    const isBack = await form.offerRestore(error, draft, alert)
    setRestored(false)
    bank.ask()
    if (!isBack) goToTop()
  }

  function clear() {
    for (const open of alerts.get()) open.answer('ok')
    startOver()
    setDonationId(null)
    goToTop()
  }

  function startOver() {
    form.clear()
    form.forgetKey()
    setRestored(false)
    bank.ask()
  }

  return {
    ...form,
    /** By what is wrong: in words of the language that is chosen. */
    mistakes: form.errors as Mistakes,
    bank: bank.name,
    isSending: doing === 'sending',
    donationId,
    isRestored,
    change,
    submit,
    askStartAgain,
    forgetDonation: () => setDonationId(null),
  }
}

type Outcome = { id: string } | { error: unknown }

const outcomeOf = (sending: Promise<{ id: string }>): Promise<Outcome> =>
  sending.catch((error: unknown) => ({ error }))

const sayable = <Words extends object>(words: Words, code: string): Words[keyof Words] | undefined =>
  Object.hasOwn(words, code) ? words[code as keyof Words] : undefined
