import { driven } from '#domain/driving/steps.ts'
import { isDoubtful } from '#domain/driving/temperature.ts'
import { type DetailOf, isEventKind } from '#domain/events/events.ts'
import { isStillOut } from '#domain/requests/timing.ts'
import type { RecordedEvent } from '../db/event-trail.ts'
import type { Message } from '../db/outbox.ts'
import type { Reaction, Reactions } from '../db/reacting.ts'
import {
  approvedMail,
  cancelledMail,
  decidedStopDriverText,
  decidedStopText,
  decidedText,
  driverText,
  haltedDriverText,
  lateWarmMail,
  misfitDriverText,
  moreBagsText,
  notYoursText,
  raisedMail,
  raisedText,
  recalledDriverText,
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
import { newsOf } from './news.ts'
import type { Recipients } from './recipients.ts'
import {
  floodMailing,
  gatheredMailing,
  gatheredTexting,
  isOverThen,
  mailing,
  orderThen,
  texting,
  textingBank,
  textingDriver,
} from './telling.ts'
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
  // a driver who had it before sees its page no more
  const heldBack = (text: (id: string) => string) =>
    toCarriers((isFormer) =>
      aboutBags(textingDriver('driver', (id) => (isFormer ? text(id) : `${text(id)} ${to.driverUrl}/${id}`))),
    )
  const misfit = heldBack(misfitDriverText)
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
    'bag-recalled': [
      (event, about) => (event.detail.isCarried ? heldBack(recalledDriverText)(event, about) : {}),
    ],
    'owed-result-came': [(event, about) => (event.detail.isCarried ? misfit(event, about) : {})],
    'bags-halted': [heldBack(haltedDriverText)],
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

/** Whose order it is now, and whoever left with these bags before: the box may still be theirs (AMB-410, AMB-428). */
const toCarriers =
  (reactFor: (isFormer: boolean) => Reaction): Reaction =>
  (event, about) => {
    const formers = about.carriers(event.id).filter((email) => email !== event.driverEmail)
    const all = [
      reactFor(false)(event, about),
      ...formers.map((driverEmail) => reactFor(true)({ ...event, driverEmail }, about)),
    ]
    return {
      messages: all.flatMap(({ messages = [] }) => messages),
      news: all.flatMap(({ news = [] }) => news),
    }
  }

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
