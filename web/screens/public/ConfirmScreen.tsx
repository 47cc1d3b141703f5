import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { people } from '#contract/people.ts'
import { say } from '#domain/basics/refusal.ts'
import { peopleWords } from '#domain/people/words.ts'
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

/** Where the link of a sign-up's mail leads. Pressed by a person: some mailboxes open every link by themselves. */
export function ConfirmScreen() {
  useTitle('Confirm your e-mail address')
  const token = useTokenOfLink(paths.confirm)
  const { doing, take } = useOneAtATime<'confirming'>()
  const [isDone, setIsDone] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)

  async function confirm() {
    try {
      await call(people.proveMailbox, { token })
      doubtSession()
      setIsDone(true)
    } catch (error) {
      setFailure(wordsFor(error).text)
    }
  }

  const wrong = token ? failure : say(peopleWords, { code: 'proof-spent' }).text
  return (
    <PublicPage>
      <h1 className={classes.title}>Confirm your e-mail address</h1>
      <p className={`large dim ${classes.line}`} role="status">
        {isDone &&
          'Thank you: the address is confirmed. You get a mail as soon as your hospital is verified.'}
        {!isDone &&
          !wrong &&
          'A hospital was signed up with your address. If it was you, confirm it here. If it was not, close this page.'}
      </p>
      <div className={`gap-20 column ${classes.form}`}>
        {wrong && <FieldError id="confirm-failure">{wrong}</FieldError>}
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
            onClick={() => void take('confirming', confirm)}
          >
            Confirm
          </PushButton>
        )}
      </div>
    </PublicPage>
  )
}
