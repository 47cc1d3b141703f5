import { QueryObserver } from '@tanstack/react-query'
import { namedCalls } from '#contract/named-calls.ts'
import { type OrderDetail, orders } from '#contract/orders.ts'
import { invoiceToasts } from '#domain/billing/invoice-upload.ts'
import { type InvoiceParty, invoiceOf, invoiceParties } from '#domain/billing/invoicing.ts'
import type { BloodRequest } from '#domain/requests/request.ts'
import { call, isRefusal } from '../../api/client.ts'
import { ask, queryClient } from '../../api/queries.ts'
import { showToast } from '../../ui/feedback/toast-store.ts'

type Invoiced = Pick<BloodRequest, 'id' | 'invoiceKind'>

/** §4.2: the hospital's, then the bank's. Throws what the server refused the first with. */
export async function generateInvoices({ id, invoiceKind }: Invoiced): Promise<void> {
  for (const InvoiceType of invoiceParties) {
    await call(namedCalls.generateInvoice, { docID: id, type: invoiceKind, InvoiceType })
  }
}

/**
 * After a first completion. The server makes them by itself, whatever becomes of this page; here the person is told
 * how it went (ruling AMB-204).
 */
export async function watchFirstInvoices(request: BloodRequest): Promise<void> {
  for (const party of invoiceParties.filter((one) => !hasInvoice(request, one))) {
    const { begun, done } = invoiceToasts(party)
    showToast(begun)
    const order = await follow(request.id, (one) => hasInvoice(one, party) || failureOf(one) !== undefined)
    if (!order)
      return void showToast({ text: `The ${party} invoice is still being generated.`, kind: 'info' })
    if (!hasInvoice(order, party)) return tellFailed(failureOf(order)?.reason)
    showToast(done)
  }
}

const hasInvoice = (request: BloodRequest, party: InvoiceParty): boolean => invoiceOf(request, party) !== null

const failureOf = ({ timeline }: OrderDetail) => timeline.find(({ kind }) => kind === 'invoice-failed')

const longestWaitMs = 60_000
/** For a page whose live stream is down. */
const lookEveryMs = 5_000

/** Waits until the order is in this state, following it live as a screen does; null after a timeout. */
function follow(id: string, isSoFar: (order: OrderDetail) => boolean): Promise<OrderDetail | null> {
  return new Promise((resolve) => {
    const look = new QueryObserver(queryClient, ask(orders.show, { id }))
    const check = ({ data }: { data: OrderDetail | undefined }) => data && isSoFar(data) && end(data)
    const leave = look.subscribe(check)
    const again = setInterval(() => void look.refetch({ cancelRefetch: false }), lookEveryMs)
    const timer = setTimeout(() => end(null), longestWaitMs)
    check(look.getCurrentResult())

    function end(order: OrderDetail | null) {
      clearInterval(again)
      clearTimeout(timer)
      leave()
      resolve(order)
    }
  })
}

/** §8, with what to mend where the server says so. */
export function generationFailed(error: unknown): void {
  tellFailed(isRefusal(error) ? error.answer.text : null)
}

function tellFailed(why: string | null | undefined): void {
  showToast({ text: `Invoice Generation Failed${why ? `: ${why}` : ''}`, kind: 'error' })
}
