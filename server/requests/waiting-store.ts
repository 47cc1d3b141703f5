import { sql } from 'kysely'
import type { LateOrder, Order } from '#contract/orders.ts'
import { driven } from '#domain/driving/steps.ts'
import { beforeSample, onTheRoad } from '#domain/requests/listing.ts'
import { asJson, type Json, withKeys } from '../db/as-json.ts'
import type { Db } from '../db/database.ts'
import { atMost, requestColumns } from '../db/request-lists.ts'
import { literal } from '../db/requests.ts'
import { asOrder, order } from './order-store.ts'
import { out, stopToDecide } from './stopped-store.ts'

const lists = ['stopped', 'late', 'refused', 'toLink', 'toComplete', 'onTheRoad'] as const
export type WaitingList = (typeof lists)[number]

type Counts = Record<WaitingList | 'pending', number>
type Told = Parameters<typeof asOrder>[0] & { list: WaitingList | null; driverPhone: string | null }

/** What waits for the provider, over every hospital. Each part walks an index over what is open, never what is done. */
export function waitingStore(db: Db) {
  return {
    /** How much there is of each list, and of each the most urgent, in one look. */
    async look(now: Date, limit: number) {
      const all = parts(now)
      const counts = Object.entries({ ...all, pending: { where: sql`status = 'pending'` } }).map(
        ([list, { where }]) => sql`(select count(*) from requests where ${where}) as ${sql.ref(list)}`,
      )
      const few = Object.entries(all).map(
        ([list, { where, order }]) => sql`
          (select ${sql.lit(list)} as list, row_number() over (order by ${order}) as place, ${requestColumns}
           from requests where ${where} order by ${order} ${atMost(limit)})`,
      )
      const { rows } = await sql<Counts & Told>`
        select ${sql.join([...lists, 'pending'].map((list) => sql.ref(`counted.${list}`)))}, list, text,
          driver_phone, text_phone, text_state, text_tries
        from (select ${sql.join(counts)}) as counted left join (
          select ${order.columns}, driver.phone as driver_phone, requests.list, requests.place
          from (${sql.join(few, sql` union all `)}) as requests ${order.joins ?? sql``}
        ) as first on true
        order by list, place`.execute(db)
      const [counted] = rows
      const firstOf = (list: WaitingList) => rows.filter((row) => row.list === list)
      return {
        count: (list: WaitingList | 'pending') => asJson(counted?.[list] ?? 0),
        first: (list: WaitingList): Json<Order>[] => firstOf(list).map((row) => asOrder(row).text),
        /** With whom to ask about it. */
        firstWithPhone: (list: WaitingList): Json<LateOrder>[] =>
          firstOf(list).map((row) =>
            withKeys(asOrder(row).text, { driverPhone: asJson(row.driverPhone ?? '') }),
          ),
      }
    },
  }
}

/** As the index over what is in somebody's hands has it (0032): the sample until it is taken, then the delivery. */
const dueAt = sql`(case when status in ${literal(beforeSample)} then pickup_at else deadline_at end)`

const toLink = sql`status = 'hospital-admin-approved' and bank_id is null`

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
