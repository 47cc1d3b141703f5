import { useRef, useState } from 'react'
import { type Order, orders } from '#contract/orders.ts'
import { topicOf } from '#contract/route.ts'
import { say, type Wording } from '#domain/basics/refusal.ts'
import { moveWords, whyNotApproveInvoice } from '#domain/requests/moving.ts'
import { reservationWords, whyNotApproveReservation } from '#domain/requests/reserving.ts'
import { call, wordsFor } from '../../api/client.ts'
import { queryClient } from '../../api/queries.ts'
import { showAlert } from '../../ui/alert-store.ts'
import { showToast } from '../../ui/toast-store.ts'

type Act = 'approveReservation' | 'approveInvoice'

/** §4.2; the first has no words there (ruling AMB-61). */
const done: Record<Act, string> = {
  approveReservation: 'Request Approved',
  approveInvoice: 'Delivery Set To Completed!',
}

/** Acting on the order as this row shows it: the server refuses if it has changed since. */
export function useOrderAct(order: Order) {
  const [taking, setTaking] = useState<Act | null>(null)
  const isTaken = useRef(false)

  async function act(which: Act) {
    if (isTaken.current) return
    const objection = objections[which](order)
    if (objection) return void showAlert(objection)
    isTaken.current = true
    setTaking(which)
    try {
      await call(orders[which], { id: order.id, version: order.version })
      showToast({ text: done[which], kind: 'success' })
    } catch (error) {
      void showAlert(wordsFor(error))
    }
    // busy until the row shows what has become of it
    await queryClient.invalidateQueries({ queryKey: [topicOf(orders.list)] })
    isTaken.current = false
    setTaking(null)
  }

  return { taking, act }
}

const objections: Record<Act, (order: Order) => Wording | null> = {
  approveReservation: (order) => {
    const refusal = whyNotApproveReservation(order, new Date())
    return refusal && say(reservationWords, refusal)
  },
  approveInvoice: (order) => {
    const refusal = whyNotApproveInvoice(order)
    return refusal && say(moveWords, refusal)
  },
}
