import {
  type InfiniteData,
  infiniteQueryOptions,
  type Query,
  QueryClient,
  queryOptions,
  useInfiniteQuery,
  useQuery,
} from '@tanstack/react-query'
import { useMemo } from 'react'
import { type InputOf, type OutputOf, type Route, topicOf } from '#contract/route.ts'
import { minutes } from '#domain/basics/time.ts'
import { call, isRefusal } from './client.ts'
import { type Gathering, gatherHints } from './gathering.ts'
import { keepEqual } from './keep-equal.ts'

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      // the live stream tells of changes; nothing grows stale by itself
      staleTime: Number.POSITIVE_INFINITY,
      // a screen that is opened again shows what it showed, and what has changed since a moment later
      gcTime: minutes(30),
      refetchOnWindowFocus: false,
      structuralSharing: keepEqual,
      retry: (failures, error) => !isRefusal(error) && failures < 2,
    },
  },
})

const gatherings = new WeakMap<Query, Gathering>()

/** Asks again what a change concerns: now, or as soon as it may be asked and somebody looks at it. */
export function askAgain(isConcerned: (query: Query) => boolean): void {
  for (const query of queryClient.getQueryCache().findAll({ predicate: isConcerned })) {
    // shown again before it was asked, it is asked then
    query.invalidate()
    gatheringOf(query).hint()
  }
}

/** What changed while nobody looked. */
export function askWaiting(): void {
  for (const query of queryClient.getQueryCache().getAll()) gatherings.get(query)?.look()
}

function gatheringOf(query: Query): Gathering {
  const gathering =
    gatherings.get(query) ??
    gatherHints({
      ask: () => readAgain(query),
      restMs: query.meta?.restMs as number | undefined,
      isLookedAt: () => document.visibilityState !== 'hidden',
    })
  gatherings.set(query, gathering)
  return gathering
}

/**
 * A fetch that is under way may have been answered before the change: it is let finish, and then repeated. Cancelled
 * each time, a long list on a slow network would never finish loading, and would look live all the while.
 */
async function readAgain(query: Query): Promise<void> {
  const failWith = () => {
    // not after a failure, which is shown with a button to try again: refetched at once, it would seem to load for ever
    if (query.state.status === 'error') throw query.state.error
  }
  if (query.state.fetchStatus !== 'idle') {
    await query.promise?.catch(() => undefined)
    failWith()
  }
  await queryClient.invalidateQueries({ predicate: (one) => one === query }, { cancelRefetch: false })
  failWith()
}

const metaOf = ({ also, restMs }: Route) => ({ also, restMs })

/** One question to the server. Its topic comes first, so that a live message finds every question it concerns. */
export const ask = <R extends Route>(route: R, input: InputOf<R>) =>
  queryOptions<OutputOf<R>>({
    queryKey: [topicOf(route), route.path, input],
    queryFn: ({ signal }) => call(route, input, { signal }),
    meta: metaOf(route),
  })

/** A thing that follows the server: asked again whenever its topic is told to have changed. */
export const useLive = <R extends Route>(route: R, input: InputOf<R>, options: { enabled?: boolean } = {}) =>
  useQuery({ ...ask(route, input), placeholderData: (before) => before, ...options })

type Page<Row> = { items: Row[]; next: string | null; lookedBackTo?: Date | null }
export type RowOf<R extends Route> = OutputOf<R> extends { items: (infer Row)[] } ? Row : never

export type LiveList<Row> = {
  /** Undefined until they are known. */
  rows: Row[] | undefined
  error: Error | null
  /** The last fetch failed: the rows are older. */
  isOld: boolean
  retry: () => void
  hasMore: boolean
  /** Where few of many matched: how far back was looked. */
  lookedBackTo: Date | null
  isLoadingMore: boolean
  loadMore: () => void
}

/** Each page that was loaded is read again as far as it reached. */
export function pagesOf<R extends Route>(route: R, input: InputOf<R>) {
  type Pages = InfiniteData<Page<RowOf<R>>, string | undefined>
  const queryKey = [topicOf(route), route.path, 'pages', input]
  return infiniteQueryOptions({
    queryKey,
    initialPageParam: undefined as string | undefined,
    queryFn: async ({ pageParam: after, signal }) => {
      const read = queryClient.getQueryData<Pages>(queryKey)
      const before = read?.pages[read.pageParams.indexOf(after)]
      const asked = { ...(input as object), after, through: before?.next ?? undefined }
      const page = (await call(route, asked as InputOf<R>, { signal })) as Page<RowOf<R>>
      // page by page, as they come: all of them at once would stop a slow machine
      return keepEqual(before, page)
    },
    getNextPageParam: ({ next }) => next,
    meta: metaOf(route),
  })
}

/** A list that follows the server, page by page. */
export function useLiveList<R extends Route>(
  route: R,
  input: InputOf<R>,
  options: { enabled?: boolean } = {},
): LiveList<RowOf<R>> {
  const pages = pagesOf(route, input)
  const list = useInfiniteQuery({ ...pages, ...options })
  const rows = useMemo(() => list.data?.pages.flatMap(({ items }) => items), [list.data])
  return {
    rows,
    error: list.error,
    isOld: list.isRefetchError,
    retry: () => void list.refetch(),
    hasMore: list.hasNextPage,
    lookedBackTo: list.data?.pages.at(-1)?.lookedBackTo ?? null,
    isLoadingMore: list.isFetchingNextPage,
    loadMore: () => void loadMore(pages.queryKey, list.fetchNextPage),
  }
}

/**
 * Loads the next page at once, which cancels a refetch that is under way: that is repeated, or a change is missed. The
 * other way round a connection that comes back reads everything anew, and calls this page off: it is loaded after that.
 */
export async function loadMore(
  queryKey: readonly unknown[],
  loadNext: () => Promise<unknown>,
): Promise<void> {
  const list = queryClient.getQueryCache().find({ queryKey, exact: true })
  const pages = () => (list?.state.data as InfiniteData<Page<unknown>> | undefined)?.pages ?? []
  const before = pages().length
  const isCalledOff = () =>
    list?.isActive() &&
    list.state.status === 'success' &&
    pages().length === before &&
    pages().at(-1)?.next !== null
  do {
    const isBeingRead = list?.state.fetchStatus === 'fetching'
    await loadNext()
    if (isBeingRead) askAgain((one) => one === list)
  } while (isCalledOff())
}
