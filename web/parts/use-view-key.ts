import { useState } from 'react'

/** Of which question the rows are: those of before stay until the new ones come, and are still the view of before. */
export function useViewKey(asked: string, isOfBefore: boolean): string {
  const [viewKey, setViewKey] = useState(asked)
  if (!isOfBefore && viewKey !== asked) setViewKey(asked)
  return viewKey
}
