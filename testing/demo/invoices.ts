import { dayOf, days, earlier, later, minutes } from '#domain/basics/time.ts'
import { amountsOf, invoiceIdOf, invoiceParties, whyNotInvoice } from '#domain/billing/invoicing.ts'
import type { BloodRequest } from '#domain/requests/request.ts'
import { invoiceDocument } from '#server/billing/invoice-document.ts'
import { invoiceStore } from '#server/billing/invoice-store.ts'
import type { Db, Tx } from '#server/db/database.ts'
import { appendEvent } from '#server/db/event-trail.ts'
import { type Drawing, drawingThreads } from '#server/documents/drawing.ts'
import type { Files } from '#server/platform/files.ts'
import type { MadeRequest } from '../requests.ts'

/** Drawing takes its time: the documents of these last days are there, of the older ones the amounts alone. */
const drawnDays = 3

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

/** Each in a transaction of its own: a long one would hold up the live stream of everybody else. */
export async function drawInvoices(db: Db, now: Date, files: Files): Promise<void> {
  const recent = await db
    .selectFrom('invoices')
    .innerJoin('requests', 'requests.id', 'invoices.requestId')
    .selectAll('requests')
    .select('invoices.issuedAt')
    .where('invoices.issuedAt', '>', earlier(now, days(drawnDays)))
    .orderBy('invoices.issuedAt')
    .execute()
  const drawing = drawingThreads()
  try {
    for (const { issuedAt, ...request } of recent) {
      await db.transaction().execute((tx) => draw(tx, drawing, request, issuedAt, files))
    }
  } finally {
    await drawing.close()
  }
}

async function draw(tx: Tx, drawing: Drawing, request: BloodRequest, at: Date, files: Files): Promise<void> {
  for (const party of invoiceParties) {
    const { path, bytes } = await invoiceDocument(tx, drawing, request.id, party)
    await files.put(path, bytes)
    await tx
      .updateTable('requests')
      .set(party === 'hospital' ? { hospitalInvoicePath: path } : { bankInvoicePath: path })
      .where('id', '=', request.id)
      .execute()
    const { hospitalId, bankId, driverEmail, status } = request
    const subject = { subjectKind: 'request', subjectId: request.id, hospitalId, bankId, driverEmail }
    const made = { kind: `${party}-invoice-made`, from: status, to: status }
    await appendEvent(tx, { ...subject, ...made }, { accountId: null, displayName: 'Crossmatch' }, at)
  }
}
