import { bags, type ShelfBag } from '#contract/bags.ts'
import type { InputOf } from '#contract/route.ts'
import { intakeWords } from '#domain/bags/intake.ts'
import type { BagAttribute } from '#domain/bags/kinds.ts'
import { expiryWords, type Treatment } from '#domain/bags/lives.ts'
import { movingWords } from '#domain/bags/moving.ts'
import { type Refusal, say } from '#domain/basics/refusal.ts'
import { call, wordsFor } from '../../../api/client.ts'
import { useSending } from '../../../parts/use-sending.ts'
import { showAlert } from '../../../ui/feedback/alert-store.ts'
import { showToast } from '../../../ui/feedback/toast-store.ts'
import { askBagsAgain } from './use-settings.ts'

export const actWords = { ...movingWords, ...expiryWords, ...intakeWords }
export type ActRefusal = Refusal<keyof typeof actWords>

type Act = 'discard' | 'transfer' | 'treat' | 'change' | 'form'

/** What is done with one bag, as it was seen: another's change meanwhile is not written over. */
export function useBagAct(bag: ShelfBag) {
  const { doing, send, keyFor } = useSending<Act>((error) => showAlert(wordsFor(error)), undefined)
  const seen = { id: bag.id, version: bag.version }

  async function run(as: Act, done: string, sending: (key: string) => Promise<unknown>, input: unknown) {
    const answer = await send(() => sending(keyFor([as, seen, input])), { as })
    await askBagsAgain()
    if (answer !== null) showToast({ text: done, kind: 'success' })
  }

  return {
    doing,
    tell: (refusal: ActRefusal) => showAlert(say(actWords, refusal)),
    discard: (told: Pick<InputOf<typeof bags.discard>, 'reason' | 'note'>) =>
      run('discard', 'Bag Discarded', (key) => call(bags.discard, { ...seen, ...told }, { key }), told),
    transfer: (bankId: string) =>
      run('transfer', 'Bag Transferred', (key) => call(bags.transfer, { ...seen, bankId }, { key }), bankId),
    treat: (treatment: Treatment) =>
      run('treat', 'Written Down', (key) => call(bags.treat, { ...seen, treatment }, { key }), treatment),
    change: (told: { place: string; attributes: BagAttribute[] }) =>
      run('change', 'Bag Changed', (key) => call(bags.change, { ...seen, ...told }, { key }), told),
    mendForm: (donorFormId: string | null) =>
      run(
        'form',
        'Donor Form Changed',
        (key) => call(bags.mendForm, { ...seen, donorFormId }, { key }),
        donorFormId,
      ),
  }
}
