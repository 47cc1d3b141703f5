import { invoiceFiles } from '#contract/invoice-files.ts'
import { type OrderDetail, orders } from '#contract/orders.ts'
import { topicOf } from '#contract/route.ts'
import { invoiceToasts } from '#domain/billing/invoice-upload.ts'
import { type InvoiceParty, invoiceParties } from '#domain/billing/invoicing.ts'
import { changedWords } from '#domain/requests/comparing.ts'
import { moveWords } from '#domain/requests/moving.ts'
import type { BloodRequest, RequestStatus } from '#domain/requests/request.ts'
import { call, isRefusal, Refused } from '../../../api/client.ts'
import { queryClient } from '../../../api/queries.ts'
import { type Progress, upload, uploadFailure } from '../../../api/upload.ts'
import type { Objection } from '../../../parts/form-errors.ts'
import { watchFirstInvoices } from '../../../parts/invoices/generate-invoices.ts'
import { showToast } from '../../../ui/feedback/toast-store.ts'
import type { useSeenOrder } from '../use-seen-order.ts'
import { findOrder, freshOrder } from '../use-typed-order.ts'
import { objectionToMove, type UpdateForm, withFile } from './update-form.ts'

/** An invoice on its way. */
export type Sending = Progress & { party: InvoiceParty; stop: AbortController }

type Update = {
  requestId: string
  status: RequestStatus
  form: UpdateForm
  seen: ReturnType<typeof useSeenOrder>
  setForm: (next: (before: UpdateForm) => UpdateForm) => void
  setSending: (sending: Sending | null) => void
}

/** The invoices first, then the status. Null if all of it was saved; else what to say. */
export async function sendUpdate(update: Update): Promise<Objection | null> {
  const { requestId, status, form, seen } = update
  let order: OrderDetail | undefined
  try {
    order = await findOrder(requestId)
  } catch {
    return moveWords['not-updated']
  }
  const objection = objectionToMove(order, status, form)
  if (objection || !order) return objection
  // told before anything is sent: what is on the screen now was not there when the form was begun
  const changed = changedWords(seen.of(order), order)
  if (changed) seen.accept(order)
  return changed ?? sendAll(order, update)
}

async function sendAll(order: BloodRequest, update: Update): Promise<Objection | null> {
  const { invoices, note, deliveryText } = update.form
  let now = order
  for (const party of invoiceParties) {
    const file = invoices[party]
    if (!file) continue
    try {
      now = await sendInvoice(now, party, file, update)
    } catch (error) {
      return failed(now, error, { ...uploadFailure(error), field: party }, update)
    }
    // kept: it is not sent again when something after it fails
    update.setForm((before) => withFile(before, party, undefined))
  }
  try {
    const { id, version } = now
    const moved = await call(orders.move, { id, version, status: update.status, note, deliveryText })
    if (now.firstCompletedAt === null && moved.firstCompletedAt !== null) void watchFirstInvoices(moved)
  } catch (error) {
    return failed(now, error, isRefusal(error) ? error.answer : moveWords['not-updated'], update)
  }
  await queryClient.invalidateQueries({ queryKey: [topicOf(orders.move)] })
  return null
}

async function sendInvoice(order: BloodRequest, party: InvoiceParty, file: File, { setSending }: Update) {
  const { begun, done } = invoiceToasts(party)
  const stop = new AbortController()
  const onProgress = (progress: Progress) => setSending({ ...progress, party, stop })
  showToast(begun)
  onProgress({ sent: 0, total: file.size })
  const input = { id: order.id, version: order.version, party, fileName: file.name }
  const kept = await upload(invoiceFiles.upload, input, file, { onProgress, signal: stop.signal })
  setSending(null)
  showToast(done)
  return kept
}

/** From here on the order is seen as it is now. If somebody was faster, what they did is said. */
async function failed(before: BloodRequest, error: unknown, words: Objection, { seen }: Update) {
  const now = await freshOrder(before.id).catch(() => null)
  if (now) seen.accept(now)
  const isConflict = error instanceof Refused && error.status === 409
  return (isConflict && now && changedWords(before, now)) || words
}
