import { useRef, useState } from 'react'
import { orders } from '#contract/orders.ts'
import { topicOf } from '#contract/route.ts'
import { type LinkForm, whyNotLinkForm } from '#domain/requests/linking.ts'
import { call, isRefusal } from '../../../api/client.ts'
import { queryClient } from '../../../api/queries.ts'
import type { Objection } from '../../../parts/form-errors.ts'
import { useForm } from '../../../parts/use-form.ts'
import { showAlert } from '../../../ui/feedback/alert-store.ts'
import { freshOrder } from '../use-typed-order.ts'
import { emptyForm, errorsFor, isSame, type LinkInput, screenOrder } from './link-form.ts'
import { inWords, notSubmitted, prepare, unknownId } from './preparing-link.ts'
import { useLinkedOrder } from './use-linked-order.ts'

export type Linking = ReturnType<typeof useLink>

/** The form's state, the order it is about, and what its buttons do. */
export function useLink() {
  const form = useForm({ name: 'link', empty: emptyForm, fields: screenOrder })
  // approved meanwhile, say: what was wrong with it was said of the order as it was
  const { requestId, setRequestId, ...about } = useLinkedOrder(() => form.mend('requestId'))
  const [done, setDone] = useState<{ id: string; message: string } | null>(null)
  /** Sent again as it is, it is the same call: nobody is texted twice. */
  const last = useRef<{ draft: LinkForm; input: LinkInput }>(null)
  const draft = { ...form.draft, requestId }

  function change(part: Partial<LinkForm>) {
    if (part.requestId !== undefined) setRequestId(part.requestId)
    form.change(part)
  }

  async function submit() {
    const refusal = whyNotLinkForm(draft)
    if (refusal) return object(inWords(refusal))
    const { id } = about
    if (id === undefined) return object(inWords(unknownId))
    const linked = await form.send(() => link(id), { failed: (error) => void failed(error) })
    if (!linked) return
    setDone({ id: linked.request.id, message: linked.message })
    lookAgain()
    await showAlert({ title: 'Data Submitted', text: 'Data has been successfully submitted' })
    form.clear()
    startOver()
    form.focus('requestId')
  }

  /** Null if nothing was sent, and nothing is cleared then. */
  async function link(id: string) {
    setDone(null)
    if (!last.current || !isSame(last.current.draft, draft)) {
      const prepared = await prepare(draft, { ...about, id })
      if (prepared.changed) about.seen.accept(prepared.changed)
      if (prepared.objection) void object(prepared.objection)
      if (!prepared.input) return null
      last.current = { draft, input: prepared.input }
    }
    const { input } = last.current
    return call(orders.link, input, { key: form.keyFor(input) })
  }

  async function failed(error: unknown) {
    if (!isRefusal(error)) return offerRestore(error)
    // somebody was faster: the order is looked at again, and what they did has been told
    if (error.status === 409 && last.current) {
      lookAgain()
      void freshOrder(last.current.input.id).then(about.seen.accept, () => undefined)
    }
    await object(error.answer)
  }

  function object(objection: Objection) {
    last.current = null
    form.forgetKey()
    return form.object(objection, errorsFor(objection, draft))
  }

  async function offerRestore(error: unknown) {
    const attempt = last.current
    startOver()
    if (!(await form.offerRestore(error, draft, notSubmitted(error)))) return form.focus('requestId')
    last.current = attempt
    setRequestId(requestId)
  }

  function startOver() {
    last.current = null
    setRequestId('')
  }

  return { ...form, ...about, draft, done, change, submit, dismiss: () => setDone(null) }
}

const lookAgain = () => void queryClient.invalidateQueries({ queryKey: [topicOf(orders.link)] })
