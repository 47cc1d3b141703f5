import type { IssuedRequest, issuing } from '#contract/issuing.ts'
import { no } from '#domain/basics/refusal.ts'
import { invoiceOf } from '#domain/billing/invoicing.ts'
import { issuingPageSize, toIssue } from '#domain/requests/issuing.ts'
import { endShare } from '#domain/requests/linking.ts'
import { onTheRoad } from '#domain/requests/listing.ts'
import { refuseOrder, refuseWords, whyNotRefuse } from '#domain/requests/refusing.ts'
import type { BloodRequest, RequestStatus } from '#domain/requests/request.ts'
import { whyStale } from '#domain/requests/stale.ts'
import { requestWords } from '#domain/requests/words.ts'
import type { Db } from '../db/database.ts'
import { lockRequest, saveRequest } from '../db/requests.ts'
import { bankOf } from '../people/organisation-of.ts'
import type { Handlers } from '../platform/http/call.ts'
import { pageFrom, pageRange } from '../platform/http/paging.ts'
import { notFound, refuse } from '../platform/http/refuse.ts'
import { issuingStore } from './issuing-store.ts'
import { withdraw } from './linking.ts'
import { orderStore, orderWriter } from './order-store.ts'

/** On the card of the home view. */
const few = 3

export const issuingHandlers: Handlers<typeof issuing> = {
  async list({ actor, db }, { id, ...cursors }) {
    const asked = { ...pageRange(cursors), limit: issuingPageSize }
    const rows = await issuingStore(db).list(bankOf(actor).bankId, { ...asked, id })
    return pageFrom(await asIssued(db, rows), issuingPageSize, ({ raisedAt }) => raisedAt)
  },

  async summary({ actor, db }) {
    const { bankId } = bankOf(actor)
    const store = issuingStore(db)
    const [counts, first] = await Promise.all([
      store.countByStatus(bankId),
      store.firstFew(bankId, toIssue, few),
    ])
    const among = (statuses: readonly RequestStatus[]) =>
      statuses.reduce((sum, status) => sum + (counts.get(status) ?? 0), 0)
    return {
      toIssue: { count: among(toIssue), first: await asIssued(db, first) },
      onTheRoad: { count: among(onTheRoad) },
    }
  },

  refuse: ({ actor, now, inTransaction }, { id, version, reason }) =>
    inTransaction(async (work) => {
      const request = await lockRequest(work, id)
      const { bankId } = bankOf(actor)
      // pressed twice: the first has taken it away
      if (request?.bankId !== bankId && request?.refusedBy.includes(bankId))
        refuse(refuseWords, no('already-refused'))
      if (request?.bankId !== bankId) throw notFound()
      refuse(refuseWords, whyNotRefuse(request, reason))
      refuse(requestWords, whyStale(request, version))
      const refused = refuseOrder(request, now)
      const history = await orderStore(work.db).assignmentsOf(id)
      await orderWriter(work).saveAssignments(id, endShare(history, refused.status))
      await saveRequest(work, request, refused, {
        kind: 'request-refused',
        detail: { bank: bankId, reason },
      })
      await withdraw(work, id, { bankId, driverEmail: request.driverEmail })
      const [issued] = await asIssued(work.db, [refused])
      return issued as IssuedRequest
    }),
}

/** What the contract does not name is left out of the answer: a bank learns nothing of the patient. */
async function asIssued(db: Db, rows: readonly BloodRequest[]): Promise<IssuedRequest[]> {
  const names = await issuingStore(db).hospitalNames(rows)
  return rows.map((row) => ({
    id: row.id,
    bankId: row.bankId,
    hospitalName: names.get(row.hospitalId) ?? row.hospitalId,
    bloodGroup: row.bloodGroup,
    component: row.component,
    units: row.units,
    orderType: row.orderType,
    status: row.status,
    isLate: row.isLate,
    invoiceKind: row.invoiceKind,
    raisedAt: row.raisedAt,
    pickupAt: row.pickupAt,
    deadlineAt: row.deadlineAt,
    bankInvoicePath: invoiceOf(row, 'bloodbank'),
    version: row.version,
  }))
}
