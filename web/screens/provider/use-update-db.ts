import { useState } from 'react'
import { invoiceFiles } from '#contract/invoice-files.ts'
import { type OrderDetail, orders } from '#contract/orders.ts'
import { topicOf } from '#contract/route.ts'
import { say, type Wording } from '#domain/basics/refusal.ts'
import { isBlank } from '#domain/basics/text.ts'
import { invoiceEndings, uploadWords, whyNotUpload } from '#domain/basics/uploading.ts'
import { invoiceToasts, whyNotKeepInvoice } from '#domain/billing/invoice-upload.ts'
import { type InvoiceParty, invoiceParties } from '#domain/billing/invoicing.ts'
import { changedWords } from '#domain/requests/comparing.ts'
import { moveDone, moveWords, whyNotMove, whyNotMoveForm } from '#domain/requests/moving.ts'
import type { BloodRequest, RequestStatus } from '#domain/requests/request.ts'
import { call, isRefusal, Refused } from '../../api/client.ts'
import { queryClient } from '../../api/queries.ts'
import { type Progress, upload, uploadFailure } from '../../api/upload.ts'
import { watchFirstInvoices } from '../../parts/generate-invoices.ts'
import { useUrlText } from '../../parts/use-url-text.ts'
import { showAlert } from '../../ui/alert-store.ts'
import { focusOn } from '../../ui/focus.ts'
import { showToast } from '../../ui/toast-store.ts'
import { useOneAtATime } from '../../ui/use-one-at-a-time.ts'
import { useSeenOrder } from './use-seen-order.ts'
import { findOrder, freshOrder, useTypedOrder } from './use-typed-order.ts'

export type UpdateField = 'requestId' | 'status' | 'note' | InvoiceParty
type Errors = Partial<Record<UpdateField, string>>
type Invoices = Partial<Record<InvoiceParty, File>>
type Objection = Wording & { field?: string | undefined }
type Sending = Progress & { party: InvoiceParty; stop: AbortController }

export type UpdateDb = ReturnType<typeof useUpdateDb>

/** The form of Update DB and what its button does: the invoices first, then the status. */
export function useUpdateDb() {
  const [requestId, setRequestId] = useUrlText('request')
  const [status, setStatus] = useState<RequestStatus | null>(null)
  const [note, setNote] = useState('')
  const [invoices, setInvoices] = useState<Invoices>({})
  const [errors, setErrors] = useState<Errors>({})
  const { doing, take } = useOneAtATime<'saving'>()
  const [sending, setSending] = useState<Sending | null>(null)
  /** What was set last, since the form is empty again by then. */
  const [done, setDone] = useState<{ id: string; status: RequestStatus } | null>(null)
  const typed = useTypedOrder(requestId)
  const seen = useSeenOrder(typed.kind === 'found' ? typed.order : undefined)

  const mended = (field: UpdateField) => setErrors(({ [field]: _, ...others }) => others)

  function change(part: { requestId?: string; status?: RequestStatus | null; note?: string }) {
    if (part.requestId) setDone(null)
    if (part.requestId !== undefined) setRequestId(part.requestId)
    if (part.status !== undefined) setStatus(part.status)
    if (part.note !== undefined) setNote(part.note)
    for (const field of Object.keys(part)) mended(field as UpdateField)
  }

  /** §5.3, ruling AMB-99: a file belongs to an order. */
  async function choose(party: InvoiceParty, file: File | undefined) {
    if (file && requestId.trim() === '') {
      return object({ ...moveWords['no-request-id'], field: 'requestId' })
    }
    const refusal = file ? whyNotUpload(file, invoiceEndings) : null
    if (refusal) return object({ ...say(uploadWords, refusal), field: party })
    mended(party)
    setInvoices(({ [party]: _, ...others }) => (file ? { ...others, [party]: file } : others))
  }

  async function submit() {
    const objection = objectionTo({ requestId, status })
    if (objection || status === null) return objection && object(objection, gapsIn({ requestId, status }))
    await take('saving', async () => {
      const outcome = await save(status)
      setSending(null)
      void (outcome ? object(outcome) : tellSaved(status))
    })
  }

  async function tellSaved(status: RequestStatus) {
    if (typed.kind === 'found') setDone({ id: typed.order.id, status })
    await showAlert(moveDone)
    clear()
  }

  /** Null if all of it was saved; else what to say. */
  async function save(wanted: RequestStatus): Promise<Objection | null> {
    let order: OrderDetail | undefined
    try {
      order = await findOrder(requestId)
    } catch {
      return moveWords['not-updated']
    }
    const objection = objectionToMove(order, wanted, invoices)
    if (objection || !order) return objection
    // told before anything is sent: what is on the screen now was not there when the form was begun
    const changed = changedWords(seen.of(order), order)
    if (changed) seen.accept(order)
    return changed ?? sendAll(order, wanted)
  }

  async function sendAll(order: BloodRequest, wanted: RequestStatus): Promise<Objection | null> {
    let now = order
    for (const party of invoiceParties) {
      const file = invoices[party]
      if (!file) continue
      try {
        now = await sendInvoice(now, party, file)
      } catch (error) {
        return failed(now, error, { ...uploadFailure(error), field: party })
      }
      // kept: it is not sent again when something after it fails
      await choose(party, undefined)
    }
    try {
      const moved = await call(orders.move, { id: now.id, version: now.version, status: wanted, note })
      if (now.firstCompletedAt === null && moved.firstCompletedAt !== null) void watchFirstInvoices(moved)
    } catch (error) {
      return failed(now, error, isRefusal(error) ? error.answer : moveWords['not-updated'])
    }
    await queryClient.invalidateQueries({ queryKey: [topicOf(orders.move)] })
    return null
  }

  async function sendInvoice(order: BloodRequest, party: InvoiceParty, file: File): Promise<BloodRequest> {
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
  async function failed(before: BloodRequest, error: unknown, words: Objection): Promise<Objection> {
    const now = await freshOrder(before.id).catch(() => null)
    if (now) seen.accept(now)
    const isConflict = error instanceof Refused && error.status === 409
    return (isConflict && now && changedWords(before, now)) || words
  }

  async function object({ field, ...words }: Objection, gaps?: Errors) {
    const wrong = fields.find((one) => one === field)
    setErrors(gaps ?? (wrong ? { [wrong]: words.text } : {}))
    await showAlert(words)
    if (wrong) focusOn(idOf(wrong))
  }

  function clear() {
    change({ requestId: '', status: null, note: '' })
    setInvoices({})
    setErrors({})
    focusOn(idOf('requestId'))
  }

  return {
    requestId,
    status,
    note,
    invoices,
    errors,
    typed,
    isSaving: doing !== null,
    sending,
    done,
    change,
    choose,
    submit,
    forgetDone: () => setDone(null),
  }
}

function objectionTo(form: { requestId: string; status: RequestStatus | null }): Objection | null {
  const refusal = whyNotMoveForm({ requestId: form.requestId, status: form.status ?? '' })
  return refusal && { ...say(moveWords, refusal), field: refusal.field }
}

/** An incomplete form shows all its gaps, not only the first. */
const gapsIn = (form: { requestId: string; status: RequestStatus | null }): Errors => ({
  ...(isBlank(form.requestId) && { requestId: 'Please fill this in.' }),
  ...(form.status === null && { status: 'Please choose one.' }),
})

function objectionToMove(
  order: BloodRequest | undefined,
  status: RequestStatus,
  invoices: Invoices,
): Objection | null {
  const parties = invoiceParties.filter((party) => invoices[party])
  const refusals = [whyNotMove(order, status), ...parties.map((party) => whyNotKeepInvoice(order, party))]
  const refusal = refusals.find((one) => one !== null)
  return refusal ? { ...say(moveWords, refusal), field: refusal.field } : null
}

const fields: readonly UpdateField[] = ['requestId', 'status', 'note', ...invoiceParties]

export const idOf = (field: UpdateField): string => `update-${field}`
