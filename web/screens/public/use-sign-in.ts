import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { people } from '#contract/people.ts'
import type { Actor } from '#domain/people/actor.ts'
import { isEmail } from '#domain/people/passwords.ts'
import { peopleWords } from '#domain/people/words.ts'
import { call, isRefusal, wordsFor } from '../../api/client.ts'
import { giveCode, signIn } from '../../api/session.ts'
import { paths } from '../../paths.ts'
import { showToast } from '../../ui/toast-store.ts'
import { type Failure, failureOf, noAddress } from './sign-in-failure.ts'

const wrongPasswordMs = 7000 // §8
/** What came of the last try takes the place of what came of the one before. */
const told = { id: 'sign-in' }

/** Signing in and asking for a reset mail, one at a time, with the toasts of §8. */
export function useSignIn(onFailure: (failure: Failure) => void) {
  const navigate = useNavigate()
  const [doing, setDoing] = useState<'signing-in' | 'asking' | null>(null)
  const [failure, setFailure] = useState<Failure | null>(null)
  const [isMailed, setIsMailed] = useState(false)
  const [step, setStep] = useState<{ failure: string | null } | null>(null)

  function forget() {
    setFailure(null)
    setIsMailed(false)
  }

  function fail(next: Failure) {
    setFailure(next)
    const { text } = peopleWords[next.code]
    showToast({
      ...told,
      text,
      kind: 'error',
      ...(next.code === 'password-wrong' && { ms: wrongPasswordMs }),
    })
    onFailure(next)
  }

  async function attempt(what: 'signing-in' | 'asking', act: () => Promise<void>) {
    if (doing) return
    forget()
    setDoing(what)
    try {
      await act()
    } catch (error) {
      fail(failureOf(error))
    } finally {
      setDoing(null)
    }
  }

  async function submit(email: string, password: string) {
    if (!isEmail(email)) return fail(noAddress)
    await attempt('signing-in', async () => {
      const actor = await signIn(email, password)
      if (!actor) return setStep({ failure: null })
      await enter(actor)
    })
  }

  /** The second step of an account that has one. Once it is over, the password is asked for again. */
  const give = (code: string) =>
    attempt('signing-in', async () => {
      try {
        await enter(await giveCode(code))
      } catch (error) {
        const { text } = wordsFor(error)
        const isOver = isRefusal(error) && error.answer.field !== 'code' && error.status !== 429
        setStep(isOver ? null : { failure: text })
        showToast({ ...told, text, kind: 'error' })
      }
    })

  async function enter(actor: Actor) {
    showToast({ ...told, text: 'Logged In', kind: 'success' })
    await navigate({ to: paths.home(actor) })
  }

  async function askReset(email: string) {
    // ruling AMB-156
    if (!isEmail(email)) return fail(noAddress)
    await attempt('asking', async () => {
      const { message } = await call(people.forgetPassword, { email: email.trim() })
      showToast({ ...told, text: message, kind: 'success' })
      setIsMailed(true)
    })
  }

  const startAgain = () => setStep(null)
  return { doing, failure, isMailed, step, submit, give, startAgain, askReset, forget }
}
