import { useState } from 'react'
import type { OwnRequest } from '#contract/requests.ts'

/** Which of the rows are chosen; one that has left the list is so no longer. */
export function useChosen(pending: readonly OwnRequest[] | undefined) {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set())
  return {
    ids,
    rows: (pending ?? []).filter(({ id }) => ids.has(id)),
    toggle: (id: string) =>
      setIds((all) => new Set(all.has(id) ? [...all].filter((one) => one !== id) : [...all, id])),
    clear: () => setIds(new Set()),
  }
}

export type Chosen = ReturnType<typeof useChosen>
