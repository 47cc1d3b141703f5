import type { Page } from '@playwright/test'
import type { Db } from '#server/db/database.ts'
import { expect } from './fixtures.ts'

/** By its key, as a line of the table or as a card. */
export const rowOf = (page: Page, id: string | undefined) => page.locator(`[data-row="${id}"]`)
export const idsIn = (page: Page) => page.getByRole('row').locator('td:nth-child(2)')
export const loadMore = (page: Page) => page.getByRole('button', { name: 'Load More +' })
export const filterPanel = (page: Page) => page.getByRole('dialog', { name: 'Filter' })
export const toast = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text })

/** Two pages, a server and a database share one machine: what comes may take its time. */
export async function openFilter(page: Page) {
  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  const panel = filterPanel(page)
  await expect(panel).toBeVisible({ timeout: 15_000 })
  return panel
}

/** Waits until the page hears of changes by itself. */
export const isLive = (page: Page) => expect(page.getByText('Live', { exact: true })).toBeVisible()

export const statusOf = async (db: Db, id: string) =>
  (await db.selectFrom('requests').select('status').where('id', '=', id).executeTakeFirstOrThrow()).status
