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

test('AMB-311 what was approved is cancelled and raised again in one press; until then nothing is cancelled', {
  tag: '@looks',
}, async ({ signedIn, db, moveClock, looksGood }) => {
  await moveClock(at('10:26'))
  const place = await aPlace(db)
  const now = new Date(at('10:26'))
  const wish = { hospitalId: place.id, patientName: 'Instead Murugan', units: 2, approvedAt: now }
  const before = await aRequest(db, { ...wish, status: 'hospital-admin-approved' }, now)
  const page = await signedIn(place.admin, statusPath)
  const popup = await openTimes(page, before.id)
  await popup.getByRole('button', { name: 'Cancel and raise again' }).click()
  await expect(page.getByText(`Submitting this cancels request ${before.id}`)).toBeVisible()
  await expect(page.getByLabel('Patient Name')).toHaveValue('Instead Murugan')
  await looksGood(page, 'wide')
  await page.getByRole('button', { name: /^Earliest/ }).click()
  await page.getByRole('button', { name: 'Cancel and raise again' }).click()
  const told = page.getByRole('alertdialog')
  await expect(told).toContainText('Data Submitted')
  await told.getByRole('button', { name: 'OK' }).click()
  const rows = await db
    .selectFrom('requests')
    .select(['id', 'status'])
    .where('hospitalId', '=', place.id)
    .execute()
  expect(rows.map(({ status }) => status).toSorted()).toEqual(['cancelled', 'pending'])
  expect(rows.find(({ id }) => id === before.id)?.status).toBe('cancelled')
  // to the new one, and not back to a form that would ask for the blood twice
  await expect(page).toHaveURL(/requestStatus/)
})
