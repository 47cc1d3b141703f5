import type { Page } from '@playwright/test'
import { aStaffedHospital, nextNumber } from '#testing/makers/makers.ts'
import { expect, test } from '../pages/fixtures.ts'

const path = '/dashboard/pilot/people'
const toast = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text })
const rowWith = (page: Page, text: string) =>
  page.getByRole('table', { name: 'People' }).locator('tbody tr').filter({ hasText: text })

test('AMB-286 AMB-287 an admin invites by mail, the link lets a person in, and one press stops them and lets them in again', {
  tag: '@looks',
}, async ({ signedIn, visitor, server, db, looksGood }) => {
  const { admin } = await aStaffedHospital(db)
  const email = `anand${nextNumber()}@mail.example`
  const page = await signedIn(admin, path)
  await expect(page.getByText('2 people act for')).toContainText('1 admin, 1 staff. 2 have no second factor.')
  await page.getByLabel('E-mail').fill(email)
  await page.getByRole('button', { name: 'Send invitation' }).click()
  await expect(page.getByRole('alertdialog')).toContainText('Please say whom you invite.')
  await page.getByRole('button', { name: 'OK' }).click()
  await expect(page.getByLabel('Name')).toBeFocused()
  await page.getByLabel('Name').fill('Dr. S. Anand')
  await page.getByRole('button', { name: 'Send invitation' }).click()
  await expect(toast(page, 'Invitation Sent')).toBeVisible()
  await expect(rowWith(page, email)).toContainText('invited')
  await expect(rowWith(page, email)).toContainText('by you. Link ends in')

  const mail = await server.mails.find(({ to }) => to.includes(email), 10_000)
  const guest = await visitor(/http\S+\/join#\S+/.exec(mail.text)?.[0] ?? '')
  await expect(guest, 'the token does not stay in the address').toHaveURL('/join')
  await guest.getByLabel('Password', { exact: true }).fill('seven77')
  await guest.getByRole('button', { name: 'Join' }).click()
  await expect(guest.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  await guest.getByLabel('E-mail').fill(email)
  await guest.getByLabel('Password', { exact: true }).fill('seven77')
  await guest.getByRole('button', { name: 'Login' }).click()
  await expect(guest.getByRole('link', { name: 'My account' })).toBeVisible()

  await expect(rowWith(page, email)).toContainText('active')
  await rowWith(page, email).getByRole('button', { name: 'Stop' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Stop' }).click()
  await expect(rowWith(page, email)).toContainText('by you. Name stays in the trail.')
  await expect(guest.getByRole('heading', { name: 'Sign in' })).toBeVisible({ timeout: 10_000 })
  await rowWith(page, email).getByRole('button', { name: 'Let in again' }).click()
  await expect(rowWith(page, email)).toContainText('active')
  await looksGood(page, 'narrow')
})
