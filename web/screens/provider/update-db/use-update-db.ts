import { useState } from 'react'
import { moveDone, moveWords } from '#domain/requests/moving.ts'
import { statusText } from '#domain/requests/showing.ts'
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
  const { done, stillSet, setDone, setHasFailed } = useLastTry(draft)

  function changeId(next: string) {
    if (next) setDone(null)
    form.mend('requestId')
    setRequestId(next)
    if (about.isLeftFor(next)) startOver()
  }

  function change(part: Partial<Pick<UpdateForm, 'status' | 'note' | 'deliveryText'>>) {
    form.change(part)
    about.noteChange()
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
    const sent = await form.send(async () => {
      const setForm = form.setDraft
      const failure = await sendUpdate({ ...about, requestId, status, form: draft, setForm, setSending })
      setSending(null)
      return { failure }
    })
    if (!sent || sent.failure) return sent?.failure && fail(sent.failure)
    if (about.order) setDone({ id: about.order.id, status: statusText({ ...about.order, status }) })
    await showAlert(moveDone)
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
    requestId,
    sending,
    done,
    stillSet,
    changeId,
    change,
    lookUp,
    submit,
    clear,
    forgetDone: () => setDone(null),
  }
}

/** What came of the last press of the button. */
function useLastTry(draft: UpdateForm) {
  /** What was set, since the form is empty again by then. */
  const [done, setDone] = useState<{ id: string; status: string } | null>(null)
  /** What it was to set is still there. */
  const [hasFailed, setHasFailed] = useState(false)
  return { done, stillSet: hasFailed ? whatIsSet(draft) : [], setDone, setHasFailed }
}
