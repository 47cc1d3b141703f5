import type { issuing } from '#contract/issuing.ts'
import { no } from '#domain/basics/refusal.ts'
import { issuingPageSize } from '#domain/requests/issuing.ts'
import { endShare } from '#domain/requests/linking.ts'
import { refuseOrder, refuseWords, whyNotRefuse } from '#domain/requests/refusing.ts'
import { whyStale } from '#domain/requests/stale.ts'
import { requestWords } from '#domain/requests/words.ts'
import { haveBagsLeft } from '../db/bags.ts'
import { lockRequest, saveRequest } from '../db/requests.ts'
import { bankOf } from '../people/organisation-of.ts'
import type { Handlers } from '../platform/http/call.ts'
import { pageRange } from '../platform/http/paging.ts'
import { notFound, refuse } from '../platform/http/refuse.ts'
import { issuingLists } from './issuing-lists.ts'
import { issuingStore } from './issuing-store.ts'
import { withdraw } from './linking.ts'
import { orderStore, orderWriter } from './order-store.ts'

export const issuingHandlers: Handlers<typeof issuing> = {
  list: ({ actor, db }, { id, ...cursors }) =>
    issuingLists.list(db, {
      ...pageRange(cursors),
      limit: issuingPageSize,
      bankId: bankOf(actor).bankId,
      id,
    }),

  summary: ({ actor, db }) => issuingLists.summary(db, bankOf(actor).bankId),

  refuse: ({ actor, now, inTransaction }, { id, version, reason }) =>
    inTransaction(async (work) => {
      const request = await lockRequest(work, id)
      const { bankId } = bankOf(actor)
      // pressed twice: the first has taken it away
      if (request?.bankId !== bankId && request?.refusedBy.includes(bankId))
        refuse(refuseWords, no('already-refused'))
      if (request?.bankId !== bankId) throw notFound()
      const known = { ...request, haveBagsLeft: await haveBagsLeft(work, { requestId: id, bankId }) }
      refuse(refuseWords, whyNotRefuse(known, reason))
      refuse(requestWords, whyStale(request, version))
      const refused = refuseOrder(request, now)
      const history = await orderStore(work.db).assignmentsOf(id)
      await orderWriter(work).saveAssignments(id, endShare(history, refused.status))
      await saveRequest(work, request, refused, {
        kind: 'request-refused',
        detail: { bank: bankId, reason },
      })
      await withdraw(work, refused, { bankId, driverEmail: request.driverEmail })
      const issued = await issuingStore(work.db).find(id)
      if (!issued) throw notFound()
      return issued
    }),
}
