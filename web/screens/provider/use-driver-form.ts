import { useState } from 'react'
import { namedCalls } from '#contract/named-calls.ts'
import { organisations } from '#contract/organisations.ts'
import { topicOf } from '#contract/route.ts'
import { say } from '#domain/basics/refusal.ts'
import { type DriverDraft, driverWords, emptyFields } from '#domain/people/registering.ts'
import { call, Refused, wordsFor } from '../../api/client.ts'
import { queryClient } from '../../api/queries.ts'
import { focusOn } from '../../ui/focus.ts'
import { showToast } from '../../ui/toast-store.ts'
import { useOneAtATime } from '../../ui/use-one-at-a-time.ts'

export type DriverField = keyof DriverDraft
type Errors = Partial<Record<DriverField, string>>

const emptyDraft: DriverDraft = { name: '', email: '', phone: '', password: '' }
/** One place for the outcome: an older one never stands before it. */
const toastId = 'driver-registration'
const inOrder: readonly DriverField[] = ['name', 'email', 'phone', 'password']

/** The form's state, and what its buttons do (§5.7, §8). */
export function useDriverForm() {
  const [draft, setDraft] = useState(emptyDraft)
  const [errors, setErrors] = useState<Errors>({})
  const { doing, take } = useOneAtATime<'sending'>()
  /** What a taken e-mail cleared away; the password is not kept. */
  const [cleared, setCleared] = useState<DriverDraft | null>(null)
  const [lastAdded, setLastAdded] = useState<string | null>(null)

  function change(field: DriverField, text: string) {
    setDraft((before) => ({ ...before, [field]: text }))
    setErrors(({ [field]: _mended, ...rest }) => rest)
  }

  async function submit() {
    const empty = emptyFields(draft)
    if (empty.length > 0)
      return mark(Object.fromEntries(empty.map((one) => [one.field, say(driverWords, one).text])))
    await take('sending', () => send(draft))
  }

  async function send(sent: DriverDraft) {
    try {
      await call(namedCalls.createUser, sent)
    } catch (error) {
      return object(sent, error)
    }
    // §8, both after the one call (ruling AMB-119)
    showToast({ text: 'User Created', kind: 'success', id: toastId })
    showToast({ text: 'Driver Added', kind: 'success' })
    setLastAdded(sent.email.trim().toLowerCase())
    clear()
    focusOn(idOf('name'))
    void queryClient.invalidateQueries({ queryKey: [topicOf(organisations.drivers)] })
  }

  function object(sent: DriverDraft, error: unknown) {
    const { text } = wordsFor(error)
    showToast({ text: `Error: ${text}`, kind: 'error', id: toastId })
    const answer = error instanceof Refused ? error.answer : null
    if (answer?.code === 'email-in-use') {
      // §8: this answer clears the fields; what was typed can be had back
      clear()
      setCleared({ ...sent, password: '' })
      return mark({ email: text })
    }
    const field = inOrder.find((one) => one === answer?.field)
    if (field) mark({ [field]: text })
  }

  function mark(wrong: Errors) {
    setErrors(wrong)
    const first = inOrder.find((field) => wrong[field])
    if (first) focusOn(idOf(first))
  }

  function clear() {
    setDraft(emptyDraft)
    setErrors({})
    setCleared(null)
  }

  function restore() {
    if (!cleared) return
    // what was typed since stays
    setDraft((now) => ({
      name: now.name || cleared.name,
      email: now.email || cleared.email,
      phone: now.phone || cleared.phone,
      password: now.password,
    }))
    setCleared(null)
    focusOn(idOf('email'))
  }

  const isGone = cleared && inOrder.some((field) => cleared[field] !== '' && draft[field] === '')
  return {
    draft,
    errors,
    isSending: doing !== null,
    lastAdded,
    change,
    submit,
    restore: isGone ? restore : null,
  }
}

export const idOf = (field: DriverField): string => `driver-${field}`
