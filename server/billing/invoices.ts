import { say } from '#domain/basics/refusal.ts'
import { dayOf, later } from '#domain/basics/time.ts'
import { longestRegeneration, whyNotRegenerate } from '#domain/billing/downloading.ts'
import {
  amountsOf,
  type InvoiceParty,
  type InvoiceRefusal,
  invoiceIdOf,
  invoiceOf,
  invoiceParties,
  invoiceWords,
  whyNotInvoice,
} from '#domain/billing/invoicing.ts'
import type { BloodRequest } from '#domain/requests/request.ts'
import type { Clock } from '../basics/clock.ts'
import type { Db } from '../db/database.ts'
import { type Doer, theService } from '../db/event-trail.ts'
import { billingOf, type Lock, withLocks } from '../db/locks.ts'
import { findRequest, lockRequest, recordOn } from '../db/requests.ts'
import { isNamedSince, nameFile, namingMark, type StoredFiles } from '../db/stored-files.ts'
import type { Transact, Work } from '../db/work.ts'
import type { Drawing } from '../documents/drawing.ts'
import { limiter } from '../platform/tasks/limiter.ts'
import { invoiceDocument } from './invoice-document.ts'
import { invoiceStore, invoiceWriter } from './invoice-store.ts'

export type Invoices = ReturnType<typeof invoicesOn>

/** Each holds a connection for its locks, also while it is drawn and put: so many of the pool's twenty, and no more. */
const atOnce = 3

/** Bills an order: amounts and number first and together, then the document, then its path. Safe to repeat. */
export function invoicesOn(parts: {
  db: Db
  transact: Transact
  files: StoredFiles
  drawing: Drawing
  clock: Clock
}) {
  const { db, transact, files, drawing, clock } = parts
  const inTurn = limiter(atOnce)
  const alone = <Result>(locks: Lock[], act: () => Promise<Result>) => inTurn(() => withLocks(db, locks, act))

  /** `since`: one that was uploaded after it stays. */
  async function make(
    by: Doer,
    { requestId, party, since }: { requestId: string; party: InvoiceParty; since: number },
    begun: (work: Work) => Promise<void> = async () => undefined,
  ): Promise<InvoiceRefusal | null> {
    const refusal = await transact(by, clock.now(), async (work) => {
      const refusal = await bill(work, requestId)
      if (!refusal) await begun(work)
      return refusal
    })
    if (refusal) return refusal
    const { path, bytes, invoice } = await invoiceDocument(db, drawing, requestId, party)
    const kept = await files.keep(bytes, 'pdf')
    await transact(by, clock.now(), async (work) => {
      const request = await lockRequest(work, requestId)
      if (!request) return
      const isUploaded = await isNamedSince(work.db, path, since)
      if (!isUploaded) await nameFile(work.db, path, kept)
      await invoiceWriter(work).setPath(requestId, party, path)
      const { requestId: _, ...billed } = invoice
      if (!isUploaded) await recordOn(work, request, { kind: madeKinds[party], detail: billed })
    })
    return null
  }

  /** Everybody's button knows of it from the first write to the last; one that failed lets it go. */
  async function makeAgain(by: Doer, requestId: string, party: InvoiceParty): Promise<InvoiceRefusal | null> {
    const mark = (until: Date | null) => (work: Work) => markRegenerating(work, requestId, until)
    try {
      const made = { requestId, party, since: await namingMark(db) }
      return await make(by, made, (work) => mark(later(work.now, longestRegeneration))(work))
    } catch (error) {
      // where even that cannot be written, its time runs out
      await transact(by, clock.now(), mark(null)).catch(() => undefined)
      throw error
    }
  }

  return {
    /** At the current prices, for the current bank. Who comes while the same is being done is told so. */
    async regenerate(by: Doer, requestId: string, party: InvoiceParty): Promise<InvoiceRefusal | null> {
      const locks = [{ name: `regenerating ${requestId}`, waits: false }, billing(requestId)]
      const locked = await alone(locks, () => makeAgain(by, requestId, party))
      return locked ? locked.result : { code: 'running' }
    },

    /** What a first completion lacks: one that was uploaded by hand stays. A price that is missing is told in the trail. */
    makeMissing: (requestId: string) =>
      alone([billing(requestId)], async () => {
        for (const party of invoiceParties) {
          const since = await namingMark(db)
          const request = await findRequest(db, requestId)
          if (!request || invoiceOf(request, party) !== null) continue
          const refusal = await make(theService, { requestId, party, since })
          if (refusal) return transact(theService, clock.now(), (work) => fail(work, request, refusal))
        }
      }),
  }
}

const billing = (requestId: string): Lock => ({ name: billingOf(requestId), waits: true })

/** The current amounts under the number the order has, or a new one. */
async function bill(work: Work, requestId: string): Promise<InvoiceRefusal | null> {
  const writer = invoiceWriter(work)
  const store = invoiceStore(work.db)
  const request = await lockRequest(work, requestId)
  if (!request) throw new Error(`request ${requestId} is gone`)
  const prices = await store.prices(request)
  const refusal = whyNotRegenerate(request) ?? whyNotInvoice(request, prices)
  if (refusal) return refusal
  const before = await store.invoice(requestId)
  const year = Number(dayOf(work.now).slice(0, 4))
  await writer.save(request, {
    ...amountsOf(request, prices),
    invoiceId: before?.invoiceId ?? invoiceIdOf(year, await writer.nextNumber(year)),
    issuedAt: before?.issuedAt ?? work.now,
  })
  return null
}

async function fail(work: Work, { id }: BloodRequest, refusal: InvoiceRefusal): Promise<void> {
  const request = await lockRequest(work, id)
  if (!request) return
  const detail = { reason: say(invoiceWords, refusal).text }
  await recordOn(work, request, { kind: 'invoice-failed', detail })
}

/** It is no part of the order's life: whoever follows it is told to look again, and no more. */
async function markRegenerating(work: Work, requestId: string, until: Date | null): Promise<void> {
  await invoiceWriter(work).setRegenerating(requestId, until)
  const kind = until ? 'regeneration-begun' : 'regeneration-failed'
  await work.record({ subjectId: requestId, kind })
}

const madeKinds = { hospital: 'hospital-invoice-made', bloodbank: 'bloodbank-invoice-made' } as const
