import type { FormEvent } from 'react'
import { people } from '#contract/people.ts'
import { say } from '#domain/basics/refusal.ts'
import { secondFactorWords, whyNotCode } from '#domain/people/second-factor.ts'
import { showToast } from '../../ui/feedback/toast-store.ts'
import { FormCell } from '../../ui/fields/FormSection.tsx'
import { PasswordField } from '../../ui/fields/PasswordField.tsx'
import { PushButton } from '../../ui/fields/PushButton.tsx'
import { TextField } from '../../ui/fields/TextField.tsx'
import classes from './OwnAccount.module.css'
import { useOwnForm } from './use-own-form.ts'

/** Asked for both, so that neither a stolen password nor a PC left open takes the protection away. */
export function SwitchOff({ onDone }: { onDone: () => void }) {
  const form = useOwnForm('own-factor-off', { password: '', code: '' })

  async function switchOff(event: FormEvent) {
    event.preventDefault()
    if (!form.draft.password) return form.mark({ password: 'Please enter your password.' })
    const refusal = whyNotCode(form.draft.code)
    if (refusal) return form.mark({ code: say(secondFactorWords, refusal).text })
    if (!(await form.send(people.removeSecondFactor, form.draft))) return
    showToast({ text: 'Second Factor Switched Off', kind: 'success' })
    onDone()
  }

  return (
    <FormCell span={6}>
      <form
        className="stack gap-12"
        aria-label="Switch the second factor off"
        noValidate
        onSubmit={(event) => void switchOff(event)}
      >
        <div className={`stack gap-16 ${classes.pair}`}>
          <PasswordField label="Your password" {...form.textOf('password')} />
          <TextField
            label="Code"
            autoComplete="one-time-code"
            autoCapitalize="none"
            spellCheck={false}
            {...form.textOf('code')}
          />
        </div>
        <p className="muted">The code of the app, or a backup code.</p>
        <div>
          <PushButton type="submit" loading={form.isBusy} loadingLabel="Checking">
            Switch off
          </PushButton>
        </div>
      </form>
    </FormCell>
  )
}
