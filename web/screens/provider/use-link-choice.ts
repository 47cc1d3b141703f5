import { useState } from 'react'
import type { OrderDetail } from '#contract/orders.ts'
import type { LinkForm } from '#domain/requests/linking.ts'
import type { FormOf } from '../../parts/use-form.ts'
import { type Choice, choiceOf, emptyForm, isByHand, type LinkField } from './link-form.ts'
import { idIn } from './use-typed-order.ts'

type ChoiceOptions = {
  order: readonly [id: string, choose: (id: string) => void]
  shown: OrderDetail | undefined
  form: FormOf<LinkForm, LinkField>
  /** What was kept when the form was closed before. */
  firstKept?: Kept | undefined
}

/** What was chosen by hand, by the order that it was chosen for. */
export type Kept = ReadonlyMap<string, Choice>
const none: Kept = new Map()

/**
 * Bank and driver of the order that is shown: what it has already is chosen when it comes up. While an id is typed, what
 * was chosen before stays: the id may have been a slip. Nothing that was chosen for one order is carried over to another
 * that is taken up by a press, here or elsewhere; it is kept for the order it was chosen for.
 */
export function useLinkChoice({ order: [requestId, setRequestId], shown: order, ...rest }: ChoiceOptions) {
  const { form, firstKept = none } = rest
  const { draft, setDraft, mend } = form
  /** The id as this form was last told of it: another one was taken up elsewhere. */
  const [told, setTold] = useState(requestId)
  const [filled, setFilled] = useState(emptyForm)
  const [kept, setKept] = useState(firstKept)
  const id = order?.id ?? ''

  if (requestId !== told) {
    setTold(requestId)
    leave(idIn(told))
  } else if (filled.requestId !== id) {
    const own = { bankId: order?.bankId ?? '', driverEmail: order?.driverEmail ?? '' }
    setFilled({ ...emptyForm, ...own, requestId: id })
    const before = isByHand(draft, filled) ? undefined : kept.get(id)
    const part = (field: keyof typeof own) => (draft[field] === filled[field] ? { [field]: own[field] } : {})
    setDraft((now) => ({ ...now, ...(before ?? { ...part('bankId'), ...part('driverEmail') }) }))
    if (before) drop(id)
  }

  function leave(left: string | undefined) {
    mend()
    if (left === undefined) return
    setKept(keptFor(left))
    empty()
  }

  function keptFor(left: string): Kept {
    return isByHand(draft, filled) ? new Map(kept).set(left, choiceOf(draft)) : kept
  }

  function drop(done: string) {
    setKept((before) => new Map([...before].filter(([one]) => one !== done)))
  }

  function empty() {
    setDraft(emptyForm)
    setFilled(emptyForm)
  }

  /** Typed, or put there by the form itself. */
  function write(next: string) {
    setTold(next)
    setRequestId(next)
  }

  function startOver(next: string) {
    empty()
    write(next)
  }

  const others = [...kept.keys()].filter((one) => one !== idIn(requestId))
  /** For the next time, as the form is closed. */
  const toKeep = () => keptFor(id)
  return { kept: others, toKeep, write, drop, startOver }
}
