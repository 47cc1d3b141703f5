import { useMemo, useState } from 'react'
import { orders } from '#contract/orders.ts'
import { useAskedRequest } from '../../../parts/finding/opening.ts'
import { RequestList } from '../../../parts/RequestList.tsx'
import { useRequestSearch, useSearchedList } from '../../../parts/use-request-search.ts'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { useWidth } from '../../../ui/use-width.ts'
import { OrderDetails } from '../OrderDetails.tsx'
import { OrderTimestamps } from '../OrderTimestamps.tsx'
import { OrderCard } from './OrderCard.tsx'
import classes from './OrdersScreen.module.css'
import { columnsIn } from './order-columns.tsx'
import { useOrderFilters } from './use-order-filters.ts'

const pageSize = 20 // §9

/** §2.4: every order of every hospital. */
export function OrdersScreen({ title }: { title: string }) {
  const search = useRequestSearch()
  const filters = useOrderFilters()
  const list = useSearchedList(orders.list, filters.input, search.applied)
  const { popup, open, close } = usePopup()
  useAskedRequest(open.details)
  const [room, width] = useWidth()
  const { columns, isTight } = useMemo(() => columnsIn(width, open), [width, open])
  return (
    <>
      <div ref={room} className={classes.room} data-tight={isTight || undefined}>
        <RequestList
          {...{ title, search, filters, list, columns, pageSize }}
          noun="order"
          first="newest"
          label="Orders"
          card={(order) => <OrderCard order={order} open={open} />}
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
      <OrderDetails id={popup.id} opened={popup.shown === 'details'} onClose={close} />
      <OrderTimestamps id={popup.id} opened={popup.shown === 'timestamps'} onClose={close} />
    </>
  )
}

/** One popup at a time; the order stays the same while it fades. */
function usePopup() {
  const [popup, setPopup] = useState<{ id: string; shown: 'details' | 'timestamps' | null }>({
    id: '',
    shown: null,
  })
  const [open] = useState({
    details: (id: string) => setPopup({ id, shown: 'details' }),
    timestamps: (id: string) => setPopup({ id, shown: 'timestamps' }),
  })
  const close = () => setPopup(({ id }) => ({ id, shown: null }))
  return { popup, open, close }
}
