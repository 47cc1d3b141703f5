import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { wordsFor } from '../../api/client.ts'
import { doubtSession } from '../../api/session.ts'
import { PublicPage } from '../../parts/PublicPage.tsx'
import { useTitle } from '../../parts/use-title.ts'
import { paths } from '../../paths.ts'
import { FieldError } from '../../ui/fields/Field.tsx'
import { buttonClass, PushButton } from '../../ui/fields/PushButton.tsx'
import { useOneAtATime } from '../../ui/use-one-at-a-time.ts'
import classes from './SignInScreen.module.css'
import { useTokenOfLink } from './use-token-of-link.ts'

type PressedLinkProps = {
  title: string
  path: Parameters<typeof useTokenOfLink>[0]
  /** What is asked before the button, on it, and said after it. */
  asks: string
  button: string
  done: string
  /** Of a link without what it should carry. */
  spent: string
  act: (token: string) => Promise<unknown>
}

/** Where the link of a mail leads. Pressed by a person: some mailboxes open every link by themselves. */
export function PressedLink({ title, path, asks, button, done, spent, act }: PressedLinkProps) {
  useTitle(title)
  const token = useTokenOfLink(path)
  const { doing, take } = useOneAtATime<'saving'>()
  const [isDone, setIsDone] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)

  async function press() {
    try {
      await act(token)
      doubtSession()
      setIsDone(true)
    } catch (error) {
      setFailure(wordsFor(error).text)
    }
  }

  const wrong = token ? failure : spent
  return (
    <PublicPage>
      <h1 className={classes.title}>{title}</h1>
      <p className={`large dim ${classes.line}`} role="status">
        {isDone && done}
        {!isDone && !wrong && asks}
      </p>
      <div className={`gap-20 column ${classes.form}`}>
        {wrong && <FieldError id="link-failure">{wrong}</FieldError>}
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
            onClick={() => void take('saving', press)}
          >
            {button}
          </PushButton>
        )}
      </div>
    </PublicPage>
  )
}
