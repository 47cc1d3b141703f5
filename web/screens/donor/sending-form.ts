import { fillIn } from '#domain/basics/fill-in.ts'
import { dayOf } from '#domain/basics/time.ts'
import type { DonorDraft } from '#domain/donors/donor-form.ts'
import { whyNotSubmit } from '#domain/donors/submitting.ts'
import { isRefusal, Refused } from '../../api/client.ts'
import { now } from '../../server-clock.ts'
import type { AlertAnswer, AlertRequest } from '../../ui/feedback/alert-store.ts'
import { sendForm } from './calls.ts'
import { draftOf, mistakesFor } from './form.ts'
import { forgetDraft } from './kept-draft.ts'
import { goToTop } from './places.ts'
import type { Otherwise } from './say.ts'
import type { useBank } from './use-bank.ts'
import type { DonorFormOf } from './use-kept-form.ts'
import type { Said } from './use-words.ts'

/** So long a shared device thanks. */
const thanksMs = 20_000

type Sending = Said & {
  bankId: string
  form: DonorFormOf
  bank: ReturnType<typeof useBank>
  ask: (alert: AlertRequest, otherwise?: Otherwise) => Promise<AlertAnswer>
  /** What answers on a shared device if nobody does. */
  onKiosk: (otherwise: Otherwise) => Otherwise | undefined
  setSent: (id: string | null, name?: string) => void
  /** What was sent has gone from the form. */
  onGone: () => void
}

/** What the form's button does: asks the rule, sends, and tells what came of it. */
export function sendingForm(sending: Sending) {
  const { bankId, form, bank, language, words, ask, onKiosk, setSent, onGone } = sending

  async function submit() {
    if (form.doing) return
    const draft = draftOf(form.draft, language)
    // a bank that could not be asked about is the server's to judge
    const known = bankId === '' || bank.name === null ? null : bankId
    const today = dayOf(now())
    const refusal = whyNotSubmit(draft, { bankId: known, today })
    if (refusal) return form.object(words.alerts[refusal.code], mistakesFor(refusal.code, draft, today))
    const outcome = await form.take('sending', () => outcomeOf(send(draft)))
    if (outcome) await form.take('telling', () => tell(outcome, draft, today))
  }

  const send = async (draft: DonorDraft) =>
    sendForm({ ...draft, bankId }, { key: form.keyFor(), work: await bank.work() })

  async function tell(outcome: Outcome, draft: DonorDraft, today: string) {
    if ('id' in outcome) return thank(outcome.id, draft.name)
    const { error } = outcome
    if (!isRefusal(error)) return offerRestore(error)
    const { code } = error.answer
    // the one sent before did arrive; what is sent next is another one
    if (code === 'key-reused') form.forgetKey()
    const { title, text } = words.alerts.failed
    // what has no words of its own is said in English by the server, and otherwise in ours
    const other =
      language === 'en' ? error.answer : { title, text: fillIn(text, { detail: words.form.serverFailed }) }
    await form.object(sayable(words.alerts, code) ?? other, mistakesFor(code, draft, today))
  }

  async function thank(id: string, name: string) {
    forgetDraft(bankId)
    await ask(words.alerts.submitted, onKiosk({ after: thanksMs, with: 'ok' }))
    form.clear()
    form.forgetKey()
    onGone()
    setSent(id, name)
    goToTop()
  }

  async function offerRestore(error: unknown) {
    const said = language === 'en' && error instanceof Refused ? error.answer.text : words.form.serverFailed
    const detail = error instanceof Refused ? said : words.form.unreachable
    const { title, text } = words.alerts.failed
    // that of a form sent before, by somebody else perhaps, would look like this one's
    setSent(null)
    const restoring = {
      action: { label: words.form.restore, isFirst: true as const },
      more: words.form.restoreHint,
    }
    const alert = { title, text: fillIn(text, { detail }), ...restoring }
    const isBack = await form.offerRestore(error, form.draft, alert)
    onGone()
    if (!isBack) goToTop()
  }

  return { submit }
}

type Outcome = { id: string } | { error: unknown }

const outcomeOf = (sending: Promise<{ id: string }>): Promise<Outcome> =>
  sending.catch((error: unknown) => ({ error }))

const sayable = <Words extends object>(words: Words, code: string): Words[keyof Words] | undefined =>
  Object.hasOwn(words, code) ? words[code as keyof Words] : undefined
