import { aRequest } from '#testing/makers/makers.ts'
import { aPlace } from '../pages/approval-list.ts'
import { expect, test } from '../pages/fixtures.ts'
import { at } from '../pages/raise-form.ts'
import { openTimes, statusPath } from '../pages/request-list.ts'

test('AMB-297 what is over is raised again: the form has all but the times, and another id', async ({
  signedIn,
  db,
  moveClock,
}) => {
  await moveClock(at('10:26'))
  const place = await aPlace(db)
  const before = await aRequest(
    db,
    { hospitalId: place.id, status: 'cancelled', patientName: 'Again Murugan', units: 2 },
    new Date(at('10:26')),
  )
  const page = await signedIn(place.staff, statusPath)
  const popup = await openTimes(page, before.id)
  await popup.getByRole('button', { name: 'Raise again' }).click()
  await expect(page.getByLabel('Patient Name')).toHaveValue('Again Murugan')
  await expect(page.getByText(`Copied from request ${before.id}`)).toBeVisible()
  await expect(page.getByText('Still empty: Sample Pickup Time')).toBeVisible()
  await page.getByRole('button', { name: /^Earliest/ }).click()
  await page.getByRole('button', { name: 'Submit Request' }).click()
  const told = page.getByRole('alertdialog')
  await expect(told).toContainText('Data Submitted')
  await expect(told).toContainText('Again Murugan')
  await expect(told).not.toContainText(before.id)
})
