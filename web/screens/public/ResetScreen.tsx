import { Link } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { PublicPage } from '../../parts/PublicPage.tsx'
import { useTitle } from '../../parts/use-title.ts'
import { paths } from '../../paths.ts'
import { PasswordField } from '../../ui/PasswordField.tsx'
import { buttonClass, PushButton } from '../../ui/PushButton.tsx'
import { FieldError } from '../../ui/TextField.tsx'
import classes from './SignInScreen.module.css'
import { useReset } from './use-reset.ts'
import { useTokenOfLink } from './use-token-of-link.ts'

/** Where the one-time link of the mail leads (ruling AMB-156). */
export function ResetScreen() {
  useTitle('Set a new password')
  const token = useTokenOfLink(paths.reset)
  const { busy, wrong, isSpent, submit } = useReset(token)
  const [password, setPassword] = useState('')
  const [again, setAgain] = useState('')

  function send(event: FormEvent) {
    event.preventDefault()
    void submit(password, again)
  }

  if (isSpent || !token) return <SpentLink />
  return (
    <PublicPage>
      <h1 className={classes.title}>Set a new password</h1>
      <p className={classes.line}>It ends every open session of your account.</p>
      <form className={classes.form} noValidate onSubmit={send}>
        <PasswordField
          label="New Password"
          name="password"
          autoComplete="new-password"
          help="More than 6 characters."
          value={password}
          error={wrong.password}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
        <PasswordField
          label="Confirm Password"
          name="again"
          autoComplete="new-password"
          value={again}
          error={wrong.again}
          onChange={(event) => setAgain(event.currentTarget.value)}
        />
        {wrong.form && <FieldError id="reset-failure">{wrong.form}</FieldError>}
        <PushButton
          type="submit"
          kind="primary"
          wide
          loading={busy}
          loadingLabel="Saving"
          aria-describedby={wrong.form ? 'reset-failure' : undefined}
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
      <p className={classes.line}>
        This link was used already, is older than an hour, or is not whole. Ask for a new one on the sign-in
        page: enter your e-mail and choose Forgot Password.
      </p>
      <div className={classes.form}>
        <Link to={paths.signIn} className={buttonClass({ kind: 'primary', wide: true })}>
          Go to sign-in
        </Link>
      </div>
    </PublicPage>
  )
}
