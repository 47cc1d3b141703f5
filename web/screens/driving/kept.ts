/** What the phone keeps: tables by name, each row under a number or a text. */
export type Shelf = {
  /** False where the browser keeps nothing: then it lasts as long as the page. */
  readonly isLasting: boolean
  all<Row>(table: Table): Promise<Row[]>
  get<Row>(table: Table, key: Key): Promise<Row | undefined>
  put<Row extends object>(table: Table, row: Row): Promise<void>
  remove(table: Table, key: Key): Promise<void>
}

type Key = string | number
type Table = 'orders' | 'queue' | 'news'

/** The field of a row that is its key. */
const keys: Record<Table, string> = { orders: 'accountId', queue: 'place', news: 'id' }

export async function openShelf(): Promise<Shelf> {
  try {
    return shelfIn(await open())
  } catch {
    return shelfInMemory()
  }
}

const open = (): Promise<IDBDatabase> =>
  new Promise((resolve, reject) => {
    const opening = indexedDB.open('crossmatch-driving', 1)
    opening.onupgradeneeded = () => {
      for (const [table, keyPath] of Object.entries(keys))
        opening.result.createObjectStore(table, { keyPath })
    }
    opening.onsuccess = () => {
      // another tab with a newer page must not wait for this one
      opening.result.onversionchange = () => opening.result.close()
      resolve(opening.result)
    }
    opening.onerror = () => reject(opening.error)
  })

function shelfIn(database: IDBDatabase): Shelf {
  const on = (table: Table, mode: IDBTransactionMode = 'readonly') =>
    // strict: a report counts as kept only once it is on the disk
    database.transaction(table, mode, { durability: 'strict' })
  return {
    isLasting: true,
    all: (table) => asked(on(table).objectStore(table).getAll()),
    get: (table, key) => asked(on(table).objectStore(table).get(key)),
    put: (table, row) => finished(on(table, 'readwrite'), (one) => one.objectStore(table).put(row)),
    remove: (table, key) => finished(on(table, 'readwrite'), (one) => one.objectStore(table).delete(key)),
  }
}

const asked = <Result>(request: IDBRequest): Promise<Result> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })

const finished = (
  transaction: IDBTransaction,
  act: (transaction: IDBTransaction) => unknown,
): Promise<void> =>
  new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve()
    transaction.onabort = () => reject(transaction.error)
    act(transaction)
  })

function shelfInMemory(): Shelf {
  const tables = new Map(Object.keys(keys).map((table) => [table, new Map<Key, object>()]))
  const rowsOf = (table: Table) => tables.get(table) as Map<Key, object>
  return {
    isLasting: false,
    all: async <Row>(table: Table) => [...rowsOf(table).values()] as Row[],
    get: async <Row>(table: Table, key: Key) => rowsOf(table).get(key) as Row | undefined,
    put: async (table, row) => void rowsOf(table).set((row as Record<string, Key>)[keys[table]] as Key, row),
    remove: async (table, key) => void rowsOf(table).delete(key),
  }
}
