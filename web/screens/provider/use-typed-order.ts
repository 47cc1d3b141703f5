import { useState } from 'react'
import { type OrderDetail, orders } from '#contract/orders.ts'
import { tidy } from '#domain/basics/text.ts'
import { RequestId } from '#domain/requests/request.ts'
import { readSearch } from '#domain/requests/searching.ts'
import { isRefusal, wordsFor } from '../../api/client.ts'
import { ask, queryClient, useLive } from '../../api/queries.ts'

export type TypedOrder =
  | { kind: 'none' }
  | { kind: 'loading' }
  | { kind: 'unknown' }
  | { kind: 'failed'; text: string; retry: () => void }
  | { kind: 'found'; order: OrderDetail }

/** The id that was typed, once it is whole, as a search reads it: in capitals or in two halves it is the same. */
export function idIn(typed: string): string | undefined {
  const read = readSearch(tidy(typed))
  return read.kind === 'exact' ? RequestId.safeParse(read.id).data : undefined
}

/** The order whose id stands in a field, followed as it changes. */
export function useTypedOrder(typed: string): TypedOrder {
  const id = idIn(typed)
  const show = useLive(orders.show, { id: id ?? '' }, { enabled: id !== undefined })
  const { data, error, refetch } = show
  const isShown = useFresh(data?.id === id ? id : undefined, show.isStale && show.isFetching)
  if (id === undefined) return { kind: readSearch(typed).kind === 'exact' ? 'unknown' : 'none' }
  // until the new one has come, the one before is still there
  if (data && isShown) return { kind: 'found', order: data }
  if (!error) return { kind: 'loading' }
  if (isUnknown(error)) return { kind: 'unknown' }
  return { kind: 'failed', text: wordsFor(error).text, retry: () => void refetch() }
}

/**
 * Whether what was read may be shown. A copy of an earlier look, from before a change, is not what the person came to
 * see; once it is shown, changes are shown as they come.
 */
function useFresh(id: string | undefined, isOldCopy: boolean): boolean {
  const [shown, setShown] = useState<string>()
  const next = shown === id || !isOldCopy ? id : undefined
  if (shown !== next) setShown(next)
  return next !== undefined
}

/** For a button that is pressed before the field's query has answered; undefined if there is no such order. */
export async function findOrder(typed: string): Promise<OrderDetail | undefined> {
  const id = idIn(typed)
  if (id === undefined) return undefined
  try {
    return await queryClient.fetchQuery(ask(orders.show, { id }))
  } catch (error) {
    if (isUnknown(error)) return undefined
    throw error
  }
}

/** As it is at this moment, whatever was shown. */
export const freshOrder = (id: string): Promise<OrderDetail> =>
  queryClient.fetchQuery({ ...ask(orders.show, { id }), staleTime: 0 })

export const isUnknown = (error: unknown): boolean => isRefusal(error) && error.status === 404
