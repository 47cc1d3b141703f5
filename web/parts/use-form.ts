import { useState } from 'react'
import { say as inWords, type Refusal, type Words } from '#domain/basics/refusal.ts'
import { isRefusal, wordsFor } from '../api/client.ts'
import { makeKeys } from '../api/key.ts'
import { type AlertAnswer, type AlertRequest, showAlert } from '../ui/feedback/alert-store.ts'
import { focusOn } from '../ui/focus.ts'
import { useOneAtATime } from '../ui/use-one-at-a-time.ts'
import { type Errors, errorsFor, firstOf, type Objection, without } from './form-errors.ts'

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

type SendOptions<Act> = {
  /** Which of several buttons is busy. */
  as?: Act
  /** What is done about a failure. The button stays busy for as long as that takes. */
  failed?: (error: unknown) => unknown
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
  const [errors, setErrors] = useState(noErrors<Field>)
  /** Counts the forms begun: a new one can have new fields, without what a number field keeps of half-typed text. */
  const [round, setRound] = useState(1)
  const [{ keyFor, forget, recall }] = useState(() => makeKeys(begunKey))
  // not useMutation: it keeps what came of a call, which no form shows, and lets the second of two quick presses pass
  const { doing, take } = useOneAtATime<Act>()

  const idOf = (field: Field): string => `${name}-${field}`

  /** What was typed or chosen. Its fields are not wrong any more. */
  function change(part: Partial<Draft>, ...mended: Field[]) {
    setDraft((before) => ({ ...before, ...part }))
    setErrors((before) => without(before, mended.length > 0 ? mended : Object.keys(part)))
  }

  /** These are not wrong any more; none named, all of them. */
  const mend = (...mended: Field[]) =>
    setErrors((before) => (mended.length > 0 ? without(before, mended) : noErrors()))

  /** Says what is wrong at its field, without an alert. */
  function mark(wrong: Errors<Field>) {
    setErrors(wrong)
    const first = firstOf(wrong, fields)
    if (first !== undefined) document.getElementById(idOf(first))?.focus()
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

  /** One at a time. Null if it failed, or if another is under way. */
  const send = <Answer>(
    sending: () => Promise<Answer>,
    { as = 'sending' as Act, failed = tell }: SendOptions<Act> = {},
  ): Promise<Answer | null> =>
    take(as, async () => {
      try {
        const answer = await sending()
        forget()
        return answer
      } catch (error) {
        await failed(error)
        return null
      }
    })

  /** §8: a failed write clears the form; what was typed can be had back, and is then the same call. True if it was. */
  async function offerRestore(error: unknown, typed = draft, words = databaseError(error)) {
    const key = forget()
    clear()
    const isWanted = (await say({ action: { label: 'Restore' }, ...words })) === 'action'
    if (!isWanted) return false
    recall(key)
    setDraft(typed)
    return true
  }

  function clear() {
    // one that is on its way may fail yet, and be had back: then it is the same call
    if (doing === null) forget()
    setDraft(empty)
    setErrors(noErrors())
    setRound((before) => before + 1)
  }

  return {
    draft,
    errors,
    doing,
    isBusy: doing !== null,
    round,
    idOf,
    fieldOf: (field: Field) => ({ id: idOf(field), error: errors[field] ?? null }),
    focus: (field: Field) => focusOn(idOf(field)),
    setDraft,
    change,
    mend,
    mark,
    object,
    refuse,
    tell,
    take,
    send,
    offerRestore,
    clear,
    keyFor,
    forgetKey: () => void forget(),
  }
}

export type FormOf<Draft extends object, Field extends string, Act extends string = 'sending'> = ReturnType<
  typeof useForm<Draft, Field, Act>
>

const noErrors = <Field extends string>() => ({}) as Errors<Field>

const databaseError = (error: unknown): AlertRequest => ({
  title: 'Database Error',
  text: wordsFor(error).text,
})
