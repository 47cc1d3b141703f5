import { useState } from 'react'
import type { OwnRequest } from '#contract/requests.ts'

/** Which of the rows are chosen; one that has left the list, or was decided, is so no longer. */
export function useChosen(waiting: readonly OwnRequest[]) {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set())
  const rows = waiting.filter(({ id }) => ids.has(id))
  return {
    ids,
    rows,
    areAll: rows.length > 0 && rows.length === waiting.length,
    toggle: (id: string) =>
      setIds((all) => new Set(all.has(id) ? [...all].filter((one) => one !== id) : [...all, id])),
    drop: (id: string) => setIds((all) => new Set([...all].filter((one) => one !== id))),
    chooseAll: () => setIds(new Set(waiting.map(({ id }) => id))),
    clear: () => setIds(new Set()),
  }
}

export type Chosen = ReturnType<typeof useChosen>
