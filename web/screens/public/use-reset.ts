import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { people } from '#contract/people.ts'
import { say } from '#domain/basics/refusal.ts'
import { whyNotPassword } from '#domain/people/passwords.ts'
import { peopleWords } from '#domain/people/words.ts'
import { call, isRefusal, wordsFor } from '../../api/client.ts'
import { doubtSession } from '../../api/session.ts'
import { paths } from '../../paths.ts'
import { showToast } from '../../ui/toast-store.ts'

type Wrong = { password?: string; again?: string; form?: string }

export function useReset(token: string) {
  const navigate = useNavigate()
  const [busy, setBusy] = useState(false)
  const [wrong, setWrong] = useState<Wrong>({})
  const [spentToken, setSpentToken] = useState('')

  function mark(next: Wrong, name: 'password' | 'again') {
    setWrong(next)
    document.querySelector<HTMLInputElement>(`[name=${name}]`)?.focus()
  }

  async function submit(password: string, again: string) {
    if (busy) return
    const refusal = whyNotPassword(password)
    if (refusal) return mark({ password: say(peopleWords, refusal).text }, 'password')
    if (password !== again) return mark({ again: 'This is not the same as above.' }, 'again')
    setWrong({})
    setBusy(true)
    try {
      await call(people.resetPassword, { token, password })
      doubtSession()
      showToast({ text: 'Password set. Please sign in with it.', kind: 'success' })
      await navigate({ to: paths.signIn })
    } catch (error) {
      if (isRefusal(error) && error.answer.code === 'link-spent') setSpentToken(token)
      setWrong({ form: wordsFor(error).text })
    } finally {
      setBusy(false)
    }
  }

  return { busy, wrong, isSpent: spentToken !== '' && spentToken === token, submit }
}
