import { expect, test } from 'vitest'
import { namedCalls } from '#contract/named-calls.ts'
import { instantOf } from '#domain/basics/time.ts'
import type { RequestWish } from '#server/demo/makers/requests.ts'
import { aService } from '#testing/harness/service.ts'
import { aRequest } from '#testing/makers/makers.ts'
import { thePrices } from '#testing/makers/prices.ts'

const service = await aService({ settings: { ROLE: 'web' } })
const { db } = service
await thePrices(db)

/** Billed at that moment; what was answered, and its number if it has one. */
async function billedAt(day: string, time: string, wish: RequestWish = {}) {
  service.clock.moveTo(instantOf(day, time))
  const { id } = await aRequest(db, { status: 'completed', ...wish }, service.clock.now())
  const input = { docID: id, type: 'NORMAL', InvoiceType: 'hospital' } as const
  const { status } = await service.as('bloodsupport').call(namedCalls.generateInvoice, input)
  const made = await db
    .selectFrom('invoices')
    .select('invoiceId')
    .where('requestId', '=', id)
    .executeTakeFirst()
  return [status, made?.invoiceId]
}

test('INVOICES-05 AMB-01 AMB-92 numbers have no gaps: what could not be billed takes none; they begin anew with the year of India', async () => {
  expect(await billedAt('2026-12-31', '12:00')).toEqual([200, 'INV-2026-000001'])
  expect(await billedAt('2026-12-31', '13:00', { component: 'SDP' })).toEqual([422, undefined])
  expect(await billedAt('2026-12-31', '23:30')).toEqual([200, 'INV-2026-000002'])
  expect(await billedAt('2027-01-01', '00:30')).toEqual([200, 'INV-2027-000001'])
})
