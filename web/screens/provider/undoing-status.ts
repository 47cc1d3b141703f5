import { orders } from '#contract/orders.ts'
import { topicOf } from '#contract/route.ts'
import type { BloodRequest } from '#domain/requests/request.ts'
import { statusText } from '#domain/requests/showing.ts'
import { undoableUntil } from '#domain/requests/undoing.ts'
import { call, wordsFor } from '../../api/client.ts'
import { queryClient } from '../../api/queries.ts'
import { makeOwnStore } from '../../api/session.ts'
import { useNow } from '../../parts/use-now.ts'
import { showAlert } from '../../ui/feedback/alert-store.ts'
import { showToast } from '../../ui/feedback/toast-store.ts'
import { useStore } from '../../ui/store.ts'
import { useOneAtATime } from '../../ui/use-one-at-a-time.ts'

/** What was set on this page, by order: how the row was left, and until when that can be taken back. */
const statusesSet = makeOwnStore<ReadonlyMap<string, { version: number; until: Date }>>(new Map())

/** To be told of each status that somebody sets here; one that cannot be taken back is forgotten. */
export function noteStatusSet({ id, version, status, updatedAt }: BloodRequest): void {
  const until = undoableUntil({ kind: 'request-moved', at: updatedAt }, status)
  const next = new Map(statusesSet.get())
  if (until) next.set(id, { version, until })
  else next.delete(id)
  statusesSet.set(next)
}

/** Ruling AMB-242: the way back for whoever set a status here; null once it is too late, or something has happened since. */
export function useUndoStatus(order: Pick<BloodRequest, 'id' | 'version'> | undefined) {
  const set = useStore(statusesSet).get(order?.id ?? '')
  const now = useNow(5_000)
  const { doing, take } = useOneAtATime<'undo'>()
  if (!order || set?.version !== order.version || set.until <= now) return null
  return { isBusy: doing !== null, undo: () => void take('undo', () => undoStatus(order)) }
}

async function undoStatus({ id, version }: Pick<BloodRequest, 'id' | 'version'>): Promise<void> {
  try {
    const undone = await call(orders.undo, { id, version })
    showToast({ text: `${id} is ${statusText(undone)} again`, kind: 'success' })
  } catch (error) {
    void showAlert(wordsFor(error))
  }
  await queryClient.invalidateQueries({ queryKey: [topicOf(orders.undo)] })
}
