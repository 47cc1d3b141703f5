import { randomUUID } from 'node:crypto'
import type { Bag } from '#domain/bags/bag.ts'
import type { BloodRequest } from '#domain/requests/request.ts'
import type { Db } from '#server/db/database.ts'
import { operatorOn } from '#server/db/operator.ts'
import { signSlip } from '#server/slips/signing.ts'
import { aBag } from './bags.ts'
import { nextNumber } from './makers.ts'
import { theSecret } from './sessions.ts'

type Order = Pick<BloodRequest, 'id' | 'bankId' | 'patientId'>
type IssueWish = {
  seq?: number
  emergency?: { doctor: string; reason: string }
  /** Those that are there already; otherwise one is made. */
  bags?: readonly Bag[]
  bag?: Partial<Bag>
}

/** A bag of that bank in the database. */
export async function aKeptBag(db: Db, change: Partial<Bag> = {}): Promise<Bag> {
  const number = `A999926${String(nextNumber()).padStart(6, '0')}`
  const bag = aBag({ id: randomUUID(), number, state: 'issued', ...change })
  await db
    .insertInto('bags')
    .values({ ...bag, takenAt: bag.expiresAt, takenBy: 'S. Meena' })
    .execute()
  return bag
}

/** Bags that left with a slip, as the bench writes it: the name of the slip. */
export async function anIssue(db: Db, order: Order, now: Date, wish: IssueWish = {}): Promise<string> {
  const bankId = order.bankId ?? 'redbank'
  const { seq = 1, emergency } = wish
  const bags = wish.bags ?? [await aKeptBag(db, { bankId, ...wish.bag })]
  return operatorOn(db)(now, async (work) => {
    const isEmergency = emergency !== undefined
    const { patientId, id: requestId } = order
    const signed = await signSlip(work, theSecret, { bankId, requestId, patientId, seq, isEmergency, bags })
    const by = { issuedAt: now, issuedBy: 'S. Meena', checkedBy: 'K. Revathi' }
    await work.db
      .insertInto('issues')
      .values({ ...signed, bankId, requestId, seq, ...by, isEmergency, ...emergency })
      .execute()
    const rows = bags.map((bag, at) => ({
      slip: signed.slip,
      bagId: bag.id,
      position: at + 1,
      isInspected: true,
    }))
    await work.db.insertInto('issueBags').values(rows).execute()
    return signed.slip
  })
}
