import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
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
import { newKey } from '../../api/key.ts'
import { paths } from '../../paths.ts'
import { showAlert } from '../../ui/alert-store.ts'
import { showToast } from '../../ui/toast-store.ts'
import { forgetSignUp, keepSignUp, keptSignUp, type SignUpStep } from './kept-sign-up.ts'

const stepMs = 1_500 // §9

const empty = {
  name: '',
  address: '',
  primaryPhone: '',
  secondaryPhone: '',
  email: '',
  password: '',
  again: '',
}
export type SignUpField = keyof typeof empty
export type SignUp = ReturnType<typeof useSignUp>

export function useSignUp(referenceBank: string) {
  const navigate = useNavigate()
  const [kept] = useState(keptSignUp)
  const [step, setStep] = useState<SignUpStep>(kept.step)
  const [values, setValues] = useState({ ...empty, ...kept.values })
  const [errors, setErrors] = useState<Partial<Record<SignUpField, string>>>({})
  const [failure, setFailure] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const waiting = useRef<ReturnType<typeof setTimeout>>(undefined)
  // one key for one form: pressed again after a lost answer, it is the same sign-up
  const key = useRef<string>(undefined)
  key.current ??= newKey()
  useEffect(() => () => clearTimeout(waiting.current), [])

  // the passwords are never kept (ruling AMB-149)
  const { password: _, again: __, ...plain } = values
  useEffect(() => keepSignUp({ step, values: plain }))

  function type(field: SignUpField, text: string) {
    key.current = undefined
    setValues((before) => ({ ...before, [field]: text }))
    setErrors(({ [field]: _gone, ...others }) => others)
  }

  async function object(refusal: SignUpRefusal) {
    const words = say(signUpWords, refusal)
    const field = refusal.field as SignUpField | undefined
    const gaps = step === 1 ? emptyPlaces(values) : emptyOfPerson(values)
    const texts = gaps.length > 0 ? gaps.map((gap) => [gap, 'Please fill this in.']) : [[field, words.text]]
    setErrors(Object.fromEntries(texts))
    await showAlert(words)
    document.querySelector<HTMLInputElement>(`[name=${field}]`)?.focus()
  }

  function go(to: SignUpStep) {
    setErrors({})
    setBusy(false)
    setStep(to)
  }

  async function next() {
    if (isBusy) return
    setFailure(null)
    const refusal = whyNotNext(values)
    if (refusal) return object(refusal)
    setBusy(true)
    waiting.current = setTimeout(() => go(2), stepMs)
  }

  async function submit() {
    if (isBusy) return
    setFailure(null)
    const refusal = whyNotPerson(values)
    if (refusal) return object(refusal)
    setBusy(true)
    const { again: _again, ...draft } = values
    try {
      const { message } = await call(people.signUp, { ...draft, referenceBank }, { key: key.current })
      showToast({ text: message, kind: 'success' })
      clear()
      await navigate({ to: paths.signIn })
    } catch (error) {
      fail(error)
    }
  }

  /**
   * §8. Whoever has an account already begins anew; everything else can be mended and sent again. The toast is gone
   * in two seconds, so the form says it too.
   */
  function fail(error: unknown) {
    const { text } = wordsFor(error)
    showToast({ text: `Error: ${text}`, kind: 'error', ms: 2_000 })
    setFailure(text)
    setBusy(false)
    if (!isRefusal(error)) return
    key.current = undefined
    if (error.answer.code !== 'email-in-use') return
    setFailure(`${text} Please sign up with another e-mail, or sign in with that one.`)
    clear()
  }

  function clear() {
    setValues(empty)
    go(1)
    forgetSignUp()
  }

  return { step, values, errors, failure, isBusy, type, next, previous: () => go(1), submit }
}
