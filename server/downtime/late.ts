import { createHash } from 'node:crypto'
import type { late } from '#contract/late.ts'
import { no } from '#domain/basics/refusal.ts'
import { lateWords, whyNotCarry, whyNotPaper, whyNotTimes } from '#domain/downtime/late.ts'
import { paperNumber as numberOf, readPaper } from '#domain/downtime/paper.ts'
import { isHospitalAdmin } from '#domain/people/actor.ts'
import { approve, whyNotApprove } from '#domain/requests/approving.ts'
import { linkWords } from '#domain/requests/linking.ts'
import { raise, whyNotRaise } from '#domain/requests/raising.ts'
import { requestWords } from '#domain/requests/words.ts'
import type { NewEvent } from '../db/event-trail.ts'
import { eventOn, findRequest, lockRequest } from '../db/requests.ts'
import type { Work } from '../db/work.ts'
import { lastDone, takeFromPaper } from '../driving/paper-steps.ts'
import { hospitalOf } from '../people/organisation-of.ts'
import type { Handlers } from '../platform/http/call.ts'
import { notFound, refuse } from '../platform/http/refuse.ts'
import { approverOf } from '../requests/approver.ts'
import { linkOrder } from '../requests/linking.ts'
import { insertFresh } from '../requests/replacing.ts'
import { saveDecision } from '../requests/undoing.ts'
import { addEntry, holdPaper, keepPaper, printedOf } from './late-store.ts'

/** The same rules and changes as ever, asked as of the time on the paper; the trail says when it was entered. */
export const lateHandlers: Handlers<typeof late> = {
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
      if (paper.before && paper.before !== id)
        refuse(lateWords, no('paper-used', 'paperNumber', { request: paper.before }))
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
}

/** Held until the transaction ends: what was entered from it before, and how what is entered now is written down. */
async function openPaper(
  work: Work,
  { paperNumber, places, told }: { paperNumber: string; places: readonly string[]; told: object },
) {
  refuse(lateWords, whyNotPaper(paperNumber, await printedOf(work.db, places)))
  const { place = '', number: nth = 0 } = readPaper(paperNumber) ?? {}
  const number = numberOf(place, nth)
  const before = await holdPaper(work, number)
  const fingerprint = createHash('sha256').update(JSON.stringify(told)).digest('hex')
  return {
    number,
    before: before?.requestId,
    isSame: before?.fingerprint === fingerprint,
    keep: (requestId: string) => keepPaper(work, { paperNumber: number, requestId, fingerprint }),
    entering: (enteredBy: string) => (doneAt: Date) => enteredFrom(work, number, { doneAt, enteredBy }),
  }
}

/** What tells of a paper; whatever else comes of it is written as ever. */
const toldOnPaper: readonly NewEvent['kind'][] = [
  'request-raised',
  'request-approved',
  'request-linked',
  'delivery-step-done',
]

/** The same work, whose events say which paper they stood on and when it was done. */
const enteredFrom = (
  work: Work,
  paperNumber: string,
  { doneAt, enteredBy }: { doneAt: Date; enteredBy: string },
): Work => ({
  ...work,
  async record(event, write) {
    if (!toldOnPaper.includes(event.kind)) return work.record(event, write)
    const detail = { ...event.detail, paper: paperNumber, doneAt: doneAt.toISOString() }
    const fact = await work.record({ ...event, detail } as NewEvent, write)
    const entry = { paperNumber, doneAt, enteredAt: work.now, enteredBy }
    await addEntry(work, { eventId: fact.id, requestId: event.subjectId, ...entry })
    return fact
  },
})
