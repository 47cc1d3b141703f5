import { type Order, orders } from '#contract/orders.ts'
import { topicOf } from '#contract/route.ts'
import { say, type Wording } from '#domain/basics/refusal.ts'
import { moveWords, whyNotApproveInvoice, whyNotMove } from '#domain/requests/moving.ts'
import type { BloodRequest, RequestStatus } from '#domain/requests/request.ts'
import { reservationWords, whyNotApproveReservation } from '#domain/requests/reserving.ts'
import { statusText } from '#domain/requests/showing.ts'
import { statusChange } from '#domain/requests/status-change.ts'
import { undoableUntil } from '#domain/requests/undoing.ts'
import { call, wordsFor } from '../../api/client.ts'
import { queryClient } from '../../api/queries.ts'
import {
  generateInvoices,
  generationFailed,
  watchFirstInvoices,
} from '../../parts/invoices/generate-invoices.ts'
import { now } from '../../server-clock.ts'
import { showAlert } from '../../ui/feedback/alert-store.ts'
import { closeToast, showToast } from '../../ui/feedback/toast-store.ts'
import { useOneAtATime } from '../../ui/use-one-at-a-time.ts'
import { noteStatusSet } from './undoing-status.ts'

type Act = 'approveReservation' | 'approveInvoice' | 'regenerate'

/** Acting on the order as this row shows it: the server refuses if it has changed since. */
export function useOrderAct(order: Order) {
  const { doing, take } = useOneAtATime<Act | 'move'>()

  const run = (which: Act | 'move', doIt: () => Promise<void>) =>
    take(which, async () => {
      await doIt()
      // busy until the row shows what has become of it
      await queryClient.invalidateQueries({ queryKey: [topicOf(orders.list)] })
    })

  async function act(which: Act) {
    const objection = objections[which](order)
    if (objection) return void showAlert(objection)
    await run(which, () => acts[which](order))
  }

  /** As Update DB does it, without its form. */
  async function move(to: RequestStatus) {
    const refusal = whyNotMove(order, to)
    if (refusal) return void showAlert(say(moveWords, refusal))
    await run('move', async () => {
      if (await isMeant(order, to)) await setStatus(order, to)
    })
  }

  return { taking: doing, act, move }
}

/** What cannot be undone is asked about first. */
async function isMeant(order: Order, to: RequestStatus): Promise<boolean> {
  const { id, patientName, bankId } = order
  if (undoableUntil({ kind: 'request-moved', at: now() }, to)) return true
  const { closing } = statusChange(order, to)
  const answer = await showAlert({
    title: `Set ${id} to ${statusText({ status: to, bankId })}?`,
    text: `${closing === null ? '' : `${closing} `}The order for ${patientName} gets its time of delivery, which cannot be undone.`,
    ok: 'Cancel',
    action: { label: 'Set it' },
  })
  return answer === 'action'
}

async function setStatus({ id, version }: Order, status: RequestStatus): Promise<void> {
  try {
    const moved = await call(orders.move, { id, version, status })
    noteStatusSet(moved)
    showToast({ text: `${id} is ${statusText(moved)} now`, kind: 'success' })
  } catch (error) {
    void showAlert(wordsFor(error))
  }
}

const acts: Record<Act, (order: Order) => Promise<void>> = {
  async approveReservation(order) {
    await save(orders.approveReservation, order, 'Request Approved') // ruling AMB-61
  },

  async approveInvoice(order) {
    const completed = await save(orders.approveInvoice, order, 'Delivery Set To Completed!') // §4.2
    if (completed && order.firstCompletedAt === null) void watchFirstInvoices(completed)
  },

  async regenerate(order) {
    const id = showToast({ text: 'Regenerating the invoice...', kind: 'loading' }) // §4.2
    try {
      await generateInvoices(order)
      showToast({ text: 'Invoice Regenerated', kind: 'success' })
    } catch (error) {
      generationFailed(error)
    }
    closeToast(id)
  },
}

/** Undefined if it was refused, which is told. */
async function save(
  route: typeof orders.approveReservation | typeof orders.approveInvoice,
  { id, version }: Order,
  done: string,
): Promise<BloodRequest | undefined> {
  try {
    const saved = await call(route, { id, version })
    showToast({ text: done, kind: 'success' })
    return saved
  } catch (error) {
    void showAlert(wordsFor(error))
  }
}

const objections: Record<Act, (order: Order) => Wording | null> = {
  approveReservation: (order) => {
    const refusal = whyNotApproveReservation(order, now())
    return refusal && say(reservationWords, refusal)
  },
  approveInvoice: (order) => {
    const refusal = whyNotApproveInvoice(order)
    return refusal && say(moveWords, refusal)
  },
  regenerate: () => null,
}
