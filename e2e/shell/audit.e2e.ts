import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { aRequest, aStaffedHospital } from '#testing/makers/makers.ts'
import { expect, test } from '../pages/fixtures.ts'
import { lookAt } from '../pages/looks.ts'

const path = '/dashboard/pilot/audit'
const table = (page: Page) => page.getByRole('table', { name: 'Audit' })
const rowWith = (page: Page, text: string) => table(page).getByRole('row').filter({ hasText: text })

async function tick(page: Page, option: string) {
  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  await page.getByRole('checkbox', { name: option, exact: true }).click()
  await page.getByRole('button', { name: 'SAVE' }).click()
}

test('AMB-298 AMB-299 AMB-300 AMB-301 an admin reads what was done and who looked, narrows it down, takes it along as CSV and has the trail verified', async ({
  signedIn,
  db,
  axe,
}) => {
  const { hospital, admin } = await aStaffedHospital(db)
  const { id } = await aRequest(db, { status: 'pending', hospitalId: hospital.id })
  const other = await signedIn(admin, `/dashboard/pilot/audit`)
  await expect(rowWith(other, 'Raised')).toContainText(id)
  await expect(table(other)).toContainText('Today, ')

  // opened elsewhere, it comes by itself
  const page = await signedIn(admin, '/dashboard/pilot/requestStatus')
  await page.evaluate((address) => fetch(address), `/api/requests/${id}`)
  await expect(rowWith(other, 'Opened the request')).toContainText('No person named')

  await tick(other, 'Opened')
  await expect(rowWith(other, 'Raised')).toHaveCount(0)
  const coming = other.waitForEvent('download')
  await other.getByRole('button', { name: 'Download' }).press('ArrowDown')
  await other.getByRole('menuitem', { name: 'CSV' }).press('Enter')
  const lines = (await readFile(await (await coming).path(), 'utf8')).trimEnd().split('\r\n')
  expect(lines.map((line) => line.split(',').at(-3))).toEqual(['What', 'Opened the request'])

  await other.goto(path)
  const box = other.getByRole('region', { name: 'Verification of the trail' })
  await box.getByRole('button', { name: /^Verify/ }).click()
  await expect(box).toContainText('Verified until')
  await expect(box).toContainText('Nothing was altered or taken out.')
  await expect(table(other)).toContainText('Verified until here.')
  await rowWith(other, 'Raised').getByRole('link', { name: id }).click()
  await expect(other.getByRole('heading', { level: 1 })).toHaveText('Request Status')
  await other.goto(path)
  await lookAt(other, 'every', axe)
})
