import { useNavigate } from '@tanstack/react-router'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { type Order, orders } from '#contract/orders.ts'
import { sheets } from '#contract/sheets.ts'
import { useAskedRequest } from '../../../parts/finding/opening.ts'
import { RequestList } from '../../../parts/RequestList.tsx'
import { useRequestSearch, useSearchedList } from '../../../parts/use-request-search.ts'
import { useUrlText } from '../../../parts/use-url-text.ts'
import { paths } from '../../../paths.ts'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { useWidth } from '../../../ui/use-width.ts'
import { LinkPanel } from '../LinkPanel.tsx'
import { OrderDetails } from '../OrderDetails.tsx'
import { OrderTimestamps } from '../OrderTimestamps.tsx'
import type { Kept } from '../use-link-choice.ts'
import { OrderCard } from './OrderCard.tsx'
import classes from './OrdersScreen.module.css'
import { OrderTools } from './OrderTools.tsx'
import { columnsBeside, columnsIn } from './order-columns.tsx'
import { useOrderView } from './use-order-view.ts'

const pageSize = 20 // §9

/** Where the list, with the columns that it keeps, and a form have room beside one another. */
const besideWidth = 1150

/** §2.4: every order of every hospital. */
export function OrdersScreen({ title }: { title: string }) {
  const search = useRequestSearch()
  const view = useOrderView()
  const { filters, sort } = view
  const list = useSearchedList(orders.list, filters.input, search.applied)
  const [room, width] = useWidth()
  const { popup, open, close, linked, isBeside, closeLink } = useOpened(width)
  const kept = useRef<Kept>(new Map())
  useAskedRequest(open.details)
  const fitted = useMemo(() => columnsIn(width, open), [width, open])
  const beside = useMemo(() => columnsBeside(open), [open])
  const card = useCallback((order: Order) => <OrderCard order={order} open={open} />, [open])
  const orderList = (
    <div
      key="list"
      className={classes.room}
      data-tight={(!isBeside && fitted.isTight) || undefined}
      data-density={view.density}
    >
      <RequestList
        {...{ title, search, filters, list, pageSize }}
        columns={isBeside ? beside : fitted.columns}
        chosenKey={linked}
        {...(sort === 'newest'
          ? { noun: 'order', first: 'newest' }
          : // the others have nothing that could come first
            { noun: 'due order', first: 'soonest' })}
        label="Orders"
        sheet={sheets.orders}
        tools={<OrderTools view={view} hasRows={isBeside || fitted.hasRows} />}
        card={card}
        notice={
          filters.choicesFailed && (
            <Notice kind="warning" onRetry={filters.retryChoices}>
              The hospitals to filter by did not load.
            </Notice>
          )
        }
        whenNone="Orders appear here by themselves once a hospital raises them."
        notFound="No order has this ID."
      />
    </div>
  )
  const panel = linked !== undefined && (
    <LinkPanel
      key="link"
      id={linked}
      isBeside={isBeside}
      firstKept={kept.current}
      onChoose={open.link}
      onClose={closeLink}
      onKeep={(chosen) => {
        kept.current = chosen
      }}
      onDetails={open.details}
    />
  )
  return (
    <>
      <div
        ref={room}
        className={classes.screen}
        data-linking={linked === undefined ? undefined : isBeside ? 'beside' : 'above'}
      >
        {/* drawn once its width is known, and not first for another one */}
        {/* above the list it comes before it for the keyboard too; by their keys both stay what they are */}
        {width > 0 && (isBeside ? [orderList, panel] : [panel, orderList])}
      </div>
      <OrderDetails id={popup.id} opened={popup.shown === 'details'} onClose={close} onLink={open.link} />
      <OrderTimestamps id={popup.id} opened={popup.shown === 'timestamps'} onClose={close} />
    </>
  )
}

/**
 * What is open beside the list or over it. One popup at a time; the order stays the same while it fades. Where a form
 * has no room beside the list, the Link screen has it; one that is open already stays open, with what was chosen.
 */
function useOpened(width: number) {
  const navigate = useNavigate()
  // whoever comes from elsewhere for one order finds it open
  const [asked, setAsked] = useUrlText('order')
  const [popup, setPopup] = useState<{ id: string; shown: 'details' | 'timestamps' | null }>({
    id: asked,
    shown: asked ? 'details' : null,
  })
  const [linked, setLinked] = useUrlText('link')
  const hasRoom = width >= besideWidth
  const opensHere = hasRoom || linked !== ''
  // Back closes the form that was opened, whatever orders were linked in it
  const show = useRef((id: string) => setLinked(id, linked === ''))
  show.current = (id) => setLinked(id, linked === '')
  const last = useRef(linked)
  useEffect(() => {
    // closed, the row that it was about has the focus
    if (linked === '') focusOnRow(last.current)
    last.current = linked
  }, [linked])

  const open = useMemo(
    () => ({
      details: (id: string) => setPopup({ id, shown: 'details' }),
      timestamps: (id: string) => setPopup({ id, shown: 'timestamps' }),
      link: (id: string) =>
        opensHere
          ? show.current(id)
          : void navigate({ to: paths.screen('admin', 'linkBloodBank'), search: { order: id } }),
    }),
    [opensHere, navigate],
  )

  function close() {
    setPopup(({ id }) => ({ id, shown: null }))
    if (asked) setAsked('')
  }

  const isBeside = linked !== '' && hasRoom
  return { popup, open, close, linked: linked || undefined, isBeside, closeLink: () => setLinked('') }
}

const focusOnRow = (id: string): void =>
  void requestAnimationFrame(() =>
    document
      .querySelector<HTMLElement>(`[data-row="${CSS.escape(id)}"] button`)
      ?.focus({ preventScroll: true }),
  )
