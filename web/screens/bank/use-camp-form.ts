import { useRef, useState } from 'react'
import { type Camp, camps } from '#contract/camps.ts'
import { topicOf } from '#contract/route.ts'
import { no, say, type Wording } from '#domain/basics/refusal.ts'
import { type CampDraft, campWords, whyNotAskCamp } from '#domain/camps/asking.ts'
import { type CampCategory, campCategories } from '#domain/camps/company.ts'
import { call, isRefusal, wordsFor } from '../../api/client.ts'
import { newKey } from '../../api/key.ts'
import { ask, queryClient } from '../../api/queries.ts'
import { showAlert } from '../../ui/alert-store.ts'
import { focusOn } from '../../ui/focus.ts'
import { showToast } from '../../ui/toast-store.ts'
import { useOneAtATime } from '../../ui/use-one-at-a-time.ts'

export type CampField = keyof CampDraft
type Errors = Partial<Record<CampField, string>>

const empty: CampDraft = { category: null, day: null }
const inOrder: readonly CampField[] = ['category', 'day']

export type CampForm = ReturnType<typeof useCampForm>

/** The form of Blood Camp, and what its button does (§5.7, §8). */
export function useCampForm() {
  const [draft, setDraft] = useState(empty)
  /** Null while they are not known. */
  const [days, setDays] = useState<string[] | null>(null)
  const [isLoading, setLoading] = useState(false)
  const [errors, setErrors] = useState<Errors>({})
  const { doing, take } = useOneAtATime<'sending'>()
  const latest = useRef<CampCategory>(null)
  const failed = useRef<{ draft: CampDraft; key: string }>(null)

  async function chooseCategory(value: string | null) {
    const category = campCategories.find((one) => one === value) ?? null
    setDraft({ category, day: null })
    setErrors({})
    setDays(null)
    latest.current = category
    if (category === null) return
    setLoading(true)
    const found = await daysOf(category)
    // another one was chosen meanwhile
    if (latest.current !== category) return
    setLoading(false)
    setDays(found)
    if (found?.length === 0) await object(say(campWords, no('no-dates')), ['category'])
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

  function chooseDay(day: string | null) {
    setDraft((before) => ({ ...before, day }))
    setErrors(({ day: _, ...others }) => others)
  }

  async function submit() {
    if (isLoading) return
    const refusal = whyNotAskCamp(draft, days ?? [draft.day ?? ''])
    if (refusal?.code === 'form-incomplete') {
      return object(
        say(campWords, refusal),
        inOrder.filter((field) => draft[field] === null),
      )
    }
    if (refusal) return object(say(campWords, refusal), [refusal.field as CampField])
    await take('sending', send)
  }

  async function send() {
    const key = failed.current && isSame(failed.current.draft, draft) ? failed.current.key : newKey()
    failed.current = { draft, key }
    try {
      await call(camps.ask, draft, { key })
    } catch (error) {
      // the form stays: sent again as it is, it is the same call
      if (!isRefusal(error)) return void (await showAlert(wordsFor(error)))
      failed.current = null
      await object(
        error.answer,
        inOrder.filter((field) => field === error.answer.field),
      )
      if (error.status === 409) await chooseCategory(draft.category)
      return
    }
    failed.current = null
    setDraft(empty)
    setDays(null)
    setErrors({})
    latest.current = null
    showToast({ text: 'Request Sent.', kind: 'success' }) // §8
    void queryClient.invalidateQueries({ queryKey: [topicOf(camps.list)] })
  }

  async function object(words: Wording, wrong: readonly CampField[]) {
    const text = wrong.length > 1 || words.title === campWords['form-incomplete'].title ? gap : words.text
    setErrors(Object.fromEntries(wrong.map((field) => [field, text])))
    await showAlert(words)
    const [first] = wrong
    if (first) focusOn(idOf(first))
  }

  return {
    draft,
    days,
    isLoading,
    hasFailed: draft.category !== null && days === null && !isLoading,
    errors,
    isSending: doing !== null,
    chooseCategory,
    chooseDay,
    submit,
  }
}

const gap = 'Please fill this in.'

const isSame = (one: CampDraft, other: CampDraft): boolean =>
  one.category === other.category && one.day === other.day

/** Whether it was asked for before, as far as is known here. */
export const askedBefore = (
  asked: readonly Camp[] | undefined,
  { category, day }: CampDraft,
): Camp | undefined => asked?.find((camp) => camp.category === category && camp.heldOn === day)

export const idOf = (field: CampField): string => `camp-${field}`
