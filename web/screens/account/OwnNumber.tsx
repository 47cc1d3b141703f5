import type { FormEvent } from 'react'
import { type Hearing, hearing } from '#contract/hearing.ts'
import { say } from '#domain/basics/refusal.ts'
import { ownPhoneWords, whyNotOwnPhone } from '#domain/messages/own-phone.ts'
import { phoneAsKept } from '#domain/people/phones.ts'
import { showToast } from '../../ui/feedback/toast-store.ts'
import { PushButton } from '../../ui/fields/PushButton.tsx'
import { TextField } from '../../ui/fields/TextField.tsx'
import classes from './OwnAccount.module.css'
import { useOwnForm } from './use-own-form.ts'

/** Changed on purpose, by a button of its own: text messages about orders go there. */
export function OwnNumber({ phone, onSaved }: { phone: string; onSaved: (now: Hearing) => void }) {
  const form = useOwnForm('own-number', { phone })

  async function save(event: FormEvent) {
    event.preventDefault()
    const typed = phoneAsKept(form.draft.phone)
    const refusal = whyNotOwnPhone(typed)
    if (refusal) return form.mark({ phone: say(ownPhoneWords, refusal).text })
    const now = await form.send(hearing.setPhone, { phone: typed })
    if (!now) return
    onSaved(now)
    showToast({ text: typed === '' ? 'Number Removed' : 'Number Saved', kind: 'success' })
  }

  return (
    <form
      className={`stack gap-16 ${classes.inline}`}
      aria-label="Your number for text messages"
      noValidate
      onSubmit={(event) => void save(event)}
    >
      <TextField
        label="Your mobile number, for SMS"
        type="tel"
        autoComplete="tel"
        maxLength={60}
        {...form.textOf('phone')}
      />
      <PushButton type="submit" loading={form.isBusy} loadingLabel="Saving">
        Save number
      </PushButton>
    </form>
  )
}
