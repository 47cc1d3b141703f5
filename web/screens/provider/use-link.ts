import { useEffect, useRef, useState } from 'react'
import { orders } from '#contract/orders.ts'
import { topicOf } from '#contract/route.ts'
import { type LinkForm, whyNotLinkForm } from '#domain/requests/linking.ts'
import { call, isRefusal } from '../../api/client.ts'
import { queryClient } from '../../api/queries.ts'
import type { Objection } from '../../parts/form-errors.ts'
import { useForm } from '../../parts/use-form.ts'
import { emptyForm, errorsFor, isSame, type LinkInput, screenOrder } from './link-form.ts'
import type { LinkedHere } from './next-to-link.ts'
import { inWords, notSubmitted, prepare, unknownId } from './preparing-link.ts'
import { type Kept, useLinkChoice } from './use-link-choice.ts'
import { useLinkedOrder } from './use-linked-order.ts'
import { freshOrder } from './use-typed-order.ts'

export type Linking = ReturnType<typeof useLink>

type LinkOptions = {
  /** The id of the order that is to be linked, which stands in the address. */
  order: readonly [id: string, choose: (id: string) => void]
  /** Whether the id is typed, or an order is pressed. */
  isTyped?: boolean
  firstKept?: Kept
  /** Told once it is linked; says which order the form is for then, if any. */
  onLinked: (linked: Linked) => Promise<string>
}

export type Linked = { id: string; message: string }

const none: LinkedHere = new Map()

/** The form's state, the order it is about, and what its buttons do. */
export function useLink({ order, isTyped = true, firstKept, onLinked }: LinkOptions) {
  const [requestId, setRequestId] = order
  const form = useForm({ name: 'link', empty: emptyForm, fields: screenOrder })
  // approved meanwhile, say: what was wrong with it was said of the order as it was
  const about = useLinkedOrder(requestId, () => form.mend('requestId'))
  const linkedHere = useLinkedHere()
  /** Sent again as it is, it is the same call: nobody is texted twice. */
  const last = useRef<{ draft: LinkForm; input: LinkInput }>(null)
  const draft = { ...form.draft, requestId }
  const shown = useLatest(requestId)
  const { kept, toKeep, ...choice } = useLinkChoice({ order, shown: about.order, form, firstKept })

  function change(part: Partial<LinkForm>) {
    if (part.requestId !== undefined) choice.write(part.requestId)
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
    linkedHere.note(told, linked.request.version)
    choice.drop(told.id)
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
    linkedHere.dismiss()
    if (!last.current || !isSame(last.current.draft, draft)) {
      const prepared = await prepare(draft, { ...about, id })
      if (prepared.changed) about.seen.accept(prepared.changed)
      if (prepared.objection) void object(prepared.objection)
      if (!prepared.input) return null
      last.current = { draft, input: prepared.input }
    }
    return call(orders.link, last.current.input, { key: form.keyFor(last.current.input) })
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
    choice.write(requestId)
  }

  function startOver(next = isTyped ? '' : requestId) {
    last.current = null
    choice.startOver(next)
  }

  return { ...form, ...about, ...linkedHere, draft, kept, toKeep, change, take: setRequestId, submit }
}

/** The last one, to be told, and all of them, which wait no longer. */
function useLinkedHere() {
  const [done, setDone] = useState<Linked | null>(null)
  const [linked, setLinked] = useState(none)

  function note(told: Linked, version: number) {
    setDone(told)
    setLinked((before) => new Map(before).set(told.id, version))
  }

  return { done, linked, note, dismiss: () => setDone(null) }
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
