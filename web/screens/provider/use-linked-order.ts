import { useState } from 'react'
import { useSeenOrder } from './use-seen-order.ts'
import { idIn, useTypedOrder } from './use-typed-order.ts'

/** The order that is to be linked: as it is, and as it was seen. */
export function useLinkedOrder(requestId: string, onChanged: () => void) {
  const typed = useTypedOrder(requestId)
  const order = typed.kind === 'found' ? typed.order : undefined
  const seen = useSeenOrder(order)

  const [last, setLast] = useState(order)
  if (order && order.version !== last?.version) {
    setLast(order)
    if (order.id === last?.id) onChanged()
  }

  return { id: idIn(requestId), typed, order, seen }
}
