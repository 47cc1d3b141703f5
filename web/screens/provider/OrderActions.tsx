import type { ReactNode } from 'react'
import type { Order } from '#contract/orders.ts'
import { say } from '#domain/basics/refusal.ts'
import { whyNotRegenerateNow } from '#domain/billing/downloading.ts'
import { invoiceWords } from '#domain/billing/invoicing.ts'
import { moveWords, whyNotApproveInvoice } from '#domain/requests/moving.ts'
import { whyNotApproveReservation } from '#domain/requests/reserving.ts'
import { ActionButton } from '../../ui/fields/ActionButton.tsx'
import { useClock } from '../../ui/use-clock.ts'
import classes from './OrderActions.module.css'
import { NextButton, useNextStep } from './OrderNext.tsx'
import { UndoStatus } from './UndoStatus.tsx'
import { useOrderAct } from './use-order-act.ts'

type OrderActionsProps = {
  order: Order
  /** Where it is given its bank and driver. */
  onLink: () => void
  /** The id of what says whose order it is: every row's buttons have the same names. */
  describedBy: string
}

/**
 * §4.2: what the provider may do with an order, one button for each; one that may not be pressed says why. What brings
 * it on stands first, unless it is one of these.
 */
export function OrderActions({ order, onLink, describedBy }: OrderActionsProps) {
  const acts = useOrderAct(order)
  const { taking, act } = acts
  const next = useNextStep(order, acts, { link: onLink })
  const isBusy = taking === 'approveReservation'
  return (
    <div className={`wrap ${classes.actions}`}>
      {(next.step?.act === 'link' || next.step?.act === 'move') && <NextButton {...{ next, describedBy }} />}
      <UndoStatus order={order} describedBy={describedBy} />
      {order.orderType === 'reservation' && (
        <InItsWindow order={order} isKept={isBusy}>
          <ActionButton
            label="Approve Reservation"
            describedBy={describedBy}
            busy={isBusy}
            onClick={() => void act('approveReservation')}
          />
        </InItsWindow>
      )}
      <ActionButton
        label="Approve Invoice"
        describedBy={describedBy}
        busy={taking === 'approveInvoice'}
        disabledReason={whyNotCompleted(order)}
        onClick={() => void act('approveInvoice')}
      />
      <Regenerate
        order={order}
        describedBy={describedBy}
        busy={taking === 'regenerate'}
        onClick={() => void act('regenerate')}
      />
    </div>
  )
}

/** Comes and goes with the clock, without being asked (§9: every second). */
function InItsWindow({
  order,
  isKept,
  children,
}: {
  order: Order
  /** It was pressed, and stays until that has an answer. */
  isKept: boolean
  children: ReactNode
}) {
  const now = useClock(1000)
  return isKept || whyNotApproveReservation(order, now) === null ? children : null
}

/** One that somebody else began is running here too (ruling AMB-94); the clock ends it if its server died over it. */
function Regenerate({
  order,
  ...rest
}: Omit<OrderActionsProps, 'onLink'> & { busy: boolean; onClick: () => void }) {
  const now = useClock(5000)
  const refusal = whyNotRegenerateNow(order, now)
  const isOwn = rest.busy && refusal?.code === 'running'
  return (
    <ActionButton
      label="Regenerate This Invoice"
      disabledReason={refusal && !isOwn ? say(invoiceWords, refusal).text : null}
      {...rest}
    />
  )
}

/** A missing bank is told when it is pressed: what is delivered can be completed once that is mended. */
function whyNotCompleted(order: Order): string | null {
  const refusal = whyNotApproveInvoice(order)
  return refusal?.code === 'not-delivered' ? say(moveWords, refusal).text : null
}
