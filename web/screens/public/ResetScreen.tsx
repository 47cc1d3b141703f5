import { Link } from '@tanstack/react-router'
import type { ChangeEvent, FormEvent } from 'react'
import { PublicPage } from '../../parts/PublicPage.tsx'
import { useTitle } from '../../parts/use-title.ts'
import { paths } from '../../paths.ts'
import { FieldError } from '../../ui/fields/Field.tsx'
import { PasswordField } from '../../ui/fields/PasswordField.tsx'
import { buttonClass, PushButton } from '../../ui/fields/PushButton.tsx'
import classes from './SignInScreen.module.css'
import { useReset } from './use-reset.ts'
import { useTokenOfLink } from './use-token-of-link.ts'

/** Where the one-time link of the mail leads (ruling AMB-156). */
export function ResetScreen() {
  useTitle('Set a new password')
  const token = useTokenOfLink(paths.reset)
  const form = useReset(token)

  function send(event: FormEvent) {
    event.preventDefault()
    void form.submit()
  }

  /** What was wrong stays until the next try. */
  const fieldOf = (name: 'password' | 'again') => ({
    ...form.fieldOf(name),
    name,
    value: form.draft[name],
    onChange: ({ currentTarget: { value } }: ChangeEvent<HTMLInputElement>) =>
      form.setDraft((before) => ({ ...before, [name]: value })),
  })

  if (form.isSpent || !token) return <SpentLink />
  return (
    <PublicPage>
      <h1 className={classes.title}>Set a new password</h1>
      <p className={`large dim ${classes.line}`}>It ends every open session of your account.</p>
      <form className={`gap-20 column ${classes.form}`} noValidate onSubmit={send}>
        <PasswordField
          label="New Password"
          autoComplete="new-password"
          help="More than 6 characters."
          {...fieldOf('password')}
        />
        <PasswordField label="Confirm Password" autoComplete="new-password" {...fieldOf('again')} />
        {form.failure && <FieldError id="reset-failure">{form.failure}</FieldError>}
        <PushButton
          type="submit"
          kind="primary"
          wide
          loading={form.isBusy}
          loadingLabel="Saving"
          aria-describedby={form.failure ? 'reset-failure' : undefined}
        >
          Set Password
        </PushButton>
      </form>
    </PublicPage>
  )
}

function SpentLink() {
  return (
    <PublicPage>
      <h1 className={classes.title}>Set a new password</h1>
      <p className={`large dim ${classes.line}`}>
        This link was used already, is older than an hour, or is not whole. Ask for a new one on the sign-in
        page: enter your e-mail and choose Forgot Password.
      </p>
      <div className={`gap-20 column ${classes.form}`}>
        <Link to={paths.signIn} className={buttonClass({ kind: 'primary', wide: true })}>
          Go to sign-in
        </Link>
      </div>
    </PublicPage>
  )
}
