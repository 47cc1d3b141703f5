import { useState } from 'react'
import { useForm } from '../../parts/use-form.ts'
import { type AlertRequest, alerts } from '../../ui/feedback/alert-store.ts'
import { emptyForm, type Form, isUntouched, type Mistakes } from './form.ts'
import type { KeptDraft } from './kept-draft.ts'
import type { DonorLink } from './link.ts'
import { goTo, goToTop, type Place, places } from './places.ts'
import { type Otherwise, patienceMs, say } from './say.ts'
import { sendingForm } from './sending-form.ts'
import { useBank } from './use-bank.ts'
import { useKeptForm, useSent } from './use-kept-form.ts'
import { useLeaving } from './use-leaving.ts'
import type { Said } from './use-words.ts'

export type DonorFormState = ReturnType<typeof useDonorForm>

/** The form's state, and what its buttons do. */
export function useDonorForm(
  link: DonorLink,
  { language, words }: Said,
  kept: KeptDraft | null,
  /** Whoever stood at a shared device has left it. */
  onLeft: () => void,
) {
  const { bankId, isKiosk } = link
  const [isRestored, setRestored] = useState(kept !== null)
  const { setSent, ...sent } = useSent(link)
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
  const { draft, doing } = form

  useKeptForm(link, form, language)
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
    if (isKiosk) setSent(null)
    if (isNegative) void ask(words.alerts['negative-number'])
  }

  function clear() {
    for (const open of alerts.get()) open.answer('ok')
    form.clear()
    form.forgetKey()
    onGone()
    setSent(null)
    goToTop()
  }

  /** The next form is not the restored one, and needs a proof of work of its own. */
  function onGone() {
    setRestored(false)
    bank.ask()
  }

  return {
    ...form,
    ...sendingForm({ bankId, form, bank, language, words, ask, onKiosk, setSent, onGone }),
    /** By what is wrong: in words of the language that is chosen. */
    mistakes: form.errors as Mistakes,
    bank: bank.name,
    place: bank.place,
    ...sent,
    isSending: doing === 'sending',
    isRestored,
    change,
    askStartAgain,
    forgetDonation() {
      setSent(null)
      goToTop()
    },
  }
}
