import { several } from '#contract/answers.ts'
import type { Order, orders } from '#contract/orders.ts'
import { days, earlier } from '#domain/basics/time.ts'
import { stopWords, whyNotMoveOn } from '#domain/driving/stopping.ts'
import { whyNotResend } from '#domain/messages/resending.ts'
import { withDeliveryText } from '#domain/requests/delivering.ts'
import { notOngoing } from '#domain/requests/listing.ts'
import { move, moveWords, whyNotApproveInvoice, whyNotMove, withNote } from '#domain/requests/moving.ts'
import type { BloodRequest, RequestStatus } from '#domain/requests/request.ts'
import { approveReservation, reservationWords, whyNotApproveReservation } from '#domain/requests/reserving.ts'
import { whyStale } from '#domain/requests/stale.ts'
import { requestWords } from '#domain/requests/words.ts'
import { bestFirst, freeUnits } from '#domain/stock/offers.ts'
import type { Tx } from '../db/database.ts'
import { findRequest, lockRequest, saveRequest } from '../db/requests.ts'
import type { Work } from '../db/work.ts'
import { barredStops, stopsStanding } from '../driving/order.ts'
import type { TextPurses } from '../messages/purses.ts'
import { messageStore } from '../messages/store.ts'
import type { Handlers } from '../platform/http/call.ts'
import { pageFrom, pageRange } from '../platform/http/paging.ts'
import { notFound, refuse } from '../platform/http/refuse.ts'
import { detailOf } from './detail.ts'
import { linkOrder } from './linking.ts'
import { saveMove } from './moving.ts'
import { orderStore } from './order-store.ts'
import { requestStore } from './store.ts'
import { undoLast } from './undoing.ts'
import { mayBeOut, type WaitingList, waitingStore } from './waiting-store.ts'

/** §9. */
const pageSize = 20
const driverPageSize = 10
const few = 3
/** What failed before that is no work of today's any more; Messages has it. */
const failedFor = days(7)

export const orderHandlers = (texts: (db: Tx) => TextPurses | null): Handlers<typeof orders> => ({
  async list({ db }, { id, status, hospital, sort = 'newest', ...cursors }) {
    const store = orderStore(db)
    const asked = {
      ...pageRange(cursors),
      limit: pageSize,
      hospitals: several(hospital),
      statuses: several(status),
    }
    const items = await (sort === 'newest' || id ? store.list({ ...asked, id }) : store.due(sort, asked))
    return pageFrom(await named(store, items), pageSize, (row) => row[sortedBy[sort]])
  },

  async show({ db }, { id }) {
    const store = orderStore(db)
    const [order] = await named(store, await store.list({ ...whole, id, hospitals: [], statuses: [] }))
    if (!order) throw notFound()
    const [detail, driverHistory, drivers, invoice, barred] = await Promise.all([
      detailOf(requestStore(db), order, 'provider'),
      store.assignmentsOf(id),
      store.driversOf(id),
      store.invoiceOf(id),
      barredStops(db, order),
    ])
    const nameOf = (driver: string) => drivers.find(({ email }) => email === driver)?.name ?? driver
    const stops = barred.map((stop) => ({ ...stop, by: nameOf(stop.driverEmail) }))
    return { ...detail, ...order, driverHistory, drivers, stops, invoice: invoice ?? null }
  },

  async summary({ db, now }) {
    const waiting = waitingStore(db)
    const [counts, rows, { failed, mayBeMore }] = await Promise.all([
      waiting.counts(now),
      waiting.firstFew(now, few),
      messageStore(db).failedSince(earlier(now, failedFor)),
    ])
    const found = await named(orderStore(db), rows)
    const listed = found.map((order, at) => ({ ...order, driverPhone: rows[at]?.driverPhone ?? '' }))
    const some = (list: WaitingList) => ({
      count: counts[list],
      first: listed.filter((_, at) => rows[at]?.list === list),
    })
    const resendable = failed.filter((message) => whyNotResend(message, now) === null)
    return {
      stopped: some('stopped'),
      late: some('late'),
      refused: some('refused'),
      toLink: some('toLink'),
      toComplete: some('toComplete'),
      onTheRoad: some('onTheRoad'),
      pending: { count: counts.pending },
      failed: { count: resendable.length, isAtLeast: mayBeMore, first: resendable.slice(0, few) },
    }
  },

  async ofDriver({ db }, { driver, view, ...cursors }) {
    const store = orderStore(db)
    const asked = { ...pageRange(cursors), limit: driverPageSize }
    const found = await named(store, await store.ofDriver(driver, view, asked))
    const items = found.map((order) => ({
      ...order,
      nowWith: order.driverEmail === driver ? null : (order.driverName ?? ''),
    }))
    return pageFrom(items, driverPageSize, (row) => row.raisedAt)
  },

  async banksFor({ db, now }, { id }) {
    const request = await findRequest(db, id)
    if (!request) throw notFound()
    const store = orderStore(db)
    const [banks, refusals] = await Promise.all([store.banksFor(request), store.refusalsOf(request)])
    const offers = banks.map(({ quantity, linkedSince, ...bank }) => ({
      ...bank,
      units: quantity,
      freeUnits: quantity === null ? null : freeUnits(quantity, Number(linkedSince)),
      refusal: refusals.get(bank.bankId) ?? null,
    }))
    return { items: bestFirst(offers, request.units, now) }
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

const sortedBy = { newest: 'raisedAt', deadline: 'deadlineAt', pickup: 'pickupAt' } as const

const isOngoing = (status: RequestStatus): boolean => !notOngoing.some((over) => over === status)

const whole = { after: null, through: null, limit: 1 }

async function named<Row extends BloodRequest>(
  store: ReturnType<typeof orderStore>,
  rows: readonly Row[],
): Promise<Order[]> {
  const underWay = rows.filter(({ driverEmail, status }) => driverEmail !== null && isOngoing(status))
  const [names, troubles, open, stopped] = await Promise.all([
    store.namesFor(rows),
    store.troubledTexts(underWay.map(({ id }) => id)),
    store.openDeliveries(rows.map(({ id }) => id)),
    store.stopped(rows.flatMap((row) => (mayBeOut(row.status) ? row.id : []))),
  ])
  return rows.map((row) => ({
    ...row,
    hospitalName: names.organisation.get(row.hospitalId) ?? row.hospitalId,
    bankName: row.bankId === null ? null : (names.organisation.get(row.bankId) ?? row.bankId),
    driverName: row.driverEmail === null ? null : (names.driver.get(row.driverEmail) ?? row.driverEmail),
    driverText: troubles.get(row.id) ?? null,
    openDeliveries: open.get(row.id) ?? 0,
    stopWaits: stopped.has(row.id),
  }))
}

async function lock(work: Work, id: string): Promise<BloodRequest> {
  const request = await lockRequest(work, id)
  if (!request) throw notFound()
  return request
}
