import { type DBSchema, type IDBPDatabase, openDB, type StoreKey, type StoreValue } from 'idb'
import type { DrivenOrder, Driving } from '#contract/driving.ts'
import type { DeliveryStep } from '#domain/driving/steps.ts'
import type { Waiting } from '#domain/driving/waiting.ts'

export type Account = { accountId: string; email: string; displayName: string }

/** The orders of an account, as the server said them last. */
export type KeptOrders = Account & {
  driving: Driving
  delivered?: DrivenOrder[]
  aheadMs: number
  seenAt: Date
}

/** What waits to be sent, and whose it is. */
export type NewEntry = Waiting & { accountId: string; accountName: string; blob?: Blob }

/** With its place in the queue. */
export type Entry = NewEntry & { place: number }

export type News = {
  id: string
  accountId: string
  orderId: string
  kind: 'reassigned' | 'closed' | 'gone' | 'notKept'
  /** What was reported and kept aside. */
  steps: DeliveryStep[]
  /** He had stopped because of how warm the bags were. Not in what a phone kept of an earlier release. */
  hasStopped?: boolean
}

/** Phones hold these under this name and version: a change of their shape needs the next version and an upgrade. */
interface Kept extends DBSchema {
  orders: { key: string; value: KeptOrders }
  queue: { key: number; value: Entry }
  news: { key: string; value: News }
}

type Table = 'orders' | 'queue' | 'news'
type Key<Name extends Table> = StoreKey<Kept, Name>
type Row<Name extends Table> = StoreValue<Kept, Name>

/** The field of a row that is its key. */
const keyPaths = { orders: 'accountId', queue: 'place', news: 'id' } as const

/** What the phone keeps in IndexedDB, or in memory where the browser has none. */
export type DeviceStore = {
  /** False in memory: then it lasts as long as the page. */
  readonly isLasting: boolean
  all<Name extends Table>(table: Name): Promise<Row<Name>[]>
  get<Name extends Table>(table: Name, key: Key<Name>): Promise<Row<Name> | undefined>
  put<Name extends Table>(table: Name, row: Row<Name>): Promise<void>
  /** In the place after the last there is, and after `least`. Two at the same moment, in another tab too, get two. */
  enqueue(entry: NewEntry, least: number): Promise<void>
  remove<Name extends Table>(table: Name, key: Key<Name>): Promise<void>
}

export async function openDeviceStore(): Promise<DeviceStore> {
  try {
    return storeInDatabase(await open())
  } catch {
    return storeInMemory()
  }
}

const open = () =>
  openDB<Kept>('crossmatch-driving', 1, {
    upgrade(database) {
      for (const table of ['orders', 'queue', 'news'] as const)
        database.createObjectStore(table, { keyPath: keyPaths[table] })
    },
    // another tab with a newer page must not wait for this one
    blocking: (_current, _wanted, event) => (event.target as IDBDatabase).close(),
  })

function storeInDatabase(database: IDBPDatabase<Kept>): DeviceStore {
  let connected = database
  async function begin<Name extends Table, Mode extends IDBTransactionMode>(table: Name, mode: Mode) {
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
  return {
    isLasting: true,
    all: async (table) => (await begin(table, 'readonly')).store.getAll(),
    get: async (table, key) => (await begin(table, 'readonly')).store.get(key),
    async put(table, row) {
      const { store, done } = await begin(table, 'readwrite')
      await Promise.all([store.put(row), done])
    },
    async enqueue(entry, least) {
      const { store, done } = await begin('queue', 'readwrite')
      const add = async () => {
        const last = await store.openKeyCursor(null, 'prev')
        await store.put(placed(entry, [last?.key ?? 0, least]))
      }
      await Promise.all([add(), done])
    },
    async remove(table, key) {
      const { store, done } = await begin(table, 'readwrite')
      await Promise.all([store.delete(key), done])
    },
  }
}

const placed = (entry: NewEntry, before: readonly number[]): Entry => ({
  ...entry,
  place: Math.max(0, ...before) + 1,
})

function storeInMemory(): DeviceStore {
  const tables = {
    orders: new Map<string, KeptOrders>(),
    queue: new Map<number, Entry>(),
    news: new Map<string, News>(),
  }
  const rowsOf = <Name extends Table>(table: Name) => tables[table] as unknown as Map<Key<Name>, Row<Name>>
  return {
    isLasting: false,
    all: async (table) => [...rowsOf(table).values()],
    get: async (table, key) => rowsOf(table).get(key),
    put: async (table, row) =>
      void rowsOf(table).set(row[keyPaths[table] as keyof typeof row] as Key<typeof table>, row),
    async enqueue(entry, least) {
      const row = placed(entry, [...tables.queue.keys(), least])
      tables.queue.set(row.place, row)
    },
    remove: async (table, key) => void rowsOf(table).delete(key),
  }
}
