import type { Page } from '@playwright/test'
import { earlier, minutes } from '#domain/basics/time.ts'
import type { Db } from '#server/db/database.ts'
import { aRequest } from '#testing/makers/makers.ts'
import { expect as plain } from './fixtures.ts'
import { rowOf } from './lists.ts'

/** Two pages, a server and a database share one machine: what comes may take its time. */
export const expect = plain.configure({ timeout: 15_000 })

export const statusPath = '/dashboard/pilot/requestStatus'

/** The same while it is marked as changed, with these words: both are looked for at once, for the mark goes soon. */
export const changedRow = (page: Page, id: string, words = id) =>
  page.locator(`[data-row="${id}"][data-changed]`).filter({ hasText: words })
export const searchBox = (page: Page) => page.getByRole('searchbox', { name: 'Search by Request ID' })
export const popupOf = (page: Page, id: string) => page.getByRole('dialog', { name: `Timestamps ${id}` })
export const stepsIn = (page: Page) => page.getByRole('list', { name: 'Timeline' }).getByRole('listitem')

export async function openTimes(page: Page, id: string) {
  await rowOf(page, id).locator('button[aria-haspopup="dialog"]').click()
  const popup = popupOf(page, id)
  await expect(popup.getByRole('list', { name: 'Timeline' })).toBeVisible()
  return popup
}

/** What a page asks of a list from now on, beyond the rows it has: those it asks for again once its stream opens. */
export async function searchesOf(page: Page, path: string): Promise<string[]> {
  await expect(page.getByText('Live', { exact: true })).toBeVisible()
  const asked: string[] = []
  page.on('request', (request) => {
    const url = new URL(request.url())
    const isAgain = url.search === '' || url.searchParams.has('through')
    if (url.pathname === path && !isAgain) asked.push(url.search)
  })
  return asked
}

/** So many requests of one hospital, five minutes apart; the newest is the first. */
export async function someRequests(
  db: Db,
  count: number,
  wish: Parameters<typeof aRequest>[1] & { hospitalId: string },
) {
  const now = new Date()
  const made: Awaited<ReturnType<typeof aRequest>>[] = []
  for (let age = count; age > 0; age--)
    made.unshift(await aRequest(db, { raisedAt: earlier(now, minutes(age * 5)), ...wish }))
  return made
}
