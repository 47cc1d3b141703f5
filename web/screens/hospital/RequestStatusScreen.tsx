import { Link } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import type { OwnRequest } from '#contract/requests.ts'
import { requests } from '#contract/requests.ts'
import { showClock } from '#domain/basics/time.ts'
import { mayRaise } from '#domain/people/actor.ts'
import { pageSize } from '#domain/requests/listing.ts'
import { wordsFor } from '../../api/client.ts'
import { useMember } from '../../api/session.ts'
import { Blood } from '../../parts/Blood.tsx'
import { LiveNow } from '../../parts/LiveNow.tsx'
import { StatusBadge } from '../../parts/StatusBadge.tsx'
import { useChangedRows } from '../../parts/use-changed-rows.ts'
import { useRequestSearch, useSearchedList } from '../../parts/use-request-search.ts'
import { ViewInvoice } from '../../parts/ViewInvoice.tsx'
import { paths } from '../../paths.ts'
import { Clock } from '../../ui/Clock.tsx'
import { DataTable } from '../../ui/DataTable.tsx'
import { FilterChips } from '../../ui/FilterChips.tsx'
import { FilterPanel } from '../../ui/FilterPanel.tsx'
import { LoadMore } from '../../ui/LoadMore.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { PageHead } from '../../ui/PageHead.tsx'
import { buttonClass, PushButton } from '../../ui/PushButton.tsx'
import { SearchBox } from '../../ui/SearchBox.tsx'
import { Toolbar } from '../../ui/Toolbar.tsx'
import type { Column } from '../../ui/table-shape.ts'
import { patientAt } from './DecisionButtons.tsx'
import { Outcome, RequestCard } from './RequestCard.tsx'
import classes from './RequestStatusScreen.module.css'
import { RequestTime } from './RequestTime.tsx'
import { RequestTimestamps } from './RequestTimestamps.tsx'
import { useRequestFilters } from './use-request-filters.ts'

const columnsWith = (open: (id: string) => void): Column<OwnRequest>[] => [
  {
    title: 'Request Time',
    width: 166,
    cell: (request) => (
      <span>
        <RequestTime request={request} onOpen={open} />
      </span>
    ),
  },
  { title: 'Request ID', width: 80, cell: ({ id }) => <span className={classes.id}>{id}</span> },
  {
    title: 'Order Type',
    width: 88,
    cell: ({ orderType }) => <span className={classes.dim}>{orderType}</span>,
  },
  {
    title: 'Patient ID',
    width: 82,
    cell: ({ patientId }) => <bdi className={classes.dim}>{patientId}</bdi>,
  },
  {
    title: 'Patient Name',
    width: 146,
    cell: (request) => (
      <strong id={patientAt(request)} className={classes.patient}>
        <bdi>{request.patientName}</bdi>
      </strong>
    ),
  },
  { title: 'Blood Information', width: 168, cell: (request) => <Blood request={request} /> },
  {
    title: 'Reason',
    // only this may be cut: two lines, the whole of it on hover
    cell: ({ reason }) => (
      <span className={classes.reason} title={reason}>
        <bdi>{reason}</bdi>
      </span>
    ),
  },
  {
    title: 'Status',
    width: 182,
    cell: (request) => (
      <>
        <StatusBadge request={request} />
        <Outcome request={request} />
      </>
    ),
  },
  {
    title: 'View Invoice',
    width: 119,
    align: 'right',
    cell: (request) => <ViewInvoice request={request} viewer="hospital" describedBy={patientAt(request)} />,
  },
]

export function RequestStatusScreen({ title }: { title: string }) {
  const canRaise = mayRaise(useMember())
  const { typed, heeded, type, isSearching } = useRequestSearch()
  const filters = useRequestFilters()
  const { isFiltered } = filters
  const list = useSearchedList(requests.list, filters.input, heeded)
  const viewKey = JSON.stringify([heeded, filters.input])
  const changed = useChangedRows(list.rows, viewKey)
  const [timestamps, setTimestamps] = useState({ id: '', opened: false })
  const { columns, open } = useMemo(() => {
    const open = (id: string) => setTimestamps({ id, opened: true })
    return { open, columns: columnsWith(open) }
  }, [])

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
      <Toolbar right={list.rows && countOf(list.rows.length, { ...list, isSearching, isFiltered })}>
        <SearchBox value={typed} onChange={type} />
        <FilterPanel groups={filters.groups} value={filters.value} onChange={filters.change} />
        <FilterChips groups={filters.groups} value={filters.value} onChange={filters.change} />
      </Toolbar>
      <DataTable
        label="Requests"
        rows={list.rows}
        columns={columns}
        rowKey={({ id }) => id}
        card={(request) => <RequestCard request={request} onOpen={open} />}
        pageSize={pageSize({ isFiltered })}
        viewKey={viewKey}
        changedKeys={changed}
        {...(isSearching || isFiltered
          ? notFound({ isSearching, isFiltered, hasMore: list.hasMore, showAll })
          : noneYet(canRaise))}
        failed={list.error ? { text: wordsFor(list.error).text, retry: list.retry } : null}
      />
      {list.hasMore && <LoadMore loading={list.isLoadingMore} onClick={list.loadMore} />}
      {list.rows && list.error && !list.isOld && (
        <p className={classes.failed} role="alert">
          No more were loaded: {wordsFor(list.error).text}
        </p>
      )}
      <RequestTimestamps
        {...timestamps}
        onClose={() => setTimestamps((before) => ({ ...before, opened: false }))}
      />
    </>
  )
}

function countOf(
  count: number,
  { hasMore, isSearching, isFiltered }: { hasMore: boolean; isSearching: boolean; isFiltered: boolean },
): string {
  if (isSearching) return `${count} found`
  if (isFiltered) return hasMore ? `${count} newest found` : `${count} found`
  if (hasMore) return `${count} newest requests`
  return count === 1 ? '1 request' : `${count} requests`
}

/** Why a search or filter shows nothing, and the way out. */
function notFound(view: {
  isSearching: boolean
  isFiltered: boolean
  hasMore: boolean
  showAll: () => void
}) {
  return {
    empty: 'DATA NOT FOUND' as const,
    emptyHelp: view.isSearching ? searchHelp(view) : 'No request matches the filters.',
    emptyAction: (
      <PushButton size="xs" onClick={view.showAll}>
        Show all
      </PushButton>
    ),
  }
}

function searchHelp({ isFiltered, hasMore }: { isFiltered: boolean; hasMore: boolean }): string {
  const none = isFiltered ? 'No request with this ID matches the filters.' : 'No request has this ID.'
  return hasMore ? 'None of the requests loaded so far has this in its ID.' : none
}

/** The way out is the screen that makes the first one, for those who have it. */
const noneYet = (canRaise: boolean) => ({
  empty: 'NO DATA FOUND' as const,
  emptyHelp: 'Requests appear here by themselves once they are raised.',
  emptyAction: canRaise && (
    <Link className={buttonClass({ size: 'xs' })} to={paths.screen('pilot', 'request')}>
      Raise Request
    </Link>
  ),
})
