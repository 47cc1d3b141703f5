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
import { statusText } from '#domain/requests/showing.ts'
import { call, isRefusal, Refused } from '../../api/client.ts'
import { queryClient } from '../../api/queries.ts'
import { type Progress, upload, uploadFailure } from '../../api/upload.ts'
import { watchFirstInvoices } from '../../parts/generate-invoices.ts'
import { useUrlText } from '../../parts/use-url-text.ts'
import { showAlert } from '../../ui/alert-store.ts'
import { focusOn } from '../../ui/focus.ts'
import { showToast } from '../../ui/toast-store.ts'
import { useOneAtATime } from '../../ui/use-one-at-a-time.ts'
import {
  emptyForm,
  type Invoices,
  isForAnother,
  type UpdateForm,
  whatIsSet,
  withFile,
} from './update-form.ts'
import { useSeenOrder } from './use-seen-order.ts'
import { findOrder, freshOrder, idIn, useTypedOrder } from './use-typed-order.ts'

export type UpdateField = 'requestId' | 'status' | 'note' | 'deliveryText' | InvoiceParty
type Errors = Partial<Record<UpdateField, string>>
type Objection = Wording & { field?: string | undefined }
type Sending = Progress & { party: InvoiceParty; stop: AbortController }
type Typed = Partial<Pick<UpdateForm, 'status' | 'note' | 'deliveryText'>>

export type UpdateDb = ReturnType<typeof useUpdateDb>

/** The form of Update DB and what its button does: the invoices first, then the status. */
export function useUpdateDb() {
  const [requestId, setRequestId] = useUrlText('request')
  const [form, setForm] = useState(emptyForm)
  /** The order that the form was filled in for. */
  const [setFor, setSetFor] = useState<string>()
  const [errors, setErrors] = useState<Errors>({})
  const { doing, take } = useOneAtATime<'saving'>()
  const [sending, setSending] = useState<Sending | null>(null)
  /** What was set last, since the form is empty again by then. */
  const [done, setDone] = useState<{ id: string; status: string } | null>(null)
  /** The last try failed: what it was to set is still there. */
  const [hasFailed, setHasFailed] = useState(false)
  /** What went because another id was typed. */
  const [dropped, setDropped] = useState<{ id: string; what: string[] } | null>(null)
  const typed = useTypedOrder(requestId)
  const seen = useSeenOrder(typed.kind === 'found' ? typed.order : undefined)
  const isEmpty = whatIsSet(form).length === 0

  // filled in before there was an order: from here on it is meant for this one
  if (typed.kind === 'found' && !isEmpty && setFor === undefined) setSetFor(typed.order.id)

  const mended = (field: UpdateField) => setErrors(({ [field]: _, ...others }) => others)

  function changeId(next: string) {
    if (next) setDone(null)
    mended('requestId')
    setRequestId(next)
    if (!setFor || !isForAnother(setFor, idIn(next))) return
    setDropped(isEmpty ? null : { id: setFor, what: whatIsSet(form) })
    startOver()
  }

  function change(part: Typed) {
    fill((before) => ({ ...before, ...part }))
    for (const field of Object.keys(part)) mended(field as UpdateField)
  }

  function fill(next: (before: UpdateForm) => UpdateForm) {
    setForm(next)
    setDropped(null)
    const isUnknown = typed.kind === 'unknown' || typed.kind === 'none'
    setSetFor((before) => (isEmpty || !before ? (isUnknown ? undefined : idIn(requestId)) : before))
  }

  /** Enter in the id: nothing is sent by it, since all else may be of an earlier try. */
  function lookUp() {
    const isUnknown = typed.kind === 'unknown' || typed.kind === 'none'
    const wrong = gapsIn({ requestId, status: form.status }).requestId
    if (!wrong && !isUnknown) return focusOn(idOf('status'))
    setErrors((before) => ({ ...before, requestId: wrong ?? moveWords['request-unknown'].text }))
  }

  /** §5.3, ruling AMB-99: a file belongs to an order. */
  async function choose(party: InvoiceParty, file: File | undefined) {
    mended(party)
    // the other one, which was not taken, was removed
    const isSame = file !== undefined && file === form.invoices[party]
    if (file && !isSame && isBlank(requestId)) {
      refuseFile(party, file, `${file.name} was chosen before the Request ID. Please choose it again.`)
      return object({ ...moveWords['no-request-id'], field: 'requestId' })
    }
    const refusal = file ? whyNotUpload(file, invoiceEndings) : null
    if (refusal && file) {
      const words = say(uploadWords, refusal)
      refuseFile(party, file, words.text)
      return object({ ...words, field: party })
    }
    fill((before) => withFile(before, party, file))
  }

  /** It stays in sight and stops the form: who chose it means it to go along. */
  function refuseFile(party: InvoiceParty, file: File, why: string) {
    fill((before) => ({ ...before, refused: { ...before.refused, [party]: { file, why } } }))
  }

  async function submit() {
    const { status } = form
    const objection = objectionTo({ requestId, status })
    if (objection || status === null) return objection && fail(objection, gapsIn({ requestId, status }))
    const refused = objectionToFiles(form)
    if (refused) return fail(refused)
    await take('saving', async () => {
      const outcome = await save(status)
      setSending(null)
      void (outcome ? fail(outcome) : tellSaved(status))
    })
  }

  async function tellSaved(status: RequestStatus) {
    if (typed.kind === 'found')
      setDone({ id: typed.order.id, status: statusText({ ...typed.order, status }) })
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
    const objection = objectionToMove(order, wanted, form.invoices)
    if (objection || !order) return objection
    // told before anything is sent: what is on the screen now was not there when the form was begun
    const changed = changedWords(seen.of(order), order)
    if (changed) seen.accept(order)
    return changed ?? sendAll(order, wanted)
  }

  async function sendAll(order: BloodRequest, wanted: RequestStatus): Promise<Objection | null> {
    let now = order
    for (const party of invoiceParties) {
      const file = form.invoices[party]
      if (!file) continue
      try {
        now = await sendInvoice(now, party, file)
      } catch (error) {
        return failed(now, error, { ...uploadFailure(error), field: party })
      }
      // kept: it is not sent again when something after it fails
      setForm((before) => withFile(before, party, undefined))
    }
    try {
      const { note, deliveryText } = form
      const { id, version } = now
      const moved = await call(orders.move, { id, version, status: wanted, note, deliveryText })
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

  function fail(objection: Objection, gaps?: Errors) {
    setHasFailed(true)
    return object(objection, gaps)
  }

  async function object({ field, ...words }: Objection, gaps?: Errors) {
    const wrong = fields.find((one) => one === field)
    setErrors(gaps ?? (wrong ? { [wrong]: words.text } : {}))
    await showAlert(words)
    if (wrong) focusOn(idOf(wrong))
  }

  function startOver() {
    setForm(emptyForm)
    setSetFor(undefined)
    setErrors({})
    setHasFailed(false)
  }

  function clear() {
    changeId('')
    startOver()
    setDropped(null)
    focusOn(idOf('requestId'))
  }

  return {
    requestId,
    ...form,
    errors,
    typed,
    isSaving: doing !== null,
    sending,
    done,
    /** Of a try that failed. */
    stillSet: hasFailed ? whatIsSet(form) : [],
    dropped,
    changeId,
    change,
    lookUp,
    choose,
    refuseFile,
    submit,
    clear,
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

function objectionToFiles({ refused }: UpdateForm): Objection | null {
  const party = invoiceParties.find((one) => refused[one])
  return party ? { title: uploadWords.unknown.title, text: refused[party]?.why ?? '', field: party } : null
}

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

const fields: readonly UpdateField[] = ['requestId', 'status', 'note', 'deliveryText', ...invoiceParties]

export const idOf = (field: UpdateField): string => `update-${field}`
