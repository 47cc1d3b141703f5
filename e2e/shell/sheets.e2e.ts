import { readFile } from 'node:fs/promises'
import { aRequest, aStaffedHospital } from '#testing/makers/makers.ts'
import { expect, test } from '../pages/fixtures.ts'
import { lookAt } from '../pages/looks.ts'

test('AMB-335 a nurse takes the list of her filter along as a table, by keyboard and on a phone', async ({
  signedIn,
  db,
  axe,
}) => {
  const { hospital, staff } = await aStaffedHospital(db)
  const { id } = await aRequest(db, { status: 'pending', hospitalId: hospital.id })
  const issued = await aRequest(db, { status: 'issued', hospitalId: hospital.id })
  const page = await signedIn(staff, '/dashboard/pilot/requestStatus?status=pending')
  await expect(page.getByRole('table', { name: 'Requests' })).toContainText(id)
  const button = page.getByRole('button', { name: 'Download' })
  await button.focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('menuitem', { name: 'XLSX' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(button).toBeFocused()
  const coming = page.waitForEvent('download')
  await button.click()
  await page.getByRole('menuitem', { name: 'CSV' }).click()
  const file = await coming
  expect(file.suggestedFilename()).toMatch(/^requests-\d{4}-\d\d-\d\d\.csv$/)
  const text = await readFile(await file.path(), 'utf8')
  expect(text).toContain(id)
  expect(text).not.toContain(issued.id)

  await page.setViewportSize({ width: 390, height: 844 })
  await button.click()
  const menu = await page.getByRole('menu', { name: 'Download' }).boundingBox()
  expect(menu && menu.x >= 0 && menu.x + menu.width <= 390).toBe(true)
  await page.keyboard.press('Escape')
  await lookAt(page, 'every', axe)
})
