import { useState } from 'react'
import { notices, type WrittenNotice } from '#contract/notices.ts'
import { topicOf } from '#contract/route.ts'
import { noticeWords, whyNotWrite } from '#domain/notices/writing.ts'
import { call } from '../../../api/client.ts'
import { queryClient } from '../../../api/queries.ts'
import { useForm } from '../../../parts/use-form.ts'
import { now } from '../../../server-clock.ts'
import { showToast } from '../../../ui/feedback/toast-store.ts'
import { draftFrom, emptyNotice, timesAlone, typedFrom } from './notice-draft.ts'

const fields = ['text', 'organisationIds', 'fromAt', 'untilAt'] as const

export type NoticeForm = ReturnType<typeof useNoticeForm>

/** A notice is written, or one that is not over is changed. */
export function useNoticeForm() {
  const form = useForm({ name: 'notice', empty: emptyNotice, fields })
  const [changing, setChanging] = useState<WrittenNotice | null>(null)

  function open(notice: WrittenNotice) {
    form.setDraft(typedFrom(notice))
    form.mend()
    form.forgetKey()
    setChanging(notice)
    form.focus('text')
  }

  function leave() {
    form.clear()
    setChanging(null)
  }

  async function submit() {
    const [alone] = timesAlone(form.draft)
    if (alone)
      return form.object({
        ...{ code: 'no-day', field: alone, title: 'No Day' },
        text: 'Please choose the day too, or leave the time empty.',
      })
    const draft = draftFrom(form.draft)
    const refusal = whyNotWrite(draft, now())
    if (refusal) return form.refuse(noticeWords, refusal)
    const input = { ...draft, ...(changing && { id: changing.id, version: changing.version }) }
    const key = form.keyFor(input)
    const saved = await form.send(() =>
      changing
        ? call(notices.change, { ...draft, id: changing.id, version: changing.version }, { key })
        : call(notices.write, draft, { key }),
    )
    void queryClient.invalidateQueries({ queryKey: [topicOf(notices.list)] })
    if (saved === null) return
    leave()
    showToast({ text: changing ? 'Notice Changed' : 'Notice Written', kind: 'success' })
  }

  return { ...form, changing, open, leave, submit }
}
