import type { Page } from '@playwright/test'
import { nextNumber } from '#testing/makers/makers.ts'
import { closeAlert } from '../pages/alerts.ts'
import { expect, test } from '../pages/fixtures.ts'

const path = '/dashboard/admin/notices'
const rowWith = (page: Page, text: string) =>
  page.getByRole('table', { name: 'Notices' }).locator('tbody tr').filter({ hasText: text })
const text = (page: Page) => page.getByRole('textbox', { name: 'Text', exact: true })
const words = () => `Notice ${nextNumber()} of ${process.pid} <b>now</b>`

test('AMB-310 a notice is written, stands on an open Home as the text it is, is changed, closed and ended', {
  tag: '@looks',
}, async ({ signedIn, looksGood }) => {
  const said = words()
  const home = await signedIn('redbank_bloodbank', '/dashboard')
  const page = await signedIn('bloodsupport', path)
  await page.getByRole('button', { name: 'Write notice' }).click()
  await closeAlert(page, 'Nothing Written', 'Please write')
  await expect(text(page)).toBeFocused()
  await text(page).fill(said)
  await page.getByText('Blood banks', { exact: true }).click()
  await page.getByRole('button', { name: 'Write notice' }).click()
  await expect(rowWith(page, said)).toContainText('standing')
  await expect(rowWith(page, said)).toContainText('bloodsupport')
  await expect(home.getByText(said, { exact: true })).toBeVisible()

  await rowWith(page, said).getByRole('button', { name: 'Change' }).click()
  await expect(text(page)).toHaveValue(said)
  await text(page).fill(`${said} again`)
  await page.getByRole('button', { name: 'Save changes' }).click()
  const note = home.getByRole('note').filter({ hasText: `${said} again` })
  await expect(note).toBeVisible()
  await note.getByRole('button', { name: 'Close notice' }).click()
  await expect(note).toHaveCount(0)
  await home.reload()
  await expect(note).toBeVisible()
  await looksGood(page, 'narrow')

  await page.getByRole('button', { name: 'End', exact: true }).first().click()
  await page.getByRole('button', { name: 'End', exact: true }).last().click()
  await expect(page.getByText('Notice Ended')).toBeVisible()
  await expect(note).toHaveCount(0)
})

test('AMB-310 more than three notices are behind one button, and a time that cannot be is told at its field', {
  tag: '@long',
}, async ({ signedIn, db }) => {
  const rows = Array.from({ length: 4 }, () => ({
    ...{ text: words(), audience: 'chosen' as const, organisationIds: ['firm'] },
    ...{ fromAt: new Date(), writtenAt: new Date(), writtenBy: 'Somebody' },
  }))
  await db.insertInto('notices').values(rows).execute()
  const home = await signedIn('firm', '/dashboard')
  const oldest = home.getByText(rows[0]?.text ?? '', { exact: true })
  await expect(home.getByText(rows[3]?.text ?? '', { exact: true })).toBeVisible()
  await expect(oldest).toHaveCount(0)
  await home.getByRole('button', { name: /^Show all \d+ notices$/ }).click()
  await expect(oldest).toBeVisible()
  await db
    .deleteFrom('notices')
    .where(
      'text',
      'in',
      rows.map((row) => row.text),
    )
    .execute()

  const page = await signedIn('bloodsupport', path)
  await text(page).fill(words())
  await page.getByRole('textbox', { name: 'Until', exact: true }).fill('01/01/2026')
  await page.getByRole('button', { name: 'Write notice' }).click()
  await closeAlert(page, 'Over Already', 'Its end has passed')
  await expect(page.getByRole('textbox', { name: 'Until', exact: true })).toBeFocused()
})
