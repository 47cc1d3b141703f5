import { sql } from 'kysely'
import { driven } from '#domain/driving/steps.ts'
import { beforeSample, onTheRoad } from '#domain/requests/listing.ts'
import type { BloodRequest, RequestStatus } from '#domain/requests/request.ts'
import type { Db } from '../db/database.ts'
import { literal } from '../db/requests.ts'

const lists = ['stopped', 'late', 'refused', 'toLink', 'toComplete', 'onTheRoad'] as const
export type WaitingList = (typeof lists)[number]

type Counts = Record<WaitingList | 'pending', number>
type Listed = BloodRequest & { list: WaitingList; driverPhone: string | null }

/** What waits for the provider, over every hospital. Each part walks an index over what is open, never what is done. */
export function waitingStore(db: Db) {
  return {
    async counts(now: Date): Promise<Counts> {
      const { rows } = await sql<Counts>`select ${sql.join(
        Object.entries({ ...parts(now), pending: { where: sql`status = 'pending'` } }).map(
          ([list, { where }]) => sql`(select count(*) from requests where ${where}) as ${sql.ref(list)}`,
        ),
      )}`.execute(db)
      return rows[0] as Counts
    },

    /** Of each list the most urgent, in one look. */
    async firstFew(now: Date, limit: number): Promise<Listed[]> {
      const { rows } = await sql<Listed>`
        select listed.*, drivers.phone as driver_phone from (${sql.join(
          Object.entries(parts(now)).map(
            ([list, { where, order }]) => sql`
              (select ${sql.lit(list)} as list, row_number() over (order by ${order}) as place, requests.*
               from requests where ${where} order by ${order} limit ${limit})`,
          ),
          sql` union all `,
        )}) as listed left join drivers on drivers.email = listed.driver_email
        order by list, place`.execute(db)
      return rows
    },
  }
}

/** As the index over what is in somebody's hands has it (0032): the sample until it is taken, then the delivery. */
const dueAt = sql`(case when status in ${literal(beforeSample)} then pickup_at else deadline_at end)`

const toLink = sql`status = 'hospital-admin-approved' and bank_id is null`

/** What a driver stopped, still to be decided by the provider; few, by an index of their own (0035). */
export const stopToDecide = sql`
  select delivery_steps.request_id from delivery_steps join deliveries using (request_id, seq)
  where kept_aside = 'stopped' and decision is null and deliveries.delivered_at is null`

/** The clock may complete what is still on its way. */
const out = [...driven, 'completed'] as const
export const mayBeOut = (status: RequestStatus): boolean => out.includes(status)

const stopped = sql`status in ${literal(out)} and id in (${stopToDecide})`

const parts = (now: Date) => ({
  stopped: { where: stopped, order: sql`deadline_at, id` },
  late: {
    where: sql`status in ${literal(driven)} and ${dueAt} < ${now} and id not in (${stopToDecide})`,
    order: sql`${dueAt}, id`,
  },
  refused: { where: sql`${toLink} and refused_by <> '{}'`, order: sql`expired, pickup_at, id` },
  toLink: { where: toLink, order: sql`expired, pickup_at, id` },
  toComplete: { where: sql`status = 'delivery-completed'`, order: sql`raised_at, id` },
  onTheRoad: { where: sql`status in ${literal(onTheRoad)}`, order: sql`deadline_at, id` },
})
