import { sql } from 'kysely'
import { z } from 'zod'
import { type DriverLoad, DriverOrder, Order } from '#contract/orders.ts'
import type { ShelfGroup } from '#domain/bags/kinds.ts'
import { type BloodGroup, bloodGroups } from '#domain/basics/blood.ts'
import { troubleOf } from '#domain/messages/budget.ts'
import type { MessageState } from '#domain/messages/resending.ts'
import { ownHospitals } from '#domain/people/roles.ts'
import type { Assignment } from '#domain/requests/linking.ts'
import { beforeSample, cameToNothing, notDue, notOngoing, type OrderSort } from '#domain/requests/listing.ts'
import type { BloodRequest, RequestStatus } from '#domain/requests/request.ts'
import { asJson, jsonOf, withKeys } from '../db/as-json.ts'
import type { Db } from '../db/database.ts'
import type { PageRange } from '../db/page-range.ts'
import {
  atMost,
  type Listed,
  newestOf,
  oneOf,
  readList,
  requestColumns,
  type Telling,
  walk,
} from '../db/request-lists.ts'
import { literal } from '../db/requests.ts'
import type { Work } from '../db/work.ts'
import { bombayIn } from './more-store.ts'
import { out, stopToDecide } from './stopped-store.ts'

type Wanted = Pick<BloodRequest, 'id' | 'component'> & { bloodGroup: ShelfGroup }

/** What its patient needs of a bag. */
const needsOf = (id: string) =>
  sql`coalesce((select needs from more_for_bank where request_id = ${id}), '{}')`

type Among = { hospitals: readonly string[]; statuses: readonly RequestStatus[] }

/** Reading over every hospital, for the provider. */
export function orderStore(db: Db) {
  return {
    list: async (ask: PageRange & Among & { id?: string | undefined }) =>
      (await newestOf(db, order, ask)).map(asOrder),

    async find(id: string): Promise<Order | undefined> {
      const [found] = await oneOf(db, order, 'raisedAt', sql`requests.id = ${id}`)
      return found && Order.parse(JSON.parse(asOrder(found).text))
    },

    /** What is still due, the soonest first: how much there is of it does not grow with what was ever ordered. */
    async due(by: Exclude<OrderSort, 'newest'>, { hospitals, statuses, ...part }: PageRange & Among) {
      const among = [
        by === 'deadline' ? sql`status not in ${literal(notDue)}` : sql`status in ${literal(beforeSample)}`,
        ...(hospitals.length > 0 ? [sql`hospital_id = any(${[...hospitals]}::text[])`] : []),
        ...(statuses.length > 0 ? [sql`status = any(${[...statuses]}::text[])`] : []),
      ]
      const where = sql.join(among, sql` and `)
      const at = by === 'deadline' ? 'deadlineAt' : 'pickupAt'
      return (await readList(db, order, at, part, (range) => walk(where, at, range))).map(asOrder)
    },

    /** The names behind the ids of some rows, in two looks. */
    async namesFor(rows: readonly Pick<BloodRequest, 'hospitalId' | 'bankId' | 'driverEmail'>[]) {
      const places = rows.flatMap(({ hospitalId, bankId }) => (bankId ? [hospitalId, bankId] : [hospitalId]))
      const emails = rows.flatMap(({ driverEmail }) => driverEmail ?? [])
      const [organisations, drivers] = await Promise.all([
        places.length === 0
          ? []
          : db.selectFrom('organisations').select(['id', 'name']).where('id', 'in', unique(places)).execute(),
        emails.length === 0
          ? []
          : db.selectFrom('drivers').select(['email', 'name']).where('email', 'in', unique(emails)).execute(),
      ])
      return {
        organisation: new Map(organisations.map(({ id, name }) => [id, name])),
        driver: new Map(drivers.map(({ email, name }) => [email, name])),
      }
    },

    /**
     * A driver's orders; those of dev and test are hidden (§4.2). What is under way is little, however long the driver
     * has been driving: it is found among what is under way, not among all that was ever carried.
     */
    ofDriver(email: string, view: 'ongoing' | 'history', ask: PageRange) {
      const place =
        view === 'ongoing' ? sql`(requests.raised_at, id)` : sql`(driven.raised_at, driven.request_id)`
      const found = ({ after, through, limit }: PageRange) => sql`
        select ${requestColumns} from request_drivers as driven join requests on requests.id = driven.request_id
        where driven.driver_email = ${email} and hospital_id not in (${sql.join([...ownHospitals])})
          ${view === 'ongoing' ? sql`and status not in ${literal(notOngoing)}` : sql``}
          ${after ? sql`and ${place} < (${after.at}, ${after.id})` : sql``}
          ${through ? sql`and ${place} >= (${through.at}, ${through.id})` : sql``}
        order by ${place} desc ${atMost(limit)}`
      return readList(db, ofDriver(email), 'raisedAt', ask, found)
    },

    assignmentsOf: (requestId: string) =>
      db
        .selectFrom('driverAssignments')
        .select(['driverEmail', 'startStatus', 'endStatus'])
        .where('requestId', '=', requestId)
        .orderBy('position')
        .execute(),

    driversOf: (requestId: string) =>
      db
        .selectFrom('requestDrivers')
        .innerJoin('drivers', 'drivers.email', 'requestDrivers.driverEmail')
        .select(['drivers.email', 'drivers.name'])
        .where('requestId', '=', requestId)
        .orderBy('drivers.name')
        .execute(),

    invoiceOf: (requestId: string) =>
      db.selectFrom('invoices').selectAll().where('requestId', '=', requestId).executeTakeFirst(),

    driver: (email: string) =>
      db.selectFrom('drivers').selectAll().where('email', '=', email).executeTakeFirst(),

    organisation: (id: string) =>
      db.selectFrom('organisations').select(['id', 'kind', 'name']).where('id', '=', id).executeTakeFirst(),

    /** Found among what is due, in one look: how much that is does not grow with what was ever carried. */
    async driverLoads(now: Date): Promise<DriverLoad[]> {
      const { rows } = await sql<DriverLoad>`
        select drivers.email, drivers.name, drivers.phone, coalesce(held.orders, 0) as orders,
          coalesce(held.late, 0) as late, held.last_due_at, organisations.name as last_hospital
        from drivers left join (
          select driver_email, count(*)::int as orders, max(deadline_at) as last_due_at,
            (count(*) filter (where
              case when status in ${literal(beforeSample)}
                then pickup_at else deadline_at end < ${now}))::int as late,
            (array_agg(hospital_id order by deadline_at desc))[1] as last_hospital_id
          from requests
          where driver_email is not null and status not in ${literal(notDue)}
            and hospital_id not in (${sql.join([...ownHospitals])})
          group by driver_email
        ) as held on held.driver_email = drivers.email
        left join organisations on organisations.id = held.last_hospital_id
        order by orders, late, drivers.name, drivers.email`.execute(db)
      return rows
    },

    /** Every listed bank with what it counted of that blood, what was linked since, the bags it has free that will do, and its price. */
    async banksFor({ id, component, bloodGroup }: Wanted, { aliveAt, now }: { aliveAt: Date; now: Date }) {
      return db
        .selectFrom('organisations as bank')
        .leftJoin('stock', (join) =>
          join
            .onRef('stock.bankId', '=', 'bank.id')
            .on('stock.component', '=', component)
            .on(sql<ShelfGroup>`stock.blood_group`, '=', bloodGroup),
        )
        .leftJoin('bankPrices', (join) =>
          join.onRef('bankPrices.bankId', '=', 'bank.id').on('bankPrices.component', '=', component),
        )
        .leftJoin('bankSettings', 'bankSettings.bankId', 'bank.id')
        .select([
          'bank.id as bankId',
          'bank.name',
          'stock.quantity',
          'stock.countedAt',
          sql<boolean>`coalesce(stock.is_by_system, false)`.as('isBySystem'),
          'bankPrices.paise as pricePaise',
          sql<boolean>`coalesce(bank_settings.keeps_bags, false)`.as('keepsBags'),
          // of those that keep bags alone: of the others nobody looks at a shelf
          sql<number>`case when bank_settings.keeps_bags then (
            select count(*) from bags where bags.bank_id = bank.id and bags.component = ${component}
              and bags.blood_group = ${bloodGroup} and bags.state = 'available' and bags.expires_at > ${aliveAt}
              and bags.attributes @> ${needsOf(id)}
          ) else 0 end`.as('freeBags'),
          sql<boolean>`bank_settings.keeps_bags is true and exists (
            select from bags where bags.bank_id = bank.id and bags.component = ${component}
              and bags.blood_group = ${bloodGroup} and bags.state = 'available' and bags.expires_at > ${now}
          )`.as('isAnyFree'),
          (from) =>
            from
              .selectFrom('requests')
              .select(({ fn }) => fn.coalesce(fn.sum<number>('units'), sql<number>`0`).as('units'))
              .whereRef('requests.bankId', '=', 'bank.id')
              .where('requests.component', '=', component)
              .where(sql<ShelfGroup>`requests.blood_group`, '=', bloodGroup)
              .whereRef('requests.linkedAt', '>', 'stock.countedAt')
              .where('requests.status', 'not in', cameToNothing)
              .as('linkedSince'),
        ])
        .where('bank.kind', '=', 'bank')
        .where('bank.isListed', '=', true)
        .orderBy('bank.name')
        .orderBy('bank.id')
        .execute()
    },

    /** The same of all groups but the order's, for the banks of the list. */
    async otherGroups({ id, component, bloodGroup }: Wanted, aliveAt: Date) {
      type Row = { bankId: string; name: string; bloodGroup: BloodGroup; keepsBags: boolean }
      type Free = { quantity: number | null; linkedSince: number; freeBags: number }
      const { rows } = await sql<Row & Free>`
        select bank.id as bank_id, bank.name, wanted.blood_group, coalesce(keeps_bags, false) as keeps_bags,
          stock.quantity, case when keeps_bags then (
            select count(*) from bags where bags.bank_id = bank.id and bags.component = ${component}
              and bags.blood_group = wanted.blood_group and bags.state = 'available' and bags.expires_at > ${aliveAt}
              and bags.attributes @> ${needsOf(id)}
          ) else 0 end as free_bags, (
            select coalesce(sum(units), 0) from requests where requests.bank_id = bank.id
              and requests.component = ${component} and requests.blood_group = wanted.blood_group
              and requests.linked_at > stock.counted_at and requests.status not in ${literal(cameToNothing)}
          ) as linked_since
        from organisations as bank
        cross join unnest(${bloodGroups.filter((group) => group !== bloodGroup)}::text[]) as wanted (blood_group)
        left join bank_settings on bank_settings.bank_id = bank.id
        left join stock on stock.bank_id = bank.id and stock.component = ${component}
          and stock.blood_group = wanted.blood_group
        where bank.kind = 'bank' and bank.is_listed order by bank.name, bank.id`.execute(db)
      return rows
    },

    /** Why banks refused it, by bank; the last word of each. */
    async refusalsOf({
      id,
      refusedBy,
    }: Pick<BloodRequest, 'id' | 'refusedBy'>): Promise<Map<string, string>> {
      if (refusedBy.length === 0) return new Map()
      const told = await db
        .selectFrom('events')
        .select(['detail', 'bankId'])
        .where('subjectKind', '=', 'request')
        .where('subjectId', '=', id)
        .where('kind', '=', 'request-refused')
        .orderBy('id')
        .execute()
      return new Map(
        told.map(({ detail, bankId }) => {
          const { bank, reason } = Refused.parse(JSON.parse(detail))
          return [bank ?? bankId ?? '', reason]
        }),
      )
    },
  }
}

/** Up to 1.0.1 the bank stayed linked, and stands at the event alone. */
const Refused = z.object({ bank: z.string().optional(), reason: z.string() })

const unique = (values: readonly string[]): string[] => [...new Set(values)]

/** Who it is about, by name. */
const names = {
  hospitalName: sql`hospital.name`,
  bankName: sql`bank.name`,
}
const withNames = sql`
  join organisations as hospital on hospital.id = requests.hospital_id
  left join organisations as bank on bank.id = requests.bank_id
  left join drivers as driver on driver.email = requests.driver_email`

/** The last text to its driver, if it may not have reached him: none for one without a number. */
type Text = { textPhone: string | null; textState: MessageState | null; textTries: number | null }

/**
 * With what is not known of its driver: the last text to him has not gone out, or there is no number to send one to; and
 * he has told nothing since.
 */
export const order: Telling<Omit<Order, 'driverText'>, Text> = {
  columns: sql`${jsonOf(Order.omit({ driverText: true }), 'requests', {
    ...names,
    driverName: sql`driver.name`,
    bombay: bombayIn,
    openDeliveries: sql`(
      select count(*) from deliveries where request_id = requests.id and deliveries.delivered_at is null)`,
    stopWaits: sql`requests.status in ${literal(out)}
      and exists (${stopToDecide} and delivery_steps.request_id = requests.id)`,
  })} as text, unheard.phone as text_phone, unheard.state as text_state, unheard.tries as text_tries`,
  joins: sql`${withNames}
    left join lateral (
      select coalesce(last.recipient, '') as phone, last.state, last.tries
      from (select) as one left join lateral (
        select state, tries, recipient, created_at from notifications
        where request_id = requests.id and kind = 'driver' order by id desc limit 1
      ) as last on driver.phone <> ''
      where (driver.phone = '' or last.state in ('failed', 'waiting'))
        and not exists (
          select from delivery_steps
          where request_id = requests.id and kept_aside is null
            and case when driver.phone = '' then delivery_steps.driver_email = driver.email
              else arrived_at > last.created_at end
        )
    ) as unheard on requests.status not in ${literal(notOngoing)}`,
}

export const asOrder = <Row extends Listed<Omit<Order, 'driverText'>, Text>>(row: Row) => ({
  ...row,
  text: withKeys(row.text, { driverText: asJson(driverTextOf(row)) }),
})

function driverTextOf({ textPhone: phone, textState: state, textTries: tries }: Text): Order['driverText'] {
  if (phone === null) return null
  const trouble = state === null || tries === null ? 'no-phone' : troubleOf({ state, tries })
  return trouble === null ? null : { trouble, phone }
}

/** Ruling AMB-241: who has it now, if another. */
const ofDriver = (email: string): Telling<DriverOrder> => ({
  columns: sql`${jsonOf(DriverOrder, 'requests', {
    ...names,
    nowWith: sql`case when requests.driver_email = ${email} then null else coalesce(driver.name, '') end`,
  })} as text`,
  joins: withNames,
})

/** Writing, beside what the request's own row says. */
export function orderWriter(work: Work) {
  return {
    /** Its entries before and after: what is dropped goes, what changed is written. */
    async saveAssignments(requestId: string, assignments: readonly Assignment[]): Promise<void> {
      await work.db.deleteFrom('driverAssignments').where('requestId', '=', requestId).execute()
      if (assignments.length === 0) return
      const rows = assignments.map((one, at) => ({ ...one, requestId, position: at + 1 }))
      await work.db.insertInto('driverAssignments').values(rows).execute()
    },

    addDriver: ({ id, raisedAt }: BloodRequest, driverEmail: string) =>
      work.db
        .insertInto('requestDrivers')
        .values({ driverEmail, raisedAt, requestId: id })
        .onConflict((conflict) => conflict.doNothing())
        .execute(),

    /** Ruling AMB-240: the wrong codes of a driver lock nobody else's hand-over. */
    forgetWrongCodes: (id: string) =>
      work.db
        .updateTable('deliveries')
        .set({ sampleTries: 0, deliveryTries: 0 })
        .where('requestId', '=', id)
        .where('deliveredAt', 'is', null)
        .execute(),

    /** Ruling AMB-87: a bank typed by hand becomes one that waits to be priced. False if the id is taken. */
    async addUnlistedBank(id: string, name: string): Promise<boolean> {
      const added = await work.db
        .insertInto('organisations')
        .values({
          id,
          kind: 'bank',
          name,
          accountStatus: 'active',
          isListed: false,
          referenceBankId: null,
          createdAt: work.now,
        })
        .onConflict((conflict) => conflict.doNothing())
        .returning('id')
        .executeTakeFirst()
      return added !== undefined
    },
  }
}
