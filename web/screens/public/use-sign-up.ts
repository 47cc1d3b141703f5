import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { people } from '#contract/people.ts'
import { say } from '#domain/basics/refusal.ts'
import {
  emptyOfPerson,
  emptyPlaces,
  type SignUpRefusal,
  signUpWords,
  whyNotNext,
  whyNotPerson,
} from '#domain/people/signing-up.ts'
import { call, isRefusal, wordsFor } from '../../api/client.ts'
import { toFillIn } from '../../parts/form-errors.ts'
import { useForm } from '../../parts/use-form.ts'
import { paths } from '../../paths.ts'
import { showToast } from '../../ui/feedback/toast-store.ts'
import { forgetSignUp, keepSignUp, keptSignUp, type SignUpStep } from './kept-sign-up.ts'
import { rememberSignedUp } from './signed-up.ts'

const stepMs = 1_500 // §9

const place = { name: '', address: '', primaryPhone: '', secondaryPhone: '' }
const empty = { ...place, email: '', password: '', again: '' }
export type SignUpField = keyof typeof empty
const fields = Object.keys(empty) as SignUpField[]
export type SignUp = ReturnType<typeof useSignUp>

export function useSignUp(referenceBank: string) {
  const navigate = useNavigate()
  const [kept] = useState(keptSignUp)
  const [step, setStep] = useState<SignUpStep>(kept.step)
  const [failure, setFailure] = useState<string | null>(null)
  const form = useForm({ name: 'sign-up', empty, begun: { ...empty, ...kept.values }, fields })
  const { draft } = form

  // the passwords are never kept (ruling AMB-149)
  const { password: _, again: __, ...plain } = draft
  useEffect(() => keepSignUp({ step, values: plain }))

  function object(refusal: SignUpRefusal) {
    const gaps = step === 1 ? emptyPlaces(draft) : emptyOfPerson(draft)
    const objection = { ...refusal, ...say(signUpWords, refusal) }
    return form.object(objection, gaps.length > 0 ? toFillIn<SignUpField>(gaps) : undefined)
  }

  function go(to: SignUpStep) {
    form.mend()
    setStep(to)
  }

  async function next() {
    if (form.isBusy) return
    setFailure(null)
    const refusal = whyNotNext(draft)
    if (refusal) return object(refusal)
    if (await form.send(stepIsOver)) go(2)
  }

  async function submit() {
    if (form.isBusy) return
    setFailure(null)
    const refusal = whyNotPerson(draft)
    if (refusal) return object(refusal)
    const { again: _again, ...typed } = draft
    const input = { ...typed, referenceBank }
    // pressed again after a lost answer, it is the same sign-up
    const sent = await form.send(() => call(people.signUp, input, { key: form.keyFor(input) }), { failed })
    if (sent === null) return
    showToast({ text: sent.message, kind: 'success' })
    rememberSignedUp(draft.email)
    clear()
    await navigate({ to: paths.signIn })
  }

  /**
   * §8. Whoever has an account already begins anew; everything else can be mended and sent again. The toast is gone
   * in two seconds, so the form says it too.
   */
  function failed(error: unknown) {
    const { text } = wordsFor(error)
    showToast({ text: `Error: ${text}`, kind: 'error', ms: 2_000 })
    setFailure(text)
    if (!isRefusal(error)) return
    form.forgetKey()
    if (error.answer.code !== 'email-in-use') return
    setFailure(`${text} Please sign up with another e-mail, or sign in with that one.`)
    clear()
  }

  function clear() {
    form.clear()
    go(1)
    forgetSignUp()
  }

  return { ...form, step, failure, next, previous: () => go(1), submit }
}

const stepIsOver = () => new Promise<true>((resolve) => setTimeout(() => resolve(true), stepMs))
