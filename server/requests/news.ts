import type { Audience } from '#domain/messages/kind.ts'
import type { NewsReader } from '#domain/messages/news.ts'
import type { ToldOrder } from '#domain/messages/order-kinds.ts'
import { type ActKindId, actKinds, type ToldAct } from '#domain/messages/specified-kinds.ts'
import { isOwnHospital } from '#domain/people/roles.ts'
import type { About } from '../db/about.ts'
import type { RecordedEvent } from '../db/event-trail.ts'
import type { News } from '../db/news.ts'
import { carryingOf, decisionOf, takingOf, waitingOf } from './threads.ts'

/** What of an order is told, as it stood after the event; undefined if it is gone. */
export function toldOrder(
  event: RecordedEvent,
  about: About,
  how: { bankId?: string; at?: Date; linkBy?: Date; answer?: ToldOrder['answer'] } = {},
): ToldOrder | undefined {
  const request = about.request(event.subjectId)
  if (!request) return undefined
  return {
    id: request.id,
    bloodGroup: request.bloodGroup,
    component: request.component,
    units: request.units,
    pickupAt: request.pickupAt,
    deadlineAt: request.deadlineAt,
    bank: about.organisation(how.bankId ?? event.bankId)?.name ?? null,
    // older rows of the trail do not name him
    driver: (event.kind === 'request-linked' && event.detail.driver) || null,
    at: how.at ?? event.at,
    linkBy: how.linkBy ?? null,
    isApproved: event.to !== 'pending',
    ...(how.answer && { answer: how.answer }),
  }
}

/** What persons hear where a mail or a text of the specification goes out (ruling AMB-302). */
export function newsOf(
  kind: ActKindId,
  reader: Audience,
  event: RecordedEvent,
  about: About,
  bankBefore?: string,
): News[] {
  const request = about.request(event.subjectId)
  const told = toldOrder(event, about, event.kind === 'request-refused' ? { bankId: event.detail.bank } : {})
  if (!request || !told) return []
  const bankId = bankBefore ?? event.bankId ?? request.bankId
  const facts = saidOf(event)
  const said = actKinds[kind].say({ ...told, ...facts, reader })
  // what is said of bags is overtaken by nothing, whoever is told of it
  const threadOf = facts.bags === undefined ? threads[kind] : undefined
  return newsRow(event, kind, { reader, hospitalId: request.hospitalId, bankId }, said).map((one) => ({
    ...one,
    ...(threadOf && { thread: threadOf(request.id) }),
    takesBack: isTakenBack(kind, event),
  }))
}

/** The page is looked at long after: what is done about it meanwhile overtakes it too. */
const threads: Partial<Record<ActKindId, (id: string) => string>> = {
  raise: waitingOf,
  raised: waitingOf,
  amended: waitingOf,
  approve: takingOf,
  refuse: takingOf,
  undo: takingOf,
  cancel: takingOf,
  approval: decisionOf,
  driver: carryingOf,
  'driver-freed': carryingOf,
}

const isTakenBack = (kind: ActKindId, event: RecordedEvent): boolean =>
  ['undo', 'cancel', 'driver-freed'].includes(kind) || event.kind === 'decision-undone'

/** Whom it concerns, in which part. */
type Concerned = { reader: Audience; hospitalId: string | null; bankId: string | null | undefined }

/** The row of the one who reads it, if there is one. The provider is told whose order it is; a push never is. */
export function newsRow(
  { id: eventId, subjectId: requestId, driverEmail }: RecordedEvent,
  kind: News['kind'],
  { reader, hospitalId, bankId }: Concerned,
  said: { title: string; words: string },
): News[] {
  const to = readerOf(reader, { hospitalId, bankId, driverEmail })
  // hospitals of our own are for developers
  if (!to || (reader === 'provider' && isOwnHospital(hospitalId ?? ''))) return []
  const about = reader === 'provider' && hospitalId !== null ? { aboutId: hospitalId } : {}
  return [{ eventId, kind, to, ...said, requestId, ...about }]
}

function readerOf(
  reader: Audience,
  of: Omit<Concerned, 'reader'> & { driverEmail: string | null | undefined },
): NewsReader | null {
  if (reader === 'provider') return { kind: 'provider' }
  if (reader === 'driver') return of.driverEmail ? { kind: 'driver', email: of.driverEmail } : null
  const id = reader === 'bank' ? of.bankId : of.hospitalId
  return id ? { kind: 'place', id } : null
}

type Said = Omit<ToldAct, keyof ToldOrder | 'reader'>

function saidOf(event: RecordedEvent): Said {
  switch (event.kind) {
    case 'request-approved':
      return { decision: 'approved' }
    case 'request-rejected':
      return { decision: 'rejected' }
    case 'rejection-explained':
      return { decision: 'rejected', why: event.detail.why }
    case 'decision-undone':
      return { decision: 'undone' }
    case 'request-linked':
      return { isChanged: event.detail.isSameDriver === true }
    case 'request-amended':
      return { fields: event.detail.fields }
    case 'delivery-stopped':
      return { bags: event.detail.isOver ? 'warm-late' : 'warm', temperature: event.detail.temperature }
    case 'step-kept-aside':
      return { bags: 'warm-late', temperature: event.detail.temperature }
    case 'delivery-step-done':
      return { bags: 'warm', temperature: event.detail.temperature }
    case 'delivery-step-undone':
      return { bags: 'taken-back' }
    case 'bags-issued':
      return { bags: 'more' }
    case 'bag-recalled':
      return { bags: 'recalled', numbers: [event.detail.bag] }
    case 'bags-halted':
      return { bags: 'halted', numbers: [...event.detail.ended, ...event.detail.inDoubt] }
    case 'bags-misfit':
    case 'owed-result-came':
      return { bags: 'misfit' }
    case 'stop-decided':
      return { bags: 'decided', stop: event.detail.decision }
    default:
      return {}
  }
}
