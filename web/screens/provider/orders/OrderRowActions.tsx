import {
  IconCalendarCheck,
  IconDatabaseEdit,
  IconFileCheck,
  IconLink,
  IconListDetails,
  IconRefresh,
} from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useRef } from 'react'
import type { Order } from '#contract/orders.ts'
import { invoiceWords } from '#domain/billing/invoicing.ts'
import { waitsFor, whyNotNow } from '#domain/requests/next-step.ts'
import { paths } from '../../../paths.ts'
import { ActMenu, type MenuAct } from '../../../ui/fields/ActMenu.tsx'
import { useKeptFocus } from '../../../ui/table/use-kept-focus.ts'
import { NextButton, useNextStep } from '../OrderNext.tsx'
import { useOrderAct } from '../use-order-act.ts'
import classes from './OrderRowActions.module.css'
import { type OpenPopup, patientAt } from './order-row.ts'

const look = { size: 16, stroke: 1.75, 'aria-hidden': true }

/** One button that brings the order on, or whose turn it is; all else is in the menu. */
export function OrderRowActions({ order, open }: { order: Order; open: OpenPopup }) {
  const acts = useOrderAct(order)
  const next = useNextStep(order, acts, {
    link: () => open.link(order.id),
    details: () => open.details(order.id),
  })
  const more = useRef<HTMLButtonElement>(null)
  // a button that has gone leaves the focus with the row
  const focusProps = useKeptFocus(more)
  const describedBy = patientAt(order)
  return (
    <div className={classes.actions} {...focusProps}>
      {next.step ? (
        <NextButton {...{ next, describedBy }} />
      ) : (
        <span className={`dim tiny ${classes.waits}`}>{waitsFor(order)}</span>
      )}
      <ActMenu
        name="More"
        describedBy={describedBy}
        acts={useMenu(order, { acts, next, open })}
        button={more}
      />
    </div>
  )
}

type MenuOptions = {
  acts: ReturnType<typeof useOrderAct>
  next: ReturnType<typeof useNextStep>
  open: OpenPopup
}

function useMenu(order: Order, { acts, next: { step, now }, open }: MenuOptions): MenuAct[] {
  const { act, taking } = acts
  const navigate = useNavigate()
  const whyNot = whyNotNow(order, now)
  const all: (MenuAct & { key: string })[] = [
    {
      key: 'link',
      label: order.bankId === null ? 'Link' : 'Link another bank or driver',
      icon: <IconLink {...look} />,
      whyNot: whyNot.link,
      onPick: () => open.link(order.id),
    },
    {
      key: 'status',
      label: 'Set another status',
      icon: <IconDatabaseEdit {...look} />,
      onPick: () => void navigate({ to: paths.screen('admin', 'updateDB'), search: { order: order.id } }),
    },
    {
      key: 'approveReservation',
      label: 'Approve Reservation',
      icon: <IconCalendarCheck {...look} />,
      whyNot: whyNot.approveReservation,
      onPick: () => void act('approveReservation'),
    },
    {
      key: 'approveInvoice',
      label: 'Approve Invoice',
      icon: <IconFileCheck {...look} />,
      whyNot: whyNot.approveInvoice,
      onPick: () => void act('approveInvoice'),
    },
    {
      key: 'regenerate',
      label: 'Regenerate This Invoice',
      icon: <IconRefresh {...look} />,
      whyNot: whyNot.regenerate ?? (taking === 'regenerate' ? invoiceWords.running.text : null),
      onPick: () => void act('regenerate'),
    },
    {
      key: 'details',
      label: 'Details',
      icon: <IconListDetails {...look} />,
      onPick: () => open.details(order.id),
    },
  ]
  return all.filter(({ key }) => key !== step?.act)
}
