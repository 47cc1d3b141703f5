import type { late } from '#contract/late.ts'
import { no } from '#domain/basics/refusal.ts'
import { lateWords, whyNotCarry, whyNotTimes } from '#domain/downtime/late.ts'
import { sheetWords } from '#domain/downtime/late-issue.ts'
import { isHospitalAdmin } from '#domain/people/actor.ts'
import { approve, whyNotApprove } from '#domain/requests/approving.ts'
import { linkWords } from '#domain/requests/linking.ts'
import { raise, whyNotRaise } from '#domain/requests/raising.ts'
import { requestWords } from '#domain/requests/words.ts'
import { eventOn, findRequest, lockRequest } from '../db/requests.ts'
import { lastDone, takeFromPaper } from '../driving/paper-steps.ts'
import { issueFromPaper } from '../matching/late-issuing.ts'
import { slipNamed } from '../matching/packed.ts'
import { bankOf, hospitalOf } from '../people/organisation-of.ts'
import type { Handlers } from '../platform/http/call.ts'
import { notFound, refuse } from '../platform/http/refuse.ts'
import { approverOf } from '../requests/approver.ts'
import { linkOrder } from '../requests/linking.ts'
import { insertFresh } from '../requests/replacing.ts'
import { saveDecision } from '../requests/undoing.ts'
import { openPaper } from './paper.ts'

/** The same rules and changes as ever, asked as of the time on the paper; the trail says when it was entered. */
export const lateHandlers = ({ secret }: { secret: string }): Handlers<typeof late> => ({
  raise: ({ actor, inTransaction }, { paperNumber, raisedAt, approvedAt, more, ...draft }) =>
    inTransaction(async (work) => {
      const { hospitalId } = hospitalOf(actor)
      const told = { raisedAt, approvedAt, more, draft }
      const paper = await openPaper(work, { paperNumber, places: [hospitalId], told })
      if (paper.before) {
        const before = paper.isSame ? await findRequest(work.db, paper.before, hospitalId) : undefined
        if (before) return before
        refuse(lateWords, no('paper-used', 'paperNumber', { request: paper.before }))
      }
      const approval = approvedAt === undefined ? [] : [{ field: 'approvedAt', at: approvedAt }]
      refuse(lateWords, whyNotTimes([{ field: 'raisedAt', at: raisedAt }, ...approval], work.now))
      if (approvedAt && !isHospitalAdmin(actor)) refuse(lateWords, no('may-not-approve', 'approvedAt'))
      refuse(requestWords, whyNotRaise(draft, raisedAt))
      const by = { accountId: actor.accountId, hospitalId, now: raisedAt }
      const request = await insertFresh(
        work,
        (id) => ({ ...raise(draft, { ...by, id }), updatedAt: work.now }),
        more,
      )
      await paper.keep(request.id)
      const entering = paper.entering(actor.accountId)
      await entering(raisedAt).record(eventOn(request, { kind: 'request-raised', detail: {} }, null))
      if (approvedAt === undefined) return request
      const approver = await approverOf(work, actor, request)
      refuse(requestWords, whyNotApprove(request, approver, approvedAt))
      const approved = { ...approve(request, approvedAt, actor.accountId), updatedAt: work.now }
      return saveDecision(entering(approvedAt), request, approved, 'request-approved')
    }),

  carry: ({ actor, inTransaction }, { id, paperNumber, link, steps }) =>
    inTransaction(async (work) => {
      const request = await lockRequest(work, id)
      if (!request) refuse(linkWords, no('request-unknown', 'id'))
      if (!request) throw notFound()
      const places = ['', link?.bankId ?? request.bankId ?? ''].filter(
        (place, at) => at === 0 || place !== '',
      )
      const paper = await openPaper(work, { paperNumber, places, told: { link, steps } })
      if (paper.before === id && paper.isSame) return request
      paper.refuseOther(id)
      const last = await lastDone(work, request)
      refuse(lateWords, whyNotCarry(request, { linkedAt: link?.at ?? null, steps, last }, work.now))
      await paper.keep(id)
      const entering = paper.entering(actor.accountId)
      let order = request
      if (link) {
        const { at: now, ...chosen } = link
        const asked = { id, version: request.version, ...chosen }
        const by = { by: actor.displayName, now, texts: null }
        order = (await linkOrder(entering(now), asked, by)).request
      }
      for (const [at, step] of steps.entries())
        order = await takeFromPaper(entering(step.doneAt), order, step, { paper: paper.number, at })
      return order
    }),

  issue: ({ actor, inTransaction }, { id, paperNumber, ...sheet }) =>
    inTransaction(async (work) => {
      const { bankId } = bankOf(actor)
      const request = await lockRequest(work, id)
      if (request?.bankId !== bankId) refuse(sheetWords, no('not-your-order', 'id'), 404)
      if (!request) throw notFound()
      const paper = await openPaper(work, { paperNumber, places: [bankId], told: sheet })
      paper.refuseOther(id)
      const before = await paper.issues.find()
      if (before) return slipNamed(work.db, id, before)
      const entering = paper.entering(actor.accountId)
      await paper.issues.begin(id)
      const slip = await issueFromPaper((at) => ({ ...entering(at), now: at }), request, sheet, {
        ...{ bankId, secret, now: work.now },
      })
      await paper.issues.keep(slip.slip)
      return slip
    }),
})
