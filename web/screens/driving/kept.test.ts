import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openShelf } from './kept.ts'

/** As much of a browser's database as a shelf asks for. Its rows outlast a connection. */
let rows: Map<number, { place: number }>
let isConnected: boolean
let opened: number

type Request = { result: unknown; onsuccess?: () => void }

function soon(result: unknown): Request {
  const request: Request = { result }
  queueMicrotask(() => request.onsuccess?.())
  return request
}

const store = {
  getAll: () => soon([...rows.values()]),
  put: (row: { place: number }) => void rows.set(row.place, row),
  delete: (place: number) => void rows.delete(place),
  openKeyCursor: () => soon(rows.size > 0 ? { key: Math.max(...rows.keys()) } : null),
}

function connect() {
  opened += 1
  isConnected = true
  const own = opened
  return {
    transaction() {
      if (!isConnected || own !== opened) throw new DOMException('closing', 'InvalidStateError')
      const transaction: { oncomplete?: () => void; objectStore: () => typeof store } = {
        objectStore: () => store,
      }
      setTimeout(() => transaction.oncomplete?.())
      return transaction
    },
  }
}

beforeEach(() => {
  rows = new Map()
  opened = 0
  vi.stubGlobal('indexedDB', { open: () => soon(connect()) })
})
afterEach(() => vi.unstubAllGlobals())

test('AMB-115 what is kept is reached again after the phone has dropped the connection to it', async () => {
  const shelf = await openShelf()
  await shelf.put('queue', { place: 1 })
  isConnected = false
  await shelf.put('queue', { place: 2 })
  expect(await shelf.all('queue')).toEqual([{ place: 1 }, { place: 2 }])
  expect([shelf.isLasting, opened]).toEqual([true, 2])
})

test('AMB-115 what is added comes behind the last and behind what could not be kept', async () => {
  const shelf = await openShelf()
  await shelf.append('queue', { step: 'issued' }, 0)
  await shelf.append('queue', { step: 'delivered' }, 4)
  expect(await shelf.all('queue')).toEqual([
    { place: 1, step: 'issued' },
    { place: 5, step: 'delivered' },
  ])
})
