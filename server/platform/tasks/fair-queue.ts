/**
 * So many may wait; each owner is served in turn, whoever has how many. When there is no room, it is taken from whoever
 * has most: the greedy one is turned away, and nobody else.
 */
export function fairQueue<Item>(most: number) {
  /** The one at the front is served next. An owner with nothing that waits is not in it. */
  const owners = new Map<string, Item[]>()
  const count = () => [...owners.values()].reduce((sum, items) => sum + items.length, 0)

  return {
    /** Returns who has to go for it, which may be itself; null if there is room. */
    add(owner: string, item: Item): Item | null {
      const own = owners.get(owner) ?? []
      own.push(item)
      owners.set(owner, own)
      if (count() <= most) return null
      const [greedy = owner, items = own] = [...owners].reduce(
        (one, other) => (other[1].length > one[1].length ? other : one),
        [owner, own],
      )
      const gone = items.pop() ?? null
      if (items.length === 0) owners.delete(greedy)
      return gone
    },

    next(): Item | undefined {
      const [first] = owners
      if (!first) return undefined
      const [owner, items] = first
      const item = items.shift()
      owners.delete(owner)
      if (items.length > 0) owners.set(owner, items)
      return item
    },

    empty(): Item[] {
      const all = [...owners.values()].flat()
      owners.clear()
      return all
    },
  }
}
