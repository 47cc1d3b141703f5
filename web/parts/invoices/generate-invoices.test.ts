import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type OrderDetail, orders } from '#contract/orders.ts'
import { invoicePath } from '#domain/billing/invoicing.ts'
import { madeRequest } from '#server/demo/makers/requests.ts'
import { queryClient } from '../../api/queries.ts'
import { toasts } from '../../ui/feedback/toast-store.ts'
import { watchFirstInvoices } from './generate-invoices.ts'

const { request } = madeRequest({ status: 'completed' }, new Date('2026-11-16T06:00:00Z'))
const detail: OrderDetail = {
  ...request,
  ...{ hospitalName: 'Firm', bankName: 'Redbank', driverName: null, driverText: null, invoice: null },
  openDeliveries: 0,
  ...{ deliveries: [], asideLeftOut: 0, stops: [], drivers: [], driverHistory: [], timeline: [] },
  stopWaits: false,
  bombay: null,
}
const failed = {
  at: request.updatedAt,
  by: 'Crossmatch',
  kind: 'invoice-failed',
  reason: 'No price for SDP.',
}
const entry = {
  ...failed,
  from: null,
  to: null,
  bankId: null,
  driver: null,
  step: null,
  isBySameHands: false,
}
const hospital = { hospitalInvoicePath: invoicePath('hospital', request) }
const paths = { hospital, both: { ...hospital, bankInvoicePath: invoicePath('bloodbank', request) } }

/** What the server would show of the order now, and whatever else was asked. */
let serverSays: object
let asked: string[]
const told = () => toasts.get().map(({ text }) => text)

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('fetch', async (address: string, { method }: RequestInit) => {
    asked.push(`${method} ${address}`)
    return Response.json(serverSays)
  })
  serverSays = detail
  asked = []
  toasts.set([])
})

afterEach(() => {
  // the next file of this worker has the same store
  toasts.set([])
  queryClient.clear()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

/** As the live stream brings it. */
async function becomes(change: object) {
  serverSays = { ...detail, ...change }
  await queryClient.invalidateQueries()
  await vi.advanceTimersByTimeAsync(0)
}

test('AMB-204 a page that completed an order waits for the invoices the server makes, tells of each, and asks for none', async () => {
  const watching = watchFirstInvoices(request)
  await vi.advanceTimersByTimeAsync(0)
  expect(told()).toEqual(['hospital Invoice uploading in progress...'])
  await becomes(paths.hospital)
  await becomes(paths.both)
  await watching
  expect(told()).toEqual([
    'hospital Invoice uploading in progress...',
    'hospital invoice uploaded Successfully!',
    'bloodbank Invoice uploading in progress...',
    'bloodbank invoice uploaded Successfully!',
  ])
  expect(new Set(asked)).toEqual(new Set([`GET ${orders.show.path.replace(':id', request.id)}`]))
})

test('AMB-204 why the server could not make one is told as it stands in the timeline', async () => {
  const watching = watchFirstInvoices(request)
  await vi.advanceTimersByTimeAsync(0)
  await becomes({ timeline: [entry] })
  await watching
  expect(told().at(-1)).toBe('Invoice Generation Failed: No price for SDP.')
})

test('AMB-204 without a live stream it looks by itself, and not for ever; what was uploaded is not waited for', async () => {
  const watching = watchFirstInvoices({ ...request, ...paths.hospital })
  await vi.advanceTimersByTimeAsync(59_000)
  expect(asked.length).toBeGreaterThan(5)
  await vi.advanceTimersByTimeAsync(2_000)
  await watching
  expect(told()).toEqual([
    'bloodbank Invoice uploading in progress...',
    'The bloodbank invoice is still being generated.',
  ])
  const before = asked.length
  await vi.advanceTimersByTimeAsync(60_000)
  expect(asked).toHaveLength(before)
})
