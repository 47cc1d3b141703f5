import { useRef, useState } from 'react'
import { type ComponentStock, stock } from '#contract/stock.ts'
import { type BloodGroup, bloodGroups, type ComponentCode } from '#domain/basics/blood.ts'
import { say, type Wording } from '#domain/basics/refusal.ts'
import {
  byGroup,
  countOf,
  type LastCount,
  type StockDraft,
  stockWords,
  whyNotConfirm,
  whyNotCount,
  whyNotOver,
} from '#domain/stock/counting.ts'
import { call, isRefusal, wordsFor } from '../../api/client.ts'
import { newKey } from '../../api/key.ts'
import { ask, queryClient, useLive } from '../../api/queries.ts'
import { stillTyped } from '../../parts/still-typed.ts'
import { showAlert } from '../../ui/alert-store.ts'
import { focusOn } from '../../ui/focus.ts'
import { showToast } from '../../ui/toast-store.ts'
import { useOneAtATime } from '../../ui/use-one-at-a-time.ts'

/** What is typed over the count there is. */
type Typed = Readonly<Partial<Record<BloodGroup, string>>>
type Errors = Readonly<Partial<Record<BloodGroup, string>>>

/** The count when the typing began, and the latest one that the person was told of. */
type Begun = { from: ComponentStock; toldAt: Date | null }

export type StockForm = ReturnType<typeof useStockForm>

/** The eight quantities of one component, and what the buttons do. */
export function useStockForm(component: ComponentCode) {
  const asked = useLive(stock.list, {})
  const now = asked.data?.items.find((one) => one.component === component)
  const [typed, setTyped] = useState<Typed>({})
  const [lastBegun, setBegun] = useState<Begun | null>(null)
  const [errors, setErrors] = useState<Errors>({})
  const { doing, take } = useOneAtATime<'counting' | 'confirming'>()
  const failed = useRef<{ sent: string; key: string }>(null)

  const isTyped = Object.keys(typed).length > 0
  const begun = isTyped ? lastBegun : null
  const isNews = now && begun && begun.from.countedAt?.getTime() !== now.countedAt?.getTime()

  function type(group: BloodGroup, text: string) {
    if (now && !begun) setBegun({ from: now, toldAt: now.countedAt })
    setTyped((before) => ({ ...before, [group]: text }))
    setErrors(({ [group]: _, ...others }) => others)
  }

  function startOver() {
    setTyped({})
    setBegun(null)
    setErrors({})
  }

  /** What was typed while it was being saved is typed over the count just made. */
  function goOn(saved: ComponentStock, sent: Typed) {
    setErrors({})
    setTyped((now) => stillTyped(now, sent))
    setBegun({ from: saved, toldAt: saved.countedAt })
  }

  async function submit() {
    if (!now) return
    const quantities = withoutHidden(draftOf(now, typed))
    const wrong = whyNotCount(quantities)
    if (wrong) return object(say(stockWords, wrong), wrong.field)
    const seenAt = begun ? begun.toldAt : now.countedAt
    const older = whyNotOver(lastOf(now), seenAt)
    if (older) return tell(say(stockWords, older), now)
    const input = { component, seenAt, quantities: countOf(quantities) }
    await take('counting', () => send('counting', input, (key) => call(stock.count, input, { key })))
  }

  async function confirm() {
    if (!now) return
    const wrong = whyNotConfirm(lastOf(now), now.countedAt)
    if (wrong) return void (await showAlert(say(stockWords, wrong)))
    const input = { component, seenAt: now.countedAt }
    await take('confirming', () => send('confirming', input, (key) => call(stock.confirm, input, { key })))
  }

  async function send(
    what: 'counting' | 'confirming',
    input: object,
    sendWith: (key: string) => Promise<ComponentStock>,
  ) {
    const sent = JSON.stringify([what, input])
    // sent again as it is, it is the same call
    const key = failed.current?.sent === sent ? failed.current.key : newKey()
    failed.current = { sent, key }
    try {
      const saved = await sendWith(key)
      failed.current = null
      // at once: asked again, the old one would look like somebody else's for a moment
      queryClient.setQueryData(ask(stock.list, {}).queryKey, (before) => ({
        items: (before?.items ?? []).map((one) => (one.component === component ? saved : one)),
      }))
      goOn(saved, typed)
      showToast({ text: 'Inventory has been successfully updated', kind: 'success' }) // §8
    } catch (error) {
      await failure(error)
    }
  }

  async function failure(error: unknown) {
    if (!isRefusal(error)) return void (await showAlert(wordsFor(error)))
    failed.current = null
    const { field, ...words } = error.answer
    if (error.status !== 409) return object(words, field?.split('.').at(-1))
    // if that fails too, the next press is told the same
    const found = await queryClient.fetchQuery({ ...ask(stock.list, {}), staleTime: 0 }).catch(() => null)
    await tell(
      words,
      found?.items.find((one) => one.component === component),
    )
  }

  /** Somebody counted meanwhile: told once, the next press is meant. */
  async function tell(words: Wording, latest: ComponentStock | undefined) {
    await showAlert(words)
    if (latest) setBegun((before) => before && { ...before, toldAt: latest.countedAt })
  }

  async function object(words: Wording, field: string | undefined) {
    const group = bloodGroups.find((one) => one === field)
    setErrors(group ? { [group]: words.text } : {})
    await showAlert(words)
    if (group) focusOn(idOf(group))
  }

  return {
    now,
    asked,
    errors,
    busy: doing,
    isTyped,
    isNews: Boolean(isNews),
    total: now && totalOf(draftOf(now, typed)),
    value: (group: BloodGroup) => typed[group] ?? (now ? String(now.shelves[group].units) : ''),
    /** What somebody else counted since the typing began, where it is another number. */
    news(group: BloodGroup): { units: number; isTyped: boolean } | null {
      if (!isNews || doing) return null
      const units = now.shelves[group].units
      return units === begun.from.shelves[group].units ? null : { units, isTyped: group in typed }
    },
    type,
    submit,
    confirm,
    startOver,
  }
}

const lastOf = ({ countedAt, countedBy }: ComponentStock): LastCount =>
  countedAt && { countedAt, countedBy: countedBy ?? '' }

const draftOf = (now: ComponentStock, typed: Typed): StockDraft =>
  byGroup((group) => {
    const text = typed[group]
    if (text === undefined) return now.shelves[group].units
    return text.trim() === '' ? null : Number(text)
  })

/** A number field hides what is no number, and looks blank to us: a lone minus must not count as 0. */
const withoutHidden = (draft: StockDraft): StockDraft =>
  byGroup((group) => {
    const field = document.getElementById(idOf(group)) as HTMLInputElement | null
    return field?.validity.badInput ? Number.NaN : draft[group]
  })

/** Null where something typed is no quantity. */
const totalOf = (draft: StockDraft): number | null =>
  whyNotCount(draft) ? null : Object.values(countOf(draft)).reduce((sum, units) => sum + units, 0)

export const idOf = (group: BloodGroup): string => `stock-${group}`
