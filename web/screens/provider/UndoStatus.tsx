import type { Order } from '#contract/orders.ts'
import { ActionButton } from '../../ui/fields/ActionButton.tsx'
import classes from './UndoStatus.module.css'
import { useUndoStatus } from './undoing-status.ts'

/** For two minutes after whoever looks has set the status (ruling AMB-242). */
export function UndoStatus({ order, describedBy }: { order: Order; describedBy: string }) {
  const undoing = useUndoStatus(order)
  return (
    undoing && (
      <span className={classes.undo}>
        <ActionButton
          label="Undo"
          name={`Undo ${order.status}`}
          describedBy={describedBy}
          shortcut="u"
          busy={undoing.isBusy}
          onClick={undoing.undo}
        />
      </span>
    )
  )
}
