import type { sending } from '#contract/sending.ts'
import { no } from '#domain/basics/refusal.ts'
import type { EventKind } from '#domain/events/events.ts'
import { confirmWords, sayBecame, sayGathered, whyNotDev, whyNotTo } from '#domain/messages/confirming.ts'
import type { Channel } from '#domain/messages/resending.ts'
import { type Actor, isBank, isHospitalAdmin, isProvider, mayRaise, type Who } from '#domain/people/actor.ts'
import { readAbout } from '../db/about.ts'
import type { RecordedEvent } from '../db/event-trail.ts'
import { post } from '../db/outbox.ts'
import { causedBy, holdReactions, type Reactions } from '../db/reacting.ts'
import type { Work } from '../db/work.ts'
import type { Handlers } from '../platform/http/call.ts'
import { forbidden, notFound, refuse } from '../platform/http/refuse.ts'
import { sendingStore } from './sending-store.ts'

/** Whose each message is, and the acts that cause it. */
const mails: Record<'raise' | 'approve' | 'reservation', { who: Who; acts: EventKind[] }> = {
  raise: { who: mayRaise, acts: ['request-raised'] },
  approve: { who: isHospitalAdmin, acts: ['request-approved'] },
  reservation: { who: isProvider, acts: ['reservation-approved'] },
}
const texts: Record<'raised' | 'approval', { who: Who; acts: EventKind[] }> = {
  raised: { who: mayRaise, acts: ['request-raised'] },
  approval: { who: isHospitalAdmin, acts: ['request-approved', 'request-rejected'] },
}

/** §7.1: the acts cause their messages themselves; whoever calls hears what became of them (ruling AMB-277). */
export const sendingHandlers = (reactions: Reactions): Handlers<typeof sending> => ({
  sendEmail: ({ actor, inTransaction }, { to, patientData, type, dev, bloodCampData }) =>
    inTransaction(async (work) => {
      if (bloodCampData) {
        const event = await sendingStore(work.db).lastOfCamp(bankOf(actor), bloodCampData)
        if (!event) throw notFound()
        return confirm(work, reactions, event, 'mail', { to, whose: `the camp on ${bloodCampData.date}` })
      }
      if (!patientData || !type) throw notFound()
      const { who, acts } = mails[type]
      if (!who(actor)) throw forbidden()
      const id = patientData.RequestID
      const hospitalId = await ownHospitalOf(work, actor, id)
      refuse(confirmWords, whyNotDev(dev, hospitalId))
      const event = await sendingStore(work.db).lastOfRequest(id, acts)
      return confirm(work, reactions, event, 'mail', { to, whose: `request ${id}` })
    }),

  sendSMS: ({ actor, inTransaction }, { type, payload }) =>
    inTransaction(async (work) => {
      const { who, acts } = texts[type]
      if (!who(actor)) throw forbidden()
      const store = sendingStore(work.db)
      if (typeof payload === 'string') {
        const event = await store.lastOfPerson(actor.accountId, acts, payload)
        return confirm(work, reactions, event, 'sms', { whose: `request ${event?.subjectId}` })
      }
      const id = payload.RequestID
      await ownHospitalOf(work, actor, id)
      const event = await store.lastOfRequest(id, acts)
      const isMeant = type === 'raised' || [undefined, event?.to].includes(payload.RequestStatus)
      return confirm(work, reactions, isMeant ? event : undefined, 'sms', { whose: `request ${id}` })
    }),

  sendDriverSMS: ({ inTransaction }, { DeliveryURL }) =>
    inTransaction(async (work) => {
      const store = sendingStore(work.db)
      const id = DeliveryURL.slice(-8)
      if (!(await store.hospitalOf(id))) throw notFound()
      const event = await store.lastOfRequest(id, ['request-linked'])
      return confirm(work, reactions, event, 'sms', { whose: `order ${id}`, kind: 'driver' })
    }),
})

function bankOf(actor: Actor): string {
  if (actor.kind !== 'member' || !actor.organisationId || !isBank(actor)) throw forbidden()
  return actor.organisationId
}

/** That of another hospital is not there. */
async function ownHospitalOf(work: Work, actor: Actor, id: string): Promise<string> {
  const hospitalId = await sendingStore(work.db).hospitalOf(id)
  const isTheirs = isProvider(actor) || (actor.kind === 'member' && actor.organisationId === hospitalId)
  if (hospitalId === undefined || !isTheirs) throw notFound()
  return hospitalId
}

/** Writes what follows from the act and is not written yet, all or nothing: never a second message. */
async function confirm(
  work: Work,
  reactions: Reactions,
  event: RecordedEvent | undefined,
  channel: Channel,
  { to, whose, kind }: { to?: string | string[] | undefined; whose: string; kind?: string },
): Promise<{ message: string }> {
  if (!event) refuse(confirmWords, no('not-happened'))
  if (!event) throw notFound()
  if (event.kind === 'request-raised' && event.detail?.gathered)
    return { message: sayGathered(channel, whose) }
  const caused = causedBy(reactions, event, await readAbout(work.db, [event]))
  const messages = caused.messages.filter(
    (message) => message.channel === channel && (kind === undefined || message.kind === kind),
  )
  refuse(
    confirmWords,
    whyNotTo(
      to,
      messages.map(({ recipient }) => recipient),
    ),
  )
  const onces = messages.map(({ once }) => once)
  const { statesOf } = sendingStore(work.db)
  if (onces.length > 0 && (await statesOf(onces)).length === 0) {
    await holdReactions(work.db)
    await post(work.db, [{ ...caused, messages, eventId: event.id, at: event.at }])
  }
  return { message: sayBecame(channel, onces.length > 0 ? await statesOf(onces) : [], whose) }
}
