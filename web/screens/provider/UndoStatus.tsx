import type { ReactNode } from 'react'
import type { Order } from '#contract/orders.ts'
import { ActionButton } from '../../ui/fields/ActionButton.tsx'
import classes from './UndoStatus.module.css'
import { useUndoStatus } from './undoing-status.ts'

type UndoStatusProps = { order: Order; describedBy: string; otherwise?: ReactNode }

/** For two minutes after whoever looks has set the status (ruling AMB-242). */
export function UndoStatus({ order, describedBy, otherwise = null }: UndoStatusProps) {
  const undoing = useUndoStatus(order)
  if (!undoing) return otherwise
  return (
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
}
