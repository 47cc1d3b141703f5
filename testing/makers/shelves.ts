import { randomUUID } from 'node:crypto'
import { bags, type ShelfBag } from '#contract/bags.ts'
import type { Bag } from '#domain/bags/bag.ts'
import type { DonationResult } from '#domain/bags/donation-tests.ts'
import type { IntakeLine } from '#domain/bags/intake.ts'
import type { Db } from '#server/db/database.ts'
import type { Client } from '../harness/client.ts'
import type { TestService } from '../harness/service.ts'
import { aBag, clearTests } from './bags.ts'
import { aBank, anAccount, aRequest, nextNumber } from './makers.ts'

/** A line that nothing speaks against: red cells of O POS, collected on 15 Nov 2026. */
export const aLine = (change: Partial<IntakeLine> = {}): IntakeLine => ({
  number: `T${String(nextNumber()).padStart(6, '0')}`,
  numberKind: 'own',
  component: 'PRBC',
  division: '',
  bloodGroup: 'O+',
  segment: null,
  volumeMl: 280,
  anticoagulant: 'SAGM',
  attributes: [],
  collectedOn: '2026-11-15',
  expiresAt: null,
  donorFormId: null,
  place: 'Fridge 2',
  ...change,
})

/** A bag on a shelf, free, as a row that nobody took in. */
export async function aBagIn(db: Db, bankId: string, change: Partial<Bag> = {}): Promise<Bag> {
  const number = `R${String(nextNumber()).padStart(6, '0')}`
  const bag = aBag({ id: randomUUID(), bankId, number, numberKind: 'own', ...change })
  await db
    .insertInto('bags')
    .values({ ...bag, takenAt: new Date(), takenBy: 'S. Meena' })
    .execute()
  return bag
}

/** From now on, as its admin would say it. */
export const keepBags = (db: Db, ...bankIds: string[]) =>
  db
    .insertInto('bankSettings')
    .values(bankIds.map((bankId) => ({ bankId, keepsBags: true })))
    .onConflict((before) => before.column('bankId').doUpdateSet({ keepsBags: true }))
    .execute()

export type ShelfBank = { id: string; bank: Client; staff: Client }

/** A bank of its own that keeps bags, with an admin and a technician. */
export async function aShelf({ db, as }: TestService): Promise<ShelfBank> {
  const { id } = await aBank(db)
  await anAccount(db, { email: `${id}_bloodbank` })
  await anAccount(db, {
    email: `${id}.staff`,
    name: 'S. Meena',
    grant: { product: 'bloodbank', role: 'staff', organisationId: id },
  })
  await keepBags(db, id)
  return { id, bank: as(`${id}_bloodbank`), staff: as(`${id}.staff`) }
}

export async function takenIn(client: Client, ...lines: Partial<IntakeLine>[]): Promise<ShelfBag[]> {
  const { outcomes } = await client.done(bags.takeIn, { lines: lines.map(aLine) })
  return outcomes.map(({ bag, refusal }) => {
    if (!bag) throw new Error(`not taken in: ${refusal?.code}`)
    return bag
  })
}

export const tested = (client: Client, number: string, results: DonationResult[]) =>
  client.done(bags.recordTests, { donations: [{ number, results }] }).then(({ outcomes }) => {
    const [outcome] = outcomes
    if (!outcome) throw new Error('no outcome')
    return outcome
  })

/** On the shelf, tested and free. */
export async function aFreeBag(client: Client, change: Partial<IntakeLine> = {}): Promise<ShelfBag> {
  const [bag] = await takenIn(client, change)
  if (!bag) throw new Error('no bag')
  const { released } = await tested(client, bag.number, clearTests(bag.bloodGroup))
  const [free] = released
  if (!free) throw new Error('not released')
  return free
}

/** Held for an order, as the bench does it. */
export async function heldFor(db: Db, bag: ShelfBag, at: Date): Promise<string> {
  const { id: requestId } = await aRequest(db, { status: 'cross-matching', bankId: bag.bankId }, at)
  await db
    .updateTable('bags')
    .set({ state: 'held', version: bag.version + 1 })
    .where('id', '=', bag.id)
    .execute()
  await db
    .insertInto('bagHolds')
    .values({
      bagId: bag.id,
      requestId,
      heldAt: at,
      heldBy: 'S. Meena',
      until: new Date(at.getTime() + 3_600_000),
      releasedAt: null,
      releaseReason: null,
    })
    .execute()
  return requestId
}
