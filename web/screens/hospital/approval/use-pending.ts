import { useState } from 'react'
import { requests } from '#contract/requests.ts'
import { type PendingSort, pendingSorts } from '#domain/requests/listing.ts'
import { RequestId } from '#domain/requests/request.ts'
import { matchesPart, readSearch } from '#domain/requests/searching.ts'
import { useLive, useLiveList } from '../../../api/queries.ts'
import { useMember } from '../../../api/session.ts'
import { useStoredChoice } from '../../../ui/use-stored-choice.ts'
import type { View } from './approval-rows.ts'

/** Twenty of what is pending, in the order the person chose, and how many there are beside them. */
export function usePending(applied: string) {
  const { accountId } = useMember()
  const [sort, setSort] = useStoredChoice(`approval-sort ${accountId}`, pendingSorts)
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
    view: { search, after, sort } satisfies View,
    turn: (to: string | undefined) => setAfter(to),
    count: list.data?.count ?? 0,
    soonestPickupAt: list.data?.soonestPickupAt ?? null,
    needsFourEyes: list.data?.needsFourEyes ?? false,
    viewKey: JSON.stringify([applied, sort, after]),
  }
  const all = list.data?.items
  const notShown = Math.max(0, page.count - (all?.length ?? 0))
  if (search.kind === 'exact' && id !== undefined) {
    const { rows, error, isOld, retry } = found
    return { ...page, notShown, rows, error, isOld, retry }
  }
  const rows =
    search.kind === 'exact'
      ? all && []
      : search.kind === 'part'
        ? all?.filter((row) => matchesPart(row.id, search.text))
        : all
  return {
    ...page,
    notShown,
    rows,
    error: list.error,
    isOld: list.isRefetchError,
    retry: () => void list.refetch(),
  }
}

export type Pending = ReturnType<typeof usePending>

/** `27 pending: 20 here, 7 not shown`. */
export function countText({ rows = [], count, notShown }: Pending, isSearching: boolean): string {
  if (isSearching) return `${rows.length} found`
  if (notShown === 0) return `${rows.length} pending`
  return `${count} pending: ${rows.length} here, ${notShown} not shown`
}
