import { useState } from 'react'
import type { Actor } from '#domain/people/actor.ts'
import { isEmail } from '#domain/people/passwords.ts'
import { peopleWords } from '#domain/people/words.ts'
import { forgetPassword, signIn } from '../../api/signing-in.ts'
import { useForm } from '../../parts/use-form.ts'
import { paths } from '../../paths.ts'
import { showToast } from '../../ui/feedback/toast-store.ts'
import { type Failure, failureOf, noAddress } from './sign-in-failure.ts'
import { forgetSignedUp, signedUpHere } from './signed-up.ts'
import { useSecondStep } from './use-second-step.ts'

const empty = { email: '', password: '' }
type Field = keyof typeof empty
type Act = 'signing-in' | 'asking'

/** What came of the last try takes the place of what came of the one before. */
const tell = (kind: 'success' | 'error', text: string, ms?: number) =>
  showToast({ id: 'sign-in', kind, text, ...(ms && { ms }) })
const wrongPasswordMs = 7000 // §8

/** Signing in and asking for a reset mail, one at a time, with the toasts of §8. */
export function useSignIn(onEnter: (actor: Actor, path: string) => Promise<void>) {
  const [signedUp] = useState(signedUpHere)
  const form = useForm<typeof empty, Field, Act>({
    name: 'sign-in',
    empty,
    begun: { ...empty, email: signedUp ?? '' },
    fields: ['email', 'password'],
  })
  const { email, password } = form.draft
  /** What is wrong with neither field. */
  const [failure, setFailure] = useState<string | null>(null)
  const [isMailed, setIsMailed] = useState(false)
  const second = useSecondStep({ enter, tellFailure: (text) => tell('error', text) })

  function fill(typed: Partial<typeof empty>) {
    form.change(typed)
    form.mend()
    setFailure(null)
    setIsMailed(false)
  }

  function fail({ code, field, text }: Failure) {
    setFailure(field ? null : text)
    tell('error', peopleWords[code].text, code === 'password-wrong' ? wrongPasswordMs : undefined)
    form.mark(field ? { [field]: text } : {})
    if (!field) form.focus('password')
  }

  const attempt = (as: Act, act: () => Promise<void>) =>
    form.send(
      () => {
        fill({})
        return act()
      },
      { as, failed: (error) => fail(failureOf(error)) },
    )

  async function submit() {
    if (!isEmail(email)) return fail(noAddress)
    await attempt('signing-in', async () => {
      const actor = await signIn(email, password)
      if (actor) await enter(actor)
      else second.begin()
    })
  }

  async function enter(actor: Actor, path = paths.home(actor)) {
    forgetSignedUp()
    tell('success', 'Logged In')
    await onEnter(actor, path)
  }

  /** A part of the demonstration's story. */
  const play = (part: { email: string; password: string; path: string }) =>
    attempt('signing-in', async () => {
      fill({ email: part.email, password: part.password })
      const actor = await signIn(part.email, part.password)
      if (actor) await enter(actor, part.path)
      else second.begin()
    })

  async function askReset() {
    // ruling AMB-156
    if (!isEmail(email)) return fail(noAddress)
    await attempt('asking', async () => {
      tell('success', await forgetPassword(email))
      setIsMailed(true)
    })
  }

  const give = (code: string) => attempt('signing-in', () => second.give(code))
  return { ...form, failure, isMailed, signedUp, second, fill, submit, play, give, askReset }
}
