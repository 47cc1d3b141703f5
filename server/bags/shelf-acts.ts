import { randomUUID } from 'node:crypto'
import type { ShelfBag } from '#contract/bags.ts'
import { type Bag, bagKey } from '#domain/bags/bag.ts'
import { standOf } from '#domain/bags/donation-tests.ts'
import { formOf, formWords, whyNotByForm } from '#domain/bags/forms.ts'
import { type ExpiryRefusal, expiryWords, type Treatment, treat, whyNotTreat } from '#domain/bags/lives.ts'
import {
  arriveFrom,
  changeBag,
  type DiscardReason,
  discardBag,
  moveBag,
  movingWords,
  whyNotChangeBag,
  whyNotDiscard,
  whyNotOverBag,
  whyNotTransfer,
  whyNotWorkOn,
} from '#domain/bags/moving.ts'
import { type BagMoved, lockBags, moveBags, namesOf, openHoldsOf } from '../db/bags.ts'
import { isWithBank, lockOrderOfIssued, setBagAside } from '../db/setting-aside.ts'
import type { Work } from '../db/work.ts'
import { notFound, refuse } from '../platform/http/refuse.ts'
import {
  addResults,
  bankNamed,
  type KeptResult,
  lockDonations,
  resultsOf,
  takeDonations,
} from './donation-store.ts'
import { formsOf } from './form-store.ts'
import { addBags } from './intake-store.ts'
import { bagStore, livesOf } from './store.ts'

export type Seen = { readonly id: string; readonly version: number }

/** Theirs, and as they saw it. */
async function locked(work: Work, bankId: string, { id, version }: Seen): Promise<Bag> {
  const [bag] = await lockBags(work, [id])
  if (bag?.bankId !== bankId) throw notFound()
  refuse(movingWords, whyNotOverBag(bag, version))
  return bag
}

async function moved(work: Work, move: BagMoved): Promise<ShelfBag> {
  await moveBags(work, [move])
  const [saved] = await bagStore(work.db, move.to.bankId).byIds([move.to.id])
  if (!saved) throw notFound()
  return saved
}

const orderOf = async (work: Work, bag: Bag): Promise<string | null> =>
  (await openHoldsOf(work, [bag])).get(bag.id)?.requestId ?? null

export async function discard(
  work: Work,
  bankId: string,
  { reason, note, ...seen }: Seen & { reason: DiscardReason; note: string },
): Promise<ShelfBag> {
  const order = await lockOrderOfIssued(work, { bagId: seen.id, bankId })
  const bag = await locked(work, bankId, seen)
  const isBack = bag.state === 'issued' && (await isWithBank(work, bag.id))
  refuse(movingWords, whyNotDiscard(bag, { reason, note, by: 'bank', isBack }, work.now))
  const detail = { ...namesOf(bag), reason, note, requestId: await orderOf(work, bag) }
  if (bag.state === 'issued' && order) await setBagAside(work, order, bag.id)
  return moved(work, { from: bag, to: discardBag(bag), happened: { kind: 'bag-discarded', detail } })
}

export async function treatBag(
  work: Work,
  bankId: string,
  { treatment, ...seen }: Seen & { treatment: Treatment },
): Promise<ShelfBag> {
  const bag = await locked(work, bankId, seen)
  refuse(movingWords, whyNotWorkOn(bag, work.now))
  const lives = await livesOf(work.db)
  const refusal: ExpiryRefusal | null = whyNotTreat(lives, bag, treatment)
  refuse(expiryWords, refusal)
  const to = treat(lives, bag, treatment, work.now)
  const detail = { ...namesOf(bag), treatment, expiresAt: to.expiresAt.toISOString() }
  return moved(work, { from: bag, to, happened: { kind: 'bag-treated', detail } })
}

export async function changed(
  work: Work,
  bankId: string,
  { place, attributes, ...seen }: Seen & Pick<Bag, 'place' | 'attributes'>,
): Promise<ShelfBag> {
  const bag = await locked(work, bankId, seen)
  refuse(movingWords, whyNotChangeBag(bag, { place, attributes }, work.now))
  const to = changeBag(bag, { place, attributes })
  const detail = { ...namesOf(bag), place: to.place, attributes: to.attributes }
  return moved(work, { from: bag, to, happened: { kind: 'bag-changed', detail } })
}

/** The bag goes, and with it what was found in its donation. */
export async function transfer(
  work: Work,
  bankId: string,
  { bankId: toId, ...seen }: Seen & { bankId: string },
): Promise<ShelfBag> {
  const [looked] = await bagStore(work.db, bankId).byIds([seen.id])
  if (!looked) throw notFound()
  await takeDonations(work, [looked.number])
  const numbered = await lockDonations(work, [looked.number])
  const bag = await locked(work, bankId, seen)
  const to = toId === bankId ? undefined : await bankNamed(work, toId)
  const known = (await resultsOf(work, bankId, [bag.number])).get(bag.number) ?? []
  const there = numbered.filter((one) => one.bankId === toId && one.state !== 'transferred')
  refuse(
    movingWords,
    whyNotTransfer(
      bag,
      { bankId: toId, isKnown: to?.keepsBags === true, hasTwin: there.some((one) => isTwin(bag, one)) },
      { isReactive: standOf(known).kind === 'reactive' },
      work.now,
    ),
  )
  // its form stays here, and with it what speaks against the bag
  const form = formOf(numbered.filter((one) => one.bankId === bankId))
  const forms = await formsOf(work.db, bankId, form === null ? [] : [form])
  refuse(formWords, whyNotByForm(bag, forms.get(form ?? '') ?? null))
  if (!to) throw notFound()
  const giver = (await bankNamed(work, bankId))?.name ?? bankId
  const arrived = arriveFrom(bag, { id: randomUUID(), bankId: toId })
  const detail = { ...namesOf(bag), bank: to.name, requestId: await orderOf(work, bag) }
  const from = await moved(work, {
    from: bag,
    to: moveBag(bag, 'transfer'),
    happened: { kind: 'bag-transferred', detail },
  })
  // whoever brings bags of this number takes turns, so nothing came between
  if ((await addBags(work, [arrived], giver)).size === 0) throw new Error('A bag did not arrive')
  const happened = { kind: 'bag-arrived', detail: { ...namesOf(bag), bank: giver } } as const
  await work.recordAll([{ ...happened, subjectId: arrived.id, to: arrived.state, bankId: toId }])
  await carryResults(work, { number: bag.number, bankId: toId, giver }, known)
  return from
}

/** The same bag; or one of the bank's own that has nothing to do with it but its number. */
const isTwin = (bag: Bag, there: Bag): boolean =>
  bagKey(bag) === bagKey(there) ||
  (bag.numberKind === 'own' && bag.fromBankId !== there.bankId && there.fromBankId !== bag.bankId)

/** Those that did not come with another bag of it. */
async function carryResults(
  work: Work,
  { number, bankId, giver }: { number: string; bankId: string; giver: string },
  known: readonly KeptResult[],
): Promise<void> {
  const there = (await resultsOf(work, bankId, [number])).get(number) ?? []
  const isThere = (one: KeptResult) =>
    there.some(
      ({ test, result, testedAt }) =>
        test === one.test && result === one.result && testedAt.getTime() === one.testedAt.getTime(),
    )
  const results = known.filter((one) => !isThere(one)).map((one) => ({ ...one, testedBy: giver }))
  if (results.length === 0) return
  await addResults(work, [{ bankId, number, results }])
  const found = results.map(({ test, result }) => ({ test, result }) as KeptResult)
  await work.record({
    kind: 'donation-results-came',
    subjectId: `${bankId}/${number}`,
    bankId,
    detail: { number, bank: giver, results: found },
  })
}
