import { sql } from 'kysely'
import { z } from 'zod'
import type { DriverLoad } from '#contract/orders.ts'
import { troubleOf } from '#domain/messages/budget.ts'
import type { MessageState } from '#domain/messages/resending.ts'
import { ownHospitals } from '#domain/people/roles.ts'
import type { Assignment } from '#domain/requests/linking.ts'
import { beforeSample, cameToNothing, notDue, notOngoing, type OrderSort } from '#domain/requests/listing.ts'
import type { BloodRequest, RequestStatus } from '#domain/requests/request.ts'
import type { Db } from '../db/database.ts'
import { type PageRange, readPage } from '../db/page-range.ts'
import { literal } from '../db/requests.ts'
import type { Work } from '../db/work.ts'
import { newestOf, type Page, soonest } from './list-store.ts'
import { stopToDecide } from './waiting-store.ts'

/** Reading over every hospital, for the provider. */
export function orderStore(db: Db) {
  return {
    list: (
      ask: PageRange & {
        id?: string | undefined
        hospitals: readonly string[]
        statuses: readonly RequestStatus[]
      },
    ) => newestOf(db, ask),

    /** What is still due, the soonest first: how much there is of it does not grow with what was ever ordered. */
    due(
      by: Exclude<OrderSort, 'newest'>,
      {
        hospitals,
        statuses,
        ...part
      }: PageRange & { hospitals: readonly string[]; statuses: readonly RequestStatus[] },
    ) {
      let open: Page = db.selectFrom('requests').selectAll()
      if (hospitals.length > 0) open = open.where('hospitalId', 'in', [...hospitals])
      if (statuses.length > 0) open = open.where('status', 'in', [...statuses])
      return by === 'deadline'
        ? soonest(open.where('status', 'not in', literal(notDue)), 'deadlineAt', part)
        : soonest(open.where('status', 'in', literal(beforeSample)), 'pickupAt', part)
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
     * Orders whose driver may not know of them: the last text to him has not gone out, or there is no number to send one
     * to; and he has told nothing since.
     */
    async troubledTexts(ids: readonly string[]) {
      if (ids.length === 0) return new Map<string, never>()
      const { rows } = await sql<{ id: string; state: MessageState | null; tries: number; phone: string }>`
        select requests.id, text.state, text.tries, coalesce(text.recipient, '') as phone
        from requests join drivers on drivers.email = requests.driver_email
        left join lateral (
          select state, tries, recipient, created_at from notifications
          where request_id = requests.id and kind = 'driver' order by id desc limit 1
        ) as text on drivers.phone <> ''
        where requests.id = any(${ids}::text[]) and (drivers.phone = '' or text.state in ('failed', 'waiting'))
          and not exists (
            select from delivery_steps
            where request_id = requests.id and kept_aside is null
              and case when drivers.phone = '' then delivery_steps.driver_email = drivers.email
                else arrived_at > text.created_at end
          )`.execute(db)
      return new Map(
        rows.flatMap(({ id, phone, state, tries }) => {
          const trouble = state === null ? 'no-phone' : troubleOf({ state, tries })
          return trouble === null ? [] : [[id, { trouble, phone }] as const]
        }),
      )
    },

    /** How many deliveries of each have not arrived; none of what is not in it. */
    async openDeliveries(ids: readonly string[]): Promise<Map<string, number>> {
      if (ids.length === 0) return new Map()
      const rows = await db
        .selectFrom('deliveries')
        .select(['requestId', ({ fn }) => fn.countAll<number>().as('open')])
        .where('requestId', 'in', ids)
        .where('deliveredAt', 'is', null)
        .groupBy('requestId')
        .execute()
      return new Map(rows.map(({ requestId, open }) => [requestId, Number(open)]))
    },

    /** Which of them their drivers stopped, to be decided by the provider. */
    async stopped(ids: readonly string[]): Promise<Set<string>> {
      if (ids.length === 0) return new Set()
      const { rows } = await sql<{ requestId: string }>`
        ${stopToDecide} and delivery_steps.request_id = any(${ids}::text[])`.execute(db)
      return new Set(rows.map(({ requestId }) => requestId))
    },

    /**
     * A driver's orders; those of dev and test are hidden (§4.2). What is under way is little, however long the driver
     * has been driving: it is found among what is under way, not among all that was ever carried.
     */
    ofDriver(email: string, view: 'ongoing' | 'history', ask: PageRange) {
      const [at, id] =
        view === 'ongoing'
          ? (['requests.raisedAt', 'requests.id'] as const)
          : (['requestDrivers.raisedAt', 'requestDrivers.requestId'] as const)
      const place = sql`(${sql.ref(at)}, ${sql.ref(id)})`
      const read = ({ after, through, limit }: PageRange) => {
        let query = db
          .selectFrom('requestDrivers')
          .innerJoin('requests', 'requests.id', 'requestDrivers.requestId')
          .selectAll('requests')
          .where('requestDrivers.driverEmail', '=', email)
          .where('requests.hospitalId', 'not in', [...ownHospitals])
        if (view === 'ongoing') query = query.where('requests.status', 'not in', literal(notOngoing))
        if (after) query = query.where(sql<boolean>`${place} < (${after.at}, ${after.id})`)
        if (through) query = query.where(sql<boolean>`${place} >= (${through.at}, ${through.id})`)
        return query.orderBy(at, 'desc').orderBy(id, 'desc').limit(limit).execute()
      }
      return readPage(ask, read, (row) => ({ at: row.raisedAt, id: row.id }))
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

    /** Every listed bank with what it counted of that blood, what was linked since, and its price. */
    async banksFor({ component, bloodGroup }: Pick<BloodRequest, 'component' | 'bloodGroup'>) {
      return db
        .selectFrom('organisations as bank')
        .leftJoin('stock', (join) =>
          join
            .onRef('stock.bankId', '=', 'bank.id')
            .on('stock.component', '=', component)
            .on('stock.bloodGroup', '=', bloodGroup),
        )
        .leftJoin('bankPrices', (join) =>
          join.onRef('bankPrices.bankId', '=', 'bank.id').on('bankPrices.component', '=', component),
        )
        .select([
          'bank.id as bankId',
          'bank.name',
          'stock.quantity',
          'stock.countedAt',
          'bankPrices.paise as pricePaise',
          (from) =>
            from
              .selectFrom('requests')
              .select(({ fn }) => fn.coalesce(fn.sum<number>('units'), sql<number>`0`).as('units'))
              .whereRef('requests.bankId', '=', 'bank.id')
              .where('requests.component', '=', component)
              .where('requests.bloodGroup', '=', bloodGroup)
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
