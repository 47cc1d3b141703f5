import { useState } from 'react'
import type { InputOf, Route } from '#contract/route.ts'
import { RequestId } from '#domain/requests/request.ts'
import { matchesPart, readSearch } from '#domain/requests/searching.ts'
import { type LiveList, type RowOf, useLiveList } from '../api/queries.ts'
import { useUrlText } from './use-url-text.ts'

/** What is typed, and the last of it that was applied: a text longer than an id is ignored (ruling AMB-193). */
export function useRequestSearch() {
  const [typed, setTyped] = useUrlText('search')
  const [applied, setApplied] = useState(isApplied(typed) ? typed : '')
  function type(text: string) {
    setTyped(text)
    if (isApplied(text)) setApplied(text)
  }
  return { typed, applied, type, isSearching: readSearch(applied).kind !== 'all' }
}

const isApplied = (text: string): boolean => readSearch(text).kind !== 'ignored'

/** The same question to a file of the list, which has its rows all. What cannot be an id is part of none. */
export function searchedFor(applied: string): { id?: string; part?: string } {
  const search = readSearch(applied)
  if (search.kind === 'part') return { part: search.text }
  if (search.kind !== 'exact') return {}
  return RequestId.safeParse(search.id).success ? { id: search.id } : { part: search.id }
}

/** §5.6: a whole id is looked for among all rows of the list, a part of one among those that are loaded. */
export function useSearchedList<R extends Route>(
  route: R,
  input: Omit<InputOf<R>, 'id' | 'after' | 'through'>,
  applied: string,
): LiveList<RowOf<R>> {
  const search = readSearch(applied)
  const id = search.kind === 'exact' ? RequestId.safeParse(search.id).data : undefined
  const loaded = useLiveList(route, input as InputOf<R>)
  const found = useLiveList(route, { ...input, id } as InputOf<R>, { enabled: id !== undefined })
  if (search.kind === 'exact') {
    // a text of that length that cannot be an id: nothing to ask the server for
    return id === undefined ? { ...loaded, rows: loaded.rows && [], hasMore: false } : found
  }
  if (search.kind !== 'part') return loaded
  const { text } = search
  const rows = loaded.rows?.filter((row) => matchesPart((row as { id: string }).id, text))
  return { ...loaded, rows }
}
