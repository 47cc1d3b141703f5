import type { Camp } from '#contract/camps.ts'
import { ago, instantOf, showDate, showDay } from '#domain/basics/time.ts'
import { wordsFor } from '../../../api/client.ts'
import type { LiveList } from '../../../api/queries.ts'
import { useChangedRows } from '../../../parts/use-changed-rows.ts'
import { useNow } from '../../../parts/use-now.ts'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { DataTable } from '../../../ui/table/DataTable.tsx'
import { LoadMore } from '../../../ui/table/LoadMore.tsx'
import type { Column } from '../../../ui/table/table-shape.ts'
import classes from './CampList.module.css'

/** The camps this bank asked for (ruling AMB-188). */
export function CampList({ list, today }: { list: LiveList<Camp>; today: string }) {
  const now = useNow()
  const changed = useChangedRows(
    list.rows?.map(({ id }) => ({ id, version: 1 })),
    '',
  )
  return (
    <section className={classes.list} aria-labelledby="camps-title">
      <h2 id="camps-title" className={`heading ${classes.title}`}>
        Your camp requests
      </h2>
      {list.isOld && (
        <Notice kind="warning">This list may be out of date: {wordsFor(list.error).text}</Notice>
      )}
      <DataTable
        label="Camp requests"
        rows={list.rows}
        columns={columnsFor(now, today)}
        rowKey={({ id }) => id}
        pageSize={6}
        changedKeys={changed}
        empty="NO DATA FOUND"
        emptyHelp="The first camp you ask for appears here."
        failed={list.error ? { text: wordsFor(list.error).text, retry: list.retry } : null}
      />
      {list.hasMore && <LoadMore loading={list.isLoadingMore} onClick={list.loadMore} />}
    </section>
  )
}

const columnsFor = (now: Date, today: string): Column<Camp>[] => [
  {
    title: 'Camp Date',
    width: 160,
    cell: ({ heldOn }) => (
      <time
        dateTime={heldOn}
        className={`medium figures ${classes.day}`}
        data-past={heldOn < today || undefined}
      >
        {dayText(heldOn)}
      </time>
    ),
  },
  { title: 'Category', width: 88, cell: ({ category }) => category },
  {
    title: 'Asked',
    width: 112,
    cell: ({ askedAt }) => <time dateTime={askedAt.toISOString()}>{ago(askedAt, now)}</time>,
  },
  { title: 'Asked by', cell: ({ askedBy }) => <bdi className="dim breaks">{askedBy}</bdi> },
]

/** `Tue, 1 Dec 2026`: the weekday matters for a camp. */
export function dayText(day: string): string {
  const at = instantOf(day, '00:00')
  return `${showDay(at).split(',')[0]}, ${showDate(at)}`
}
