import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { joining } from '#contract/members.ts'
import type { OutputOf } from '#contract/route.ts'
import { say } from '#domain/basics/refusal.ts'
import { joiningWords } from '#domain/people/member-acts.ts'
import { whyNotPassword } from '#domain/people/passwords.ts'
import { peopleWords } from '#domain/people/words.ts'
import { call, wordsFor } from '../../api/client.ts'
import { doubtSession } from '../../api/session.ts'
import { PublicPage } from '../../parts/PublicPage.tsx'
import { useTitle } from '../../parts/use-title.ts'
import { paths } from '../../paths.ts'
import { showToast } from '../../ui/feedback/toast-store.ts'
import { FieldError } from '../../ui/fields/Field.tsx'
import { PasswordField } from '../../ui/fields/PasswordField.tsx'
import { buttonClass, PushButton } from '../../ui/fields/PushButton.tsx'
import { useOneAtATime } from '../../ui/use-one-at-a-time.ts'
import classes from './SignInScreen.module.css'
import { useTokenOfLink } from './use-token-of-link.ts'

/** Where the link of an invitation leads. Nothing happens until a person presses Join. */
export function JoinScreen() {
  useTitle('Join')
  const token = useTokenOfLink(paths.join)
  const look = useQuery({
    queryKey: ['invitations', token],
    queryFn: () => call(joining.look, { token }),
    enabled: token !== '',
    retry: false,
    gcTime: 0,
  })
  const wrong =
    token === '' ? say(joiningWords, { code: 'link-unknown' }) : look.error && wordsFor(look.error)
  return (
    <PublicPage>
      <h1 className={classes.title}>{look.data ? `Join ${look.data.place}` : 'Join'}</h1>
      {wrong && <Spent text={wrong.text} />}
      {look.data && <JoinForm token={token} invitation={look.data} />}
    </PublicPage>
  )
}

const Spent = ({ text }: { text: string }) => (
  <div className={`gap-20 column ${classes.form}`}>
    <FieldError id="join-failure">{text}</FieldError>
    <Link to={paths.signIn} className={buttonClass({ kind: 'primary', wide: true })}>
      Go to sign-in
    </Link>
  </div>
)

type Invitation = OutputOf<typeof joining.look>

function JoinForm({ token, invitation }: { token: string; invitation: Invitation }) {
  const { place, name, email, role, needsPassword } = invitation
  const navigate = useNavigate()
  const { doing, take } = useOneAtATime<'joining'>()
  const [password, setPassword] = useState('')
  const [error, setError] = useState<string | null>(null)
  const [failure, setFailure] = useState<string | null>(null)

  async function join() {
    setFailure(null)
    const refusal = needsPassword ? whyNotPassword(password) : null
    setError(refusal && say(peopleWords, refusal).text)
    if (refusal) return
    try {
      await call(joining.join, { token, password: needsPassword ? password : null })
      doubtSession()
      showToast({ text: `You are in ${place} now. Please sign in.`, kind: 'success' })
      await navigate({ to: paths.signIn })
    } catch (problem) {
      setFailure(wordsFor(problem).text)
    }
  }

  return (
    <>
      <p className={`large dim ${classes.line}`}>
        <bdi>{name}</bdi>, you are invited to act for <bdi>{place}</bdi> as {role}, with the address{' '}
        <bdi>{email}</bdi>.{' '}
        {needsPassword
          ? 'Choose a password to sign in with.'
          : 'You keep your password; on My account you choose for whom you act.'}
      </p>
      <form
        className={`gap-20 column ${classes.form}`}
        noValidate
        onSubmit={(event: FormEvent) => {
          event.preventDefault()
          void take('joining', join)
        }}
      >
        {needsPassword && (
          <PasswordField
            id="join-password"
            label="Password"
            name="password"
            autoComplete="new-password"
            help="More than 6 characters."
            value={password}
            error={error}
            onChange={({ currentTarget }) => setPassword(currentTarget.value)}
          />
        )}
        {failure && <FieldError id="join-failure">{failure}</FieldError>}
        <PushButton
          type="submit"
          kind="primary"
          wide
          loading={doing !== null}
          loadingLabel="Saving"
          aria-describedby={failure ? 'join-failure' : undefined}
        >
          Join
        </PushButton>
      </form>
    </>
  )
}
