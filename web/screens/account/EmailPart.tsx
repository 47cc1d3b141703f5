import { type FormEvent, useState } from 'react'
import { people } from '#contract/people.ts'
import { say } from '#domain/basics/refusal.ts'
import { emailWords, whyNotChangeEmail } from '#domain/people/changing-email.ts'
import { secondFactorWords, whyNotCode } from '#domain/people/second-factor.ts'
import { FormCell, FormSection } from '../../ui/fields/FormSection.tsx'
import { PasswordField } from '../../ui/fields/PasswordField.tsx'
import { PushButton } from '../../ui/fields/PushButton.tsx'
import { TextField } from '../../ui/fields/TextField.tsx'
import { useOwnForm } from './use-own-form.ts'

type EmailPartProps = { email: string; hasSecondFactor: boolean }

/** Another address, once its link was opened; until then nothing changes. */
export function EmailPart({ email, hasSecondFactor }: EmailPartProps) {
  const form = useOwnForm('own-email', { email: '', current: '', code: '' })
  const [asked, setAsked] = useState('')

  async function ask(event: FormEvent) {
    event.preventDefault()
    setAsked('')
    const refusal = whyNotChangeEmail(form.draft, email)
    if (refusal) return form.mark({ [refusal.field ?? '']: say(emailWords, refusal).text })
    const codeRefusal = hasSecondFactor ? whyNotCode(form.draft.code) : null
    if (codeRefusal) return form.mark({ code: say(secondFactorWords, codeRefusal).text })
    const answer = await form.send(people.askEmail, form.draft)
    if (!answer) return
    form.clear()
    setAsked(answer.message)
  }

  return (
    <form aria-label="Change e-mail" noValidate onSubmit={(event) => void ask(event)}>
      <FormSection
        title="E-mail"
        help="You sign in with it. A link is sent to the new address, and one line about it to the old one."
      >
        <FormCell span={6}>
          <TextField
            label="New e-mail"
            type="email"
            inputMode="email"
            autoCapitalize="none"
            spellCheck={false}
            autoComplete="email"
            maxLength={254}
            {...form.textOf('email')}
          />
        </FormCell>
        <FormCell span={3} phone="full">
          <PasswordField
            label="Account password"
            {...form.textOf('current')}
            autoComplete="current-password"
          />
        </FormCell>
        {hasSecondFactor && (
          <FormCell span={3} phone="full">
            <TextField
              label="Code of the app"
              autoComplete="one-time-code"
              autoCapitalize="none"
              spellCheck={false}
              {...form.textOf('code')}
            />
          </FormCell>
        )}
        <FormCell span={6}>
          <div className="stack gap-8">
            <div>
              <PushButton type="submit" kind="ink" loading={form.isBusy} loadingLabel="Sending">
                Change e-mail
              </PushButton>
            </div>
            <p className="muted" aria-live="polite">
              {asked}
            </p>
          </div>
        </FormCell>
      </FormSection>
    </form>
  )
}
