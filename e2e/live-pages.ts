import type { Page } from '@playwright/test'
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
