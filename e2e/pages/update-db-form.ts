import { expect, type Page } from '@playwright/test'
import type { Db } from '#server/db/database.ts'
import { aPdf } from '#testing/makers/pictures.ts'

export const path = '/dashboard/admin/updateDB'

export const requestId = (page: Page) => page.getByLabel('Request ID')
export const status = (page: Page) => page.getByLabel('Status', { exact: true })
export const drop = (page: Page, party: 'hospital' | 'bloodbank') => page.getByLabel(`${party} invoice`)
export const fileRow = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name })
export const submit = (page: Page) => page.getByRole('button', { name: 'SUBMIT DETAILS' })
export const brief = (page: Page) => page.getByRole('complementary', { name: 'This order' })

export async function chooseStatus(page: Page, name: string): Promise<void> {
  await status(page).click()
  await page.getByRole('option', { name, exact: true }).click()
  await expect(status(page)).toHaveValue(name)
}

export async function begin(page: Page, id: string, wanted: string): Promise<void> {
  await requestId(page).fill(id)
  await expect(brief(page)).toContainText(id)
  await chooseStatus(page, wanted)
}

export const pdf = (name = 'invoice.pdf') => ({ name, mimeType: 'application/pdf', buffer: aPdf() })

export const incomplete = ['Form Incomplete', 'Please fill all fields before submitting the form'] as const
export const submitted = ['Data Submitted', 'The details have been successfully submitted'] as const

export const requestOf = (db: Db, id: string) =>
  db.selectFrom('requests').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

/** What is not the next step is asked about before it is sent. */
export async function submitSurely(page: Page, status: string): Promise<void> {
  await submit(page).click()
  await page
    .getByRole('alertdialog', { name: /: sure\?$/ })
    .getByRole('button', { name: `Set ${status}`, exact: true })
    .click()
}
