import { useState } from 'react'
import { namedCalls } from '#contract/named-calls.ts'
import { organisations } from '#contract/organisations.ts'
import { topicOf } from '#contract/route.ts'
import { say } from '#domain/basics/refusal.ts'
import { type DriverDraft, driverWords, emptyFields } from '#domain/people/registering.ts'
import { call, Refused, wordsFor } from '../../../api/client.ts'
import { queryClient } from '../../../api/queries.ts'
import { useForm } from '../../../parts/use-form.ts'
import { showToast } from '../../../ui/feedback/toast-store.ts'

export type DriverField = keyof DriverDraft

const empty: DriverDraft = { name: '', email: '', phone: '', password: '' }
/** One place for the outcome: an older one never stands before it. */
const toastId = 'driver-registration'
const fields: readonly DriverField[] = ['name', 'email', 'phone', 'password']

/** The form's state, and what its buttons do (§5.7, §8). */
export function useDriverForm() {
  const form = useForm({ name: 'driver', empty, fields })
  const { draft } = form
  /** What was typed when the e-mail was refused as taken; without the password. */
  const [cleared, setCleared] = useState<DriverDraft | null>(null)
  const [lastAdded, setLastAdded] = useState<string | null>(null)

  async function submit() {
    const gaps = emptyFields(draft)
    if (gaps.length > 0)
      return form.mark(Object.fromEntries(gaps.map((one) => [one.field, say(driverWords, one).text])))
    if ((await form.send(() => call(namedCalls.createUser, draft), { failed })) === null) return
    // §8, both after the one call (ruling AMB-119)
    showToast({ text: 'User Created', kind: 'success', id: toastId })
    showToast({ text: 'Driver Added', kind: 'success' })
    setLastAdded(draft.email.trim().toLowerCase())
    form.clear()
    setCleared(null)
    form.focus('name')
    void queryClient.invalidateQueries({ queryKey: [topicOf(organisations.drivers)] })
  }

  function failed(error: unknown) {
    const { text } = wordsFor(error)
    showToast({ text: `Error: ${text}`, kind: 'error', id: toastId })
    const answer = error instanceof Refused ? error.answer : null
    if (answer?.code === 'email-in-use') {
      // §8: this answer clears the fields; what was typed can be had back
      form.clear()
      setCleared({ ...draft, password: '' })
      return form.mark({ email: text })
    }
    const field = fields.find((one) => one === answer?.field)
    if (field) form.mark({ [field]: text })
  }

  function restore() {
    if (!cleared) return
    // what was typed since stays
    form.setDraft((now) => ({
      name: now.name || cleared.name,
      email: now.email || cleared.email,
      phone: now.phone || cleared.phone,
      password: now.password,
    }))
    setCleared(null)
    form.focus('email')
  }

  const isGone = cleared && fields.some((field) => cleared[field] !== '' && draft[field] === '')
  return { ...form, lastAdded, submit, restore: isGone ? restore : null }
}
