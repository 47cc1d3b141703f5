import type { Page } from '@playwright/test'
import type { Db } from '#server/db/database.ts'

export const linkPath = '/dashboard/admin/linkBloodBank'

export const fields = (page: Page) => ({
  id: page.getByLabel('Request ID', { exact: true }),
  bank: page.getByLabel('Blood bank', { exact: true }),
  other: page.getByLabel('Blood bank name', { exact: true }),
  driver: page.getByLabel('Driver', { exact: true }),
  submit: page.getByRole('button', { name: 'Link Blood Bank / Driver' }),
  order: page.getByRole('complementary', { name: 'This order' }),
  offers: page.getByRole('table', { name: 'What the banks have of' }),
})

export async function choose(page: Page, field: 'bank' | 'driver', option: string): Promise<void> {
  await fields(page)[field].click()
  await page.getByRole('listbox').getByRole('option', { name: option }).click()
}

/** The links that a page sends from now on. */
export function linksOf(page: Page) {
  const links: { key: string | undefined }[] = []
  page.on('request', (request) => {
    if (request.method() === 'PUT' && request.url().endsWith('/link'))
      links.push({ key: request.headers()['idempotency-key'] })
  })
  return links
}

/** What ran out comes last: whatever is approved from now on comes up before it, the soonest pickup first. */
export async function letOthersRunOut(db: Db): Promise<void> {
  const approved = db.updateTable('requests').where('status', '=', 'hospital-admin-approved')
  await approved.set({ expired: true }).execute()
}
