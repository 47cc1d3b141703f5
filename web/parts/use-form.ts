import { useState } from 'react'
import { say as inWords, type Refusal, type Words } from '#domain/basics/refusal.ts'
import { isRefusal, wordsFor } from '../api/client.ts'
import { type AlertAnswer, type AlertRequest, showAlert } from '../ui/feedback/alert-store.ts'
import { focusOn, focusOnSubmitOf } from '../ui/focus.ts'
import { type Errors, errorsFor, firstOf, type Objection, without } from './form-errors.ts'
import { useFieldErrors } from './use-field-errors.ts'
import { useSending } from './use-sending.ts'

type FormOptions<Draft, Field extends string> = {
  /** Begins the ids of its fields. */
  name: string
  empty: Draft
  /** What was typed before, in place of an empty form. */
  begun?: Draft | undefined
  /** In the order in which a person meets them: the first wrong one gets the focus. */
  fields: readonly Field[]
  /** What is said where, if the form is incomplete. */
  gaps?: (draft: Draft) => Errors<Field>
  /** The key of a form that was typed before. */
  begunKey?: string | undefined
  /** In place of an alert in English, that waits for its answer. */
  say?: (alert: AlertRequest) => Promise<AlertAnswer>
  /** In place of the focus alone. */
  goTo?: (field: Field) => void
}

/**
 * What every form has: what was typed, what is wrong with it, and one sending at a time (decision 33). Whatever is said
 * of a form is said of the draft as it was when its button was pressed.
 */
export function useForm<Draft extends object, Field extends string, Act extends string = 'sending'>({
  name,
  empty,
  begun = empty,
  fields,
  gaps,
  begunKey,
  say = showAlert,
  goTo = (field) => focusOn(`${name}-${field}`),
}: FormOptions<Draft, Field>) {
  const [draft, setDraft] = useState<Draft>(begun)
  /** Counts the forms begun: a new one can have new fields, without what a number field keeps of half-typed text. */
  const [round, setRound] = useState(1)
  const { setErrors, ...at } = useFieldErrors(name, fields)
  const { doing, take, send, keyFor, forget, recall, resume } = useSending<Act>(tell, begunKey)

  /** What was typed or chosen. Its fields are not wrong any more. */
  function change(part: Partial<Draft>, ...mended: Field[]) {
    setDraft((before) => ({ ...before, ...part }))
    setErrors((before) => without(before, mended.length > 0 ? mended : Object.keys(part)))
  }

  /** Says it in an alert and at its field, which has the focus once the alert is closed. */
  async function object(objection: Objection, wrong = errorsFor(objection, fields, gaps?.(draft))) {
    setErrors(wrong)
    await say({ title: objection.title, text: objection.text })
    const first = firstOf(wrong, fields)
    if (first !== undefined) goTo(first)
  }

  const refuse = <Code extends string>(words: Words<Code>, refusal: Refusal<Code>) =>
    object({ ...refusal, ...inWords(words, refusal) })

  /** What the server refuses belongs to a field. Whatever else fails may be sent again as it is. */
  async function tell(error: unknown) {
    if (!isRefusal(error)) return void (await say(wordsFor(error)))
    forget()
    await object(error.answer)
  }

  /** §8: a failed write clears the form; the first button brings all back, as the same call (ruling AMB-256). True if so. */
  async function offerRestore(error: unknown, typed = draft, words = databaseError(error)) {
    const key = forget()
    clear()
    const isWanted = (await say({ ...restoring, ...words })) === 'action'
    if (!isWanted) return false
    recall(key)
    setDraft(typed)
    focusOnSubmitOf(`${name}-${fields[0]}`)
    return true
  }

  function clear() {
    // one that is on its way may fail yet, and be had back: then it is the same call
    if (doing === null) forget()
    setDraft(empty)
    at.mend()
    setRound((before) => before + 1)
  }

  return {
    ...at,
    draft,
    doing,
    isBusy: doing !== null,
    round,
    setDraft,
    change,
    object,
    refuse,
    tell,
    take,
    send,
    offerRestore,
    clear,
    keyFor,
    forgetKey: () => void forget(),
    resumeKey: resume,
  }
}

export type FormOf<Draft extends object, Field extends string, Act extends string = 'sending'> = ReturnType<
  typeof useForm<Draft, Field, Act>
>

/** What the first button does, said before it is pressed. */
const restoring: Pick<AlertRequest, 'action' | 'more'> = {
  action: { label: 'Restore everything', isFirst: true },
  more: 'Restore everything brings back all that you typed and goes to the button that sends it.',
}

const databaseError = (error: unknown): AlertRequest => ({
  title: 'Database Error',
  text: wordsFor(error).text,
})
