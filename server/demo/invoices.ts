import { dayOf, later, minutes } from '#domain/basics/time.ts'
import {
  amountsOf,
  type InvoiceParty,
  invoiceIdOf,
  invoicePath,
  whyNotInvoice,
} from '#domain/billing/invoicing.ts'
import type { BloodRequest } from '#domain/requests/request.ts'
import type { Files } from '#server/basics/files.ts'
import { invoiceDocument } from '#server/billing/invoice-document.ts'
import { invoiceStore } from '#server/billing/invoice-store.ts'
import type { Db, Tx } from '#server/db/database.ts'
import { appendEvents, theService } from '#server/db/event-trail.ts'
import type { Drawing } from '#server/documents/drawing.ts'
import type { MadeRequest } from './makers/requests.ts'

type Completed = BloodRequest & { firstCompletedAt: Date }

/** What every completed order cost, numbered as they were completed. */
export async function fillInvoices(tx: Tx, requests: readonly MadeRequest[]): Promise<void> {
  const completed = requests
    .map(({ request }) => request)
    .filter((request): request is Completed => request.firstCompletedAt !== null)
    .toSorted((one, other) => one.firstCompletedAt.getTime() - other.firstCompletedAt.getTime())
  const numbers = new Map<number, number>()
  for (const request of completed) {
    const prices = await invoiceStore(tx).prices(request)
    if (whyNotInvoice(request, prices)) continue
    const issuedAt = later(request.firstCompletedAt, minutes(1))
    const year = Number(dayOf(issuedAt).slice(0, 4))
    const number = (numbers.get(year) ?? 0) + 1
    numbers.set(year, number)
    const { id: requestId, bankId, invoiceKind: kind } = request
    await tx
      .insertInto('invoices')
      .values({
        ...amountsOf(request, prices),
        requestId,
        kind,
        bankId: bankId ?? '',
        invoiceId: invoiceIdOf(year, number),
        issuedAt,
      })
      .execute()
  }
  const rows = [...numbers].map(([year, last]) => ({ year, last }))
  if (rows.length > 0) await tx.insertInto('invoiceNumbers').values(rows).execute()
}

/** Where their documents belong, as if each had been made with its amounts. They are drawn when somebody wants one. */
export async function nameInvoices(tx: Tx): Promise<void> {
  const invoices = await tx.selectFrom('invoices').selectAll().orderBy('issuedAt').execute()
  for (const { requestId, ...invoice } of invoices) {
    const billed = tx.selectFrom('requests').selectAll().where('id', '=', requestId)
    const request = await billed.executeTakeFirstOrThrow()
    const { hospitalId, bankId, driverEmail, status } = request
    await tx
      .updateTable('requests')
      .set({
        hospitalInvoicePath: invoicePath('hospital', request),
        bankInvoicePath: invoicePath('bloodbank', request),
      })
      .where('id', '=', requestId)
      .execute()
    const made = { subjectId: requestId, from: status, to: status, detail: invoice }
    const owners = { hospitalId, bankId, driverEmail }
    await appendEvents(
      tx,
      [
        { kind: 'hospital-invoice-made', ...made, ...owners },
        { kind: 'bloodbank-invoice-made', ...made, ...owners },
      ],
      theService,
      invoice.issuedAt,
    )
  }
}

/** All of them at the start would take a minute: each is drawn when it is first asked for, and kept. */
export const drawnWhenAsked = (files: Files, { db, drawing }: { db: Db; drawing: Drawing }): Files => ({
  ...files,
  async get(key) {
    const there = await files.get(key)
    const [, id, party] = invoiceKey.exec(key) ?? []
    const isBilled = !there && id && (await invoiceStore(db).invoice(id))
    if (!isBilled) return there
    const { path, bytes } = await invoiceDocument(db, drawing, id, party as InvoiceParty)
    if (path !== key) return null
    await files.put(path, bytes)
    return Buffer.from(bytes)
  },
})

const invoiceKey = /^invoices\/(\w+)\/\1-(hospital|bloodbank)-/
