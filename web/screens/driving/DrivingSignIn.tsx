import { IconEye, IconEyeOff } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import { fillIn } from '#domain/basics/fill-in.ts'
import { isRefusal } from '../../api/client.ts'
import { productName } from '../../parts/use-title.ts'
import { paths } from '../../paths.ts'
import { Notice } from '../../ui/feedback/Notice.tsx'
import { PushButton } from '../../ui/fields/PushButton.tsx'
import { TextField } from '../../ui/fields/TextField.tsx'
import { Mark } from '../../ui/frame/Mark.tsx'
import frame from './DrivingFrame.module.css'
import classes from './DrivingSignIn.module.css'
import { Languages } from './Languages.tsx'
import { signIn } from './phone/acts.ts'
import type { PhoneState } from './phone/phone.ts'
import { useSaid } from './use-words.ts'
import { OthersWait } from './WaitingBar.tsx'

type Failure = 'emailWhole' | 'emailUnknown' | 'passwordWrong' | 'failed' | 'noSignal'

/** Shown in place of any driver's page, so that after signing in one is where the link led. */
export function DrivingSignIn({ state }: { state: PhoneState }) {
  const { words } = useSaid()
  const said = words.signIn
  const [isShown, setShown] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<Failure | null>(null)
  const [asksForCode, setAsksForCode] = useState(false)
  const Eye = isShown ? IconEyeOff : IconEye
  const own = state.queue.filter(({ accountId }) => accountId === state.account?.accountId)

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isBusy) return
    const form = new FormData(event.currentTarget)
    const [email, password] = [String(form.get('email')), String(form.get('password'))]
    if (!email.includes('@')) return fail('emailWhole')
    setBusy(true)
    setFailure(null)
    try {
      const outcome = await signIn(email, password)
      setAsksForCode(outcome === 'asks-for-code')
    } catch (error) {
      fail(failureOf(error))
    } finally {
      setBusy(false)
    }
  }

  function fail(why: Failure) {
    setFailure(why)
    requestAnimationFrame(() => document.querySelector<HTMLElement>('[aria-invalid=true]')?.focus())
  }

  return (
    <div className={`column ${frame.page}`}>
      <header className={`row ${frame.bar}`}>
        <span className={frame.mark}>
          <Mark />
        </span>
        <span className={`strong breaks fill ${frame.name}`}>{productName}</span>
      </header>
      <main className={`column ${frame.main}`}>
        <Languages />
        <h1 className={classes.title}>{said.title}</h1>
        {state.account && own.length > 0 && (
          <Notice kind="warning">
            {fillIn(said.queueWaits, { name: state.account.displayName, count: own.length })}
          </Notice>
        )}
        <OthersWait state={state} />
        {asksForCode && (
          <Notice kind="warning">
            {said.secondFactor}{' '}
            <a className={`inline ${classes.link}`} href={paths.signIn}>
              {said.secondFactorLink}
            </a>
          </Notice>
        )}
        {(failure === 'failed' || failure === 'noSignal') && (
          <div role="alert">
            <Notice kind="warning">{said[failure]}</Notice>
          </div>
        )}
        <form className="stack gap-20" onSubmit={(event) => void submit(event)} noValidate>
          <TextField
            label={said.email}
            name="email"
            type="email"
            size="lg"
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            defaultValue={state.account?.email}
            error={failure === 'emailWhole' || failure === 'emailUnknown' ? said[failure] : null}
          />
          <TextField
            label={said.password}
            name="password"
            type={isShown ? 'text' : 'password'}
            size="lg"
            autoComplete="current-password"
            autoCapitalize="none"
            spellCheck={false}
            error={failure === 'passwordWrong' ? said.passwordWrong : null}
            right={
              <button
                type="button"
                className={`dim stack ${classes.eye}`}
                // not "password", so that a search for the field by its label finds the field alone
                aria-label={isShown ? said.hide : said.show}
                onClick={() => setShown(!isShown)}
              >
                <Eye size={22} stroke={1.6} aria-hidden />
              </button>
            }
          />
          <PushButton
            kind="primary"
            size="lg"
            type="submit"
            wide
            loading={isBusy}
            loadingLabel={said.sending}
          >
            {said.submit}
          </PushButton>
          <a className={`inline ${classes.link}`} href={paths.signIn}>
            {said.forgot}
          </a>
        </form>
      </main>
    </div>
  )
}

function failureOf(error: unknown): Failure {
  if (!isRefusal(error)) return 'noSignal'
  if (error.answer.code === 'email-unknown') return 'emailUnknown'
  return error.answer.code === 'password-wrong' ? 'passwordWrong' : 'failed'
}
