import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { DeliveredRequest, type FourEyes, OwnRequest, RequestSummary } from '#contract/requests.ts'
import { days, earlier } from '#domain/basics/time.ts'
import { TemperatureDoubt } from '#domain/driving/temperature.ts'
import {
  liveStatuses,
  mostPending,
  onTheRoad,
  type PendingSort,
  withoutDelivery,
} from '#domain/requests/listing.ts'
import type { RequestStatus } from '#domain/requests/request.ts'
import { asJson, type Json, jsonListOf, jsonOf, withKeys } from '../db/as-json.ts'
import type { Db } from '../db/database.ts'
import type { PageRange } from '../db/page-range.ts'
import { any, type By, newestOf, oneOf, readList, type Telling, walk } from '../db/request-lists.ts'
import { literal } from '../db/requests.ts'
import { withDoubts } from './detail.ts'
import { isDoubt } from './store.ts'

/** Of each part of the summary. */
const few = 3

type Waiting = { count: number; soonestPickupAt: Date | null; needsFourEyes: boolean }

type ById = { id?: string | undefined }

/** The lists of one hospital: what is not theirs is not there. */
export function ownStore(db: Db, hospitalId: string) {
  const theirs = sql`hospital_id = ${any(hospitalId)}`
  const needsFourEyes = sql<boolean>`coalesce(
    (select needs_four_eyes from organisations where id = ${any(hospitalId)}), false)`
  const isPending = sql`${theirs} and status = 'pending'`
  const isDelivered = sql`${theirs} and status not in ${literal(withoutDelivery)}`
  const isLive = sql`${theirs} and status in ${literal(liveStatuses)}`

  const list = <Row, Beside>(
    telling: Telling<Row, Beside>,
    where: RawBuilder<unknown>,
    by: By,
    ask: PageRange & ById,
  ) =>
    ask.id
      ? oneOf(db, telling, by, sql`${where} and requests.id = ${ask.id}`)
      : readList(db, telling, by, ask, (part) => walk(where, by, part))

  return {
    list: (ask: PageRange & ById & { statuses: readonly RequestStatus[] }) =>
      newestOf(db, own, { ...ask, hospitals: [hospitalId] }),

    live: (ask: PageRange & ById) => list(own, isLive, 'updatedAt', ask),

    /** Past the approval: there is something to deliver, or was. */
    async delivering(ask: PageRange & ById) {
      const found = await list(delivered, isDelivered, 'updatedAt', ask)
      return found.map((row) => ({ ...row, text: withKeys(row.text, { deliveries: deliveriesOf(row) }) }))
    },

    pending: ({ sort, ...ask }: Pick<PageRange, 'after'> & ById & { sort: PendingSort }) =>
      list(own, isPending, sort === 'pickup' ? 'pickupAt' : 'raisedAt', {
        ...ask,
        through: null,
        limit: mostPending,
      }),

    /** How many wait for a decision, when the first sample of them is to be fetched, and who may decide. */
    async waiting(): Promise<Waiting> {
      const { rows } = await sql<Waiting>`
        select count(*) as count, min(pickup_at) as soonest_pickup_at, ${needsFourEyes} as needs_four_eyes
        from requests where ${isPending}`.execute(db)
      return rows[0] ?? { count: 0, soonestPickupAt: null, needsFourEyes: false }
    },

    async fourEyes(now: Date): Promise<FourEyes> {
      const { rows } = await sql<FourEyes>`
        select ${needsFourEyes} as is_needed, count(*) as approved,
          count(*) filter (where approved_by = raised_by) as by_same_hands
        from requests where ${theirs} and raised_at >= ${any(earlier(now, days(28)))} and approved_at is not null`.execute(
        db,
      )
      return rows[0] ?? { isNeeded: false, approved: 0, bySameHands: 0 }
    },

    /** What waits, in one look. Each part walks an index over what is open, never over what is done. */
    async summary(now: Date): Promise<Json<RequestSummary>> {
      const some = (where: RawBuilder<unknown>, by: By) =>
        jsonOf(RequestSummary.shape.pending, '', {
          count: sql`(select count(*) from requests where ${where})`,
          first: jsonListOf(OwnRequest, {
            table: 'requests',
            from: sql`(${walk(where, by, { after: null, through: null, limit: few })}) as requests`,
          }),
        })
      const week = sql`(
        select status, count(*) as count from requests where ${theirs} and raised_at >= ${any(earlier(now, days(7)))}
        group by status) as week`
      const told = jsonOf(RequestSummary, '', {
        pending: some(isPending, 'pickupAt'),
        onTheRoad: some(sql`${theirs} and status in ${literal(onTheRoad)}`, 'deadlineAt'),
        live: some(isLive, 'updatedAt'),
        week: jsonListOf(RequestSummary.shape.week.element, { table: 'week', from: week }),
      })
      const { rows } = await sql<{ text: Json<RequestSummary> }>`select ${told} as text`.execute(db)
      return rows[0]?.text as Json<RequestSummary>
    },
  }
}

const own: Telling<OwnRequest> = { columns: sql`${jsonOf(OwnRequest, 'requests')} as text` }

type Carried = DeliveredRequest['deliveries']
type Beside = { deliveries: Json<Carried>; doubts: string | null }

/** Measured outside its limits, and of which delivery. */
const Doubt = TemperatureDoubt.extend({ seq: z.number() })

const delivered: Telling<OwnRequest, Beside> = {
  columns: sql`${jsonOf(OwnRequest, 'requests')} as text,
    ${jsonListOf(DeliveredRequest.shape.deliveries.element, {
      table: 'deliveries',
      from: sql`(
        select seq, units, state, delivered_at from deliveries where request_id = requests.id order by seq
      ) as deliveries`,
      made: {
        doubt: sql`null::json`,
        isPacked: sql`exists (
          select from issues where issues.request_id = requests.id and issues.seq = deliveries.seq)`,
      },
    })} as deliveries,
    (select json_agg(${jsonOf(Doubt, 'delivery_steps')} order by done_at) from delivery_steps
      where request_id = requests.id and ${isDoubt}) as doubts`,
}

/** Hardly any has a doubt; which of them counts is the rule's to say. */
const deliveriesOf = ({ deliveries, doubts }: Beside): Json<Carried> =>
  doubts === null
    ? deliveries
    : asJson(withDoubts(JSON.parse(deliveries) as Carried, z.array(Doubt).parse(JSON.parse(doubts))))
