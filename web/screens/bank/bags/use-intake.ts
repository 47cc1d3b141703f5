import { useEffect } from 'react'
import { bags } from '#contract/bags.ts'
import { type IntakeDefaults, mostLines } from '#domain/bags/intake.ts'
import type { ShelfComponent, ShelfGroup } from '#domain/bags/kinds.ts'
import { call, wordsFor } from '../../../api/client.ts'
import { newKey } from '../../../api/key.ts'
import { ask, queryClient, useLive } from '../../../api/queries.ts'
import { useMember } from '../../../api/session.ts'
import { useNow } from '../../../parts/use-now.ts'
import { useSending } from '../../../parts/use-sending.ts'
import { showAlert } from '../../../ui/feedback/alert-store.ts'
import { showToast } from '../../../ui/feedback/toast-store.ts'
import { makeStore, useStore } from '../../../ui/store.ts'
import {
  activate,
  change,
  emptyIntake,
  type Intake,
  inWords,
  remove,
  settle,
  shownLines,
  takeScan,
} from './intake-lines.ts'
import { askBagsAgain } from './use-settings.ts'

type Kept = { readonly bankId: string; readonly intake: Intake; readonly defaults: IntakeDefaults }

const noDefaults: IntakeDefaults = { component: 'PRBC', anticoagulant: 'SAGM', collectedOn: null, place: '' }

/** Outside the screen: whoever looks elsewhere in between finds what was scanned. */
const kept = makeStore<Kept>({ bankId: '', intake: emptyIntake, defaults: noDefaults })

const put = (part: Partial<Kept>) => kept.set({ ...kept.get(), ...part })
const put1 = (step: (intake: Intake) => Intake) => put({ intake: step(kept.get().intake) })

/** How many were scanned and are not saved. */
export function useScannedCount(): number {
  const { bankId, intake } = useStore(kept)
  return bankId === useMember().organisationId ? intake.entries.length : 0
}

export type IntakeWork = ReturnType<typeof useIntake>

/** The lines of the drawer, what a scan does to them, and their saving. */
export function useIntake() {
  const bankId = useMember().organisationId ?? ''
  const found = useStore(kept)
  const { intake, defaults } = found.bankId === bankId ? found : { intake: emptyIntake, defaults: noDefaults }
  const rules = useLive(bags.rules, {})
  const at = useNow()
  const { doing, send, keyFor } = useSending<'saving'>((error) => showAlert(wordsFor(error)), undefined)
  const lines = rules.data ? shownLines(intake, { defaults, rules: rules.data, at }) : []
  const ready = lines.filter(({ line, wrong }) => line && !wrong)
  useKeptFromLeaving(intake.entries.length > 0)

  /** Null, or what is wrong with the scan. */
  function scan(typed: string): string | null {
    if (kept.get().bankId !== bankId) put({ bankId, intake: emptyIntake, defaults })
    const before = kept.get().intake
    const next = takeScan(before, typed, defaults)
    if ('code' in next) return inWords(next).text
    put({ intake: next })
    const [newest] = next.entries
    if (newest?.read && next.last !== before.last) void lookFor(newest.id, newest.read.number)
    return null
  }

  async function save() {
    const sent = ready.slice(0, mostLines)
    const input = { lines: sent.flatMap(({ line }) => (line ? [line] : [])) }
    const answer = await send(() => call(bags.takeIn, input, { key: keyFor(input) }), { as: 'saving' })
    if (!answer) return
    const taken = answer.outcomes.filter(({ bag }) => bag).length
    put1((now) =>
      settle(
        now,
        sent.map(({ entry }) => entry),
        answer.outcomes,
      ),
    )
    void askBagsAgain()
    if (taken > 0)
      showToast({
        text: `${taken} ${taken === 1 ? 'bag' : 'bags'} taken in, waiting for tests`,
        kind: 'success',
      })
  }

  return {
    asked: rules,
    rules: rules.data,
    count: intake.entries.length,
    lines,
    ready,
    active: intake.active,
    defaults,
    isBusy: doing !== null,
    scan,
    save,
    setDefaults: (part: Partial<IntakeDefaults>) =>
      put({ bankId, intake, defaults: { ...kept.get().defaults, ...part } }),
    remove: (id: number) => put1((now) => remove(now, id)),
    activate: (id: number) => put1((now) => activate(now, id)),
    sayGroup: (id: number, bloodGroup: ShelfGroup) =>
      put1((now) => change(now, id, { said: { ...saidOf(now, id), bloodGroup } })),
    nameProduct: (code: string, component: ShelfComponent) => nameProduct(code, component),
  }
}

const saidOf = ({ entries }: Intake, id: number) => entries.find((entry) => entry.id === id)?.said ?? {}

/** Whether the bank has a bag of this number: said while it is in the hand. If that is not known, Save tells. */
async function lookFor(id: number, number: string): Promise<void> {
  const donation = await call(bags.find, { number }).catch(() => null)
  if (donation) put1((now) => change(now, id, { known: donation.bags }))
}

async function nameProduct(code: string, component: ShelfComponent): Promise<void> {
  try {
    const { products } = await call(bags.nameProduct, { code, component }, { key: newKey() })
    queryClient.setQueryData(ask(bags.rules, {}).queryKey, (before) => before && { ...before, products })
  } catch (error) {
    await showAlert(wordsFor(error))
  }
}

/** A reload would lose what was scanned: the browser asks. */
function useKeptFromLeaving(isScanned: boolean): void {
  useEffect(() => {
    if (!isScanned) return
    const hold = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', hold)
    return () => removeEventListener('beforeunload', hold)
  }, [isScanned])
}
