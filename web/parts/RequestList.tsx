import type { ReactNode } from 'react'
import type { Route } from '#contract/route.ts'
import { showClock } from '#domain/basics/time.ts'
import { wordsFor } from '../api/client.ts'
import type { LiveList } from '../api/queries.ts'
import { Notice } from '../ui/feedback/Notice.tsx'
import { PushButton } from '../ui/fields/PushButton.tsx'
import { SearchBox } from '../ui/fields/SearchBox.tsx'
import { Clock } from '../ui/frame/Clock.tsx'
import { PageHead } from '../ui/frame/PageHead.tsx'
import { DataTable } from '../ui/table/DataTable.tsx'
import { FilterChips } from '../ui/table/FilterChips.tsx'
import { FilterPanel } from '../ui/table/FilterPanel.tsx'
import { LoadMore } from '../ui/table/LoadMore.tsx'
import { Toolbar } from '../ui/table/Toolbar.tsx'
import type { Column } from '../ui/table/table-shape.ts'
import { Find } from './finding/Find.tsx'
import { LiveNow } from './LiveNow.tsx'
import classes from './RequestList.module.css'
import { SheetDownload } from './SheetDownload.tsx'
import { useChangedRows } from './use-changed-rows.ts'
import type { RequestFilters } from './use-request-filters.ts'
import { searchedFor, type useRequestSearch } from './use-request-search.ts'

type RequestListProps<Row> = {
  title: string
  search: ReturnType<typeof useRequestSearch>
  list: LiveList<Row>
  /** The table's name for those who cannot see it. */
  label: string
  columns: readonly Column<Row>[]
  card: (row: Row) => ReactNode
  onRowPress?: (row: Row) => void
  /** What to say of an empty list: when rows will come. */
  whenNone: string
  /** A link to where the first one is made. */
  noneAction?: ReactNode
  /** Which of them a search did not find. */
  notFound: string
  filters?: RequestFilters
  /** A notice above the search, beside the one that the list may be out of date. */
  notice?: ReactNode
  noun?: 'request' | 'order' | 'due order'
  /** What comes first: what was changed last, what was raised last, or what is due next. */
  first?: 'latest' | 'newest' | 'soonest'
  pageSize?: number
  /** How the list is shown, beside its search and filter. */
  tools?: ReactNode
  /** Where the list is had as a file, if it is. */
  sheet?: Route
  chosenKey?: string | undefined
}

/** A live list of requests with a search and pages, and filters where it has them. */
export function RequestList<Row extends { id: string; version: number }>(props: RequestListProps<Row>) {
  const { title, list, filters, noun = 'request', first = 'latest' } = props
  const { typed, applied, type, isSearching } = props.search
  const viewKey = JSON.stringify([applied, filters?.input])
  const changed = useChangedRows(list.rows, viewKey)
  const isFiltered = filters?.isFiltered ?? false
  const view = { hasMore: list.hasMore, isSearching, isFiltered, noun, first }

  function showAll() {
    type('')
    filters?.change({})
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
      {props.notice}
      <Toolbar
        right={
          <span className="row gap-12">
            {list.rows && <span>{countOf(list.rows.length, view)}</span>}
            {props.sheet && (
              <SheetDownload
                route={props.sheet}
                input={{ ...filters?.input, ...searchedFor(applied) }}
                isShort={props.tools !== undefined}
              />
            )}
          </span>
        }
      >
        <SearchBox value={typed} onChange={type} />
        <Find />
        {filters && (
          <>
            <FilterPanel groups={filters.groups} value={filters.value} onChange={filters.change} />
            {props.tools}
            <FilterChips groups={filters.groups} value={filters.value} onChange={filters.change} />
          </>
        )}
      </Toolbar>
      <DataTable
        label={props.label}
        rows={list.rows}
        columns={props.columns}
        rowKey={({ id }) => id}
        card={props.card}
        onRowPress={props.onRowPress}
        pageSize={props.pageSize}
        viewKey={viewKey}
        changedKeys={changed}
        chosenKey={props.chosenKey}
        {...(isSearching || isFiltered
          ? {
              empty: 'DATA NOT FOUND',
              emptyHelp: whyNotFound(view, props.notFound),
              emptyAction: <ShowAll onClick={showAll} />,
            }
          : { empty: 'NO DATA FOUND', emptyHelp: props.whenNone, emptyAction: props.noneAction })}
        failed={list.error ? { text: wordsFor(list.error).text, retry: list.retry } : null}
      />
      {list.hasMore && <LoadMore loading={list.isLoadingMore} onClick={list.loadMore} />}
      {list.rows && list.error && !list.isOld && (
        <p className={classes.failed} role="alert">
          No more were loaded: {wordsFor(list.error).text}
        </p>
      )}
    </>
  )
}

const ShowAll = ({ onClick }: { onClick: () => void }) => (
  <PushButton size="xs" onClick={onClick}>
    Show all
  </PushButton>
)

type View = Required<Pick<RequestListProps<never>, 'noun' | 'first'>> & {
  hasMore: boolean
  isSearching: boolean
  isFiltered: boolean
}

function countOf(count: number, { hasMore, isSearching, isFiltered, noun, first }: View): string {
  if (isSearching) return `${count} found`
  if (isFiltered) return hasMore ? `${count} ${first} found` : `${count} found`
  const nouns = count === 1 ? noun : `${noun}s`
  return hasMore ? `${count} ${first} ${nouns}` : `${count} ${nouns}`
}

/** §5.6: part of an id is looked for among the loaded rows alone. */
function whyNotFound({ hasMore, isSearching, isFiltered, noun }: View, notFound: string): string {
  if (!isSearching) return `No ${noun} matches the filters.`
  if (hasMore) return `None of the ${noun}s loaded so far has this in its ID.`
  return isFiltered ? `No ${noun} with this ID matches the filters.` : notFound
}
