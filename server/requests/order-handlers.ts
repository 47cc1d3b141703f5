import { several } from '#contract/answers.ts'
import type { orders } from '#contract/orders.ts'
import type { ShelfGroup } from '#domain/bags/kinds.ts'
import { offeredUnits } from '#domain/bags/shelf.ts'
import { wholeSecond } from '#domain/basics/time.ts'
import { stopWords, whyNotMoveOn } from '#domain/driving/stopping.ts'
import { type Alternative, alternativesFor } from '#domain/matching/alternatives.ts'
import { neededAt } from '#domain/matching/choosing.ts'
import { withDeliveryText } from '#domain/requests/delivering.ts'
import { move, moveWords, whyNotApproveInvoice, whyNotMove, withNote } from '#domain/requests/moving.ts'
import type { BloodRequest } from '#domain/requests/request.ts'
import { approveReservation, reservationWords, whyNotApproveReservation } from '#domain/requests/reserving.ts'
import { whyStale } from '#domain/requests/stale.ts'
import { requestWords } from '#domain/requests/words.ts'
import { bestFirst, freeUnits } from '#domain/stock/offers.ts'
import type { Db, Tx } from '../db/database.ts'
import type { TellOpened } from '../db/opening.ts'
import { findRequest, lockRequest, saveRequest } from '../db/requests.ts'
import type { Work } from '../db/work.ts'
import { barredStops, stopsStanding } from '../driving/order.ts'
import type { TextPurses } from '../messages/purses.ts'
import type { Handlers } from '../platform/http/call.ts'
import { pageRange, pageText } from '../platform/http/paging.ts'
import { notFound, refuse } from '../platform/http/refuse.ts'
import { detailOf, openedRequest } from './detail.ts'
import { linkOrder } from './linking.ts'
import { bombayOf } from './more-store.ts'
import { saveMove } from './moving.ts'
import { orderLists } from './order-lists.ts'
import { orderStore } from './order-store.ts'
import { requestStore } from './store.ts'
import { undoLast } from './undoing.ts'

/** §9. */
const pageSize = 20
const driverPageSize = 10

export const orderHandlers = (
  texts: (db: Tx) => TextPurses | null,
  opened: TellOpened,
): Handlers<typeof orders> => ({
  list: ({ db }, { id, status, hospital, sort = 'newest', ...cursors }) =>
    orderLists.list(db, {
      ...pageRange(cursors),
      limit: pageSize,
      id,
      sort,
      hospitals: several(hospital),
      statuses: several(status),
    }),

  async show({ actor, db, now }, { id }) {
    const store = orderStore(db)
    const order = await store.find(id)
    if (!order) throw notFound()
    const [detail, driverHistory, drivers, invoice, barred] = await Promise.all([
      detailOf(requestStore(db), order, 'provider'),
      store.assignmentsOf(id),
      store.driversOf(id),
      store.invoiceOf(id),
      barredStops(db, order),
      opened({ db, actor, now }, openedRequest(order)),
    ])
    const nameOf = (driver: string) => drivers.find(({ email }) => email === driver)?.name ?? driver
    const stops = barred.map((stop) => ({ ...stop, by: nameOf(stop.driverEmail ?? '') }))
    return { ...detail, ...order, driverHistory, drivers, stops, invoice: invoice ?? null }
  },

  summary: ({ db, now }) => orderLists.summary(db, { now: wholeSecond(now) }),

  async ofDriver({ db }, { driver, view, ...cursors }) {
    const asked = { ...pageRange(cursors), limit: driverPageSize }
    return pageText(await orderStore(db).ofDriver(driver, view, asked), driverPageSize)
  },

  async banksFor({ db, now }, { id }) {
    const found = await findRequest(db, id)
    if (!found) throw notFound()
    const bombay = await bombayOf(db, id)
    const request = { ...found, bloodGroup: bombay ?? found.bloodGroup }
    const store = orderStore(db)
    const [banks, refusals] = await Promise.all([
      store.banksFor(request, { aliveAt: neededAt(request.deadlineAt, now), now }),
      store.refusalsOf(request),
    ])
    const offers = banks.map(({ quantity, linkedSince, freeBags, ...bank }) => ({
      ...bank,
      units: quantity,
      freeUnits: offeredUnits({
        keepsBags: bank.keepsBags,
        freeBags: Number(freeBags),
        byCount: quantity === null ? null : freeUnits(quantity, Number(linkedSince)),
      }),
      refusal: refusals.get(bank.bankId) ?? null,
    }))
    const isShort = offers.every(
      (offer) => request.refusedBy.includes(offer.bankId) || (offer.freeUnits ?? 0) < request.units,
    )
    return {
      bombay,
      items: bestFirst(offers, request.units, now),
      otherGroups: isShort ? await otherGroupsFor(db, request, now) : [],
    }
  },

  drivers: async ({ db, now }) => ({ items: await orderStore(db).driverLoads(now) }),

  approveReservation: ({ now, inTransaction }, { id, version }) =>
    inTransaction(async (work) => {
      const request = await lock(work, id)
      refuse(reservationWords, whyNotApproveReservation(request, now))
      refuse(requestWords, whyStale(request, version))
      return saveRequest(work, request, approveReservation(request, now), {
        kind: 'reservation-approved',
      })
    }),

  approveInvoice: ({ now, inTransaction }, { id, version }) =>
    inTransaction(async (work) => {
      const request = await lock(work, id)
      refuse(moveWords, whyNotApproveInvoice(request))
      refuse(requestWords, whyStale(request, version))
      return saveMove(work, request, {
        ...move(request, 'completed', now),
        deliveryStatus: request.deliveryStatus,
      })
    }),

  move: ({ now, inTransaction }, { id, version, status, note, deliveryText }) =>
    inTransaction(async (work) => {
      const request = await lockRequest(work, id)
      refuse(moveWords, whyNotMove(request, status))
      if (!request) throw notFound()
      refuse(requestWords, whyStale(request, version))
      const deliveries = await requestStore(work.db).deliveriesOf([id])
      const { stops, isOpen } = await stopsStanding(work.db, request, deliveries)
      refuse(stopWords, whyNotMoveOn(status, stops, { isOpen }))
      const moved = withNote(move(request, status, now), note)
      const written = withDeliveryText(moved, deliveryText)
      const told = written === moved ? {} : { text: written.deliveryStatus }
      return saveMove(work, request, written, told, deliveries)
    }),

  undo: ({ actor, inTransaction }, { id, version }) =>
    inTransaction(async (work) => undoLast(work, await lock(work, id), actor, version)),

  link: ({ actor: { displayName: by }, now, inTransaction }, input) =>
    inTransaction((work) => linkOrder(work, input, { by, now, texts: texts(work.db) })),
})

async function lock(work: Work, id: string): Promise<BloodRequest> {
  const request = await lockRequest(work, id)
  if (!request) throw notFound()
  return request
}

/** What lies free of the other groups, at banks that did not refuse it, and may be given to this patient. */
async function otherGroupsFor(
  db: Db,
  request: Omit<BloodRequest, 'bloodGroup'> & { bloodGroup: ShelfGroup },
  now: Date,
): Promise<Alternative[]> {
  const { component, bloodGroup: group, sex, age } = request
  const rows = await orderStore(db).otherGroups(request, neededAt(request.deadlineAt, now))
  const free = rows
    .filter(({ bankId }) => !request.refusedBy.includes(bankId))
    .map(({ quantity, linkedSince, freeBags, keepsBags, ...one }) => {
      const byCount = quantity === null ? null : freeUnits(quantity, Number(linkedSince))
      return { ...one, units: offeredUnits({ keepsBags, freeBags: Number(freeBags), byCount }) ?? 0 }
    })
  return alternativesFor(component, { group, sex, age }, free)
}
