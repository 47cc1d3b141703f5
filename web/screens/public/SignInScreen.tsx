import { type FormEvent, type MouseEvent, useState } from 'react'
import type { Actor } from '#domain/people/actor.ts'
import { PublicPage } from '../../parts/PublicPage.tsx'
import { useTitle } from '../../parts/use-title.ts'
import { Notice } from '../../ui/feedback/Notice.tsx'
import { FieldError } from '../../ui/fields/Field.tsx'
import { PasswordField } from '../../ui/fields/PasswordField.tsx'
import { PushButton } from '../../ui/fields/PushButton.tsx'
import { TextField } from '../../ui/fields/TextField.tsx'
import { CodeStep } from './CodeStep.tsx'
import { DemoAccounts } from './DemoAccounts.tsx'
import classes from './SignInScreen.module.css'
import { useSignIn } from './use-sign-in.ts'

type SignInScreenProps = {
  /** Led here without having asked for it. */
  isThrownOut: boolean
  /** Somebody who types an address will want the dashboard next. */
  onTyping: () => void
  onEnter: (actor: Actor, path: string) => Promise<void>
}

/** §2.1. What went wrong is told by the toast of §8 and, in words that stay, where it belongs in the form. */
export function SignInScreen({ isThrownOut, onTyping, onEnter }: SignInScreenProps) {
  useTitle('Sign in')
  const [asksForBoth, setAsksForBoth] = useState(false)
  const form = useSignIn(onEnter)
  const { doing, failure, second } = form
  const { email, password } = form.draft

  function fill(typed: { email?: string; password?: string }) {
    if (typed.email) onTyping()
    form.fill(typed)
  }

  function send(event: FormEvent) {
    event.preventDefault()
    if (email.trim() && password) void form.submit()
  }

  const fieldOf = (name: 'email' | 'password', missing: string) => {
    const value = form.draft[name]
    const { id, error } = form.fieldOf(name)
    return { id, name, value, error: error ?? (asksForBoth && !value.trim() ? missing : null) }
  }

  if (second.step)
    return (
      <CodeStep
        isBusy={doing === 'signing-in'}
        failure={second.step.failure}
        onGive={(code) => void form.give(code)}
        onStartAgain={() => {
          form.setDraft({ email, password: '' })
          second.leave()
        }}
      />
    )

  return (
    <PublicPage
      panel={<DemoAccounts chosen={email} onChoose={fill} onPlay={(part) => void form.play(part)} />}
    >
      <h1 className={classes.title}>Sign in</h1>
      <p className={`large dim ${classes.line}`}>Blood for hospitals, from bank to bedside.</p>
      {isThrownOut && (
        <div className={classes.ended} role="alert">
          <Notice kind="warning">
            Your session has ended. Please sign in again. What was typed and not sent was not kept.
          </Notice>
        </div>
      )}
      {form.signedUp !== null && (
        <div className={classes.ended}>
          <Notice kind="success">
            Your hospital is signed up. Sign in with the password you chose, and open the link that we sent to{' '}
            <bdi className="breaks">{form.signedUp}</bdi>. Then the provider verifies your hospital; you get a
            mail as soon as you can order blood.
          </Notice>
        </div>
      )}
      <form className={`gap-20 column ${classes.form}`} noValidate onSubmit={send}>
        <TextField
          label="E-mail"
          {...fieldOf('email', 'Please enter your e-mail.')}
          type="email"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          onChange={(event) => fill({ email: event.currentTarget.value })}
        />
        <div className={classes.password}>
          <PasswordField
            label="Password"
            {...fieldOf('password', 'Please enter your password.')}
            onChange={(event) => fill({ password: event.currentTarget.value })}
          />
          {/* after the field, so that Tab goes from the e-mail to the password */}
          {/* biome-ignore lint/a11y/useSemanticElements: §2.1 names it a link, but it leads nowhere: it acts */}
          <button type="button" role="link" className={classes.forgot} onClick={() => void form.askReset()}>
            Forgot Password
          </button>
        </div>
        {failure && <FieldError id="sign-in-failure">{failure}</FieldError>}
        {form.isMailed && <p className="dim">Please look into your mailbox: the link works for an hour.</p>}
        <PushButton
          type="submit"
          kind="primary"
          wide
          loading={doing === 'signing-in'}
          loadingLabel="Signing in"
          aria-describedby={failure ? 'sign-in-failure' : undefined}
          onClick={(event) => isPressedItself(event) && setAsksForBoth(true)}
        >
          Login
        </PushButton>
      </form>
      <p className={`muted ${classes.hint}`}>
        A hospital without an account signs up through the link from its blood bank.
      </p>
    </PublicPage>
  )
}

/** Enter in a field presses the button too, and does nothing while one of the two is empty (§2.1). */
const isPressedItself = (event: MouseEvent<HTMLButtonElement>): boolean =>
  event.detail > 0 || document.activeElement === event.currentTarget
