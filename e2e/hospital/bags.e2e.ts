import type { Page } from '@playwright/test'
import { closeAlert } from '../pages/alerts.ts'
import { anIssuedOrder } from '../pages/bench.ts'
import { expect, test } from '../pages/fixtures.ts'

const bagIn = (page: Page, number: string) =>
  page
    .getByRole('list', { name: /^Bags of slip/ })
    .getByRole('listitem')
    .filter({ hasText: number })

test('AMB-345 staff say on Delivery Status how bags came and what became of each; a wristband of another patient is refused at its field', {
  tag: '@looks',
}, async ({ signedIn, server, looksGood }) => {
  const { id, numbers } = await anIssuedOrder(server, 2)
  const [good = '', warm = ''] = numbers
  const page = await signedIn('firm_pilot', '/dashboard/pilot/deliveryStatus')
  await page.getByRole('row').filter({ hasText: id }).getByRole('button', { name: 'Bags' }).click()
  const popup = page.getByRole('dialog')
  await popup.getByRole('button', { name: 'Not all…' }).click()
  await popup.getByLabel(warm, { exact: true }).click()
  await page.getByRole('option', { name: 'Warm' }).click()
  await popup.getByLabel('What was wrong').fill('No ice left')
  await popup.getByRole('button', { name: 'Save receipt' }).click()
  await expect(bagIn(page, warm)).toContainText('Received warm')
  // what came warm is given to nobody
  await expect(bagIn(page, warm).getByRole('button', { name: /^Transfused/ })).toHaveCount(0)

  await bagIn(page, good)
    .getByRole('button', { name: /^Transfused/ })
    .click()
  const wristband = popup.getByLabel('Patient ID on the wristband')
  await expect(wristband).toBeFocused()
  await wristband.fill('FH-000000')
  await looksGood(page, 'narrow')
  await popup.getByRole('button', { name: 'Save: transfused' }).click()
  await closeAlert(page, 'Another Patient', 'a patient with another ID')
  await expect(wristband).toBeFocused()
  await expect(wristband).toHaveAttribute('aria-invalid', 'true')
  await expect(bagIn(page, good)).toContainText('a patient with another ID')
  await wristband.fill('fh-118160')
  await popup.getByRole('button', { name: 'Save: transfused' }).click()
  await expect(bagIn(page, good)).toContainText('Transfused, ')

  await bagIn(page, warm)
    .getByRole('button', { name: /^Not transfused/ })
    .click()
  await popup.getByLabel('Discarded').check()
  await popup.getByLabel('Why is it discarded?').click()
  await page.getByRole('option', { name: 'Too warm or too cold' }).click()
  await popup.getByRole('button', { name: 'Save: discarded' }).click()
  await expect(bagIn(page, warm)).toContainText('Discarded, ')
  await expect(popup.getByRole('button', { name: /transfused/i })).toHaveCount(0)
})

test('AMB-345 on Live Status all are received with one press, at a time that may be said, and another page follows', {
  tag: ['@long', '@looks'],
}, async ({ signedIn, server, looksGood }) => {
  const { id, numbers } = await anIssuedOrder(server, 2)
  const path = `/dashboard/pilot/liveStatus/${id}`
  const [page, other] = [await signedIn('firm', path), await signedIn('firm', path)]
  await page.getByRole('button', { name: 'At another time…' }).click()
  await page.getByLabel('Time', { exact: true }).fill('00:00')
  await page.getByRole('button', { name: 'Received as issued' }).click()
  await closeAlert(page, 'Time Not Possible', 'after that time')
  await expect(page.getByLabel('Time', { exact: true })).toBeFocused()
  await expect(page.getByText(/^The bag was issued at .*, after that time\.$/)).toBeVisible()
  await looksGood(page, 'wide')
  await page.reload()
  await page.getByRole('button', { name: 'Received as issued' }).click()
  for (const number of numbers) {
    await expect(bagIn(page, number)).toContainText('Received as issued, ')
    await expect(bagIn(other, number)).toContainText('Received as issued, ')
  }
  await expect(page.getByRole('button', { name: 'Received as issued' })).toHaveCount(0)
  await looksGood(page, 'narrow')
})
