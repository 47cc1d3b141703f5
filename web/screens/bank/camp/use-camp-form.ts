import { useRef, useState } from 'react'
import { type Camp, camps } from '#contract/camps.ts'
import { topicOf } from '#contract/route.ts'
import { no } from '#domain/basics/refusal.ts'
import { showDate } from '#domain/basics/time.ts'
import { type CampDraft, campWords, whyNotAskCamp } from '#domain/camps/asking.ts'
import { type CampCategory, campCategories } from '#domain/camps/company.ts'
import { call, isRefusal, wordsFor } from '../../../api/client.ts'
import { ask, queryClient } from '../../../api/queries.ts'
import { toFillIn } from '../../../parts/form-errors.ts'
import { useForm } from '../../../parts/use-form.ts'
import { showAlert } from '../../../ui/feedback/alert-store.ts'
import { showToast } from '../../../ui/feedback/toast-store.ts'

const empty: CampDraft = { category: null, day: null }
const fields = ['category', 'day'] as const
const gaps = (draft: CampDraft) => toFillIn(fields.filter((field) => draft[field] === null))

export type CampForm = ReturnType<typeof useCampForm>

/** The form of Blood Camp, and what its button does (§5.7, §8). */
export function useCampForm() {
  const form = useForm({ name: 'camp', empty, fields, gaps })
  const { draft } = form
  /** Null while they are not known. */
  const [days, setDays] = useState<string[] | null>(null)
  const [isLoading, setLoading] = useState(false)
  const latest = useRef<CampCategory>(null)
  const isLost = useRef(false)

  async function chooseCategory(value: string | null) {
    const category = campCategories.find((one) => one === value) ?? null
    form.change({ category, day: null })
    isLost.current = false
    setDays(null)
    latest.current = category
    if (category === null) return
    setLoading(true)
    const found = await daysOf(category)
    // another one was chosen meanwhile
    if (latest.current !== category) return
    setLoading(false)
    setDays(found)
    if (found?.length === 0) await form.refuse(campWords, no('no-dates', 'category'))
  }

  /** `before`: when the same camp was asked for already. */
  async function submit(before: Camp | undefined) {
    if (isLoading) return
    const refusal = whyNotAskCamp(draft, days ?? [draft.day ?? ''])
    if (refusal) return form.refuse(campWords, refusal)
    // whose answer was lost is the same call, and may be listed already
    if (before && !isLost.current && (await showAlert(askAgain(before))) !== 'action') return
    const sending = () => call(camps.ask, draft, { key: form.keyFor(draft) })
    if ((await form.send(sending, { failed })) === null) return
    form.clear()
    setDays(null)
    latest.current = null
    isLost.current = false
    showToast({ text: 'Request Sent.', kind: 'success' }) // §8
    void queryClient.invalidateQueries({ queryKey: [topicOf(camps.list)] })
  }

  async function failed(error: unknown) {
    isLost.current = !isRefusal(error)
    await form.tell(error)
    // the days have changed
    if (isRefusal(error) && error.status === 409) await chooseCategory(draft.category)
  }

  const hasFailed = draft.category !== null && days === null && !isLoading
  return { ...form, days, isLoading, hasFailed, chooseCategory, submit }
}

/** Looked up anew each time: a company may have changed its days. Null if that failed, which was told. */
async function daysOf(category: CampCategory): Promise<string[] | null> {
  try {
    return (await queryClient.fetchQuery({ ...ask(camps.days, { category }), staleTime: 0 })).items
  } catch (error) {
    await showAlert({ title: 'Database Error', text: wordsFor(error).text })
    return null
  }
}

/** A camp may be asked for twice, but seldom on purpose (ruling AMB-264). */
const askAgain = ({ askedAt, askedBy }: Camp) => ({
  title: 'Ask for the same camp again?',
  text: `${askedBy} asked for this camp on ${showDate(askedAt)} already.`,
  ok: 'Go Back',
  action: { label: 'Ask again' },
})

/** Whether it was asked for before, as far as is known here. */
export const askedBefore = (
  asked: readonly Camp[] | undefined,
  { category, day }: CampDraft,
): Camp | undefined => asked?.find((camp) => camp.category === category && camp.heldOn === day)
