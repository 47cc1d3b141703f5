import { type FormEvent, useEffect, useRef, useState } from 'react'
import { say } from '#domain/basics/refusal.ts'
import { secondFactorWords, whyNotCode } from '#domain/people/second-factor.ts'
import { PublicPage } from '../../parts/PublicPage.tsx'
import { PushButton } from '../../ui/fields/PushButton.tsx'
import { TextField } from '../../ui/fields/TextField.tsx'
import classes from './SignInScreen.module.css'

type CodeStepProps = {
  isBusy: boolean
  /** What the server said to the last code. */
  failure: string | null
  onGive: (code: string) => void
  onStartAgain: () => void
}

/** The second step, for accounts with a second factor: the password was right, and nobody is signed in yet. */
export function CodeStep({ isBusy, failure, onGive, onStartAgain }: CodeStepProps) {
  const [code, setCode] = useState('')
  const [wrong, setWrong] = useState<string | null>(null)
  const field = useRef<HTMLInputElement>(null)
  // at the beginning, and again when a code was refused
  // biome-ignore lint/correctness/useExhaustiveDependencies: each failure is one
  useEffect(() => field.current?.focus(), [failure])

  function give(event: FormEvent) {
    event.preventDefault()
    const refusal = whyNotCode(code)
    setWrong(refusal && say(secondFactorWords, refusal).text)
    if (refusal) field.current?.focus()
    else onGive(code)
  }

  return (
    <PublicPage>
      <h1 className={classes.title}>Enter your code</h1>
      <p className={`large dim ${classes.line}`}>
        Your account has a second factor. Please open your authenticator app.
      </p>
      <form className={`gap-20 column ${classes.form}`} noValidate onSubmit={give}>
        <TextField
          ref={field}
          label="Code"
          name="code"
          help="The 6 digits of the app, or one of your backup codes."
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          value={code}
          error={wrong ?? failure}
          onChange={(event) => {
            setCode(event.currentTarget.value)
            setWrong(null)
          }}
        />
        <PushButton type="submit" kind="primary" wide loading={isBusy} loadingLabel="Checking">
          Continue
        </PushButton>
        <PushButton wide onClick={onStartAgain}>
          Start again
        </PushButton>
      </form>
    </PublicPage>
  )
}
