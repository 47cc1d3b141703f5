/**
 * What was read before, wherever what was read now says the same: an answer that changes one row draws one row again.
 * The query library's own does not know dates, and takes every row that has one for another. Things with an id are
 * compared with the one of that id: a row that comes on top leaves the others what they are.
 */
export function keepEqual<T>(before: unknown, now: T): T {
  if (before === now) return now
  if (now instanceof Date) return before instanceof Date && +before === +now ? (before as T) : now
  if (Array.isArray(now)) return Array.isArray(before) ? (keepItems(before, now) as T) : now
  if (!isPlain(now) || !isPlain(before)) return now
  const names = Object.keys(now)
  let isSame = names.length === Object.keys(before).length
  const kept: Record<string, unknown> = {}
  for (const name of names) {
    kept[name] = keepEqual(before[name], now[name])
    if (kept[name] !== before[name] || !(name in before)) isSame = false
  }
  return (isSame ? before : kept) as T
}

function keepItems(before: readonly unknown[], now: readonly unknown[]): readonly unknown[] {
  const byId = new Map(before.map((item) => [idOf(item), item]))
  const kept = now.map((item, at) => {
    const id = idOf(item)
    return keepEqual(id === undefined ? before[at] : byId.get(id), item)
  })
  return kept.length === before.length && kept.every((item, at) => item === before[at]) ? before : kept
}

const idOf = (item: unknown): unknown => (isPlain(item) ? item.id : undefined)

const isPlain = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
