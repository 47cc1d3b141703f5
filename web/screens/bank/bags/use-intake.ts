import { useEffect } from 'react'
import { bags } from '#contract/bags.ts'
import { type IntakeDefaults, mostLines } from '#domain/bags/intake.ts'
import type { ShelfComponent } from '#domain/bags/kinds.ts'
import { call, wordsFor } from '../../../api/client.ts'
import { newKey } from '../../../api/key.ts'
import { ask, queryClient, useLive } from '../../../api/queries.ts'
import { useMember } from '../../../api/session.ts'
import { useNow } from '../../../parts/use-now.ts'
import { useSending } from '../../../parts/use-sending.ts'
import { now } from '../../../server-clock.ts'
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
  type Said,
  settle,
  shownLines,
  takeScan,
} from './intake-lines.ts'
import { keepScanned, keptScanned, placeOf, type Scanned } from './kept-intake.ts'
import { askBagsAgain } from './use-settings.ts'

type Kept = Scanned & {
  readonly accountId: string
  readonly bankId: string
  /** Null: nothing was changed since it was brought here. */
  readonly isStored: boolean | null
}

const noDefaults: IntakeDefaults = { component: 'PRBC', anticoagulant: 'SAGM', collectedOn: null, place: '' }
const nothing: Scanned = { intake: emptyIntake, defaults: noDefaults }

/** Outside the screen, and on this device for this account: whoever looks elsewhere or reloads finds what was scanned. */
const kept = makeStore<Kept>({ accountId: '', bankId: '', isStored: null, ...nothing })

function put(part: Partial<Scanned>) {
  const next = { ...kept.get(), ...part }
  kept.set({ ...next, isStored: keepScanned(next.accountId, next.bankId, next, now()) })
}
const put1 = (step: (intake: Intake) => Intake) => put({ intake: step(kept.get().intake) })

/** Those of this account at this bank, brought back from the device where the page knows none. */
function useKept(): Pick<Kept, 'intake' | 'defaults' | 'isStored'> {
  const { accountId, organisationId } = useMember()
  const bankId = organisationId ?? ''
  const found = useStore(kept)
  const isOwn = found.accountId === accountId && found.bankId === bankId
  useEffect(() => {
    if (!isOwn) void lookForAll(bring(accountId, bankId))
    // what another tab scans is on this list too: the one that is written last has all of it
    const hear = ({ key }: StorageEvent) => key === placeOf(accountId, bankId) && bring(accountId, bankId)
    addEventListener('storage', hear)
    return () => removeEventListener('storage', hear)
  }, [isOwn, accountId, bankId])
  return isOwn ? found : { isStored: null, ...nothing }
}

function bring(accountId: string, bankId: string): Intake {
  const { intake, defaults } = keptScanned(accountId, bankId, now()) ?? nothing
  const before = kept.get().intake.entries
  // what is known of a number is not kept, but may be known here
  const entries = intake.entries.map((entry) => {
    const same = before.find(({ id, read }) => id === entry.id && read?.number === entry.read?.number)
    return same ? { ...entry, known: same.known } : entry
  })
  kept.set({ accountId, bankId, isStored: null, intake: { ...intake, entries }, defaults })
  return intake
}

/** How many were scanned and are not saved. */
export const useScannedCount = (): number => useKept().intake.entries.length

export type IntakeWork = ReturnType<typeof useIntake>

/** The lines of the drawer, what a scan does to them, and their saving. */
export function useIntake() {
  const { intake, defaults, isStored } = useKept()
  const rules = useLive(bags.rules, {})
  const at = useNow()
  const { doing, send, keyFor } = useSending<'saving'>((error) => showAlert(wordsFor(error)), undefined)
  const lines = rules.data ? shownLines(intake, { defaults, rules: rules.data, at }) : []
  const ready = lines.filter(({ line, wrong }) => line && !wrong)
  useKeptFromLeaving(isStored === false && intake.entries.length > 0)

  /** Null, or what is wrong with the scan. */
  function scan(typed: string): string | null {
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
    put1((before) =>
      settle(
        before,
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
    setDefaults: (part: Partial<IntakeDefaults>) => put({ defaults: { ...kept.get().defaults, ...part } }),
    remove: (id: number) => put1((before) => remove(before, id)),
    activate: (id: number) => put1((before) => activate(before, id)),
    say: (id: number, part: Said) =>
      put1((before) => change(before, id, { said: { ...saidOf(before, id), ...part } })),
    nameProduct: (code: string, component: ShelfComponent) => nameProduct(code, component),
  }
}

const saidOf = ({ entries }: Intake, id: number) => entries.find((entry) => entry.id === id)?.said ?? {}

/** Whether the bank has a bag of this number: said while it is in the hand. If that is not known, Save tells. */
async function lookFor(id: number, number: string): Promise<void> {
  const donation = await call(bags.find, { number }).catch(() => null)
  if (!donation) return
  const before = kept.get()
  // it is not kept: written, it would be news for another tab
  kept.set({ ...before, intake: change(before.intake, id, { known: donation.bags }) })
}

/** One after the other: there may be a hundred. */
async function lookForAll({ entries }: Intake): Promise<void> {
  for (const { id, read } of entries) if (read) await lookFor(id, read.number)
}

async function nameProduct(code: string, component: ShelfComponent): Promise<void> {
  try {
    const { products } = await call(bags.nameProduct, { code, component }, { key: newKey() })
    queryClient.setQueryData(ask(bags.rules, {}).queryKey, (before) => before && { ...before, products })
  } catch (error) {
    await showAlert(wordsFor(error))
  }
}

/** Where this device keeps nothing, a reload would lose what was scanned: the browser asks. */
function useKeptFromLeaving(isScanned: boolean): void {
  useEffect(() => {
    if (!isScanned) return
    const hold = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', hold)
    return () => removeEventListener('beforeunload', hold)
  }, [isScanned])
}
