import type { Bag } from '#domain/bags/bag.ts'
import { discardBag, moveBag, whyNotDiscard } from '#domain/bags/moving.ts'
import { isSameFate, whyNotTellFate } from '#domain/fates/fate.ts'
import { type BenchOrder, nextToPack } from '#domain/matching/bench-order.ts'
import { type Crossmatch, isMatched, whyNotRecordOwed } from '#domain/matching/crossmatch.ts'
import { whyNotIssue } from '#domain/matching/issuing.ts'
import { isOut } from '#domain/matching/misfit.ts'
import { groupInEmergency } from '#domain/matching/sample.ts'
import type { AsideReason } from '#domain/matching/setting-aside.ts'
import type { Act } from './life.ts'
import { levelOf } from './model.ts'
import { bankId, endHold, type Left, leftOf, openHold, replace, type Shelf } from './shelf.ts'

/** For the next delivery. */
export function issue(shelf: Shelf, order: BenchOrder, act: Act & { kind: 'issue' }, now: Date): boolean {
  const bags = act.bags.flatMap((at) => shelf.bags[at] ?? [])
  const sample = shelf.samples.get(order.id) ?? null
  const next = nextToPack(order)
  if (bags.length < act.bags.length || !next) return false
  const refusal = whyNotIssue(
    order,
    bankId,
    {
      seq: next.seq,
      bags: bags.map((bag) => ({
        bag,
        heldFor: openHold(shelf, bag.id)?.requestId ?? null,
        results: shelf.results.get(bag.id) ?? [],
        form: null,
        isInspected: act.isInspected,
      })),
      sample,
      matches: shelf.matches.filter(({ requestId }) => requestId === order.id),
      nods: [],
      emergency: act.isEmergency ? { doctor: 'Dr. K. Meenakshi', reason: 'pressure 70 over 40' } : null,
      issuedBy: 'meena',
      checkedBy: act.isChecked ? 'revathi' : 'meena',
      needsChecker: true,
      hasKey: true,
    },
    now,
  )
  if (refusal) return false
  for (const bag of bags) {
    shelf.wrongs.push(...wrongsOf(shelf, order, bag, act.isEmergency, now))
    endHold(shelf, bag.id, 'issued', now)
    replace(shelf, moveBag(bag, 'issue'))
    const matches = shelf.matches.filter(({ requestId }) => requestId === order.id)
    shelf.left.push({
      ...{ bagId: bag.id, requestId: order.id, seq: next.seq, issuedAt: now, isEmergency: act.isEmergency },
      isOwed: act.isEmergency && !(sample && isMatched(bag.id, sample.id, matches)),
      ...{ aside: null, sentBackAt: null },
    })
  }
  return true
}

/** Looked at apart from all rules, when it has left. */
function wrongsOf(shelf: Shelf, order: BenchOrder, bag: Bag, isEmergency: boolean, now: Date): string[] {
  const sample = shelf.samples.get(order.id)
  const found = sample && groupInEmergency(sample, order, now)
  const level = levelOf(shelf.component, isEmergency ? (found ?? null) : order.bloodGroup, bag.bloodGroup)
  const results = shelf.results.get(bag.id) ?? []
  return [
    ...(now.getTime() >= bag.expiresAt.getTime() ? [`${bag.id} expired`] : []),
    ...(results.some(({ result }) => result === 'reactive') ? [`${bag.id} reactive`] : []),
    ...(level === 'never' ? [`${bag.id} unfit`] : []),
    ...(shelf.component === 'PRBC' &&
    !isEmergency &&
    !(
      sample &&
      isMatched(
        bag.id,
        sample.id,
        shelf.matches.filter(({ requestId }) => requestId === order.id),
      )
    )
      ? [`${bag.id} unmatched`]
      : []),
  ]
}

/** What did not leave yet is thrown away at the bank; an emergency is gone with its slip. */
export function discard(shelf: Shelf, bag: Bag, now: Date): boolean {
  const left = leftOf(shelf, bag.id)
  const isBack = bag.state === 'issued' && left?.isEmergency === false
  if (whyNotDiscard(bag, { reason: 'leaking', note: '', by: 'bank', isBack }, now)) return false
  if (isBack) setAside(left, 'new-bag', now)
  endHold(shelf, bag.id, 'discarded', now)
  replace(shelf, discardBag(bag))
  return true
}

export function setAside(left: Left | null, why: AsideReason, now: Date): void {
  if (left) left.aside ??= { why, at: now }
}

/** As the hospital says it. */
export function sendBack(shelf: Shelf, { state, ...bag }: Bag, now: Date): boolean {
  const left = leftOf(shelf, bag.id)
  if (!left) return false
  const told = { fate: 'returned', at: now, reason: null, note: '', patientId: null } as const
  const known = left.sentBackAt && { fate: told.fate, at: left.sentBackAt, toldBy: 'nurse' }
  if (isSameFate(known, told)) return true
  const asIssued = {
    ...{ id: bag.id, number: bag.number, state, expiresAt: bag.expiresAt, issuedAt: left.issuedAt },
    ...{ found: null, receivedAt: null },
    ...{ setAside: left.aside?.why ?? null, setAsideAt: left.aside?.at ?? null },
  }
  if (whyNotTellFate(asIssued, known, told, '', now)) return false
  left.sentBackAt = now
  replace(shelf, moveBag({ ...bag, state }, 'return'))
  return true
}

/** The cross-match of an emergency, which comes when its bag is gone. */
export function recordOwed(
  shelf: Shelf,
  order: BenchOrder,
  { bag, isCompatible }: { bag: Bag; isCompatible: boolean },
  now: Date,
): boolean {
  const left = leftOf(shelf, bag.id)
  const sample = shelf.samples.get(order.id) ?? null
  if (!left || whyNotRecordOwed(order, { sample, isOwed: left.isOwed }, now) || !sample) return false
  keepMatch(shelf, { requestId: order.id, sampleId: sample.id, bagId: bag.id }, isCompatible, now)
  left.isOwed = false
  if (!isCompatible && isOut(bag)) setAside(left, 'incompatible', now)
  return true
}

export function keepMatch(
  shelf: Shelf,
  tried: Pick<Crossmatch, 'requestId' | 'sampleId' | 'bagId'>,
  isCompatible: boolean,
  now: Date,
): void {
  const result = isCompatible ? 'compatible' : 'incompatible'
  shelf.matches.push({ ...tried, method: 'gel', result, doneAt: now, doneBy: 'meena' })
}
