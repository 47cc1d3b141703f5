import { useState } from 'react'
import { requests } from '#contract/requests.ts'
import { type PendingSort, pendingSorts } from '#domain/requests/listing.ts'
import { RequestId } from '#domain/requests/request.ts'
import { matchesPart, readSearch } from '#domain/requests/searching.ts'
import { useLive, useLiveList } from '../../../api/queries.ts'
import { useStoredChoice } from '../../../ui/use-stored-choice.ts'

/** Twenty of what is pending, in the order the person chose, and how many there are beside them. */
export function usePending(applied: string) {
  const [sort, setSort] = useStoredChoice('approval-sort', pendingSorts)
  const [after, setAfter] = useState<string>()
  const search = readSearch(applied)
  const id = search.kind === 'exact' ? RequestId.safeParse(search.id).data : undefined
  const list = useLive(requests.pending, { sort, after })
  const found = useLiveList(requests.pending, { id }, { enabled: id !== undefined })

  const page = {
    sort,
    sortBy: (next: PendingSort) => {
      setAfter(undefined)
      setSort(next)
    },
    next: list.data?.next ?? null,
    isFirst: after === undefined,
    turn: (to: string | undefined) => setAfter(to),
    count: list.data?.count ?? 0,
    soonestPickupAt: list.data?.soonestPickupAt ?? null,
    viewKey: JSON.stringify([applied, sort, after]),
  }
  if (search.kind === 'exact' && id !== undefined) {
    return { ...page, rows: found.rows, error: found.error, isOld: found.isOld, retry: found.retry }
  }
  const all = list.data?.items
  const rows =
    search.kind === 'exact'
      ? all && []
      : search.kind === 'part'
        ? all?.filter((row) => matchesPart(row.id, search.text))
        : all
  return {
    ...page,
    rows,
    error: list.error,
    isOld: list.isRefetchError,
    retry: () => void list.refetch(),
  }
}

export type Pending = ReturnType<typeof usePending>

/** `27 pending: 20 here, 7 not shown`. */
export function countText({ rows = [], count }: Pending, isSearching: boolean): string {
  if (isSearching) return `${rows.length} found`
  const notShown = Math.max(0, count - rows.length)
  if (notShown === 0) return `${rows.length} pending`
  return `${count} pending: ${rows.length} here, ${notShown} not shown`
}
