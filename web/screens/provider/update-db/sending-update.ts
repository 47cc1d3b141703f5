import { invoiceFiles } from '#contract/invoice-files.ts'
import { type OrderDetail, orders } from '#contract/orders.ts'
import { topicOf } from '#contract/route.ts'
import { invoiceToasts } from '#domain/billing/invoice-upload.ts'
import { type InvoiceParty, invoiceParties } from '#domain/billing/invoicing.ts'
import { changedWords } from '#domain/requests/comparing.ts'
import { moveWords } from '#domain/requests/moving.ts'
import type { BloodRequest, RequestStatus } from '#domain/requests/request.ts'
import { statusChange, undoText } from '#domain/requests/status-change.ts'
import { call, isRefusal, Refused } from '../../../api/client.ts'
import { queryClient } from '../../../api/queries.ts'
import { type Progress, upload, uploadFailure } from '../../../api/upload.ts'
import type { Objection } from '../../../parts/form-errors.ts'
import { watchFirstInvoices } from '../../../parts/invoices/generate-invoices.ts'
import { showAlert } from '../../../ui/feedback/alert-store.ts'
import { showToast } from '../../../ui/feedback/toast-store.ts'
import { noteStatusSet } from '../undoing-status.ts'
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

/** What came of it: the order as it is now, what to say, or neither if it was not meant. */
type Outcome = { moved?: BloodRequest; objection?: Objection | null }

/** The invoices first, then the status, once it is sure that both are meant. */
export async function sendUpdate(update: Update): Promise<Outcome> {
  const { requestId, status, form, seen } = update
  let order: OrderDetail | undefined
  try {
    order = await findOrder(requestId)
  } catch {
    return { objection: moveWords['not-updated'] }
  }
  const objection = objectionToMove(order, status, form)
  if (objection || !order) return { objection }
  // told before anything is sent: what is on the screen now was not there when the form was begun
  const changed = changedWords(seen.of(order), order)
  if (changed) {
    seen.accept(order)
    return { objection: changed }
  }
  return (await isMeant(order, status)) ? sendAll(order, update) : {}
}

/** Ruling AMB-247: what is not the next step is asked about. */
async function isMeant(order: OrderDetail, status: RequestStatus): Promise<boolean> {
  const { text, skipped, closing, isUnusual } = statusChange(order, status)
  if (!isUnusual) return true
  const left = skipped.length > 0 ? `Left out: ${skipped.join(', ')}. ` : ''
  const answer = await showAlert({
    title: `${text}: sure?`,
    text: `${left}${closing === null ? '' : `${closing} `}${undoText(status)}`,
    ok: 'Back to the form',
    action: { label: `Set ${status}` },
  })
  return answer === 'action'
}

async function sendAll(order: BloodRequest, update: Update): Promise<Outcome> {
  const { invoices, note, deliveryText } = update.form
  let now = order
  for (const party of invoiceParties) {
    const file = invoices[party]
    if (!file) continue
    try {
      now = await sendInvoice(now, party, file, update)
    } catch (error) {
      return { objection: await failed(now, error, { ...uploadFailure(error), field: party }, update) }
    }
    // kept: it is not sent again when something after it fails
    update.setForm((before) => withFile(before, party, undefined))
  }
  let moved: BloodRequest
  try {
    const { id, version } = now
    moved = await call(orders.move, { id, version, status: update.status, note, deliveryText })
    if (now.firstCompletedAt === null && moved.firstCompletedAt !== null) void watchFirstInvoices(moved)
  } catch (error) {
    const words = isRefusal(error) ? error.answer : moveWords['not-updated']
    return { objection: await failed(now, error, words, update) }
  }
  noteStatusSet(moved)
  await queryClient.invalidateQueries({ queryKey: [topicOf(orders.move)] })
  return { moved }
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
