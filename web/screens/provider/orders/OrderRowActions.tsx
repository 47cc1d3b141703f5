import {
  IconCalendarCheck,
  IconClock,
  IconDatabaseEdit,
  IconFileCheck,
  IconFileDownload,
  IconLink,
  IconListDetails,
  IconRefresh,
} from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useRef } from 'react'
import type { Order } from '#contract/orders.ts'
import { say } from '#domain/basics/refusal.ts'
import { downloadWords, whyNotDownload } from '#domain/billing/downloading.ts'
import { invoiceParties, invoiceWords } from '#domain/billing/invoicing.ts'
import { waitsFor, whyNotNow } from '#domain/requests/next-step.ts'
import { useInvoiceDownload } from '../../../parts/invoices/InvoiceDownload.tsx'
import { paths } from '../../../paths.ts'
import { ActMenu, type MenuAct } from '../../../ui/fields/ActMenu.tsx'
import { useKeptFocus } from '../../../ui/table/use-kept-focus.ts'
import { NextButton, useNextStep } from '../OrderNext.tsx'
import { useOrderAct } from '../use-order-act.ts'
import classes from './OrderRowActions.module.css'
import { type OpenPopup, patientAt } from './order-row.ts'

const look = { size: 16, stroke: 1.75, 'aria-hidden': true }

type RowActionsProps = { order: Order; open: OpenPopup; isBeside?: boolean }

/**
 * One button that brings the order on, or whose turn it is; all else is in the menu. Beside a form the row has fewer
 * columns: what those offer is in the menu too.
 */
export function OrderRowActions({ order, open, isBeside = false }: RowActionsProps) {
  const acts = useOrderAct(order)
  const next = useNextStep(order, acts, {
    link: () => open.link(order.id),
    details: () => open.details(order.id),
  })
  const more = useRef<HTMLButtonElement>(null)
  // a button that has gone leaves the focus with the row
  const focusProps = useKeptFocus(more)
  const describedBy = patientAt(order)
  const menu = useMenu(order, { acts, next, open })
  const elsewhere = useOtherColumns(order, open)
  return (
    <div className={classes.actions} data-short={isBeside || undefined} {...focusProps}>
      {next.step ? (
        <NextButton {...{ next, describedBy }} isShort={isBeside} />
      ) : (
        <span className={`dim tiny ${classes.waits}`}>
          {isBeside ? waitsFor(order) && 'Hospital decides' : waitsFor(order)}
        </span>
      )}
      <ActMenu
        name="More"
        describedBy={describedBy}
        acts={() => (isBeside ? [...menu(), ...elsewhere()] : menu())}
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

function useMenu(order: Order, options: MenuOptions): () => MenuAct[] {
  const navigate = useNavigate()
  return () => menuOf(order, options, navigate)
}

function menuOf(order: Order, options: MenuOptions, navigate: ReturnType<typeof useNavigate>): MenuAct[] {
  const { acts, next, open } = options
  const { act, taking } = acts
  const whyNot = whyNotNow(order, next.now)
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
  return all.filter(({ key }) => key !== next.step?.act)
}

/** What the columns offer that have no room beside a form. */
function useOtherColumns(order: Order, open: OpenPopup): () => MenuAct[] {
  const { state, get, stop } = useInvoiceDownload()
  const invoices = () =>
    invoiceParties.map((party) => {
      const refusal = whyNotDownload(order, party, 'provider')
      return {
        label: `Download ${party} invoice`,
        icon: <IconFileDownload {...look} />,
        whyNot: refusal && say(downloadWords, refusal).text,
        onPick: () => void get(order.id, party),
      }
    })
  return () => [
    { label: 'Timestamps', icon: <IconClock {...look} />, onPick: () => open.timestamps(order.id) },
    ...(state === 'slow'
      ? [{ label: 'Cancel the download', icon: <IconFileDownload {...look} />, onPick: stop }]
      : invoices()),
  ]
}
