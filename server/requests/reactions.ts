import { driven } from '#domain/driving/steps.ts'
import { isDoubtful } from '#domain/driving/temperature.ts'
import type { DetailOf } from '#domain/events/events.ts'
import { isOwnHospital } from '#domain/people/roles.ts'
import { isOver } from '#domain/requests/linking.ts'
import type { BloodRequest } from '#domain/requests/request.ts'
import type { RecordedEvent } from '../db/event-trail.ts'
import { findRequest } from '../db/requests.ts'
import type { Reacting, Reaction, Reactions } from '../db/work.ts'
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
  notYoursText,
  raisedMail,
  raisedText,
  refusedMail,
  reservedMail,
  stoppedDriverText,
  temperatureMail,
  temperatureText,
  temperatureUndoneMail,
  temperatureUndoneText,
  undoneMail,
  undoneText,
} from '../messages/requests.ts'
import { requestStore } from './store.ts'

export type Recipients = {
  providers: readonly string[]
  dev: readonly string[]
  publicUrl: string
  /** Before the order's id, in the message to its driver. */
  driverUrl: string
}

/** Every message a request causes, in one table. */
export function requestReactions(to: Recipients): Reactions {
  const mailFirstProvider = mailing('raise', to.providers.slice(0, 1), to, raisedMail)
  const mailProviders = mailing('approve', to.providers, to, approvedMail)
  const mailOfTheEnd = mailing('cancel', to.providers, to, cancelledMail)
  const yours = (id: string) => driverText(id, `${to.driverUrl}/${id}`)
  return {
    'request-raised': [unlessGathered(mailFirstProvider), unlessGathered(texting('raised', raisedText))],
    'raises-gathered': [floodMailing(to)],
    'raises-told': [gatheredMailing(to), gatheredTexting],
    'request-approved': [mailProviders, texting('approval', decidedText)],
    'request-rejected': [texting('approval', decidedText)],
    // who was asked to link a bank must hear that it is over; before the approval nobody was
    'request-cancelled': [only(({ from }) => from === 'hospital-admin-approved', mailOfTheEnd)],
    // whoever was told of the decision is told that it is none
    'decision-undone': [
      only(({ from }) => from === 'hospital-admin-approved', mailing('undo', to.providers, to, undoneMail)),
      texting('approval', undoneText),
    ],
    'request-refused': [mailing('refuse', to.providers, to, refusedMail)],
    'request-linked': [textingDriver('driver', yours)],
    // what was over had no text when it was linked
    'request-moved': [only(setsGoing, textingDriver('driver', yours))],
    'status-undone': [
      only(takesAway, textingDriver('driver-freed', notYoursText, { evenOver: true })),
      only(setsGoing, textingDriver('driver', yours)),
    ],
    // the bank is asked, and the provider decides (ruling AMB-262)
    'delivery-stopped': [
      withDetail((told) => mailing('temperature', to.providers, to, (...of) => temperatureMail(...of, told))),
      withDetail((told) => textingBank((request) => temperatureText(request, told), told.bankBefore)),
      // whoever carries the order now stands still because of another's word
      ifFormer(textingDriver('driver', (id) => stoppedDriverText(id, `${to.driverUrl}/${id}`))),
    ],
    'step-kept-aside': [
      ifWarmNews((told) => mailing('temperature', to.providers, to, (...of) => lateWarmMail(...of, told))),
      ifWarmNews((told) => textingBank((request) => temperatureText(request, told), told.bankBefore)),
    ],
    'delivery-step-done': [
      ifDoubtful((told) => mailing('temperature', to.providers, to, (...of) => temperatureMail(...of, told))),
      ifDoubtful((told) => textingBank((request) => temperatureText(request, told), told.bankBefore)),
    ],
    'delivery-step-undone': [
      ifWasDoubtful(mailing('temperature', to.providers, to, temperatureUndoneMail)),
      ifWasDoubtful(textingBank(temperatureUndoneText)),
    ],
    'stop-decided': [
      unlessLinked(() => textingDriver('driver', (id) => decidedStopDriverText(id, `${to.driverUrl}/${id}`))),
      unlessLinked((said) => textingBank((request) => decidedStopText(request, said))),
    ],
    'order-withdrawn': [textingDriver('driver-freed', notYoursText)],
    'request-completed': [billing],
    // ruling AMB-161: on its approval, not when it is raised
    'reservation-approved': [
      mailing('reservation', to.providers, to, reservedMail),
      only(setsGoing, textingDriver('driver', yours)),
    ],
  }
}

/** The first completion alone says how it is billed (ruling AMB-53). */
const billing: Reaction<'request-completed'> = async (work, { subjectId, detail }) =>
  detail?.invoice === undefined
    ? undefined
    : work.enqueue({ queue: 'make-invoices', data: { requestId: subjectId } })

const only =
  (is: (event: RecordedEvent) => boolean, react: Reaction): Reaction =>
  async (work, event) =>
    is(event) ? react(work, event) : undefined

/** By the provider's word it is on its driver's page again. */
const setsGoing = ({ from, to }: RecordedEvent): boolean => !isHis(from) && isDriven(to)
/** By the provider's word it is there no more. */
const takesAway = ({ from, to }: RecordedEvent): boolean => isDriven(from) && !isHis(to)
const isDriven = (status: RecordedEvent['from']): boolean => driven.some((one) => one === status)
const isHis = (status: RecordedEvent['from']): boolean => isDriven(status) || status === 'delivery-completed'

/** Told in one message with others of its hospital (`raises-told`). */
const unlessGathered =
  (react: Reaction): Reaction<'request-raised'> =>
  async (work, event) =>
    event.detail?.gathered ? undefined : react(work, event)

const withDetail =
  (react: (told: DetailOf<'delivery-stopped'>) => Reaction): Reaction<'delivery-stopped'> =>
  async (work, event) =>
    react(event.detail)(work, event)

const ifDoubtful =
  (react: (told: DetailOf<'delivery-step-done'>) => Reaction): Reaction<'delivery-step-done'> =>
  async (work, event) =>
    isDoubtful(event.detail.verdict) ? react(event.detail)(work, event) : undefined

const ifFormer =
  (react: Reaction): Reaction<'delivery-stopped'> =>
  async (work, event) =>
    event.detail.isFormer && !event.detail.isOver ? react(work, event) : undefined

const ifWarmNews =
  (react: (told: DetailOf<'step-kept-aside'>) => Reaction): Reaction<'step-kept-aside'> =>
  async (work, event) =>
    event.detail.isWarmNews ? react(event.detail)(work, event) : undefined

const unlessLinked =
  (react: (said: DetailOf<'stop-decided'>) => Reaction): Reaction<'stop-decided'> =>
  async (work, event) =>
    event.detail.byLink ? undefined : react(event.detail)(work, event)

const ifWasDoubtful =
  (react: Reaction): Reaction<'delivery-step-undone'> =>
  async (work, event) =>
    event.detail?.wasDoubtful ? react(work, event) : undefined

function mailing(
  kind: string,
  providers: readonly string[],
  to: Recipients,
  words: typeof raisedMail,
): Reaction {
  return async (work, event) => {
    const { request, hospital } = await subjectOf(work, event.subjectId)
    const recipients = isOwnHospital(hospital.id) ? to.dev : providers
    const mail = words(request, hospital.name, `${to.publicUrl}/dashboard/admin/status`)
    for (const recipient of recipients) {
      await work.post({
        eventId: event.id,
        channel: 'mail',
        kind,
        recipient,
        ...mail,
        once: `${event.id} mail ${recipient}`,
      })
    }
  }
}

function texting(kind: string, words: typeof raisedText): Reaction {
  return async (work, event) => {
    const { request, hospital } = await subjectOf(work, event.subjectId)
    for (const recipient of new Set(hospital.phones)) {
      const once = `${event.id} sms ${recipient}`
      const organisationId = hospital.id
      const body = words(request)
      await work.post({ eventId: event.id, channel: 'sms', kind, recipient, body, once, organisationId })
    }
  }
}

/** As the driver's texts: what keeps blood from being used is not counted against a hospital's own. */
function textingBank(words: (request: BloodRequest) => string, bankBefore?: string): Reaction {
  return async (work, { id: eventId, subjectId: requestId }) => {
    const request = await findRequest(work.db, requestId)
    const bankId = bankBefore ?? request?.bankId
    if (!request || !bankId) return
    const { phones } = await requestStore(work.db).organisation(bankId)
    for (const recipient of new Set(phones)) {
      await work.post({
        eventId,
        channel: 'sms',
        kind: 'temperature',
        recipient,
        body: words(request),
        requestId,
        once: `${eventId} sms ${recipient}`,
      })
    }
  }
}

/** Of many raises at once. */
async function mailOfRaises(
  work: Reacting,
  event: RecordedEvent,
  { kind, providers, to }: { kind: string; providers: readonly string[]; to: Recipients },
  words: (hospital: string, url: string) => Mail,
): Promise<void> {
  const hospital = await requestStore(work.db).organisation(event.hospitalId ?? '')
  const mail = words(hospital.name, `${to.publicUrl}/dashboard/admin/status`)
  for (const recipient of isOwnHospital(hospital.id) ? to.dev : providers) {
    const once = `${event.id} mail ${recipient}`
    await work.post({ eventId: event.id, channel: 'mail', kind, recipient, ...mail, once })
  }
}

const floodMailing =
  (to: Recipients): Reaction<'raises-gathered'> =>
  (work, event) =>
    mailOfRaises(work, event, { kind: 'flood', providers: to.providers, to }, (hospital, url) =>
      floodMail(hospital, event.detail, url),
    )

const gatheredMailing =
  (to: Recipients): Reaction<'raises-told'> =>
  (work, event) =>
    mailOfRaises(work, event, { kind: 'raise', providers: to.providers.slice(0, 1), to }, (hospital, url) =>
      gatheredMail(hospital, event.detail, url),
    )

const gatheredTexting: Reaction<'raises-told'> = async (work, event) => {
  const hospital = await requestStore(work.db).organisation(event.hospitalId ?? '')
  for (const recipient of new Set(hospital.phones)) {
    await work.post({
      eventId: event.id,
      channel: 'sms',
      kind: 'raised',
      recipient,
      body: gatheredText(event.detail),
      once: `${event.id} sms ${recipient}`,
      organisationId: hospital.id,
    })
  }
}

/**
 * Also when the bank alone is another one: the order he carries has changed (ruling AMB-113). Of an order that is
 * over nobody is told: its page is not there (AMB-212).
 */
function textingDriver(kind: string, words: (id: string) => string, { evenOver = false } = {}): Reaction {
  return async (work, { id: eventId, subjectId, driverEmail = null }) => {
    const store = requestStore(work.db)
    const phone = driverEmail === null ? undefined : await store.driverPhone(driverEmail)
    const request = phone === undefined ? undefined : await findRequest(work.db, subjectId)
    if (phone === undefined || !request) return
    if (!evenOver && isOver({ ...request, deliveries: await store.deliveriesOf([subjectId]) })) return
    await work.post({
      eventId,
      channel: 'sms',
      kind,
      recipient: phone,
      body: words(subjectId),
      requestId: subjectId,
      once: `${eventId} sms ${phone}`,
    })
  }
}

async function subjectOf(work: Reacting, id: string) {
  const request = await findRequest(work.db, id)
  if (!request) throw new Error(`request ${id} is gone`)
  return { request, hospital: await requestStore(work.db).organisation(request.hospitalId) }
}
