import { type ActKindId, otherKinds, sayGathered } from '#domain/messages/specified-kinds.ts'
import { isOwnHospital } from '#domain/people/roles.ts'
import { isOver } from '#domain/requests/linking.ts'
import { RequestStatus } from '#domain/requests/request.ts'
import type { About, ToldRequest } from '../db/about.ts'
import type { RecordedEvent } from '../db/event-trail.ts'
import type { News } from '../db/news.ts'
import type { Message } from '../db/outbox.ts'
import type { Caused, Reaction } from '../db/reacting.ts'
import { floodMail, gatheredMail, gatheredText, type Mail } from '../messages/requests.ts'
import { newsOf, newsRow } from './news.ts'
import type { Recipients } from './recipients.ts'
import { carryingOf } from './threads.ts'

/** Mails and lines of the bell to whoever runs the service; our own hospital's go to its developers. */
export function mailing(
  kind: ActKindId,
  providers: readonly string[],
  to: Recipients,
  words: (request: ToldRequest, hospital: string, url: string) => Mail,
): Reaction {
  return (event, about) => {
    const { request, hospital } = subjectOf(event, about)
    const recipients = isOwnHospital(hospital.id) ? to.dev : providers
    const mail = words(request, hospital.name, `${to.publicUrl}/dashboard/admin/status`)
    return {
      messages: recipients.map((recipient) => mailOf(event, { kind, recipient, ...mail })),
      news: newsOf(kind, 'provider', event, about),
    }
  }
}

const mailOf = ({ id }: RecordedEvent, mail: Mail & { kind: string; recipient: string }): Message => ({
  eventId: id,
  channel: 'mail',
  ...mail,
  once: `${id} mail ${mail.recipient}`,
})

const textsOf = (
  { id }: RecordedEvent,
  phones: readonly string[],
  text: Omit<Message, 'eventId' | 'channel' | 'recipient' | 'once'>,
): Caused => ({
  messages: [...new Set(phones)].map((recipient) => ({
    eventId: id,
    channel: 'sms',
    ...text,
    recipient,
    once: `${id} sms ${recipient}`,
  })),
})

export function texting(kind: ActKindId, words: (request: ToldRequest) => string): Reaction {
  return (event, about) => {
    const { request, hospital } = subjectOf(event, about)
    return {
      ...textsOf(event, hospital.phones, { kind, body: words(request), organisationId: hospital.id }),
      news: newsOf(kind, 'hospital', event, about),
    }
  }
}

/** As the driver's texts: what keeps blood from being used is not counted against a hospital's own. */
export function textingBank(words: (request: ToldRequest) => string, bankBefore?: string): Reaction {
  return (event, about) => {
    const { request } = subjectOf(event, about)
    const phones = about.organisation(bankBefore ?? request.bankId)?.phones ?? []
    return {
      ...textsOf(event, phones, { kind: 'temperature', body: words(request), requestId: request.id }),
      news: newsOf('temperature', 'bank', event, about, bankBefore),
    }
  }
}

/** Of many raises at once. */
function mailOfRaises(
  event: RecordedEvent,
  about: About,
  { kind, providers, to }: { kind: 'flood' | 'raise'; providers: readonly string[]; to: Recipients },
  words: (hospital: string, url: string) => Mail,
  said: { title: string; words: string },
): Caused {
  const hospital = hospitalOf(event, about)
  const mail = words(hospital.name, `${to.publicUrl}/dashboard/admin/status`)
  const recipients = isOwnHospital(hospital.id) ? to.dev : providers
  return {
    messages: recipients.map((recipient) => mailOf(event, { kind, recipient, ...mail })),
    news: ofNoOrder(
      newsRow(event, kind, { reader: 'provider', hospitalId: hospital.id, bankId: null }, said),
    ),
  }
}

const ofNoOrder = (news: readonly News[]): News[] => news.map(({ requestId: _, ...one }) => one)

export const floodMailing =
  (to: Recipients): Reaction<'raises-gathered'> =>
  (event, about) =>
    mailOfRaises(
      event,
      about,
      { kind: 'flood', providers: to.providers, to },
      (hospital, url) => floodMail(hospital, event.detail, url),
      otherKinds.flood.say(event.detail.after),
    )

export const gatheredMailing =
  (to: Recipients): Reaction<'raises-told'> =>
  (event, about) =>
    mailOfRaises(
      event,
      about,
      { kind: 'raise', providers: to.providers.slice(0, 1), to },
      (hospital, url) => gatheredMail(hospital, event.detail, url),
      sayGathered('raise', event.detail.requests, new Date(event.detail.since)),
    )

export const gatheredTexting: Reaction<'raises-told'> = (event, about) => {
  const { id, phones } = hospitalOf(event, about)
  const said = sayGathered('raised', event.detail.requests, new Date(event.detail.since))
  return {
    ...textsOf(event, phones, { kind: 'raised', body: gatheredText(event.detail), organisationId: id }),
    news: ofNoOrder(newsRow(event, 'raised', { reader: 'hospital', hospitalId: id, bankId: null }, said)),
  }
}

/**
 * Also when the bank alone is another one: the order he carries has changed (ruling AMB-113). Of an order that was
 * over nobody is told: its page is not there (AMB-212).
 */
export function textingDriver(
  kind: 'driver' | 'driver-freed',
  words: (id: string) => string,
  { evenOver = false } = {},
): Reaction {
  return (event, about) => {
    const { subjectId: requestId } = event
    const phone = about.driverPhone(event.driverEmail)
    const request = about.request(requestId)
    if (!request || (!evenOver && isOver(orderThen(event, request)))) return {}
    return {
      ...textsOf(event, phone === undefined ? [] : [phone], {
        kind,
        body: words(requestId),
        requestId,
        thread: carryingOf(requestId),
        takesBack: kind === 'driver-freed',
      }),
      news: newsOf(kind, 'driver', event, about),
    }
  }
}

/** The request as it stood after the event; what the event does not say of it has not changed by it. */
function subjectOf(event: RecordedEvent, about: About) {
  const request = about.request(event.subjectId)
  if (!request) throw new Error(`request ${event.subjectId} is gone`)
  const { to = null, bankId = null } = event
  const then = { ...request, ...(to === null ? {} : { status: RequestStatus.parse(to), bankId }) }
  return { request: then, hospital: hospitalOf(request, about) }
}

export const orderThen = (event: RecordedEvent, request: NonNullable<ReturnType<About['request']>>) => ({
  status: statusThen(event),
  invoiceKind: request.invoiceKind,
  deliveries: request.hasOpenDeliveries ? [{ deliveredAt: null }] : [],
})

export const isOverThen = (event: RecordedEvent, about: About): boolean => {
  const request = about.request(event.subjectId)
  return request === undefined || isOver(orderThen(event, request))
}

const statusThen = ({ to }: RecordedEvent): RequestStatus => RequestStatus.parse(to)

function hospitalOf({ hospitalId }: { hospitalId?: string | null }, about: About) {
  const hospital = about.organisation(hospitalId)
  if (!hospital) throw new Error(`hospital ${hospitalId} is gone`)
  return hospital
}
