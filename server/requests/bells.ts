import { driven } from '#domain/driving/steps.ts'
import type { DetailOf } from '#domain/events/events.ts'
import { deskHears, deskWaysOf } from '#domain/messages/hearing.ts'
import { type OrderKindId, orderKinds, type ToldOrder } from '#domain/messages/order-kinds.ts'
import { isOwnHospital } from '#domain/people/roles.ts'
import type { About } from '../db/about.ts'
import type { RecordedEvent } from '../db/event-trail.ts'
import type { Message } from '../db/outbox.ts'
import type { Caused, Reaction, Reactions } from '../db/reacting.ts'
import { orderMail, orderText } from '../messages/orders.ts'
import { newsRow, toldOrder } from './news.ts'
import type { Recipients } from './recipients.ts'
import { answerOf, arrivalOf, decisionOf, offerOf, sampleOf, supplyOf, takingOf } from './threads.ts'

/*
 * Who is rung beside the messages of the specification (ruling AMB-290). Of each thread only the newest word holds: who
 * has the order, whether it is there, and whether it is a bank's to supply.
 */

export function bellReactions(to: Recipients, isOverThen: (event: RecordedEvent, about: About) => boolean) {
  const unlessOver =
    (react: Reaction): Reaction =>
    (event, about) =>
      isOverThen(event, about) ? {} : react(event, about)
  const ring = ringing(to)
  const delivered = ring('delivered', { thread: arrivalOf })
  return {
    'request-linked': [
      unlessOver(ring('order-linked', { thread: supplyOf })),
      ends(takingOf),
      lapses(decisionOf),
      unlessOver((event, about) =>
        isSameBank(event) ? {} : ring('taken', { thread: takingOf })(event, about),
      ),
    ],
    'order-withdrawn': [
      // whoever refused it knows
      (event, about) =>
        event.to === 'hospital-admin-approved'
          ? { ends: [supplyOf(event.subjectId)] }
          : ring('order-gone', { thread: supplyOf, takesBack: true })(event, about),
    ],
    'request-refused': [
      (event, about) => ring('bank-refused', { thread: takingOf, bankId: event.detail.bank })(event, about),
    ],
    'request-cancelled': [ends(takingOf)],
    'decision-undone': [ends(takingOf)],
    'request-moved': [
      (event) => (event.to === 'hospital-admin-approved' ? {} : { ends: [takingOf(event.subjectId)] }),
      lapses(decisionOf),
      (event, about) => (event.to === 'delivery-completed' && isNew(event) ? delivered(event, about) : {}),
      // Update DB may go back (ruling AMB-57)
      (event, about) =>
        isThere(event.from) && isDriven(event.to)
          ? ring('not-delivered', { thread: arrivalOf, takesBack: true })(event, about)
          : {},
    ],
    'request-completed': [
      lapses(decisionOf, takingOf),
      // what the clock completes was not brought by it (ruling AMB-211)
      (event, about) => (bringsIt(event) && isTaken(event, about) ? delivered(event, about) : {}),
    ],
    // the driver has been there: nobody has to be woken to have the sample ready
    'delivery-step-done': [
      lapses(decisionOf, takingOf),
      (event, about) =>
        isLastStep(event, about)
          ? ring('delivered', { thread: arrivalOf, at: new Date(event.detail.doneAt) })(event, about)
          : {},
    ],
    'delivery-step-undone': [
      (event, about) =>
        isThere(event.from) && isDriven(event.to)
          ? ring('not-delivered', { thread: arrivalOf, takesBack: true })(event, about)
          : {},
    ],
    'bank-answered': [
      (event, about) =>
        ring('bank-answered', {
          thread: answerOf,
          answer: { units: event.detail.units, byAt: new Date(event.detail.byAt) },
        })(event, about),
    ],
    'sample-wanted': [
      (event, about) =>
        ring(event.detail.why === 'group' ? 'group-differs' : 'sample-wanted', { thread: sampleOf })(
          event,
          about,
        ),
    ],
    'sample-accepted': [ends(sampleOf)],
    'group-corrected': [ends(sampleOf), ends(offerOf)],
    'substitution-proposed': [ring('group-offered', { thread: offerOf })],
    'substitution-decided': [ends(offerOf)],
    'owed-result-came': [
      (event, about) => {
        const { bag, bank, result } = event.detail
        if (result !== 'incompatible') return {}
        // older rows of the trail do not say who issued it
        const told = { thread: incompatibleOf(bag), ...(bank && { bankId: bank }) }
        return both(
          ring('bag-incompatible', told)(event, about),
          ring('bag-incompatible-provider', told)(event, about),
        )
      },
    ],
    'bag-recalled': [
      (event, about) => {
        const { bag, bank } = event.detail
        const told = { thread: recalledOf(bag), bankId: bank }
        return both(
          ring('bag-recalled', told)(event, about),
          ring('bag-recalled-provider', told)(event, about),
        )
      },
    ],
    'bags-misfit': [
      (event, about) => {
        const { slip, bank } = event.detail
        const told = { thread: misfitOf(slip), bankId: bank }
        return both(ring('bags-misfit', told)(event, about), ring('bags-misfit-provider', told)(event, about))
      },
    ],
    'bags-halted': [
      (event, about) => {
        const { seq, bank } = event.detail
        const told = { thread: haltedOf(seq, bank), bankId: bank }
        return both(ring('bags-halted', told)(event, about), ring('bags-halted-bank', told)(event, about))
      },
    ],
    'request-late': [ring('late', { thread: arrivalOf })],
    'request-untaken': [
      (event, about) => {
        const linkBy = new Date(event.detail.linkBy)
        return both(
          ring('untaken', { thread: takingOf, linkBy })(event, about),
          ring('untaken-hospital', { thread: takingOf, linkBy })(event, about),
        )
      },
    ],
    'request-expired': [
      ring('expired', { thread: takingOf }),
      ring('expired-hospital', { thread: takingOf }),
    ],
  } satisfies Reactions
}

const isSameBank = (event: RecordedEvent): boolean =>
  event.kind === 'request-linked' && event.detail.isSameBank === true

const isNew = ({ from, to }: RecordedEvent): boolean => from !== to
const isThere = (status: string | null | undefined): boolean =>
  status === 'delivery-completed' || status === 'completed'

const isDriven = (status: string | null | undefined): boolean => driven.some((one) => one === status)

/** By the provider's word it is there. Completed once more it was, unless the clock had completed it on the road. */
function bringsIt({ from, detail }: RecordedEvent<'request-completed'>): boolean {
  const before = detail?.before
  if (before === undefined || from === 'delivery-completed') return false
  return from !== 'completed' || before.deliveries.some(({ deliveredAt }) => deliveredAt === null)
}

const isTaken = (event: RecordedEvent, about: About): boolean =>
  about.request(event.subjectId)?.invoiceKind === 'NORMAL'

/** The last of its deliveries; also of an order that the clock had completed before it came. */
function isLastStep(event: RecordedEvent<'delivery-step-done'>, about: About): boolean {
  if (event.to === 'delivery-completed') return isNew(event)
  const { step, before }: DetailOf<'delivery-step-done'> = event.detail
  const wasOpen = step === 'delivered' && before !== undefined && !before.deliveredAt
  return event.to === 'completed' && wasOpen && about.request(event.subjectId)?.hasOpenDeliveries === false
}

const ends =
  (threadOf: (id: string) => string): Reaction =>
  ({ subjectId }) => ({ ends: [threadOf(subjectId)] })

const lapses =
  (...threads: ((id: string) => string)[]): Reaction =>
  ({ subjectId }) => ({ lapses: threads.map((threadOf) => threadOf(subjectId)) })

const both = (...all: readonly Caused[]): Caused => ({
  messages: all.flatMap(({ messages = [] }) => messages),
  news: all.flatMap(({ news = [] }) => news),
  lapses: all.flatMap((one) => one.lapses ?? []),
})

type How = {
  thread: (id: string) => string
  takesBack?: true
  bankId?: string
  at?: Date
  linkBy?: Date
  answer?: ToldOrder['answer']
}

/** Of each bag: what is said of one is not overtaken by another. */
const incompatibleOf =
  (bag: string) =>
  (id: string): string =>
    `incompatible ${id} ${bag}`

const recalledOf =
  (bag: string) =>
  (id: string): string =>
    `recalled ${id} ${bag}`

const misfitOf =
  (slip: string) =>
  (id: string): string =>
    `misfit ${id} ${slip}`

const haltedOf =
  (seq: number, bank: string) =>
  (id: string): string =>
    `halted ${id} ${seq} ${bank}`

/** One kind to all who are to hear it, by each of its ways. */
const ringing =
  (to: Recipients) =>
  (kind: OrderKindId, how: How): Reaction =>
  (event, about) => {
    const request = about.request(event.subjectId)
    const hospital = about.organisation(event.hospitalId ?? request?.hospitalId)
    if (!request || !hospital) return {}
    const bank = about.organisation(how.bankId ?? event.bankId)
    const told = toldOrder(event, about, how)
    if (!told) return {}
    const reader = orderKinds[kind].for[0] ?? 'hospital'
    const place = reader === 'bank' ? bank : hospital
    const choices = (reader !== 'provider' && place?.deskChoices) || {}
    const channels = deskWaysOf(kind, reader).filter((channel) => deskHears(choices, kind, channel))
    const desks = isOwnHospital(hospital.id) ? to.dev : to.providers
    const addresses = reader === 'provider' ? desks : [place?.email ?? ''].filter((one) => one !== '')
    const phones = reader === 'provider' ? [] : [...new Set(place?.phones ?? [])]
    const mail = orderMail(kind, told, { hospital: hospital.name, url: `${to.publicUrl}${pathOf[reader]}` })
    const of = {
      eventId: event.id,
      kind,
      thread: how.thread(event.subjectId),
      takesBack: how.takesBack ?? false,
    }
    const mails = addresses.map((recipient): Message => {
      return { ...of, ...mail, channel: 'mail', recipient, once: `${event.id} ${kind} mail ${recipient}` }
    })
    const texts = phones.map((recipient): Message => {
      const once = `${event.id} ${kind} sms ${recipient}`
      const body = orderText(kind, told)
      return { ...of, body, channel: 'sms', recipient, once, ...(place && { organisationId: place.id }) }
    })
    const { title, words } = orderKinds[kind]
    const concerned = { reader, hospitalId: hospital.id, bankId: bank?.id }
    const news = newsRow(event, kind, concerned, { title: title(told), words: words(told) })
    return {
      // also for who hears of the one kind in this way and not of the other
      lapses: [of.thread],
      news: news.map((one) => ({ ...one, thread: of.thread, takesBack: of.takesBack })),
      messages: [...(channels.includes('mail') ? mails : []), ...(channels.includes('sms') ? texts : [])],
    }
  }

/** Where the reader sees it, after signing in. */
const pathOf = {
  provider: '/dashboard/admin/linkBloodBank',
  bank: '/dashboard/bloodbank/history',
  hospital: '/dashboard',
  driver: '/driver',
} as const
