const patience = 10_000

/** What arrives from outside, in order: mails, text messages, live messages. */
export type Arrivals<Item> = {
  readonly all: readonly Item[]
  /** The oldest that was not taken yet; waits for it, and rejects when none comes in time. */
  next(timeoutMs?: number): Promise<Item>
  /** The first of all that fits, taken or not; waits for it. */
  find(fits: (item: Item) => boolean, timeoutMs?: number): Promise<Item>
}

export function arrivals<Item>(what: string): Arrivals<Item> & { add(item: Item): void } {
  const all: Item[] = []
  const lookers = new Set<() => void>()
  let taken = 0

  function waitFor(look: () => Item | undefined, timeoutMs = patience): Promise<Item> {
    return new Promise((resolve, reject) => {
      const done = () => {
        clearTimeout(timer)
        lookers.delete(tryOnce)
      }
      const tryOnce = () => {
        const item = look()
        if (item === undefined) return
        done()
        resolve(item)
      }
      const timer = setTimeout(() => {
        done()
        reject(
          new Error(
            `No ${what} came within ${timeoutMs} ms; there are ${all.length}: ${JSON.stringify(all)}`,
          ),
        )
      }, timeoutMs)
      lookers.add(tryOnce)
      tryOnce()
    })
  }

  return {
    all,
    add(item) {
      all.push(item)
      for (const look of [...lookers]) look()
    },
    next: (timeoutMs) => waitFor(() => (taken < all.length ? all[taken++] : undefined), timeoutMs),
    find: (fits, timeoutMs) => waitFor(() => all.find(fits), timeoutMs),
  }
}
