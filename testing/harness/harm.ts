import { isDeepStrictEqual } from 'node:util'

export type Harm = { lost: string[]; doubled: string[]; halfDone: string[] }

export const noHarm = (): Harm => ({ lost: [], doubled: [], halfDone: [] })

/** Of acts under way a few may have happened. */
export function strangers(
  rows: readonly { id: string }[],
  known: ReadonlySet<string>,
  what: string,
  underWay: number,
  harm: Harm,
): void {
  const unknown = rows.filter(({ id }) => !known.has(id))
  for (const { id } of unknown.slice(underWay)) harm.doubled.push(`${what} ${id} that nobody was told of`)
}

export function eventsHarmed(
  id: string,
  events: readonly string[],
  told: readonly string[],
  harm: Harm,
): void {
  if (isDeepStrictEqual(told, events)) return
  const words = `${id} tells ${told.join(', ')} and not ${events.join(', ')}`
  if (told.length > events.length) harm.doubled.push(words)
  else harm.lost.push(words)
}

export function byKey<Item>(items: readonly Item[], keyOf: (item: Item) => string): Map<string, Item[]> {
  const found = new Map<string, Item[]>()
  for (const item of items) {
    const key = keyOf(item)
    const list = found.get(key)
    if (list) list.push(item)
    else found.set(key, [item])
  }
  return found
}
