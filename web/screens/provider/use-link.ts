import { useRef, useState } from 'react'
import { orders } from '#contract/orders.ts'
import { type InputOf, topicOf } from '#contract/route.ts'
import { no, say } from '#domain/basics/refusal.ts'
import { changedWords } from '#domain/requests/comparing.ts'
import {
  bankIdOf,
  type LinkForm,
  type LinkRefusal,
  linkWords,
  otherBank,
  whyNotLink,
  whyNotLinkForm,
} from '#domain/requests/linking.ts'
import { call, isRefusal, wordsFor } from '../../api/client.ts'
import { newKey } from '../../api/key.ts'
import { ask, queryClient } from '../../api/queries.ts'
import { useUrlText } from '../../parts/use-url-text.ts'
import { showAlert } from '../../ui/alert-store.ts'
import { focusOn } from '../../ui/focus.ts'
import { emptyForm, errorsFor, type FieldErrors, firstOf, isSame, type LinkField } from './link-form.ts'
import { useSeenOrder } from './use-seen-order.ts'
import { freshOrder, idIn, useTypedOrder } from './use-typed-order.ts'

/** One sending of the form. Sent again as it is, it is the same call: nobody is texted twice. */
type Attempt = { form: LinkForm; input: InputOf<typeof orders.link>; key: string }

export type Linking = ReturnType<typeof useLink>

/** The form's state, the order it is about, and what its buttons do. */
export function useLink() {
  const [requestId, setRequestId] = useUrlText('request')
  const [choices, setChoices] = useState(emptyForm)
  const [errors, setErrors] = useState<FieldErrors>({})
  const [phase, setPhase] = useState<'open' | 'sending' | 'sent'>('open')
  const [done, setDone] = useState<{ id: string; message: string } | null>(null)
  const failed = useRef<Attempt>(null)

  const form = { ...choices, requestId }
  const id = idIn(requestId)
  const typed = useTypedOrder(requestId)
  const order = typed.kind === 'found' ? typed.order : undefined
  const seen = useSeenOrder(order)

  // approved meanwhile, say: what was wrong with it was said of the order as it was
  const [last, setLast] = useState(order)
  if (order && order.version !== last?.version) {
    setLast(order)
    if (order.id === last?.id) setErrors((before) => without(before, ['requestId']))
  }

  function change(part: Partial<LinkForm>) {
    const { requestId: next, ...chosen } = part
    if (next !== undefined) setRequestId(next)
    setChoices((before) => ({ ...before, ...chosen }))
    setErrors((before) => without(before, Object.keys(part) as LinkField[]))
  }

  async function submit() {
    if (phase !== 'open') return
    const refusal = whyNotLinkForm(form)
    if (refusal) return refuse(refusal)
    if (id === undefined) return refuse(unknownId)
    setPhase('sending')
    setDone(null)
    const attempt = await prepare(id).catch(cannotSee)
    if (!attempt) return setPhase('open')
    try {
      const { request, message } = await call(orders.link, attempt.input, { key: attempt.key })
      setDone({ id: request.id, message })
    } catch (error) {
      setPhase('open')
      if (!isRefusal(error)) return offerRestore(attempt, error)
      // somebody was faster: the order is looked at again, and what they did has been told
      if (error.status === 409) {
        lookAgain()
        void freshOrder(attempt.input.id).then(seen.accept, () => undefined)
      }
      return object(error.answer)
    }
    setPhase('sent')
    lookAgain()
    await showAlert({ title: 'Data Submitted', text: 'Data has been successfully submitted' })
    startOver()
    focusOn(idOf('requestId'))
  }

  /** What is sent, of the order as it is shown; nothing if the rule objects to that. */
  async function prepare(of: string): Promise<Attempt | null> {
    if (failed.current && isSame(failed.current.form, form)) return failed.current
    const now = order ?? (await queryClient.fetchQuery(ask(orders.show, { id: of })))
    const { bankId, driverEmail } = form
    const refusal = whyNotLink(now, { bankId: bankIdOf(form), driverEmail })
    if (refusal) {
      void refuse(refusal)
      return null
    }
    // told before anything is sent: what is on the screen now was not there when the id was entered
    const changed = changedWords(seen.of(now), now)
    if (changed) {
      seen.accept(now)
      void object({ code: 'changed-meanwhile', ...changed })
      return null
    }
    const named = bankId === otherBank ? { otherBank: form.otherBank } : {}
    const input = { id: of, version: now.version, bankId, driverEmail, ...named }
    return { form, input, key: newKey() }
  }

  /** Nothing was sent, so nothing is cleared. */
  function cannotSee(error: unknown): null {
    if (isRefusal(error) && error.status === 404) void refuse(unknownId)
    else void showAlert({ title: notSubmitted, text: `Database Error: ${wordsFor(error).text}` })
    return null
  }

  const refuse = (refusal: LinkRefusal) => object({ ...refusal, ...say(linkWords, refusal) })

  async function object(refusal: { code: string; title: string; text: string; field?: string | undefined }) {
    failed.current = null
    const wrong = errorsFor({ ...refusal, field: refusal.field === 'id' ? 'requestId' : refusal.field }, form)
    setErrors(wrong)
    await showAlert(refusal)
    const first = firstOf(wrong)
    if (first) focusOn(idOf(first))
  }

  /** §8: a failed write clears the form; what was in it can be had back, and is then the same call. */
  async function offerRestore(attempt: Attempt, error: unknown) {
    startOver()
    const answer = await showAlert({
      title: notSubmitted,
      text: `Database Error: ${wordsFor(error).text}`,
      action: { label: 'Restore' },
    })
    if (answer !== 'action') return focusOn(idOf('requestId'))
    failed.current = attempt
    change(attempt.form)
  }

  function startOver() {
    failed.current = null
    change(emptyForm)
    setErrors({})
    setPhase('open')
  }

  return { form, id, typed, order, errors, phase, done, change, submit, dismiss: () => setDone(null) }
}

const lookAgain = () => void queryClient.invalidateQueries({ queryKey: [topicOf(orders.link)] })

const notSubmitted = linkWords['request-unknown'].title
const unknownId = no('request-unknown', 'requestId')

const without = (errors: FieldErrors, mended: readonly LinkField[]): FieldErrors =>
  Object.fromEntries(Object.entries(errors).filter(([field]) => !mended.includes(field as LinkField)))

export const idOf = (field: LinkField): string => `link-${field}`
