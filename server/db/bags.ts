import { type RawBuilder, sql } from 'kysely'
import { Bag, type BagState } from '#domain/bags/bag.ts'
import type { KindAbout } from '#domain/events/events.ts'
import type { ReleaseReason } from '#domain/matching/holding.ts'
import { foundOnTheWay, isCarried } from '#domain/matching/setting-aside.ts'
import type { Db } from './database.ts'
import type { Happened } from './event-trail.ts'
import type { Work } from './work.ts'

/** As the rules have a bag. */
export const bagColumns = Object.keys(Bag.shape) as (keyof Bag)[]

/** As the indexes have it: the planner uses them only where their whole condition is read. */
export const liesOnShelf = sql<boolean>`state in ('quarantine', 'available', 'held')`

/** A bag as it was and as it is from now on, and the one event that says so. */
export type BagMoved = {
  readonly from: Bag
  readonly to: Bag
  readonly happened: Happened<KindAbout<'bag'>>
  /** Why its hold ends, where the state does not say so. */
  readonly letGo?: ReleaseReason
}

/** The order in whose name a bag is held. */
export type OpenHold = { bagId: string; requestId: string; heldBy: string; until: Date }

/** What names a bag in the detail of its event. */
export const namesOf = ({ number, component, division, bloodGroup }: Bag) => ({
  number,
  component,
  division,
  bloodGroup,
})

const leftAt = sql`(select min(done_at) from delivery_steps
  where delivery_steps.request_id = deliveries.request_id and delivery_steps.seq = deliveries.seq
    and step = 'issued' and kept_aside is null)`

/** It left, and whoever set its status back since did not bring it back (ruling AMB-408). Beside the delivery's row. */
export const isOnRoad = sql<boolean>`(deliveries.state = 'issued' or ${leftAt} is not null)`

/**
 * The bags that go with a delivery, beside its row: on whichever slip, not set aside, still on their way to this patient,
 * and of the order's own bank unless they are on the road (ruling AMB-358). What was set aside only after it arrived came.
 */
const packed = sql`
  from issues join issue_bags using (slip) join bags on bags.id = issue_bags.bag_id
  join requests on requests.id = issues.request_id
  where issues.request_id = deliveries.request_id and issues.seq = deliveries.seq
    and case when deliveries.delivered_at is null
      then set_aside_at is null and bags.state in ('issued', 'received', 'transfused')
        and (issues.bank_id = requests.bank_id or issues.is_emergency or ${isOnRoad})
      else set_aside_at is null or set_aside_at >= deliveries.delivered_at end`

/** As its driver compares it: a part of a divided bag with its letters after a blank (ruling AMB-382). */
const driverName = sql`concat_ws(' ', bags.number, nullif(bags.division, ''))`

/** Their numbers, in the order in which they were scanned. */
export const packedNumbers = sql<
  string[]
>`array(select ${driverName} ${packed} order by issues.issued_at, issues.slip, issue_bags.position)`

/** Of them, those packed after the driver had left with others: still at the bank, or fetched since (ruling AMB-371). */
export const packedLater = sql<string[]>`case when deliveries.delivered_at is null and exists (
    select from issues where issues.request_id = deliveries.request_id and issues.seq = deliveries.seq
      and issues.issued_at <= ${leftAt})
  then array(select ${driverName} ${packed} and issues.issued_at > ${leftAt}
    order by issues.issued_at, issues.slip, issue_bags.position)
  else '{}'::text[] end`

/** Of those that left and were set aside since: may be in the driver's box. What is brought back anyway is not told. */
export const notToHandOver = sql<string[]>`array(
  select ${driverName} from issues join issue_bags using (slip) join bags on bags.id = issue_bags.bag_id
  where issues.request_id = deliveries.request_id and issues.seq = deliveries.seq
    and set_aside_why = any(${[...foundOnTheWay]}::text[]) and bags.state = 'issued' and deliveries.delivered_at is null
  order by issues.issued_at, issues.slip, issue_bags.position)`

/** How many; null where there are none. */
export const packedCount = sql<number | null>`(select count(*)::int ${packed} having count(*) > 0)`

/**
 * Whether bags left for an order with a slip, of that bank or any: it has begun, whatever its status says (AMB-361). What
 * was set aside did not, unless the hospital has it.
 */
export const bagsLeftFor = (
  requestId: RawBuilder<unknown>,
  bankId: RawBuilder<unknown>,
) => sql<boolean>`exists (
  select from issues join issue_bags using (slip) join bags on bags.id = issue_bags.bag_id
  where issues.request_id = ${requestId} and issues.bank_id = ${bankId}
    and (set_aside_at is null or bags.state in ('received', 'transfused')))`

export async function haveBagsLeft(
  { db }: { db: Db },
  { requestId, bankId = null }: { requestId: string; bankId?: string | null },
): Promise<boolean> {
  const ofBank = bankId === null ? sql`issues.bank_id` : sql`${bankId}`
  const { rows } = await sql<{ left: boolean }>`
    select ${bagsLeftFor(sql`${requestId}`, ofBank)} as left`.execute(db)
  return rows[0]?.left ?? false
}

type IssuedFor = { bagId: string; requestId: string; bankId: string; isCarried: boolean }

/** For which orders some bags left, and from which bank. */
export async function ordersOfIssued({ db }: Work, bagIds: readonly string[]): Promise<IssuedFor[]> {
  if (bagIds.length === 0) return []
  const { rows } = await sql<Omit<IssuedFor, 'isCarried'> & Parameters<typeof isCarried>[0]>`
    select bag_id, request_id, issues.bank_id, bags.state, delivered_at, set_aside_at
    from issue_bags join issues using (slip) join deliveries using (request_id, seq)
      join bags on bags.id = issue_bags.bag_id
    where bag_id = any(${[...bagIds]}::uuid[]) order by request_id, bag_id`.execute(db)
  return rows.map(({ bagId, requestId, bankId, ...left }) => ({
    ...{ bagId, requestId, bankId, isCarried: isCarried(left) },
  }))
}

/** Held until the transaction ends, in the order of their ids, so that nobody waits in a circle. */
export async function lockBags(work: Work, ids: readonly string[]): Promise<Bag[]> {
  if (ids.length === 0) return []
  return work.db
    .selectFrom('bags')
    .select(bagColumns)
    .where(sql<boolean>`id = any(${[...new Set(ids)]}::uuid[])`)
    .orderBy('id')
    .forUpdate()
    .execute()
}

/** What is past its end and in nobody's hands now, the longest over first. */
export const lockEnded = (work: Work, limit: number): Promise<Bag[]> =>
  work.db
    .selectFrom('bags')
    .select(bagColumns)
    .where(liesOnShelf)
    .where('expiresAt', '<=', work.now)
    .orderBy('expiresAt')
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute()

/** Whoever takes or ends a hold has locked its bag before. */
export async function openHoldsOf(work: Work, bags: readonly Bag[]): Promise<Map<string, OpenHold>> {
  const held = bags.filter(({ state }) => state === 'held').map(({ id }) => id)
  if (held.length === 0) return new Map()
  const rows = await work.db
    .selectFrom('bagHolds')
    .select(['bagId', 'requestId', 'heldBy', 'until'])
    .where(sql<boolean>`bag_id = any(${held}::uuid[])`)
    .where('releasedAt', 'is', null)
    .execute()
  return new Map(rows.map((row) => [row.bagId, row]))
}

/**
 * Saves bags that were locked and moved: row, the end of an open hold, and one event of each, in as many statements for
 * a hundred as for one.
 */
export async function moveBags(work: Work, moves: readonly BagMoved[]): Promise<void> {
  if (moves.length === 0) return
  const rows = moves.map(({ to: { id, state, version, expiresAt, place, attributes, donorFormId } }) => ({
    ...{ id, state, version, place, attributes },
    ...{ expires_at: expiresAt, donor_form_id: donorFormId },
  }))
  const saved = await sql`
    update bags set state = one.state, version = one.version, expires_at = one.expires_at, place = one.place,
      donor_form_id = one.donor_form_id,
      attributes = array(select jsonb_array_elements_text(one.attributes))
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as one (id uuid, state text, version integer, expires_at timestamptz, place text, attributes jsonb,
        donor_form_id text)
    where bags.id = one.id and bags.version = one.version - 1
    returning bags.id`.execute(work.db)
  if (saved.rows.length !== moves.length) throw new Error('A bag was moved that nobody had locked')
  await endHolds(work, moves)
  await work.recordAll(
    moves.map(({ from, to, happened }) => ({
      ...happened,
      subjectId: to.id,
      from: from.state,
      to: to.state,
      bankId: to.bankId,
    })),
  )
}

const reasons: Partial<Record<BagState, ReleaseReason>> = {
  issued: 'issued',
  discarded: 'discarded',
  expired: 'expired',
  // the patient gets another one
  transferred: 'swapped',
}

async function endHolds(work: Work, moves: readonly BagMoved[]): Promise<void> {
  const ended = moves
    .filter(({ from, to }) => from.state === 'held' && to.state !== 'held')
    .map(({ to, letGo }) => ({ bag_id: to.id, reason: letGo ?? reasons[to.state] ?? 'not-needed' }))
  if (ended.length === 0) return
  await sql`
    update bag_holds set released_at = greatest(${work.now}, held_at), release_reason = one.reason
    from jsonb_to_recordset(${JSON.stringify(ended)}::jsonb) as one (bag_id uuid, reason text)
    where bag_holds.bag_id = one.bag_id and released_at is null`.execute(work.db)
}
