import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { late } from '#contract/late.ts'
import { type OwnRequest, type RequestDetail, requests } from '#contract/requests.ts'
import { say } from '#domain/basics/refusal.ts'
import { isSameMore, type MoreForBank } from '#domain/matching/needs.ts'
import { whyNotAmend } from '#domain/requests/amending.ts'
import { clampAge, type RaiseDraft, whyNotRaise } from '#domain/requests/raising.ts'
import { requestWords } from '#domain/requests/words.ts'
import { call, isRefusal } from '../../../api/client.ts'
import type { Objection } from '../../../parts/form-errors.ts'
import { type FormOf, useForm } from '../../../parts/use-form.ts'
import { paths } from '../../../paths.ts'
import { now as rightNow } from '../../../server-clock.ts'
import { showAlert } from '../../../ui/feedback/alert-store.ts'
import { showToast } from '../../../ui/feedback/toast-store.ts'
import { useClock } from '../../../ui/use-clock.ts'
import { raisedAlert } from './RaisedRequest.tsx'
import {
  changed,
  draftOf,
  emptyForm,
  errorsFor,
  isUntouched,
  mendedBy,
  type RaiseField,
  type RaiseForm,
  readyForm,
  screenOrder,
  withDeadlineFilled,
  withoutClosed,
} from './raise-draft.ts'
import { useDeliveriesNotice } from './use-deliveries-notice.ts'
import { useKeptRaise } from './use-kept-raise.ts'

export type Raise = ReturnType<typeof useRaise>

type Opened = {
  begun?: RaiseForm | undefined
  /** Which it is, as it was when it was opened. */
  amended?: RequestDetail
  /** Cancelled with the raise of this one (ruling AMB-311). */
  replaced?: OwnRequest | undefined
  /** It stood on paper: everything is as of the time on it (ruling AMB-343). */
  paper?: OnPaper | undefined
}

type OnPaper = {
  told: { paperNumber: string; raisedAt: Date; approvedAt: Date | undefined }
  /** What is said against number or times belongs to fields of its own. */
  object: (objection: Objection) => void
}

/** The raise form's state, and what its buttons do. */
export function useRaise({ begun, amended, replaced, paper }: Opened = {}) {
  const now = useNowOf(paper)
  const form = useForm<RaiseForm, RaiseField, 'sending' | 'telling'>({
    name: 'raise',
    empty: emptyForm,
    begun: useState(() => begun ?? readyForm(now))[0],
    fields: screenOrder,
  })
  const kept = useKeptRaise(form, amended === undefined && replaced === undefined && paper === undefined)
  const navigate = useNavigate()
  const notice = useDeliveriesNotice(amended?.units ?? null)
  /** Platelets had been chosen when their hours ended. */
  const [hasLostSdp, setLostSdp] = useState(false)
  const draft = amended ? form.draft : asOf(form.draft, now)
  if (draft !== form.draft) {
    form.setDraft(draft)
    if (form.draft.component !== draft.component) setLostSdp(true)
  }

  function change(part: Partial<RaiseForm>) {
    const next = changed(draft, part)
    if (part.component) setLostSdp(false)
    form.change(next, ...mendedBy(draft, next, part))
  }

  async function submit() {
    // Enter in the units field leaves it too, and what the notice says is to be read before it is ordered
    notice.leave(draft.units)
    if (form.isBusy || notice.isOpen()) return
    const filled = withDeadlineFilled(draft)
    form.setDraft(filled)
    const asked = draftOf(filled)
    const refusal = amended
      ? whyNotSave(amended, asked)
      : whyNotRaise(asked, paper?.told.raisedAt ?? rightNow())
    if (refusal) return object({ ...refusal, ...say(requestWords, refusal) }, filled)
    if (amended) {
      const saved = await sendAmended(form, amended, asked, (answer) => object(answer, filled))
      return saved && navigate(statusOf(saved))
    }
    // one key for one form: if it did arrive and was changed since, the server says so
    const sending = () => sendNew(asked, { replaced, paper }, form.keyFor())
    const raised = await form.send(sending, { failed: (error) => void failed(error, filled) })
    if (raised === null) return
    kept.forget(filled)
    const answer = await form.take('telling', () => showAlert(raisedAlert(raised, rightNow())))
    if (!replaced && !paper) clear()
    // the other is cancelled: the same form would ask for the blood twice
    if (replaced || paper || answer === 'action') await navigate(statusOf(raised))
  }

  const object = (objection: Objection, of: RaiseForm) => objectTo(form, objection, { of, paper })

  async function failed(error: unknown, typed: RaiseForm) {
    if (!isRefusal(error)) {
      notice.remember(null)
      // ruling AMB-43; until it is answered the draft is kept
      return (await form.offerRestore(error, typed)) ? notice.remember(typed.units) : kept.forget(emptyForm)
    }
    const hasArrived = error.answer.code === 'key-reused'
    // what is sent next is another one
    if (hasArrived) form.forgetKey()
    return object(hasArrived ? arrivedBefore : error.answer, typed)
  }

  function clear() {
    kept.forget(draft)
    form.clear()
    form.setDraft(readyForm(rightNow()))
    setLostSdp(false)
    notice.remember(null)
    form.focus('patientName')
  }

  const leaveAge = () => draft.age !== null && change({ age: clampAge(draft.age) })
  const leaveUnits = () => notice.leave(draft.units)
  return { ...form, draft, now, kept, amended, hasLostSdp, change, leaveAge, leaveUnits, submit, clear }
}

type Asked = RaiseDraft & { more: MoreForBank }

const whyNotSave = (amended: RequestDetail, asked: Asked) =>
  whyNotAmend(amended, asked, rightNow(), { isMoreNew: !isSameMore(amended.more, asked.more) })

function sendNew(asked: Asked, { replaced, paper }: Opened, key: string): Promise<OwnRequest> {
  if (paper) return call(late.raise, { ...asked, ...paper.told }, { key })
  return replaced
    ? call(requests.replace, { ...asked, id: replaced.id, version: replaced.version }, { key })
    : call(requests.raise, asked, { key })
}

/** Of a paper the time on it. */
function useNowOf(paper: Opened['paper']): Date {
  const clock = useClock(5000) // §9
  return paper?.told.raisedAt ?? clock
}

async function objectTo(
  form: FormOf<RaiseForm, RaiseField, 'sending' | 'telling'>,
  objection: Objection,
  { of, paper }: { of: RaiseForm; paper: Opened['paper'] },
): Promise<void> {
  await form.object(objection, errorsFor(objection, of))
  paper?.object(objection)
  // the one that the alert speaks of, though others above it are empty too
  if (objection.code === 'units-not-a-number') form.focus('units')
}

/** What was refused is said at its field; what else fails leaves the form as it is. */
async function sendAmended(
  form: FormOf<RaiseForm, RaiseField, 'sending' | 'telling'>,
  { id, version }: OwnRequest,
  asked: Asked,
  object: (answer: Objection) => Promise<void>,
): Promise<OwnRequest | null> {
  const saved = await form.send(() => call(requests.amend, { ...asked, id, version }), {
    failed: (error) => void (isRefusal(error) ? object(error.answer) : form.tell(error)),
  })
  if (saved) showToast({ text: 'Request Amended', kind: 'success' })
  return saved
}

/** What has become impossible as time went by is let go; a form that nobody has begun is the one of now. */
const asOf = (form: RaiseForm, now: Date): RaiseForm => {
  const open = withoutClosed(form, now)
  return open !== form && isUntouched(form) ? readyForm(now) : open
}

const statusOf = ({ id }: OwnRequest) => ({
  to: paths.screen('pilot', 'requestStatus'),
  search: { search: id },
})

const arrivedBefore = {
  title: 'Already Submitted',
  text: 'The request you sent before did arrive. Please look for it in Request Status before you order again.',
}
