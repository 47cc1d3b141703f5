import { useElementSize } from '@mantine/hooks'
import { useMemo, useState } from 'react'
import { orders } from '#contract/orders.ts'
import { showClock } from '#domain/basics/time.ts'
import { wordsFor } from '../../api/client.ts'
import { LiveNow } from '../../parts/LiveNow.tsx'
import { useChangedRows } from '../../parts/use-changed-rows.ts'
import { useRequestSearch, useSearchedList } from '../../parts/use-request-search.ts'
import { Clock } from '../../ui/Clock.tsx'
import { DataTable } from '../../ui/DataTable.tsx'
import { FilterChips } from '../../ui/FilterChips.tsx'
import { FilterPanel } from '../../ui/FilterPanel.tsx'
import { LoadMore } from '../../ui/LoadMore.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { PageHead } from '../../ui/PageHead.tsx'
import { PushButton } from '../../ui/PushButton.tsx'
import { SearchBox } from '../../ui/SearchBox.tsx'
import { Toolbar } from '../../ui/Toolbar.tsx'
import { OrderCard } from './OrderCard.tsx'
import { OrderDetails } from './OrderDetails.tsx'
import classes from './OrdersScreen.module.css'
import { OrderTimestamps } from './OrderTimestamps.tsx'
import { columnsIn } from './order-columns.tsx'
import { useOrderFilters } from './use-order-filters.ts'

const pageSize = 20 // §9

/** §2.4: every order of every hospital. */
export function OrdersScreen({ title }: { title: string }) {
  const { typed, heeded, type, isSearching } = useRequestSearch()
  const filters = useOrderFilters()
  const { isFiltered } = filters
  const list = useSearchedList(orders.list, filters.input, heeded)
  const viewKey = JSON.stringify([heeded, filters.input])
  const changed = useChangedRows(list.rows, viewKey)
  const { popup, open, close } = usePopup()
  const room = useElementSize()
  const { columns, isTight } = useMemo(() => columnsIn(room.width, open), [room.width, open])

  function showAll() {
    type('')
    filters.change({})
  }

  return (
    <>
      <PageHead
        title={title}
        right={
          <>
            <LiveNow />
            <Clock every={1000} format={showClock} />
          </>
        }
      />
      {list.isOld && (
        <Notice kind="warning">This list may be out of date: {wordsFor(list.error).text}</Notice>
      )}
      {filters.choicesFailed && <ChoicesFailed retry={filters.retryChoices} />}
      <Toolbar right={list.rows && countOf(list.rows.length, { ...list, isSearching, isFiltered })}>
        <SearchBox value={typed} onChange={type} />
        <FilterPanel groups={filters.groups} value={filters.value} onChange={filters.change} />
        <FilterChips groups={filters.groups} value={filters.value} onChange={filters.change} />
      </Toolbar>
      <div ref={room.ref} className={classes.room} data-tight={isTight || undefined}>
        <DataTable
          label="Orders"
          rows={list.rows}
          columns={columns}
          rowKey={({ id }) => id}
          card={(order) => <OrderCard order={order} open={open} />}
          pageSize={pageSize}
          viewKey={viewKey}
          changedKeys={changed}
          {...(isSearching || isFiltered
            ? notFound({ isSearching, isFiltered, hasMore: list.hasMore, showAll })
            : noneYet)}
          failed={list.error ? { text: wordsFor(list.error).text, retry: list.retry } : null}
        />
      </div>
      {list.hasMore && <LoadMore loading={list.isLoadingMore} onClick={list.loadMore} />}
      {list.rows && list.error && !list.isOld && (
        <p className={classes.failed} role="alert">
          No more were loaded: {wordsFor(list.error).text}
        </p>
      )}
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

const ChoicesFailed = ({ retry }: { retry: () => void }) => (
  <Notice kind="warning">
    <span className={classes.choices}>
      The hospitals to filter by did not load.
      <PushButton size="xs" onClick={retry}>
        Try again
      </PushButton>
    </span>
  </Notice>
)

type View = { hasMore: boolean; isSearching: boolean; isFiltered: boolean }

function countOf(count: number, { hasMore, isSearching, isFiltered }: View): string {
  if (isSearching) return `${count} found`
  if (isFiltered) return hasMore ? `${count} newest found` : `${count} found`
  if (hasMore) return `${count} newest orders`
  return count === 1 ? '1 order' : `${count} orders`
}

const noneYet = {
  empty: 'NO DATA FOUND',
  emptyHelp: 'Orders appear here by themselves once a hospital raises them.',
} as const

/** Why a search or filter shows nothing, and the way out. */
function notFound(view: View & { showAll: () => void }) {
  return {
    empty: 'DATA NOT FOUND' as const,
    emptyHelp: view.isSearching ? searchHelp(view) : 'No order matches the filters.',
    emptyAction: (
      <PushButton size="xs" onClick={view.showAll}>
        Show all
      </PushButton>
    ),
  }
}

function searchHelp({ isFiltered, hasMore }: View): string {
  const none = isFiltered ? 'No order with this ID matches the filters.' : 'No order has this ID.'
  return hasMore ? 'None of the orders loaded so far has this in its ID.' : none
}
