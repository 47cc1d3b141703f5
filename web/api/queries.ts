import {
  type InfiniteData,
  infiniteQueryOptions,
  type Query,
  QueryClient,
  queryOptions,
  useInfiniteQuery,
  useQuery,
} from '@tanstack/react-query'
import { type InputOf, type OutputOf, type Route, topicOf } from '#contract/route.ts'
import { call, isRefusal } from './client.ts'

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      // the live stream tells of changes; nothing grows stale by itself
      staleTime: Number.POSITIVE_INFINITY,
      refetchOnWindowFocus: false,
      retry: (failures, error) => !isRefusal(error) && failures < 2,
    },
  },
})

const toReadAgain = new WeakSet<Query>()

/**
 * Refetches the queries that a change concerns. A fetch that is under way may have been answered before the change: it
 * is let finish, and then repeated. Cancelled each time, a long list on a slow network would never finish loading, and
 * would look live all the while.
 */
export function askAgain(isConcerned: (query: Query) => boolean): void {
  const filters = { predicate: isConcerned }
  const underWay = queryClient.getQueryCache().findAll({ ...filters, fetchStatus: 'fetching' })
  void queryClient.invalidateQueries(filters, { cancelRefetch: false })
  for (const query of underWay) void readAgain(query)
}

async function readAgain(query: Query): Promise<void> {
  if (toReadAgain.has(query)) return
  toReadAgain.add(query)
  await query.promise?.catch(() => undefined)
  toReadAgain.delete(query)
  // not after a failure, which is shown with a button to try again: refetched at once, it would seem to load for ever
  if (query.state.status !== 'error') askAgain((one) => one === query)
}

/** One question to the server. Its topic comes first, so that a live message finds every question it concerns. */
export const ask = <R extends Route>(route: R, input: InputOf<R>) =>
  queryOptions<OutputOf<R>>({
    queryKey: [topicOf(route), route.path, input],
    queryFn: ({ signal }) => call(route, input, { signal }),
    meta: { also: route.also },
  })

/** A thing that follows the server: asked again whenever its topic is told to have changed. */
export const useLive = <R extends Route>(route: R, input: InputOf<R>, options: { enabled?: boolean } = {}) =>
  useQuery({ ...ask(route, input), placeholderData: (before) => before, ...options })

type Page<Row> = { items: Row[]; next: string | null }
export type RowOf<R extends Route> = OutputOf<R> extends { items: (infer Row)[] } ? Row : never

export type LiveList<Row> = {
  /** Undefined until they are known. */
  rows: Row[] | undefined
  error: Error | null
  /** The last fetch failed: the rows are older. */
  isOld: boolean
  retry: () => void
  hasMore: boolean
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
      const through = read?.pages[read.pageParams.indexOf(after)]?.next ?? undefined
      const page = await call(route, { ...(input as object), after, through } as InputOf<R>, { signal })
      return page as Page<RowOf<R>>
    },
    getNextPageParam: ({ next }) => next,
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
  return {
    rows: list.data?.pages.flatMap(({ items }) => items),
    error: list.error,
    isOld: list.isRefetchError,
    retry: () => void list.refetch(),
    hasMore: list.hasNextPage,
    isLoadingMore: list.isFetchingNextPage,
    loadMore: () => void loadMore(pages.queryKey, list.fetchNextPage),
  }
}

/** Loads the next page at once, which cancels a refetch that is under way: that is repeated, or a change is missed. */
export async function loadMore(
  queryKey: readonly unknown[],
  loadNext: () => Promise<unknown>,
): Promise<void> {
  const list = queryClient.getQueryCache().find({ queryKey, exact: true })
  const isBeingRead = list?.state.fetchStatus === 'fetching'
  await loadNext()
  if (isBeingRead) askAgain((one) => one === list)
}
