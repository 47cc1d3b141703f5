import { driven } from '#domain/driving/steps.ts'
import { isDoubtful } from '#domain/driving/temperature.ts'
import { type DetailOf, isEventKind } from '#domain/events/events.ts'
import { type ActKindId, otherKinds, sayGathered } from '#domain/messages/specified-kinds.ts'
import { isOwnHospital } from '#domain/people/roles.ts'
import { isOver } from '#domain/requests/linking.ts'
import { RequestStatus } from '#domain/requests/request.ts'
import { isStillOut } from '#domain/requests/timing.ts'
import type { About, ToldRequest } from '../db/about.ts'
import type { RecordedEvent } from '../db/event-trail.ts'
import type { News } from '../db/news.ts'
import type { Message } from '../db/outbox.ts'
import type { Caused, Reaction, Reactions } from '../db/reacting.ts'
import {
  approvedMail,
  cancelledMail,
  decidedStopDriverText,
  decidedStopText,
  decidedText,
  driverText,
  floodMail,
  gatheredMail,
  gatheredText,
  lateWarmMail,
  type Mail,
  misfitDriverText,
  moreBagsText,
  notYoursText,
  raisedMail,
  raisedText,
  refusedMail,
  rejectedText,
  reservedMail,
  stoppedDriverText,
  temperatureMail,
  temperatureText,
  temperatureUndoneMail,
  temperatureUndoneText,
  undoneMail,
  undoneText,
} from '../messages/requests.ts'
import { bellReactions } from './bells.ts'
import { newsOf, newsRow } from './news.ts'
import type { Recipients } from './recipients.ts'
import { carryingOf, decisionOf, waitingOf } from './threads.ts'

/** Every message a request causes: those of the specification, and beside them who else is rung. */
export const requestReactions = (to: Recipients): Reactions =>
  joined(specified(to), bellReactions(to, isOverThen))

/** Nobody is rung for what stood on paper hours ago (ruling AMB-343); what it ends is over all the same. */
const unlessOnPaper =
  (reaction: Reaction): Reaction =>
  (event, about) => {
    const { messages: _, news: __, ...others } = reaction(event, about)
    return 'paper' in (event.detail ?? {}) ? others : reaction(event, about)
  }

function joined(one: Reactions, other: Reactions): Reactions {
  const kinds = Object.keys({ ...one, ...other }).filter(isEventKind)
  return Object.fromEntries(
    kinds.map((kind) => {
      const all = [...(one[kind] ?? []), ...(other[kind] ?? [])] as Reaction[]
      return [kind, all.map(unlessOnPaper)]
    }),
  )
}

function specified(to: Recipients): Reactions {
  const mailFirstProvider: Reaction<'request-raised'> = (event, about) =>
    mailing('raise', to.providers.slice(0, 1), to, (...of) => raisedMail(...of, event.detail))(event, about)
  const mailOfTemperature = (told: Parameters<typeof temperatureMail>[3]) =>
    mailing('temperature', to.providers, to, (...of) => temperatureMail(...of, told))
  const yours = textingDriver('driver', (id) => driverText(id, `${to.driverUrl}/${id}`))
  const toldOfBags = (text: (id: string, url: string) => string) =>
    aboutBags(textingDriver('driver', (id) => text(id, `${to.driverUrl}/${id}`)))
  const misfit = toldOfBags(misfitDriverText)
  return {
    'request-raised': [unlessGathered(mailFirstProvider), unlessGathered(texting('raised', raisedText))],
    // of those who approve: their page shows it, and no text goes out for it
    'request-amended': [(event, about) => ({ news: newsOf('amended', 'hospital', event, about) })],
    'raises-gathered': [floodMailing(to)],
    'raises-told': [gatheredMailing(to), gatheredTexting],
    'request-approved': [
      decision(mailing('approve', to.providers, to, approvedMail)),
      decision(texting('approval', decidedText)),
      ending(waitingOf),
    ],
    'request-rejected': [decision(texting('approval', decidedText)), ending(waitingOf)],
    // one message with the reason, if the first has not gone yet
    'rejection-explained': [
      (event, about) =>
        decision(texting('approval', (request) => rejectedText(request, event.detail)))(event, about),
    ],
    // who was asked to link a bank must hear that it is over; before the approval nobody was
    'request-cancelled': [
      (event, about) =>
        only(
          isOfApproved,
          takesBack(
            decision(mailing('cancel', to.providers, to, (...of) => cancelledMail(...of, event.detail))),
          ),
        )(event, about),
      ending(decisionOf),
      ending(waitingOf),
    ],
    // whoever was told of the decision is told that it is none
    'decision-undone': [
      only(isOfApproved, takesBack(decision(mailing('undo', to.providers, to, undoneMail)))),
      takesBack(decision(texting('approval', undoneText))),
    ],
    'request-refused': [
      (event, about) =>
        mailing('refuse', to.providers, to, (...of) => refusedMail(...of, event.detail))(event, about),
    ],
    'request-linked': [yours],
    // what was over had no text when it was linked
    'request-moved': [only(setsGoing, yours), endingCarrying],
    'status-undone': [
      only(takesAway, textingDriver('driver-freed', notYoursText, { evenOver: true })),
      only(setsGoing, yours),
    ],
    // the bank is asked, and the provider decides (ruling AMB-262)
    'delivery-stopped': [
      withDetail(mailOfTemperature),
      withDetail((told) => textingBank((request) => temperatureText(request, told), told.bankBefore)),
      // whoever carries the order now stands still because of another's word
      ifFormer(toldOfBags(stoppedDriverText)),
    ],
    'step-kept-aside': [
      ifWarmNews((told) => mailing('temperature', to.providers, to, (...of) => lateWarmMail(...of, told))),
      ifWarmNews((told) => textingBank((request) => temperatureText(request, told), told.bankBefore)),
    ],
    'delivery-step-done': [
      ifDoubtful(mailOfTemperature),
      ifDoubtful((told) => textingBank((request) => temperatureText(request, told), told.bankBefore)),
    ],
    'delivery-step-undone': [
      ifWasDoubtful(mailing('temperature', to.providers, to, temperatureUndoneMail)),
      ifWasDoubtful(textingBank(temperatureUndoneText)),
    ],
    'stop-decided': [
      unlessLinked(() => toldOfBags(decidedStopDriverText)),
      unlessLinked((said) => textingBank((request) => decidedStopText(request, said))),
    ],
    'bags-issued': [(event, about) => (event.detail.isLater ? toldOfBags(moreBagsText)(event, about) : {})],
    'bags-misfit': [(event, about) => (event.detail.isCarried ? misfit(event, about) : {})],
    'order-withdrawn': [textingDriver('driver-freed', notYoursText)],
    'request-completed': [billing, endingCarrying],
    // ruling AMB-161: on its approval, not when it is raised
    'reservation-approved': [mailing('reservation', to.providers, to, reservedMail), only(setsGoing, yours)],
  }
}

/** The first completion alone says how it is billed (ruling AMB-53). */
const billing: Reaction<'request-completed'> = ({ subjectId, detail }) =>
  detail?.invoice === undefined ? {} : { jobs: [{ queue: 'make-invoices', data: { requestId: subjectId } }] }

const only =
  (is: (event: RecordedEvent) => boolean, react: Reaction): Reaction =>
  (event, about) =>
    is(event) ? react(event, about) : {}

/** What the clock completed with something still to bring stays its driver's (ruling AMB-211). */
const endingCarrying: Reaction = (event, about) => {
  const request = about.request(event.subjectId)
  const isHisStill = request !== undefined && isStillOut(orderThen(event, request))
  return takesAway(event) && !isHisStill ? { ends: [carryingOf(event.subjectId)] } : {}
}

const ending =
  (threadOf: (id: string) => string): Reaction =>
  ({ subjectId }) => ({ ends: [threadOf(subjectId)] })

const each =
  (react: Reaction, change: (message: Message, event: RecordedEvent) => Message): Reaction =>
  (event, about) => {
    const caused = react(event, about)
    return { ...caused, messages: (caused.messages ?? []).map((message) => change(message, event)) }
  }

const decision = (react: Reaction): Reaction =>
  each(react, (message, { subjectId }) => ({ ...message, thread: decisionOf(subjectId) }))

/** What is said of bags that may be too warm is never held back. */
const aboutBags = (react: Reaction): Reaction => each(react, ({ thread: _, ...message }) => message)

const takesBack = (react: Reaction): Reaction => each(react, (message) => ({ ...message, takesBack: true }))

const isOfApproved = ({ from }: RecordedEvent): boolean => from === 'hospital-admin-approved'
/** By the provider's word it is on its driver's page again. */
const setsGoing = ({ from, to }: RecordedEvent): boolean => !isHis(from) && isDriven(to)
/** By the provider's word it is there no more. */
const takesAway = ({ from, to }: RecordedEvent): boolean => isDriven(from) && !isHis(to)
const isDriven = (status: RecordedEvent['from']): boolean => driven.some((one) => one === status)
const isHis = (status: RecordedEvent['from']): boolean => isDriven(status) || status === 'delivery-completed'

/** Told in one message with others of its hospital (`raises-told`). */
const unlessGathered =
  (react: Reaction<'request-raised'>): Reaction<'request-raised'> =>
  (event, about) =>
    event.detail?.gathered ? {} : react(event, about)

const withDetail =
  (react: (told: DetailOf<'delivery-stopped'>) => Reaction): Reaction<'delivery-stopped'> =>
  (event, about) =>
    react(event.detail)(event, about)

const ifDoubtful =
  (react: (told: DetailOf<'delivery-step-done'>) => Reaction): Reaction<'delivery-step-done'> =>
  (event, about) =>
    isDoubtful(event.detail.verdict) && !event.detail.isOldNews ? react(event.detail)(event, about) : {}

const ifFormer =
  (react: Reaction): Reaction<'delivery-stopped'> =>
  (event, about) =>
    event.detail.isFormer && !event.detail.isOver ? react(event, about) : {}

const ifWarmNews =
  (react: (told: DetailOf<'step-kept-aside'>) => Reaction): Reaction<'step-kept-aside'> =>
  (event, about) =>
    event.detail.isWarmNews ? react(event.detail)(event, about) : {}

const unlessLinked =
  (react: (said: DetailOf<'stop-decided'>) => Reaction): Reaction<'stop-decided'> =>
  (event, about) =>
    event.detail.byLink ? {} : react(event.detail)(event, about)

const ifWasDoubtful =
  (react: Reaction): Reaction<'delivery-step-undone'> =>
  (event, about) =>
    event.detail?.wasDoubtful ? react(event, about) : {}

function mailing(
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

function texting(kind: ActKindId, words: (request: ToldRequest) => string): Reaction {
  return (event, about) => {
    const { request, hospital } = subjectOf(event, about)
    return {
      ...textsOf(event, hospital.phones, { kind, body: words(request), organisationId: hospital.id }),
      news: newsOf(kind, 'hospital', event, about),
    }
  }
}

/** As the driver's texts: what keeps blood from being used is not counted against a hospital's own. */
function textingBank(words: (request: ToldRequest) => string, bankBefore?: string): Reaction {
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

const floodMailing =
  (to: Recipients): Reaction<'raises-gathered'> =>
  (event, about) =>
    mailOfRaises(
      event,
      about,
      { kind: 'flood', providers: to.providers, to },
      (hospital, url) => floodMail(hospital, event.detail, url),
      otherKinds.flood.say(event.detail.after),
    )

const gatheredMailing =
  (to: Recipients): Reaction<'raises-told'> =>
  (event, about) =>
    mailOfRaises(
      event,
      about,
      { kind: 'raise', providers: to.providers.slice(0, 1), to },
      (hospital, url) => gatheredMail(hospital, event.detail, url),
      sayGathered('raise', event.detail.requests, new Date(event.detail.since)),
    )

const gatheredTexting: Reaction<'raises-told'> = (event, about) => {
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
function textingDriver(
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

const orderThen = (event: RecordedEvent, request: NonNullable<ReturnType<About['request']>>) => ({
  status: statusThen(event),
  invoiceKind: request.invoiceKind,
  deliveries: request.hasOpenDeliveries ? [{ deliveredAt: null }] : [],
})

const isOverThen = (event: RecordedEvent, about: About): boolean => {
  const request = about.request(event.subjectId)
  return request === undefined || isOver(orderThen(event, request))
}

const statusThen = ({ to }: RecordedEvent): RequestStatus => RequestStatus.parse(to)

function hospitalOf({ hospitalId }: { hospitalId?: string | null }, about: About) {
  const hospital = about.organisation(hospitalId)
  if (!hospital) throw new Error(`hospital ${hospitalId} is gone`)
  return hospital
}
