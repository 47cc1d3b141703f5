import { type ComponentStock, stock } from '#contract/stock.ts'
import { type BloodGroup, bloodGroups, type ComponentCode } from '#domain/basics/blood.ts'
import { say, type Wording } from '#domain/basics/refusal.ts'
import { countOf, stockWords, whyNotConfirm, whyNotCount, whyNotOver } from '#domain/stock/counting.ts'
import { call, isRefusal } from '../../../api/client.ts'
import { ask, queryClient, useLive } from '../../../api/queries.ts'
import { stillTyped } from '../../../parts/still-typed.ts'
import { useForm } from '../../../parts/use-form.ts'
import { showAlert } from '../../../ui/feedback/alert-store.ts'
import { showToast } from '../../../ui/feedback/toast-store.ts'
import { draftOf, lastOf, type Typed, totalOf, withoutHidden } from './stock-draft.ts'
import { useBegunCount } from './use-begun-count.ts'

type Act = 'counting' | 'confirming'

export type StockForm = ReturnType<typeof useStockForm>

/** The eight quantities of one component, and what the buttons do. */
export function useStockForm(component: ComponentCode) {
  const asked = useLive(stock.list, {})
  const stockIn = (all: typeof asked.data | null) => all?.items.find((one) => one.component === component)
  const now = stockIn(asked.data)
  const form = useForm<Typed, BloodGroup, Act>({ name: 'stock', empty: {}, fields: bloodGroups })
  const typed = form.draft
  const begun = useBegunCount(now, typed)

  function type(part: Typed) {
    begun.begin()
    form.change(part)
  }

  function startOver() {
    form.clear()
    begun.forget()
  }

  async function submit() {
    if (!now) return
    const quantities = withoutHidden(draftOf(now, typed), form.idOf)
    const wrong = whyNotCount(quantities)
    if (wrong) return form.refuse(stockWords, wrong)
    const { seenAt } = begun
    const older = whyNotOver(lastOf(now), seenAt)
    if (older) return tell(say(stockWords, older), now)
    const input = { component, seenAt, quantities: countOf(quantities) }
    await send('counting', input, (key) => call(stock.count, input, { key }))
  }

  async function confirm() {
    if (!now) return
    const wrong = whyNotConfirm(lastOf(now), now.countedAt)
    if (wrong) return void (await showAlert(say(stockWords, wrong)))
    const input = { component, seenAt: now.countedAt }
    await send('confirming', input, (key) => call(stock.confirm, input, { key }))
  }

  const send = (as: Act, input: object, sendWith: (key: string) => Promise<ComponentStock>) =>
    form.send(async () => keep(await sendWith(form.keyFor([as, input]))), { as, failed })

  function keep(saved: ComponentStock) {
    showAtOnce(saved)
    form.mend()
    // what was typed while it was being saved is typed over the count just made
    form.setDraft((now) => stillTyped(now, typed))
    begun.beginAnew(saved)
    showToast({ text: 'Inventory has been successfully updated', kind: 'success' }) // §8
  }

  async function failed(error: unknown) {
    if (!isRefusal(error) || error.status !== 409) return form.tell(error)
    form.forgetKey()
    // if that fails too, the next press is told the same
    const found = await queryClient.fetchQuery({ ...ask(stock.list, {}), staleTime: 0 }).catch(() => null)
    await tell(error.answer, stockIn(found))
  }

  /** Somebody counted meanwhile. */
  async function tell({ title, text }: Wording, latest: ComponentStock | undefined) {
    await showAlert({ title, text })
    if (latest) begun.tell(latest)
  }

  return {
    ...form,
    now,
    asked,
    isTyped: Object.keys(typed).length > 0,
    isNews: begun.isNews,
    total: now && totalOf(draftOf(now, typed)),
    value: (group: BloodGroup) => typed[group] ?? (now ? String(now.shelves[group].units) : ''),
    news: (group: BloodGroup) => (form.isBusy ? null : begun.newsOf(group)),
    type,
    submit,
    confirm,
    startOver,
  }
}

/** Put into the cache at once: until the refetch the old count would look like somebody else's. */
const showAtOnce = (saved: ComponentStock) =>
  queryClient.setQueryData(ask(stock.list, {}).queryKey, (before) => ({
    items: (before?.items ?? []).map((one) => (one.component === saved.component ? saved : one)),
  }))
