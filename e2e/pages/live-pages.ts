import type { Locator, Page } from '@playwright/test'
import { expect } from './fixtures.ts'

export const livePath = '/dashboard/pilot/liveStatus'
export const notFound = "Sorry we couldn't find the page that you were looking for."

export const heading = (page: Page) => page.getByRole('heading', { level: 1 })
export const details = (page: Page) => page.getByRole('table', { name: 'Details' })
export const detail = (page: Page, label: string) =>
  details(page)
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader', { name: label, exact: true }) })
/** From then on it hears of every change. */
export const isLive = (page: Page) => expect(page.getByText('Live', { exact: true })).toBeVisible()

/**
 * What a change shows is there within so many milliseconds, twice in at most five times: a busy machine may hold it up
 * now and then, and a list that is only asked for every few seconds is not that quick twice.
 */
export async function isQuick(limit: number, change: () => Promise<Locator>): Promise<void> {
  const took: number[] = []
  const quick = () => took.filter((ms) => ms < limit).length
  while (quick() < 2 && took.length < 5) {
    const shown = await change()
    const since = performance.now()
    await shown.waitFor()
    took.push(Math.round(performance.now() - since))
  }
  expect(quick(), `within ${limit} ms: ${took.join(', ')}`).toBe(2)
}
