import { useState } from 'react'
import { useSeenOrder } from '../use-seen-order.ts'
import { idIn, useTypedOrder } from '../use-typed-order.ts'
import { isForAnother, type UpdateForm, whatIsSet } from './update-form.ts'

/** The order whose id was typed, and for which one the form was filled in: it is not carried into another. */
export function useUpdatedOrder(requestId: string, form: UpdateForm) {
  const typed = useTypedOrder(requestId)
  const order = typed.kind === 'found' ? typed.order : undefined
  const isUnknown = typed.kind === 'unknown' || typed.kind === 'none'
  const seen = useSeenOrder(order)
  const [setFor, setSetFor] = useState<string>()
  /** What was cleared because another id was typed. */
  const [dropped, setDropped] = useState<{ id: string; what: string[] } | null>(null)
  const what = whatIsSet(form)
  const isEmpty = what.length === 0

  // filled in before there was an order: from here on it is meant for this one
  if (order && !isEmpty && setFor === undefined) setSetFor(order.id)

  return {
    typed,
    order,
    isUnknown,
    seen,
    dropped,
    /** Something was typed or chosen. */
    noteChange() {
      setDropped(null)
      setSetFor((before) => (isEmpty || !before ? (isUnknown ? undefined : idIn(requestId)) : before))
    },
    /** Whether the form has to be cleared, because this is the id of another order. */
    isLeftFor(next: string): boolean {
      if (!setFor || !isForAnother(setFor, idIn(next))) return false
      setDropped(isEmpty ? null : { id: setFor, what })
      setSetFor(undefined)
      return true
    },
    forget() {
      setDropped(null)
      setSetFor(undefined)
    },
  }
}
