import { orders } from '#contract/orders.ts'
import type { BloodRequest } from '#domain/requests/request.ts'
import { statusText } from '#domain/requests/showing.ts'
import { useLive } from '../../../api/queries.ts'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { PushButton } from '../../../ui/fields/PushButton.tsx'
import { useUndoStatus } from '../undoing-status.ts'

/** What was set, since the form is empty again by then, and for two minutes the way back. */
export function UpdateDone({ done, onClose }: { done: BloodRequest; onClose: () => void }) {
  const { data } = useLive(orders.show, { id: done.id })
  // a copy of an earlier look is older than what was set
  const order = data?.id === done.id && data.version > done.version ? data : done
  const undoing = useUndoStatus(order)
  return (
    <Notice kind="success" onClose={onClose}>
      <span>
        <b>{order.id}</b> is {statusText(order)} now.
      </span>
      {undoing && (
        <PushButton size="xs" loading={undoing.isBusy} aria-label={`Undo ${order.id}`} onClick={undoing.undo}>
          Undo
        </PushButton>
      )}
    </Notice>
  )
}
