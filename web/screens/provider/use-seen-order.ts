import { useState } from 'react'
import type { OrderDetail } from '#contract/orders.ts'

/** The order as it was when its id was entered, or when a change of it was last told. */
export function useSeenOrder(shown: OrderDetail | undefined) {
  const [first, setFirst] = useState<OrderDetail>()
  if (shown?.id !== first?.id) setFirst(shown)
  return {
    of: (order: OrderDetail) => (first?.id === order.id ? first : order),
    accept: setFirst,
  }
}
