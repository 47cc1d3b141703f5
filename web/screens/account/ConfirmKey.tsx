import { QRCodeSVG } from 'qrcode.react'
import { type FormEvent, useEffect, useRef } from 'react'
import { people } from '#contract/people.ts'
import { say } from '#domain/basics/refusal.ts'
import { grouped, secondFactorWords, whyNotConfirm } from '#domain/people/second-factor.ts'
import { FormCell } from '../../ui/fields/FormSection.tsx'
import { PushButton } from '../../ui/fields/PushButton.tsx'
import { TextField } from '../../ui/fields/TextField.tsx'
import classes from './OwnAccount.module.css'
import { useOwnForm } from './use-own-form.ts'

type ConfirmKeyProps = {
  address: string
  secret: string
  onConfirmed: (backupCodes: string[]) => void
  onLeave: () => void
}

/** The key for the app, as a picture and as text; it counts once the app has shown a code for it. */
export function ConfirmKey({ address, secret, onConfirmed, onLeave }: ConfirmKeyProps) {
  const form = useOwnForm('own-factor-code', { code: '' })
  const { code } = form.draft
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])

  async function confirm(event: FormEvent) {
    event.preventDefault()
    const refusal = whyNotConfirm(code)
    if (refusal) return form.mark({ code: say(secondFactorWords, refusal).text })
    const answer = await form.send(people.confirmSecondFactor, { code })
    if (answer) onConfirmed(answer.backupCodes)
  }

  return (
    <FormCell span={6}>
      <form
        className="stack gap-20"
        aria-label="Confirm the second factor"
        noValidate
        onSubmit={(event) => void confirm(event)}
      >
        <div className={`row gap-20 ${classes.key}`}>
          <QRCodeSVG
            value={address}
            level="M"
            marginSize={2}
            className={classes.picture}
            role="img"
            title="Code for the app"
          />
          <div>
            <p>Scan this with an authenticator app, or type the key into it:</p>
            <code className={`strong breaks block ${classes.secret}`}>{grouped(secret)}</code>
          </div>
        </div>
        <TextField
          ref={field}
          label="Code from the app"
          help="The 6 digits it shows now."
          inputMode="numeric"
          autoComplete="one-time-code"
          {...form.textOf('code')}
        />
        <div className="wrap gap-8">
          <PushButton type="submit" kind="ink" loading={form.isBusy} loadingLabel="Checking">
            Switch on
          </PushButton>
          <PushButton onClick={onLeave}>Leave it</PushButton>
        </div>
      </form>
    </FormCell>
  )
}
