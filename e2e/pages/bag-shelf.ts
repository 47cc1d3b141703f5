import type { Page } from '@playwright/test'
import { checkCharacter } from '#domain/bags/isbt.ts'
import { dayOf, days, earlier } from '#domain/basics/time.ts'
import type { Db } from '#server/db/database.ts'
import { aStaffedBank } from './bank-people.ts'

export const bagsPath = '/dashboard/bloodbank/bags'

/** A bank that no other test has to do with, which keeps bags. */
export async function aBankWithBags(db: Db) {
  const bank = await aStaffedBank(db)
  await db.insertInto('bankSettings').values({ bankId: bank.id, keepsBags: true }).execute()
  return bank
}

let serial = 20_000
/** A donation number that no bank has yet. */
export const aDonationNumber = (): string => `A999926${String(++serial).padStart(6, '0')}`

export const wrongCheckOf = (number: string): string => (checkCharacter(number) === 'K' ? 'L' : 'K')

/** Collected yesterday, in India. */
export const yesterday = (): string => dayOf(earlier(new Date(), days(1)))

export const drawer = (page: Page) => page.getByRole('dialog')
export const scanField = (page: Page) => page.getByLabel('Scan or type a bag number', { exact: true })
export const lines = (page: Page) => page.getByRole('list', { name: 'Scanned bags' }).getByRole('listitem')

/** Opens the drawer and says on which day the bags were collected. */
export async function beginIntake(page: Page, day = yesterday()): Promise<void> {
  await page.getByRole('button', { name: /^Take in/ }).click()
  const [year, month, date] = day.split('-')
  await page.getByLabel('Collected on', { exact: true }).fill(`${date}/${month}/${year}`)
  await scanField(page).focus()
}

/** As a hand scanner does: it types, wherever the cursor stands, and presses Enter. */
export async function scan(page: Page, ...codes: string[]): Promise<void> {
  for (const code of codes) {
    await page.keyboard.type(code)
    await page.keyboard.press('Enter')
  }
}
