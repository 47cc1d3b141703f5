import { useState } from 'react'
import type { RefusalAnswer } from '#contract/answers.ts'
import { bags, type ShelfBag } from '#contract/bags.ts'
import type { OutputOf } from '#contract/route.ts'
import type { DonationResult } from '#domain/bags/donation-tests.ts'
import { call, wordsFor } from '../../../api/client.ts'
import { useLiveList } from '../../../api/queries.ts'
import { useSending } from '../../../parts/use-sending.ts'
import { showAlert } from '../../../ui/feedback/alert-store.ts'
import { showToast } from '../../../ui/feedback/toast-store.ts'
import { allNegative, joined, reactiveIn, reactiveText, type Waiting, waitingDonations } from './donations.ts'
import { askBagsAgain } from './use-settings.ts'

type Outcomes = OutputOf<typeof bags.recordTests>['outcomes']
type Recorded = { number: string; results: DonationResult[] }

const most = 100

export type TestWork = ReturnType<typeof useTests>

/** Donations whose bags wait: those of the list, and those that were scanned before it came or from further down. */
function useWaiting() {
  const list = useLiveList(bags.list, { state: 'quarantine' })
  const [scanned, setScanned] = useState<readonly ShelfBag[]>([])
  const rows = list.rows ?? (scanned.length > 0 ? [] : undefined)
  const waiting = rows && waitingDonations(joined(rows, scanned))

  /** Whether bags of the donation wait; what the list does not show is asked for. */
  async function bring(number: string): Promise<boolean> {
    if (waiting?.some((donation) => donation.number === number)) return true
    const found = await call(bags.find, { number })
    const own = found.bags.filter(({ state }) => state === 'quarantine')
    setScanned((all) => joined(all, own))
    return own.length > 0
  }
  const drop = (numbers: readonly string[]) =>
    setScanned((all) => all.filter(({ number }) => !numbers.includes(number)))
  return { list, waiting, bring, drop }
}

/** Donations whose bags wait, and what is recorded of them. */
export function useTests() {
  const { list, waiting, bring, drop } = useWaiting()
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [refused, setRefused] = useState<ReadonlyMap<string, RefusalAnswer>>(new Map())
  const { doing, send, keyFor } = useSending<'sending'>((error) => showAlert(wordsFor(error)), undefined)
  const marked = (waiting ?? []).filter(({ number }) => chosen.has(number))

  async function record(donations: Recorded[]): Promise<void> {
    const input = { donations }
    const answer = await send(() => call(bags.recordTests, input, { key: keyFor(input) }))
    void askBagsAgain()
    if (!answer) return
    const numbers = donations.map(({ number }) => number)
    drop(numbers)
    setChosen((all) => new Set([...all].filter((number) => !numbers.includes(number))))
    setRefused(
      new Map(
        answer.outcomes.flatMap(({ number, refusal }) => (refusal ? [[number, refusal] as const] : [])),
      ),
    )
    const text = toldOf(answer.outcomes)
    if (text) showToast({ text, kind: 'success' })
  }

  async function recordClear(): Promise<void> {
    const donations = marked.flatMap(({ number, group }) =>
      group ? [{ number, results: allNegative(group) }] : [],
    )
    const count = donations.length
    const answer = await showAlert({
      title: `${count} ${count === 1 ? 'Donation' : 'Donations'} All Negative?`,
      text: 'HIV, HBsAg, HCV, syphilis and malaria negative, and the group as it stands on the label. Their bags leave quarantine at once.',
      ok: 'Not yet',
      action: { label: `Record ${count}` },
    })
    if (answer === 'action') await record(donations.slice(0, most))
  }

  async function recordOne({ number, bags: own }: Waiting, results: DonationResult[]): Promise<void> {
    const reactive = reactiveIn(results)
    if (reactive.length > 0) {
      // all of its bags, also those that left quarantine before
      const all = await call(bags.find, { number }).catch(() => null)
      const answer = await showAlert({
        title: `${reactive.join(', ')} Reactive?`,
        text: reactiveText(all?.bags ?? own),
        ok: 'Not yet',
        action: { label: 'Record reactive' },
      })
      if (answer !== 'action') return
    }
    await record([{ number, results }])
  }

  return {
    list,
    waiting,
    chosen,
    marked,
    refused,
    isBusy: doing !== null,
    toggle: (number: string) =>
      setChosen(
        (all) => new Set(all.has(number) ? [...all].filter((one) => one !== number) : [...all, number]),
      ),
    chooseAll: () =>
      setChosen(
        new Set((waiting ?? []).flatMap(({ number, group }) => (group ? [number] : [])).slice(0, most)),
      ),
    clear: () => setChosen(new Set()),
    /** Of a bag under the scanner; false where none of its donation waits. */
    async choose(number: string): Promise<boolean> {
      const isThere = await bring(number)
      if (isThere) setChosen((all) => new Set([...all, number]))
      return isThere
    },
    recordClear,
    recordOne,
  }
}

function toldOf(outcomes: Outcomes): string {
  const count = (of: 'released' | 'discarded' | 'toCallBack') =>
    outcomes.reduce((sum, outcome) => sum + outcome[of].length, 0)
  const [released, discarded, toCallBack] = [count('released'), count('discarded'), count('toCallBack')]
  const parts = [
    released > 0 && `${released} free now`,
    discarded > 0 && `${discarded} discarded`,
    toCallBack > 0 && `${toCallBack} to call back`,
  ].filter(Boolean)
  const isRefused = outcomes.some(({ refusal }) => refusal)
  return parts.length > 0 ? `Bags: ${parts.join(', ')}` : isRefused ? '' : 'Results recorded'
}
