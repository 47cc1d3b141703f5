import { type RawBuilder, sql } from 'kysely'
import type { AsideReason } from '#domain/matching/setting-aside.ts'
import type { BloodRequest } from '#domain/requests/request.ts'
import { isOnRoad } from './bags.ts'
import type { Db } from './database.ts'
import { lockRequest, ofBank, recordOn } from './requests.ts'
import type { Work } from './work.ts'

type Gone = { slip: string; bankId: string; seq: number; bags: string[] }

async function setAside(
  { db, now }: Work,
  requestId: string,
  why: AsideReason,
  which: RawBuilder<unknown>,
): Promise<Gone[]> {
  const { rows } = await sql<Gone>`
    with gone as (
      update issue_bags set set_aside_at = ${now}, set_aside_why = ${why} from issues, deliveries
      where issues.slip = issue_bags.slip and issues.request_id = ${requestId} and set_aside_at is null
        and deliveries.request_id = issues.request_id and deliveries.seq = issues.seq and ${which}
      returning issues.slip, issues.bank_id, issues.seq, issue_bags.bag_id, issue_bags.position)
    select gone.slip, gone.bank_id, gone.seq,
      array_agg(concat_ws(' part ', bags.number, nullif(bags.division, '')) order by gone.position) as bags
    from gone join bags on bags.id = gone.bag_id group by gone.slip, gone.bank_id, gone.seq order by gone.slip`.execute(
    db,
  )
  return rows
}

async function tell(
  work: Work,
  request: BloodRequest,
  because: 'new-bag' | 'other-bank',
  gone: readonly Gone[],
): Promise<void> {
  for (const { bankId, ...one } of gone) {
    const detail = { ...one, because }
    await recordOn(work, ofBank(request, { bankId }), { kind: 'bags-set-aside', detail })
  }
}

/** The bags of a delivery are given back for others. */
export const setDeliveryAside = async (work: Work, request: BloodRequest, seq: number): Promise<void> =>
  tell(
    work,
    request,
    'new-bag',
    await setAside(work, request.id, 'new-bag', sql`issues.seq = ${seq} and delivered_at is null`),
  )

/** It has not left: what leaves in an emergency is gone with its slip, which moves nothing (AMB-220). */
const isHere = sql`not issues.is_emergency and not ${isOnRoad} and delivered_at is null`

/** Another bank gives the bags of what has not left yet; what is on the road goes on. */
export const setOthersAside = async (work: Work, request: BloodRequest, bankId: string): Promise<void> =>
  tell(
    work,
    request,
    'other-bank',
    await setAside(work, request.id, 'other-bank', sql`issues.bank_id <> ${bankId} and ${isHere}`),
  )

/** Also of what arrived: a phone beside the bed says so. That it is called back is an event of its own. */
export async function setRecalledAside(work: Work, requestId: string, bagId: string): Promise<void> {
  await setAside(work, requestId, 'recalled', sql`issue_bags.bag_id = ${bagId}`)
}

/** What fits nobody of this order any more, wherever it is. That it does not is an event of its own. */
export async function setMisfitsAside(
  work: Work,
  requestId: string,
  bagIds: readonly string[],
): Promise<void> {
  await setAside(work, requestId, 'misfit', sql`issue_bags.bag_id = any(${[...bagIds]}::uuid[])`)
}

/** That a cross-match showed it when it had left in an emergency is an event of its own. */
export async function setIncompatibleAside(work: Work, requestId: string, bagId: string): Promise<void> {
  await setAside(work, requestId, 'incompatible', sql`issue_bags.bag_id = ${bagId}`)
}

/** Replaced before it left: it leaks, or its end came at the counter (ruling AMB-380). */
export const setBagAside = async (work: Work, request: BloodRequest, bagId: string): Promise<void> =>
  tell(
    work,
    request,
    'new-bag',
    await setAside(work, request.id, 'new-bag', sql`issue_bags.bag_id = ${bagId} and ${isHere}`),
  )

/** The order of the last slip of that bank's bag, held; an order is held before its bags. */
export async function lockOrderOfIssued(
  work: Work,
  { bagId, bankId }: { bagId: string; bankId: string },
): Promise<BloodRequest | null> {
  const { rows } = await sql<{ requestId: string }>`
    select request_id from issue_bags join issues using (slip) where bag_id = ${bagId} and issues.bank_id = ${bankId}
    order by issued_at desc limit 1`.execute(work.db)
  return rows[0] ? ((await lockRequest(work, rows[0].requestId)) ?? null) : null
}

/** Whether an issued bag is with its bank: it has not left (ruling AMB-380), or was brought back. Of its last slip. */
export async function isWithBank({ db }: { db: Db }, bagId: string): Promise<boolean> {
  const { rows } = await sql<{ isBack: boolean }>`
    select (${isHere}) or coalesce(set_aside_why in ('new-bag', 'other-bank'), false) as is_back
    from issue_bags join issues using (slip) join deliveries using (request_id, seq)
    where bag_id = ${bagId} order by issued_at desc limit 1`.execute(db)
  return rows[0]?.isBack ?? false
}
