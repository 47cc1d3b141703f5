import type { ReactNode } from 'react'
import { showClock } from '#domain/basics/time.ts'
import { wordsFor } from '../api/client.ts'
import type { LiveList } from '../api/queries.ts'
import { Clock } from '../ui/Clock.tsx'
import { DataTable } from '../ui/DataTable.tsx'
import { LoadMore } from '../ui/LoadMore.tsx'
import { Notice } from '../ui/Notice.tsx'
import { PageHead } from '../ui/PageHead.tsx'
import { PushButton } from '../ui/PushButton.tsx'
import { SearchBox } from '../ui/SearchBox.tsx'
import { Toolbar } from '../ui/Toolbar.tsx'
import type { Column } from '../ui/table-shape.ts'
import { LiveNow } from './LiveNow.tsx'
import classes from './RequestList.module.css'
import { useChangedRows } from './use-changed-rows.ts'
import type { useRequestSearch } from './use-request-search.ts'

type RequestListProps<Row> = {
  title: string
  search: ReturnType<typeof useRequestSearch>
  list: LiveList<Row>
  /** The table's name for those who cannot see it. */
  label: string
  columns: readonly Column<Row>[]
  card: (row: Row) => ReactNode
  onRowPress?: (row: Row) => void
  /** When the rows come that are not there yet. */
  whenNone: string
  /** Which of them a search did not find. */
  notFound: string
}

/** A live list of requests with a search and pages, and nothing else. */
export function RequestList<Row extends { id: string; version: number }>(props: RequestListProps<Row>) {
  const { title, list } = props
  const { typed, heeded, type, isSearching } = props.search
  const changed = useChangedRows(list.rows, heeded)

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
      <Toolbar right={list.rows && countOf(list.rows.length, list.hasMore, isSearching)}>
        <SearchBox value={typed} onChange={type} />
      </Toolbar>
      <DataTable
        label={props.label}
        rows={list.rows}
        columns={props.columns}
        rowKey={({ id }) => id}
        card={props.card}
        onRowPress={props.onRowPress}
        viewKey={heeded}
        changedKeys={changed}
        empty={isSearching ? 'DATA NOT FOUND' : 'NO DATA FOUND'}
        emptyHelp={isSearching ? searchHelp(props.notFound, list.hasMore) : props.whenNone}
        emptyAction={
          isSearching && (
            <PushButton size="xs" onClick={() => type('')}>
              Show all
            </PushButton>
          )
        }
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

function countOf(count: number, hasMore: boolean, isSearching: boolean): string {
  if (isSearching) return `${count} found`
  const noun = count === 1 ? 'request' : 'requests'
  return hasMore ? `${count} latest ${noun}` : `${count} ${noun}`
}

/** §5.6: part of an id is looked for among the loaded rows alone. */
const searchHelp = (notFound: string, hasMore: boolean): string =>
  hasMore ? 'None of the requests loaded so far has this in its ID.' : notFound
