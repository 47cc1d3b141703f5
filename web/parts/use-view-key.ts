import { useState } from 'react'

/** Names the query that the rows belong to: the previous rows stay until new ones come, under the previous key. */
export function useViewKey(asked: string, isOfBefore: boolean): string {
  const [viewKey, setViewKey] = useState(asked)
  if (!isOfBefore && viewKey !== asked) setViewKey(asked)
  return viewKey
}
