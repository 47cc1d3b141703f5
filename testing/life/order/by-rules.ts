import { later, minutes } from '#domain/basics/time.ts'
import { viewerOf, whyNotDownload, whyNotRegenerate } from '#domain/billing/downloading.ts'
import { keepInvoice, whyNotKeepInvoice } from '#domain/billing/invoice-upload.ts'
import {
  type InvoiceParty,
  invoiceOf,
  invoiceParties,
  invoicePath,
  whyNotInvoice,
} from '#domain/billing/invoicing.ts'
import { fateOf, isUnderWay, soFar, takeStep } from '#domain/driving/stepping.ts'
import { type DeliveryStep, deliverySteps } from '#domain/driving/steps.ts'
import type { Actor } from '#domain/people/actor.ts'
import { withDeliveryText } from '#domain/requests/delivering.ts'
import { link, whyNotLink } from '#domain/requests/linking.ts'
import { cameToNothing, liveStatuses, notOngoing, withoutDelivery } from '#domain/requests/listing.ts'
import { move, moveDeliveries, whyNotApproveInvoice, whyNotMove, withNote } from '#domain/requests/moving.ts'
import { raise } from '#domain/requests/raising.ts'
import { mayBeRefused, refuseOrder, whyNotRefuse } from '#domain/requests/refusing.ts'
import type { BloodRequest, RequestStatus } from '#domain/requests/request.ts'
import { approveReservation, whyNotApproveReservation } from '#domain/requests/reserving.ts'
import { outcomeText, statusText } from '#domain/requests/showing.ts'
import { completeByClock, dueNow, expire } from '#domain/requests/timing.ts'
import { instantAt, minuteAt } from '../time.ts'
import type { World } from '../walking.ts'
import type { People } from './acts.ts'
import {
  actAtHospital,
  askedOf,
  draftOf,
  handsIn,
  type InHands,
  isHospitalAct,
  splitInto,
  unless,
} from './hospital-by-rules.ts'
import type { Orders } from './kind.ts'
import type { Act, Answer, Step, Wish } from './life.ts'
import type { Seen } from './views.ts'

const people: People = {
  hospitals: ['firm', 'noble'],
  banks: ['redbank', 'bluebank'],
  drivers: ['arun@crossmatch.example', 'meena@crossmatch.example', 'john@crossmatch.example'],
}

type Told = { readonly seq: number; readonly step: Step; readonly doneAt: Date }

type Order = InHands & {
  drivers: string[]
  told: Told[]
  report: { act: Extract<Act, { kind: 'step' }>; doneAt: Date; answer: Answer } | null
  isToBill: boolean
}

/** The product's rules and pure changes, put together as its handlers do it, without database and HTTP. */
export function ordersByRules(): World<Orders> {
  const orders: Order[] = []
  /** Hospitals that want another to approve than who wrote it. */
  const careful = new Set<string>()
  const isCareful = ({ request }: Order) => careful.has(request.hospitalId)
  return {
    people,
    isBlindTo: ['messages'],
    begin: (wish, now) => void orders.push(raisedBy(wish, instantAt(now), orders.length)),
    act(at, act, now) {
      const order = orders[at] as Order
      return isHospitalAct(act)
        ? actAtHospital(order, act, isCareful(order), instantAt(now))
        : actOn(order, act, instantAt(now))
    },
    befall(act, now) {
      if (act.kind === 'four eyes') careful[act.isNeeded ? 'add' : 'delete'](act.hospital)
      else for (const order of orders) act.kind === 'sweep' ? sweep(order, instantAt(now)) : bill(order)
    },
    seen: (now) =>
      orders.map((order) => ({
        ...seenIn(order, instantAt(now)),
        needsFourEyes: isCareful(order),
        messages: [],
      })),
  }
}

function raisedBy({ hospital: hospitalId, by: accountId, ...asked }: Wish, now: Date, index: number): Order {
  const request = raise(draftOf(asked, now), { id: `0000000${index}`, hospitalId, accountId, now })
  const deliveries = splitInto(asked.units)
  return {
    ...{ request, deliveries, last: undefined, undone: 0 },
    ...{ drivers: [], told: [], report: null, isToBill: false },
  }
}

function actOn(order: Order, act: Act, now: Date): Answer {
  const { request } = order
  switch (act.kind) {
    case 'link': {
      const wish = { bankId: act.bank, driverEmail: act.driver }
      return unless(whyNotLink(request, wish), () => {
        save(order, link(request, wish, now))
        if (!order.drivers.includes(act.driver)) order.drivers.push(act.driver)
      })
    }
    case 'refuse':
      if (request.bankId !== act.bank) return request.refusedBy.includes(act.bank) ? 'refused' : 'unknown'
      return unless(whyNotRefuse({ ...request, haveBagsLeft: false }, 'none left'), () =>
        save(order, refuseOrder(request, now)),
      )
    case 'step':
      order.report = { act, doneAt: later(now, -minutes(act.ago)), answer: 'unknown' }
      return tell(order, now)
    case 'again':
      return tell(order, now)
    case 'move':
      return unless(whyNotMove(request, act.status), () =>
        saveMove(order, withDeliveryText(withNote(move(request, act.status, now), act.note), act.text), now),
      )
    case 'approve reservation':
      return unless(whyNotApproveReservation(request, now), () =>
        save(order, approveReservation(request, now)),
      )
    case 'approve invoice':
      return unless(whyNotApproveInvoice(request), () =>
        saveMove(order, { ...move(request, 'completed', now), deliveryStatus: request.deliveryStatus }, now),
      )
    case 'regenerate':
      return unless(whyNotRegenerate(request) ?? whyNotInvoice(request, prices), () => {
        for (const party of invoiceParties) keepPath(order, party)
      })
    case 'upload':
      return unless(whyNotKeepInvoice(request, act.party), () =>
        save(order, keepInvoice(request, act.party, now)),
      )
    default:
      throw new Error(`${act.kind} is nobody's act on one order`)
  }
}

const prices = { unitPaise: 100, deliveryPaise: 100, feePaise: 100 }

function save(order: Order, after: BloodRequest): void {
  order.request = after
}

function saveMove(order: Order, after: BloodRequest, now: Date): void {
  if (after.status !== 'completed') remember(order, 'request-moved', now, after.version)
  order.deliveries = moveDeliveries(order.deliveries, after, now)
  saveStatus(order, after)
}

/** As the trail has it, of what counts for an undo by the hospital: nobody of it does these. */
function remember(order: Order, kind: string, at: Date, version: number | null): void {
  order.last = { kind, by: 'provider', at, from: order.request.status, version, undone: 0 }
}

function saveStatus(order: Order, after: BloodRequest): void {
  order.isToBill ||= order.request.firstCompletedAt === null && after.firstCompletedAt !== null
  save(order, after)
}

function keepPath(order: Order, party: InvoiceParty): void {
  const path = invoicePath(party, order.request)
  save(order, {
    ...order.request,
    ...(party === 'hospital' ? { hospitalInvoicePath: path } : { bankInvoicePath: path }),
  })
}

function tell(order: Order, now: Date): Answer {
  const { report } = order
  if (report === null) return 'unknown'
  if (report.answer === 'unknown' || report.answer === 'refused') report.answer = fateIn(order, report, now)
  return report.answer
}

function fateIn(order: Order, { act, doneAt }: NonNullable<Order['report']>, now: Date): Answer {
  const { request, deliveries } = order
  if (!order.drivers.includes(act.driver)) return 'unknown'
  const fate = fateOf({ ...request, deliveries: toldOf(order) }, act, request.driverEmail === act.driver)
  if (fate === 'not-next') return 'refused'
  if (fate === 'repeated') return 'done'
  if (fate === 'reassigned' || fate === 'closed') {
    remember(order, 'step-kept-aside', now, null)
    return fate
  }
  const before = order.told.filter((one) => rank(one) < rank(act)).map((one) => one.doneAt.getTime())
  const earliest = Math.max((request.linkedAt ?? request.raisedAt).getTime(), ...before)
  const at = new Date(Math.min(Math.max(doneAt.getTime(), earliest), now.getTime()))
  order.told.push({ seq: act.seq, step: act.step, doneAt: at })
  if (fate === 'late') return 'done'
  const taken = takeStep(request, deliveries, { ...act, temperature: 4 }, { doneAt: at, now })
  order.deliveries = taken.deliveries
  save(order, taken.request)
  return 'done'
}

const rank = ({ seq, step }: { seq: number; step: DeliveryStep }) =>
  seq * deliverySteps.length + deliverySteps.indexOf(step)

const toldOf = ({ deliveries, told }: Order) =>
  deliveries.map((delivery) => ({
    ...delivery,
    told: told.filter(({ seq }) => seq === delivery.seq).map(({ step }) => step),
  }))

function sweep(order: Order, now: Date): void {
  const due = dueNow(order.request, now)
  if (due === 'complete') saveStatus(order, completeByClock(order.request, order.deliveries, now))
  if (due === 'expire') save(order, expire(order.request))
}

function bill(order: Order): void {
  if (!order.isToBill) return
  order.isToBill = false
  if (whyNotRegenerate(order.request) ?? whyNotInvoice(order.request, prices)) return
  for (const party of invoiceParties) if (invoiceOf(order.request, party) === null) keepPath(order, party)
}

const provider = memberOf('admin', null)

function memberOf(product: 'admin' | 'pilot' | 'bloodbank', organisationId: string | null): Actor {
  return {
    kind: 'member',
    accountId: 'a',
    email: 'a@crossmatch.example',
    product,
    role: 'admin',
    organisationId,
    displayName: 'A',
    accountStatus: 'active',
    isApprovingBlocked: false,
  }
}

function mayDownload(actor: Actor, request: BloodRequest, party: InvoiceParty): boolean {
  const viewer = viewerOf(actor, request, party)
  return viewer !== null && whyNotDownload(request, party, viewer) === null
}

const isOneOf = (among: readonly RequestStatus[], { status }: BloodRequest) => among.includes(status)

function seenIn(order: Order, now: Date): Omit<Seen, 'needsFourEyes'> {
  const { request } = order
  const status = statusText(request)
  const outcome = outcomeText(request)
  return {
    requestStatus: {
      status,
      outcome,
      invoice: mayDownload(memberOf('pilot', request.hospitalId), request, 'hospital'),
      ...handsIn(request),
    },
    approval: request.status === 'pending',
    asked: { hospital: askedOf(request), provider: askedOf(request) },
    deliveryStatus: isOneOf(withoutDelivery, request)
      ? null
      : {
          text: request.deliveryStatus,
          outcome: isOneOf(cameToNothing, request) ? status : outcome,
          deliveredAt: minuteAt(request.deliveredAt),
          deliveries: order.deliveries.map(({ units, state, deliveredAt }) => ({
            units,
            state,
            deliveredAt: minuteAt(deliveredAt),
          })),
        },
    liveStatus: isOneOf(liveStatuses, request) ? { status, text: request.deliveryStatus } : null,
    orders: {
      status,
      outcome,
      bank: request.bankId,
      driver: request.driverEmail,
      note: request.note,
      refusedBy: request.refusedBy,
      isExpired: request.expired,
      invoices: invoiceParties.filter((party) => mayDownload(provider, request, party)),
      billedAs: request.invoiceKind,
      mayApproveReservation: whyNotApproveReservation(request, now) === null,
      mayApproveInvoice: whyNotApproveInvoice(request)?.code !== 'not-delivered',
      mayRegenerate: whyNotRegenerate(request) === null,
    },
    drivers: Object.fromEntries(
      order.drivers.map((driver) => [driver, { status, isOngoing: !isOneOf(notOngoing, request) }]),
    ),
    banks: Object.fromEntries(
      people.banks
        .filter((bank) => bank === request.bankId)
        .map((bank) => [
          bank,
          {
            status,
            outcome,
            invoice: mayDownload(memberOf('bloodbank', bank), request, 'bloodbank'),
            mayRefuse: mayBeRefused({ ...request, haveBagsLeft: false }),
          },
        ]),
    ),
    driving:
      request.driverEmail !== null && isUnderWay({ ...request, deliveries: order.deliveries })
        ? { [request.driverEmail]: soFar(request.status, toldOf(order)).map(({ done }) => [...done]) }
        : {},
  }
}
