import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { matching } from '#contract/matching.ts'
import type { ShelfGroup } from '#domain/bags/kinds.ts'
import { days, later } from '#domain/basics/time.ts'
import type { Db } from '#server/db/database.ts'
import type { ServerProcess } from '#testing/harness/server-process.ts'
import { aBag, clearTests } from '#testing/makers/bags.ts'
import { anIssue, aTube } from '#testing/makers/benches.ts'
import { aRequest, nextNumber } from '#testing/makers/makers.ts'
import { aStaffedBank } from './bank-people.ts'
import { pick } from './choices.ts'

export const benchPath = '/dashboard/bloodbank/bench'

/** A bank of its own that keeps bags, with two who work there. */
export async function aBench(db: Db, settings: { secondChecker?: boolean; sampleHours?: number } = {}) {
  const bank = await aStaffedBank(db)
  await db
    .insertInto('bankSettings')
    .values({ bankId: bank.id, keepsBags: true, ...settings })
    .execute()
  return bank
}

/** Tested and free, the first to end first. */
export async function freeBags(
  db: Db,
  bankId: string,
  count: number,
  {
    bloodGroup = 'O+',
    now = new Date(),
    expiresAt,
  }: { bloodGroup?: ShelfGroup; now?: Date; expiresAt?: Date } = {},
): Promise<string[]> {
  const numbers = Array.from({ length: count }, () => `RB26-${String(nextNumber()).padStart(5, '0')}`)
  for (const [at, number] of numbers.entries()) {
    await db
      .insertInto('bags')
      .values({
        ...aBag({ id: randomUUID(), bankId, number, numberKind: 'own', bloodGroup }),
        expiresAt: expiresAt ?? later(now, days(3 + at)),
        ...{ takenAt: now, takenBy: 'S. Meena' },
      })
      .execute()
    await db
      .insertInto('donationTests')
      .values(
        clearTests(bloodGroup).map((one) => ({
          bankId,
          number,
          ...one,
          testedAt: now,
          testedBy: 'S. Meena',
        })),
      )
      .execute()
  }
  return numbers
}

/** Two parts of one donation, tested and free. */
export async function twoParts(db: Db, bankId: string): Promise<string> {
  const [number = ''] = await freeBags(db, bankId, 1)
  const row = db.updateTable('bags').set({ division: 'A0' }).where('number', '=', number)
  const bag = await row.returningAll().executeTakeFirstOrThrow()
  await db
    .insertInto('bags')
    .values({ ...bag, id: randomUUID(), division: 'B0' })
    .execute()
  return number
}

/** An order of the first hospital, of which that many bags left with a slip. */
export async function anIssuedOrder(server: House, count: number, wish: Parameters<typeof aRequest>[1] = {}) {
  const { db, as } = server
  const bank = await aBench(db)
  const { id } = await aRequest(db, {
    ...{ status: 'bloodbank-approved', bankId: bank.id, units: count },
    ...wish,
  })
  await as(bank.first).done(matching.receiveSample, aTube(id, new Date()))
  return { id, bank, ...(await packBags(server, { id, bank }, count)) }
}

type House = Pick<ServerProcess, 'db' | 'as'>
type AtBench = { id: string; bank: { id: string; first: string } }

/** Bags for the next delivery of an order whose sample is there, with a slip of their own. */
export async function packBags({ db, as }: House, { id, bank }: AtBench, count: number) {
  const numbers = await freeBags(db, bank.id, count)
  const bags = await db.selectFrom('bags').select('id').where('number', 'in', numbers).execute()
  const bench = as(bank.first)
  for (const { id: bagId } of bags) {
    await bench.done(matching.hold, { id, bagId })
    await bench.done(matching.recordMatch, { id, bagId, method: 'gel', result: 'compatible' })
  }
  const { slip } = await bench.done(matching.issue, anIssue(id, bags))
  return { slip, numbers }
}

/** Taken today at midnight, unless another day is said. */
export async function typeTube(
  page: Page,
  { name, id, day, group = 'O POS' }: { name: string; id: string; day?: string; group?: string },
): Promise<void> {
  await page.getByLabel('Name on the tube').fill(name)
  await page.getByLabel('Patient ID on the tube').fill(id)
  if (day !== undefined) await page.getByLabel('Taken on', { exact: true }).fill(day)
  await page.getByLabel('Taken at').fill('00:00')
  await pick(page.getByLabel('Group found'), group)
  await page.getByRole('button', { name: 'Compare and record' }).click()
}

/** As a hand scanner does it: it types, then presses Enter. */
export async function scanOut(page: Page, number: string): Promise<void> {
  await page.getByPlaceholder('Scan the bag').fill(number)
  await page.keyboard.press('Enter')
}
