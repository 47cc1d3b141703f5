import { QueryClient, queryOptions, useQuery } from '@tanstack/react-query'
import { type InputOf, type OutputOf, type Route, topicOf } from '#contract/route.ts'
import { call, isRefusal } from './client.ts'

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      // what is open is told when it changes; it does not grow stale by itself
      staleTime: Number.POSITIVE_INFINITY,
      refetchOnWindowFocus: false,
      retry: (failures, error) => !isRefusal(error) && failures < 2,
    },
  },
})

/** One question to the server. Its topic comes first, so that a live message finds every question it concerns. */
export const ask = <R extends Route>(route: R, input: InputOf<R>) =>
  queryOptions<OutputOf<R>>({
    queryKey: [topicOf(route), route.path, input],
    queryFn: ({ signal }) => call(route, input, { signal }),
  })

/** A list or a thing that follows the server: asked again whenever its topic is told to have changed. */
export const useLive = <R extends Route>(route: R, input: InputOf<R>, options: { enabled?: boolean } = {}) =>
  useQuery({ ...ask(route, input), placeholderData: (before) => before, ...options })
