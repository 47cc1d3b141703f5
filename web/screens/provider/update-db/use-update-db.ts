import { useState } from 'react'
import type { Order } from '#contract/orders.ts'
import { moveDone, moveWords } from '#domain/requests/moving.ts'
import type { BloodRequest, RequestStatus } from '#domain/requests/request.ts'
import type { Objection } from '../../../parts/form-errors.ts'
import { useForm } from '../../../parts/use-form.ts'
import { useUrlText } from '../../../parts/use-url-text.ts'
import { showAlert } from '../../../ui/feedback/alert-store.ts'
import { choosingInvoices } from './choosing-invoices.ts'
import { type Sending, sendUpdate } from './sending-update.ts'
import {
  emptyForm as empty,
  gapsIn,
  objectionTo,
  type UpdateField,
  type UpdateForm,
  updateFields,
  whatIsSet,
} from './update-form.ts'
import { useUpdatedOrder } from './use-updated-order.ts'

export type UpdateDb = ReturnType<typeof useUpdateDb>

/** The form of Update DB, and what its button does. */
export function useUpdateDb() {
  const [requestId, setRequestId] = useUrlText('order')
  const gaps = (draft: UpdateForm) => gapsIn(requestId, draft)
  const form = useForm<UpdateForm, UpdateField>({ name: 'update', empty, fields: updateFields, gaps })
  const { draft } = form
  const about = useUpdatedOrder(requestId, draft)
  const [sending, setSending] = useState<Sending | null>(null)
  const { setHasFailed, noteDone, ...last } = useLastTry(draft)

  function changeId(next: string) {
    if (next) last.forgetDone()
    form.mend('requestId')
    setRequestId(next)
    if (about.isLeftFor(next)) startOver()
  }

  function change(part: Partial<Pick<UpdateForm, 'status' | 'note' | 'deliveryText'>>) {
    form.change(part)
    about.noteChange()
  }

  /** The order and what comes next for it, in one press; it is sent by the button alone. */
  function takeNext({ id }: Order, status: RequestStatus) {
    changeId(id)
    form.change({ status })
  }

  /** Enter in the id field looks the order up and submits nothing: the other fields may be left from an earlier try. */
  function lookUp() {
    const wrong = gaps(draft).requestId ?? (about.isUnknown ? moveWords['request-unknown'].text : undefined)
    if (wrong === undefined) return form.focus('status')
    form.mark({ ...form.errors, requestId: wrong })
  }

  async function submit() {
    const { status } = draft
    const objection = objectionTo(requestId, draft)
    if (objection || status === null) return objection && fail(objection)
    const update = { ...about, requestId, status, form: draft, setForm: form.setDraft, setSending }
    const sent = await form.send(() => sendUpdate(update).finally(() => setSending(null)))
    if (sent?.objection) return fail(sent.objection)
    if (!sent?.moved) return
    noteDone(sent.moved)
    await showAlert({ ...moveDone, kind: 'success' })
    clear()
  }

  function fail(objection: Objection) {
    setHasFailed(true)
    return form.object(objection)
  }

  function startOver() {
    form.clear()
    setHasFailed(false)
  }

  function clear() {
    setRequestId('')
    startOver()
    about.forget()
    form.focus('requestId')
  }

  return {
    ...form,
    ...about,
    ...choosingInvoices(form, requestId, about.noteChange),
    ...last,
    requestId,
    sending,
    changeId,
    change,
    takeNext,
    lookUp,
    submit,
    clear,
  }
}

/** What came of the last press of the button. */
function useLastTry(draft: UpdateForm) {
  /** What was set, since the form is empty again by then. */
  const [done, setDone] = useState<BloodRequest | null>(null)
  /** They do not come up again as the next ones. */
  const [setHere, setSetHere] = useState<ReadonlySet<string>>(new Set())
  /** What it was to set is still there. */
  const [hasFailed, setHasFailed] = useState(false)
  function noteDone(moved: BloodRequest) {
    setDone(moved)
    setSetHere((before) => new Set([...before, moved.id]))
  }
  const stillSet = hasFailed ? whatIsSet(draft) : []
  return { done, setHere, stillSet, noteDone, forgetDone: () => setDone(null), setHasFailed }
}
