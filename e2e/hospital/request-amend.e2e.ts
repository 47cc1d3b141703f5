import { aRequest } from '#testing/makers/makers.ts'
import { aPlace, approvalPath } from '../pages/approval-list.ts'
import { expect, test } from '../pages/fixtures.ts'
import { rowOf } from '../pages/lists.ts'
import { at } from '../pages/raise-form.ts'
import { openTimes, statusPath } from '../pages/request-list.ts'

test('AMB-296 a pending request is amended in the form it was raised in, and whoever approves reads what changed', {
  tag: '@looks',
}, async ({ signedIn, db, moveClock, looksGood }) => {
  await moveClock(at('10:26'))
  const place = await aPlace(db)
  const { id } = await aRequest(
    db,
    { hospitalId: place.id, raisedAt: new Date(at('10:00')), patientName: 'Amended Murugan', units: 2 },
    new Date(at('10:26')),
  )
  const page = await signedIn(place.staff, statusPath)
  await (await openTimes(page, id)).getByRole('button', { name: 'Amend Request' }).click()
  await expect(page.getByRole('heading', { name: 'Amend Request' })).toBeVisible()
  await expect(page.getByLabel('Patient Name')).toHaveValue('Amended Murugan')
  const send = page.getByRole('button', { name: 'Amend Request' })
  await send.click()
  await expect(page.getByRole('alertdialog')).toContainText('Everything is as it was.')
  await page.getByRole('alertdialog').getByRole('button', { name: 'OK' }).click()
  await looksGood(page, 'wide')
  await page.getByLabel('Units').fill('3')
  // the pickup is 19 minutes away and stays as it was: only what changes is asked about
  await send.click()
  await expect(rowOf(page, id)).toContainText('3 units')

  const admin = await signedIn(place.admin, approvalPath)
  await expect(rowOf(admin, id)).toContainText('amended after it was raised, 10:26 am: units')
})
