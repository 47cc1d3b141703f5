import { useEffect, useRef, useState } from 'react'
import { type OrderDetail, orders } from '#contract/orders.ts'
import { topicOf } from '#contract/route.ts'
import { type LinkForm, whyNotLinkForm } from '#domain/requests/linking.ts'
import { call, isRefusal } from '../../api/client.ts'
import { queryClient } from '../../api/queries.ts'
import type { Objection } from '../../parts/form-errors.ts'
import { type FormOf, useForm } from '../../parts/use-form.ts'
import { emptyForm, errorsFor, isSame, type LinkField, type LinkInput, screenOrder } from './link-form.ts'
import { inWords, notSubmitted, prepare, unknownId } from './preparing-link.ts'
import { useLinkedOrder } from './use-linked-order.ts'
import { freshOrder } from './use-typed-order.ts'

export type Linking = ReturnType<typeof useLink>

type LinkOptions = {
  /** The id of the order that is to be linked, which stands in the address. */
  order: readonly [id: string, choose: (id: string) => void]
  /** Whether the id is typed, or an order is pressed. */
  isTyped?: boolean
  /** Told once it is linked; says which order the form is for then, if any. */
  onLinked: (linked: Linked) => Promise<string>
}

export type Linked = { id: string; message: string }

/** The form's state, the order it is about, and what its buttons do. */
export function useLink({ order: [requestId, setRequestId], isTyped = true, onLinked }: LinkOptions) {
  const form = useForm({ name: 'link', empty: emptyForm, fields: screenOrder })
  // approved meanwhile, say: what was wrong with it was said of the order as it was
  const about = useLinkedOrder(requestId, () => form.mend('requestId'))
  const [done, setDone] = useState<Linked | null>(null)
  /** Sent again as it is, it is the same call: nobody is texted twice. */
  const last = useRef<{ draft: LinkForm; input: LinkInput }>(null)
  const draft = { ...form.draft, requestId }
  const shown = useLatest(requestId)
  useAsItIs(about.order, form, isTyped)

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
    const told = { id: linked.request.id, message: linked.message }
    setDone(told)
    lookAgain()
    // another order was taken up while this one was being saved: it stays
    if (shown.current !== requestId) return
    const next = await onLinked(told)
    form.clear()
    startOver(next)
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

  function startOver(next = '') {
    last.current = null
    setRequestId(next)
  }

  return { ...form, ...about, draft, done, change, submit, dismiss: () => setDone(null) }
}

/**
 * What an order has already is chosen when it comes up. Where ids are typed, what was chosen before stays: the id may
 * have been a slip. Where orders are pressed, nothing that was chosen for one is carried over to another.
 */
function useAsItIs(
  order: OrderDetail | undefined,
  { draft, setDraft }: FormOf<LinkForm, LinkField>,
  isTyped: boolean,
): void {
  const [filled, setFilled] = useState({ ...emptyForm })
  if (filled.requestId === (order?.id ?? '')) return
  const own = { bankId: order?.bankId ?? '', driverEmail: order?.driverEmail ?? '' }
  setFilled({ ...emptyForm, ...own, requestId: order?.id ?? '' })
  const part = (field: keyof typeof own) =>
    isTyped && draft[field] !== filled[field] ? {} : { [field]: own[field] }
  setDraft((before) => ({ ...before, ...part('bankId'), ...part('driverEmail') }))
}

/** What stands in a field now, for what began before. */
function useLatest<Value>(value: Value) {
  const latest = useRef(value)
  useEffect(() => {
    latest.current = value
  }, [value])
  return latest
}

const lookAgain = () => void queryClient.invalidateQueries({ queryKey: [topicOf(orders.link)] })
