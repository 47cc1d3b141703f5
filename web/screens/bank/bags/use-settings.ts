import { type BankSettings, bags } from '#contract/bags.ts'
import { topicOf } from '#contract/route.ts'
import { call, wordsFor } from '../../../api/client.ts'
import { queryClient } from '../../../api/queries.ts'
import { useSending } from '../../../parts/use-sending.ts'
import { showAlert } from '../../../ui/feedback/alert-store.ts'
import { showToast } from '../../../ui/feedback/toast-store.ts'

export const askBagsAgain = () => queryClient.invalidateQueries({ queryKey: [topicOf(bags.list)] })

/** How the bank works, changed in one part or several. */
export function useSettings(settings: BankSettings) {
  const { doing, send, keyFor } = useSending<'sending'>((error) => showAlert(wordsFor(error)), undefined)

  async function save(part: Partial<BankSettings>): Promise<boolean> {
    const input = { ...settings, ...part }
    const saved = await send(() => call(bags.set, input, { key: keyFor(input) }))
    await askBagsAgain()
    if (saved) showToast({ text: 'Settings Saved', kind: 'success' })
    return saved !== null
  }

  return { save, isBusy: doing !== null }
}
