import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import type { ShelfGroup } from '#domain/bags/kinds.ts'
import { days, later } from '#domain/basics/time.ts'
import type { Db } from '#server/db/database.ts'
import { aBag, clearTests } from '#testing/makers/bags.ts'
import { nextNumber } from '#testing/makers/makers.ts'
import { aStaffedBank } from './bank-people.ts'

export const benchPath = '/dashboard/bloodbank/bench'

/** A bank of its own that keeps bags, with two who work there. */
export async function aBench(db: Db, settings: { secondChecker?: boolean } = {}) {
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

/** As a hand scanner does it: it types, then presses Enter. */
export async function scanOut(page: Page, number: string): Promise<void> {
  await page.getByPlaceholder('Scan the bag').fill(number)
  await page.keyboard.press('Enter')
}
