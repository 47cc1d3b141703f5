import { createHash } from 'node:crypto'
import { no } from '#domain/basics/refusal.ts'
import { lateWords, whyNotPaper } from '#domain/downtime/late.ts'
import { paperNumber as numberOf, readPaper } from '#domain/downtime/paper.ts'
import type { NewEvent } from '../db/event-trail.ts'
import type { Work } from '../db/work.ts'
import { refuse } from '../platform/http/refuse.ts'
import { addEntry, holdPaper, keepPaper, lateIssues, printedOf } from './late-store.ts'

/** Held until the transaction ends: what was entered from it before, and how what is entered now is written down. */
export async function openPaper(
  work: Work,
  { paperNumber, places, told }: { paperNumber: string; places: readonly string[]; told: object },
) {
  refuse(lateWords, whyNotPaper(paperNumber, await printedOf(work.db, places)))
  const { place = '', number: nth = 0 } = readPaper(paperNumber) ?? {}
  const number = numberOf(place, nth)
  const before = await holdPaper(work, number)
  const fingerprint = createHash('sha256').update(JSON.stringify(told)).digest('hex')
  const issues = lateIssues(work, { paperNumber: number, fingerprint })
  return {
    number,
    before: before?.requestId,
    isSame: before?.fingerprint === fingerprint,
    keep: (requestId: string) => keepPaper(work, { paperNumber: number, requestId, fingerprint }),
    /** A paper is of one order, whoever enters it. */
    refuseOther(requestId: string): void {
      if (before && before.requestId !== requestId)
        refuse(lateWords, no('paper-used', 'paperNumber', { request: before.requestId }))
    },
    issues,
    entering: (enteredBy: string) => (doneAt: Date) => enteredFrom(work, number, { doneAt, enteredBy }),
  }
}

/** What tells of a paper; whatever else comes of it is written as ever. */
const toldOnPaper: readonly NewEvent['kind'][] = [
  'request-raised',
  'request-approved',
  'request-linked',
  'delivery-step-done',
  'sample-received',
  'crossmatch-recorded',
  'bags-issued',
  'bag-issued',
]

/** The same work, whose events say which paper they stood on and when it was done. */
function enteredFrom(
  work: Work,
  paperNumber: string,
  { doneAt, enteredBy }: { doneAt: Date; enteredBy: string },
): Work {
  const told = (event: NewEvent): NewEvent =>
    toldOnPaper.includes(event.kind)
      ? ({
          ...event,
          detail: { ...event.detail, paper: paperNumber, doneAt: doneAt.toISOString() },
        } as NewEvent)
      : event
  return {
    ...work,
    async record(event, write) {
      const fact = await work.record(told(event), write)
      if (!toldOnPaper.includes(event.kind)) return fact
      const entry = { paperNumber, doneAt, enteredAt: work.now, enteredBy }
      await addEntry(work, { eventId: fact.id, requestId: orderOf(event), ...entry })
      return fact
    },
    recordAll: (events) => work.recordAll(events.map(told)),
  }
}

/** Of a tube and a cross-match their events say for which order they were. */
const orderOf = ({ subjectId, detail }: NewEvent): string =>
  detail && 'requestId' in detail && detail.requestId ? detail.requestId : subjectId
