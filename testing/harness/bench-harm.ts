import { isDeepStrictEqual } from 'node:util'
import type { BagState } from '#domain/bags/bag.ts'
import type { Db } from '#server/db/database.ts'
import { clearTests } from '../makers/bags.ts'
import type { BenchWitness } from './bench-traffic.ts'
import { byKey, eventsHarmed, type Harm, strangers } from './harm.ts'

/** So many come in with one call. */
const mostAtOnce = 6
const resultsOfOne = clearTests('O+').length
/** Of a bag that is on a slip; nothing is set aside or comes back here. */
const out: readonly BagState[] = ['issued', 'received']

/** Holds bags, tubes, matches and slips against what their bank was told. */
export async function benchHarmed(
  db: Db,
  witness: BenchWitness,
  harm: Harm,
  underWay: number,
): Promise<void> {
  const bags = await db.selectFrom('bags').select(['id', 'number', 'state', 'version']).execute()
  await bagsHarmed(db, bags, witness, harm, underWay)
  await holdsHarmed(db, bags, harm)
  await issuesHarmed(db, bags, witness, harm, underWay)
  await numbersHarmed(db, harm)
  const kept = {
    tube: { rows: await db.selectFrom('samples').select('id').execute(), ids: witness.tubes },
    match: { rows: await db.selectFrom('crossmatches').select('id').execute(), ids: witness.matches },
  }
  for (const [what, { rows, ids }] of Object.entries(kept)) {
    const there = new Set(rows.map(({ id }) => id))
    strangers(rows, new Set(ids), what, underWay, harm)
    for (const id of ids) if (!there.has(id)) harm.lost.push(`${what} ${id}`)
  }
}

type BagRow = { id: string; number: string; state: BagState; version: number }

/** Each that came in is there once, as its trail says, with what was found in its donation. */
async function bagsHarmed(
  db: Db,
  rows: readonly BagRow[],
  { bags }: BenchWitness,
  harm: Harm,
  underWay: number,
): Promise<void> {
  const events = byKey(
    await db
      .selectFrom('events')
      .select(['subjectId', 'kind', 'toStatus'])
      .where('subjectKind', '=', 'bag')
      .orderBy('id')
      .execute(),
    ({ subjectId }) => subjectId,
  )
  const results = byKey(
    await db.selectFrom('donationTests').select('number').execute(),
    ({ number }) => number,
  )
  const there = new Set(rows.map(({ id }) => id))
  strangers(rows, new Set(bags.map(({ id }) => id)), 'bag', underWay * mostAtOnce, harm)
  for (const id of events.keys())
    if (!there.has(id)) harm.halfDone.push(`events of the bag ${id}, which is not there`)
  for (const { id, number, state, version } of rows) {
    const told = events.get(id) ?? []
    const last = told.at(-1)?.toStatus
    if (last !== state) harm.halfDone.push(`bag ${number} is ${state}, and its trail says ${last}`)
    if (told.length !== version)
      harm.halfDone.push(`bag ${number} has ${told.length} changes at version ${version}`)
    const found = results.get(number)?.length ?? 0
    const due = told.some(({ kind }) => kind === 'bag-released') ? resultsOfOne : 0
    if (found > due) harm.doubled.push(`bag ${number} has ${found} results of ${due}`)
    if (found < due) harm.halfDone.push(`bag ${number} has ${found} results of ${due}`)
  }
  for (const { id, number, events: due } of bags) {
    const told = (events.get(id) ?? []).map(({ kind }) => kind)
    if (!there.has(id)) harm.lost.push(`bag ${number}`)
    else if (underWay === 0 || !isDeepStrictEqual(told.slice(0, -1), due))
      eventsHarmed(`bag ${number}`, due, told, harm)
  }
}

/** One open hold of what is held, and none of what is not. */
async function holdsHarmed(db: Db, bags: readonly BagRow[], harm: Harm): Promise<void> {
  const open = byKey(
    await db.selectFrom('bagHolds').select('bagId').where('releasedAt', 'is', null).execute(),
    ({ bagId }) => bagId,
  )
  for (const { id, number, state } of bags) {
    const holds = open.get(id)?.length ?? 0
    if (holds > 1) harm.doubled.push(`bag ${number} has ${holds} open holds`)
    if (holds > 0 !== (state === 'held'))
      harm.halfDone.push(`bag ${number} is ${state} with ${holds} open holds`)
  }
}

/** Each slip has its bags, each bag that left is on one slip, and what was received has its receipt. */
async function issuesHarmed(
  db: Db,
  bags: readonly BagRow[],
  { issues }: BenchWitness,
  harm: Harm,
  underWay: number,
): Promise<void> {
  const rows = await db.selectFrom('issues').select('slip as id').execute()
  const packed = await db.selectFrom('issueBags').select(['slip', 'bagId']).execute()
  const [ofSlip, slipsOf] = [byKey(packed, ({ slip }) => slip), byKey(packed, ({ bagId }) => bagId)]
  const receipts = await db.selectFrom('receiptBags').select('bagId').execute()
  const received = new Set(receipts.map(({ bagId }) => bagId))
  const there = new Set(rows.map(({ id }) => id))
  strangers(rows, new Set(issues.map(({ slip }) => slip)), 'slip', underWay, harm)
  for (const id of there) if (!ofSlip.has(id)) harm.halfDone.push(`slip ${id} has no bags`)
  for (const { slip, bags: due } of issues) {
    const its = (ofSlip.get(slip) ?? []).map(({ bagId }) => bagId)
    if (!there.has(slip)) harm.lost.push(`slip ${slip}`)
    else if (!isDeepStrictEqual(its.toSorted(), due.toSorted()))
      harm.halfDone.push(`slip ${slip} has ${its.length} bags of ${due.length}`)
  }
  for (const { id, number, state } of bags) {
    const slips = slipsOf.get(id)?.length ?? 0
    if (slips > 1) harm.doubled.push(`bag ${number} is on ${slips} slips`)
    if (slips > 0 !== out.includes(state))
      harm.halfDone.push(`bag ${number} is ${state} and on ${slips} slips`)
    if (received.has(id) !== (state === 'received'))
      harm.halfDone.push(`bag ${number} is ${state}, ${received.has(id) ? 'with a' : 'without a'} receipt`)
  }
}

/** Of each bank and year from 1 to the last that was taken. */
async function numbersHarmed(db: Db, harm: Harm): Promise<void> {
  const cut = (slip: string) => slip.lastIndexOf('-')
  const slips = await db.selectFrom('issues').select('slip').execute()
  const used = byKey(slips, ({ slip }) => slip.slice(0, cut(slip)))
  for (const { bankId, year, last } of await db.selectFrom('slipNumbers').selectAll().execute()) {
    const line = `${bankId.toUpperCase()}-${year}`
    const numbers = (used.get(line) ?? []).map(({ slip }) => Number(slip.slice(cut(slip) + 1)))
    used.delete(line)
    for (let number = 1; number <= Math.max(last, ...numbers); number++) {
      const times = numbers.filter((one) => one === number).length
      if (times === 0) harm.lost.push(`number ${number} of ${line} was skipped`)
      if (times > 1 || number > last)
        harm.doubled.push(`number ${number} of ${line} is there ${times} times, of ${last}`)
    }
  }
  for (const line of used.keys()) harm.halfDone.push(`slips of ${line} without a count`)
}
