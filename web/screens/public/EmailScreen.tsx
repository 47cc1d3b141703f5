import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { people } from '#contract/people.ts'
import { say } from '#domain/basics/refusal.ts'
import { emailWords } from '#domain/people/changing-email.ts'
import { call, wordsFor } from '../../api/client.ts'
import { doubtSession } from '../../api/session.ts'
import { PublicPage } from '../../parts/PublicPage.tsx'
import { useTitle } from '../../parts/use-title.ts'
import { paths } from '../../paths.ts'
import { FieldError } from '../../ui/fields/Field.tsx'
import { buttonClass, PushButton } from '../../ui/fields/PushButton.tsx'
import { useOneAtATime } from '../../ui/use-one-at-a-time.ts'
import classes from './SignInScreen.module.css'
import { useTokenOfLink } from './use-token-of-link.ts'

/** Where the link to a new address leads. Pressed by a person: some mailboxes open every link by themselves. */
export function EmailScreen() {
  useTitle('Your new e-mail address')
  const token = useTokenOfLink(paths.email)
  const { doing, take } = useOneAtATime<'changing'>()
  const [isDone, setIsDone] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)

  async function change() {
    try {
      await call(people.changeEmail, { token })
      doubtSession()
      setIsDone(true)
    } catch (error) {
      setFailure(wordsFor(error).text)
    }
  }

  const wrong = token ? failure : say(emailWords, { code: 'change-spent' }).text
  return (
    <PublicPage>
      <h1 className={classes.title}>Your new e-mail address</h1>
      <p className={`large dim ${classes.line}`} role="status">
        {isDone && 'Thank you: the address is changed. Please sign in with it.'}
        {!isDone &&
          !wrong &&
          'Somebody asked to use this address for their account. If it was you, press the button. If it was not, close this page.'}
      </p>
      <div className={`gap-20 column ${classes.form}`}>
        {wrong && <FieldError id="email-failure">{wrong}</FieldError>}
        {isDone || wrong ? (
          <Link to={paths.signIn} className={buttonClass({ kind: 'primary', wide: true })}>
            Go to sign-in
          </Link>
        ) : (
          <PushButton
            kind="primary"
            wide
            loading={doing !== null}
            loadingLabel="Saving"
            onClick={() => void take('changing', change)}
          >
            Use this address
          </PushButton>
        )}
      </div>
    </PublicPage>
  )
}
