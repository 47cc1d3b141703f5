/** What the phone keeps: tables by name, each row under a number or a text. */
export type Shelf = {
  /** False where the browser keeps nothing: then it lasts as long as the page. */
  readonly isLasting: boolean
  all<Row>(table: Table): Promise<Row[]>
  get<Row>(table: Table, key: Key): Promise<Row | undefined>
  put<Row extends object>(table: Table, row: Row): Promise<void>
  /** Under the number after the last there is, and after `least`. Two at the same moment, in another tab too, get two. */
  append<Row extends object>(table: Table, row: Row, least: number): Promise<void>
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
  let connected = database
  async function begin(table: Table, mode: IDBTransactionMode = 'readonly'): Promise<IDBTransaction> {
    // strict: a report counts as kept only once it is on the disk
    const start = () => connected.transaction(table, mode, { durability: 'strict' })
    try {
      return start()
    } catch {
      // phones drop the connection of a page that sleeps
      connected = await open()
      return start()
    }
  }
  const read = async <Result>(table: Table, ask: (rows: IDBObjectStore) => IDBRequest) =>
    asked<Result>(ask((await begin(table)).objectStore(table)))
  const write = async (table: Table, act: (rows: IDBObjectStore) => unknown) =>
    finished(await begin(table, 'readwrite'), (one) => act(one.objectStore(table)))
  return {
    isLasting: true,
    all: (table) => read(table, (rows) => rows.getAll()),
    get: (table, key) => read(table, (rows) => rows.get(key)),
    put: (table, row) => write(table, (rows) => rows.put(row)),
    append: (table, row, least) =>
      write(table, (rows) => {
        const last = rows.openKeyCursor(null, 'prev')
        last.onsuccess = () => rows.put(numbered(table, row, [Number(last.result?.key ?? 0), least]))
      }),
    remove: (table, key) => write(table, (rows) => rows.delete(key)),
  }
}

const numbered = <Row extends object>(table: Table, row: Row, before: readonly number[]) => ({
  ...row,
  [keys[table]]: Math.max(0, ...before) + 1,
})

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
  const put = async (table: Table, row: object) =>
    void rowsOf(table).set((row as Record<string, Key>)[keys[table]] as Key, row)
  return {
    isLasting: false,
    all: async <Row>(table: Table) => [...rowsOf(table).values()] as Row[],
    get: async <Row>(table: Table, key: Key) => rowsOf(table).get(key) as Row | undefined,
    put,
    append: (table, row, least) =>
      put(table, numbered(table, row, [...[...rowsOf(table).keys()].map(Number), least])),
    remove: async (table, key) => void rowsOf(table).delete(key),
  }
}
