import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { people } from '#contract/people.ts'
import { say } from '#domain/basics/refusal.ts'
import { whyNotPassword } from '#domain/people/passwords.ts'
import { peopleWords } from '#domain/people/words.ts'
import { call, isRefusal, wordsFor } from '../../api/client.ts'
import { doubtSession } from '../../api/session.ts'
import { useForm } from '../../parts/use-form.ts'
import { paths } from '../../paths.ts'
import { showToast } from '../../ui/feedback/toast-store.ts'

const empty = { password: '', again: '' }

export function useReset(token: string) {
  const navigate = useNavigate()
  const form = useForm({ name: 'reset', empty, fields: ['password', 'again'] as const })
  /** What is wrong with neither field. */
  const [failure, setFailure] = useState<string | null>(null)
  const [spentToken, setSpentToken] = useState('')

  async function submit() {
    const { password, again } = form.draft
    setFailure(null)
    const refusal = whyNotPassword(password)
    if (refusal) return form.mark({ password: say(peopleWords, refusal).text })
    if (password !== again) return form.mark({ again: 'This is not the same as above.' })
    form.mend()
    await form.send(
      async () => {
        await call(people.resetPassword, { token, password })
        doubtSession()
        showToast({ text: 'Password set. Please sign in with it.', kind: 'success' })
        await navigate({ to: paths.signIn })
      },
      { failed },
    )
  }

  function failed(error: unknown) {
    if (isRefusal(error) && error.answer.code === 'link-spent') setSpentToken(token)
    setFailure(wordsFor(error).text)
  }

  return { ...form, failure, isSpent: spentToken !== '' && spentToken === token, submit }
}
