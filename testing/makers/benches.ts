import { matching } from '#contract/matching.ts'
import type { Bag } from '#domain/bags/bag.ts'
import { hours, later } from '#domain/basics/time.ts'
import type { Db } from '#server/db/database.ts'
import type { RequestWish } from '#server/demo/makers/requests.ts'
import type { TestService } from '../harness/service.ts'
import { clearTests } from './bags.ts'
import { aRequest } from './makers.ts'
import { aBagIn, aFreeBag, type ShelfBank } from './shelves.ts'

/** The tube of the patient that `aRequest` makes. */
export const aTube = (id: string, now: Date, change: object = {}) => ({
  id,
  labelName: 'Karthik Subramanian',
  labelPatientId: 'FH-118160',
  takenAt: later(now, -hours(1)),
  groupFound: 'O+' as const,
  antibodyScreen: 'negative' as const,
  ...change,
})

export const anOrderFor = ({ db, clock }: TestService, { id: bankId }: ShelfBank, wish: RequestWish = {}) =>
  aRequest(db, { status: 'bloodbank-approved', bankId, ...wish }, clock.now())

/** An order with its sample and so many bags held for it, each cross-matched. */
export async function aMatchedOrder(
  service: TestService,
  shelf: ShelfBank,
  { bags: count = 2, wish = {} }: { bags?: number; wish?: RequestWish } = {},
) {
  const order = await anOrderFor(service, shelf, wish)
  const { id } = order
  await shelf.staff.done(matching.receiveSample, aTube(id, service.clock.now()))
  const bags = []
  for (let n = 0; n < count; n++) {
    const bag = await aFreeBag(shelf.staff)
    await shelf.staff.done(matching.hold, { id, bagId: bag.id })
    await shelf.staff.done(matching.recordMatch, {
      ...{ id, bagId: bag.id, method: 'gel', result: 'compatible' },
    })
    bags.push(bag)
  }
  return { id, order, bags }
}

/** All of them looked at, for the first delivery. */
export const anIssue = (id: string, bags: readonly { id: string }[], change: object = {}) => ({
  ...{ id, seq: 1, checker: null, emergency: null },
  bags: bags.map((bag) => ({ bagId: bag.id, isInspected: true })),
  ...change,
})

/** On the shelf, with all its results. */
export async function aTestedBag(db: Db, bankId: string, change: Partial<Bag> = {}): Promise<Bag> {
  const bag = await aBagIn(db, bankId, change)
  const rows = clearTests(bag.bloodGroup).map((result) => ({
    ...{ ...result, bankId, number: bag.number, testedAt: new Date(), testedBy: 'S. Meena' },
  }))
  await db.insertInto('donationTests').values(rows).execute()
  return bag
}
