import type { Page } from '@playwright/test'
import { aStaffedHospital } from '#testing/makers/makers.ts'
import { closeAlert } from '../pages/alerts.ts'
import { expect, test } from '../pages/fixtures.ts'

const path = '/dashboard/pilot/keys'
const rowWith = (page: Page, text: string) =>
  page.getByRole('table', { name: 'Keys' }).locator('tbody tr').filter({ hasText: text })

test('AMB-315 AMB-317 a key is made, shown once, works, is seen to be used, and is stopped with one press', {
  tag: '@looks',
}, async ({ signedIn, server, db, looksGood }) => {
  const { admin } = await aStaffedHospital(db)
  const page = await signedIn(admin, path)
  await page.getByRole('button', { name: 'Make key' }).click()
  await closeAlert(page, 'Name Missing', 'Please say what the key is for')
  await expect(page.getByLabel('Name', { exact: true })).toBeFocused()
  await page.getByLabel('Name', { exact: true }).fill('HIS ward module')
  await page.getByRole('button', { name: 'Make key' }).click()
  await closeAlert(page, 'Nothing Ticked', 'Please tick')
  await expect(page.getByLabel('Read orders and where they are')).toBeFocused()
  await page.getByLabel('Read orders and where they are').check()
  await page.getByLabel('Networks').fill('here')
  await page.getByRole('button', { name: 'Make key' }).click()
  await closeAlert(page, 'Not A Network', '“here” is neither')
  await page.getByLabel('Networks').fill('')
  await page.getByRole('button', { name: 'Make key' }).click()

  const made = page.getByRole('region', { name: 'The new key' })
  await expect(made).toBeFocused()
  const key = (await made.locator('code').first().textContent()) ?? ''
  expect(key).toMatch(/^cm_live_[\w-]{43}$/)
  await made.getByRole('button', { name: 'Copy' }).click()
  await expect(page.getByText('Key copied')).toBeVisible()
  await made.getByRole('button', { name: 'I have kept it' }).click()
  await expect(page.getByText(key)).toHaveCount(0)
  await expect(rowWith(page, 'HIS ward module')).toContainText('works')
  await expect(rowWith(page, 'HIS ward module')).toContainText('never')

  const ask = () => fetch(`${server.url}/api/requests`, { headers: { authorization: `Bearer ${key}` } })
  expect((await ask()).status).toBe(200)
  await page.reload()
  await expect(rowWith(page, 'HIS ward module')).not.toContainText('never')
  await rowWith(page, 'HIS ward module').getByRole('button', { name: 'Stop' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Stop' }).click()
  await expect(rowWith(page, 'HIS ward module')).toContainText('stopped')
  await expect.poll(async () => (await ask()).status).toBe(401)
  await looksGood(page, 'narrow')
})
