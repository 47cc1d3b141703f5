import type { z } from 'zod'
import { several } from '#contract/answers.ts'
import { IssuedRequest } from '#contract/issuing.ts'
import { DriverOrder, Order } from '#contract/orders.ts'
import { DeliveredRequest, OwnRequest } from '#contract/requests.ts'
import { sheets } from '#contract/sheets.ts'
import { matchesPart } from '#domain/requests/searching.ts'
import {
  deliveryColumns,
  driverOrderColumns,
  issuingColumns,
  orderColumns,
  requestColumns,
} from '#domain/requests/sheets.ts'
import type { Json } from '../db/as-json.ts'
import type { PageRange, Place } from '../db/page-range.ts'
import { bankOf, hospitalOf } from '../people/organisation-of.ts'
import type { Handlers } from '../platform/http/call.ts'
import { giveSheet, type ReadPart } from '../platform/sheets/giving.ts'
import { issuingStore } from './issuing-store.ts'
import { orderStore } from './order-store.ts'
import { ownStore } from './own-store.ts'

/** A list whose rows are text, read as the contract has them. One row that was asked for by its id has none after it. */
const partsOf =
  <Row>(
    shape: z.ZodType<Row>,
    read: (part: PageRange) => Promise<(Place & { text: Json<unknown> })[]>,
  ): ReadPart<Row> =>
  async (after, limit) => {
    const found = await read({ after, through: null, limit })
    const last = found.length < limit ? undefined : found.at(-1)
    const rows = found.map(({ text }) => shape.parse(JSON.parse(text)))
    return { rows, after: last ? { at: last.at, id: last.id } : null }
  }

const keeps = ({ id }: { id: string }, { part }: { part?: string | undefined }): boolean =>
  part === undefined || matchesPart(id, part)
const keyOf = ({ id }: { id: string }): string => id

type Given = 'orders' | 'driverOrders' | 'requests' | 'deliveries' | 'issuing'

export const requestSheets: Pick<Handlers<typeof sheets>, Given> = {
  orders: giveSheet(sheets.orders, {
    name: 'orders',
    columns: orderColumns,
    keeps,
    // an amendment brings another deadline
    moves: { keyOf, how: ({ sort = 'newest' }) => (sort === 'newest' ? 'not' : 'anywhere') },
    open({ db }, { id, status, hospital, sort = 'newest' }) {
      const asked = { id, hospitals: several(hospital), statuses: several(status) }
      const store = orderStore(db)
      return partsOf(Order, (part) =>
        sort === 'newest' || id ? store.list({ ...asked, ...part }) : store.due(sort, { ...asked, ...part }),
      )
    },
  }),
  driverOrders: giveSheet(sheets.driverOrders, {
    name: 'driver-orders',
    columns: driverOrderColumns,
    open: ({ db }, { driver, view }) =>
      partsOf(DriverOrder, (part) => orderStore(db).ofDriver(driver, view, part)),
  }),
  requests: giveSheet(sheets.requests, {
    name: 'requests',
    columns: requestColumns,
    keeps,
    open({ actor, db }, { id, status }) {
      const store = ownStore(db, hospitalOf(actor).hospitalId)
      return partsOf(OwnRequest, (part) => store.list({ ...part, id, statuses: several(status) }))
    },
  }),
  deliveries: giveSheet(sheets.deliveries, {
    name: 'deliveries',
    columns: deliveryColumns,
    keeps,
    moves: { keyOf, how: () => 'up' },
    open({ actor, db }, { id }) {
      const store = ownStore(db, hospitalOf(actor).hospitalId)
      return partsOf(DeliveredRequest, (part) => store.delivering({ ...part, id }))
    },
  }),
  issuing: giveSheet(sheets.issuing, {
    name: 'issuing-history',
    columns: issuingColumns,
    keeps,
    open({ actor, db }, { id }) {
      const { bankId } = bankOf(actor)
      return partsOf(IssuedRequest, (part) => issuingStore(db).list(bankId, { ...part, id }))
    },
  }),
}
