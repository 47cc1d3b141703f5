import * as fake from 'fake-indexeddb'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type NewEntry, openDeviceStore } from './device-store.ts'

const { default: _, indexedDB: __, ...types } = fake
let connections: IDBDatabase[]

beforeEach(() => {
  connections = []
  const database = new fake.IDBFactory()
  const open = database.open.bind(database)
  database.open = (...wanted) => {
    const request = open(...wanted)
    request.addEventListener('success', () => connections.push(request.result))
    return request
  }
  for (const [name, type] of Object.entries({ ...types, indexedDB: database })) vi.stubGlobal(name, type)
})
afterEach(() => vi.unstubAllGlobals())

const report = (stepId: string): NewEntry => ({
  kind: 'step',
  orderId: 'a',
  stepId,
  seq: 1,
  step: 'issued',
  doneAt: new Date('2026-11-15T10:00:00Z'),
  accountId: 'ravi',
  accountName: 'Ravi Kumar',
  refusal: null,
})
const places = (rows: readonly { place: number }[]) => rows.map(({ place }) => place)

test('AMB-115 what is kept is reached again after the phone has dropped the connection to it', async () => {
  const store = await openDeviceStore()
  await store.put('queue', { ...report('x'), place: 1 })
  connections[0]?.close()
  await store.put('queue', { ...report('y'), place: 2 })
  expect(places(await store.all('queue'))).toEqual([1, 2])
  expect([store.isLasting, connections.length]).toEqual([true, 2])
})

test('AMB-115 what is added comes behind the last and behind what could not be kept', async () => {
  const store = await openDeviceStore()
  await store.enqueue(report('x'), 0)
  await store.enqueue(report('y'), 4)
  await Promise.all([store.enqueue(report('z'), 0), store.enqueue(report('zz'), 0)])
  expect(places(await store.all('queue'))).toEqual([1, 5, 6, 7])
})

/** With what version 1.0.1 wrote to the phone, by the browser's own calls. */
async function keepAsVersion101(queue: readonly object[]): Promise<void> {
  const opening = indexedDB.open('crossmatch-driving', 1)
  opening.onupgradeneeded = () => {
    for (const [table, keyPath] of Object.entries({ orders: 'accountId', queue: 'place', news: 'id' }))
      opening.result.createObjectStore(table, { keyPath })
  }
  await new Promise((resolve) => (opening.onsuccess = resolve))
  const writing = opening.result.transaction(['orders', 'queue', 'news'], 'readwrite')
  for (const row of queue) writing.objectStore('queue').put(row)
  writing.objectStore('orders').put({ accountId: 'ravi', displayName: 'Ravi Kumar' })
  writing.objectStore('news').put({ id: 'ravi a', accountId: 'ravi', kind: 'closed' })
  await new Promise((resolve) => (writing.oncomplete = resolve))
  opening.result.close()
}

test('AMB-115 what an earlier version left waiting on the phone is all there', async () => {
  const waiting = [
    { ...report('x'), place: 3 },
    { ...report('y'), kind: 'picture', name: 'a.jpg', blob: new Blob(['bag']), place: 4 },
  ]
  await keepAsVersion101(waiting)
  const store = await openDeviceStore()
  expect(await store.all('queue')).toEqual(waiting)
  expect(await (await store.get('queue', 4))?.blob?.text()).toBe('bag')
  expect(await store.get('orders', 'ravi')).toMatchObject({ displayName: 'Ravi Kumar' })
  expect(await store.all('news')).toMatchObject([{ id: 'ravi a', kind: 'closed' }])
  await store.enqueue(report('z'), 0)
  expect(places(await store.all('queue'))).toEqual([3, 4, 5])
})

test('AMB-115 a browser without a database keeps things as long as the page is open', async () => {
  vi.stubGlobal('indexedDB', undefined)
  const store = await openDeviceStore()
  await store.put('queue', { ...report('x'), place: 1 })
  await store.enqueue(report('y'), 4)
  await store.remove('queue', 1)
  expect([store.isLasting, places(await store.all('queue'))]).toEqual([false, [5]])
})
