import { aRequest, emailOf } from '#testing/makers/makers.ts'
import { aPlace, approvalPath, press } from '../pages/approval-list.ts'
import { expect, test } from '../pages/fixtures.ts'
import { rowOf, statusOf } from '../pages/lists.ts'

import { openTimes, statusPath } from '../pages/request-list.ts'

test('AMB-295 what was rejected is told why with one press, the staff read it, and it is undone with the rejection', {
  tag: '@looks',
}, async ({ signedIn, db, server, looksGood }) => {
  const place = await aPlace(db)
  const { id } = await aRequest(db, { hospitalId: place.id })
  const page = await signedIn(place.admin, approvalPath)
  await press(page, id, 'Reject')
  await rowOf(page, id).getByRole('button', { name: 'Say why' }).click()
  const popup = page.getByRole('dialog', { name: 'Say Why' })
  await popup.getByRole('button', { name: 'Other' }).click()
  await popup.getByRole('button', { name: 'Keep Reason' }).click()
  await expect(popup).toContainText('Please say in a few words why it was rejected.')
  await looksGood(page, 'narrow')
  await popup.getByRole('button', { name: 'Duplicate' }).click()
  await expect(popup).toHaveCount(0)
  await expect(rowOf(page, id)).toContainText('Rejected by you: Duplicate')
  await expect(rowOf(page, id).getByRole('button', { name: 'Say why' })).toHaveCount(0)

  const staff = await signedIn(place.staff, statusPath)
  await expect(rowOf(staff, id)).toContainText('Duplicate')
  await expect(await openTimes(staff, id)).toContainText('“Duplicate”')
  const text = await server.texts.find(
    ({ body }) => body.includes(`${id} is`) && body.includes('Reason'),
    8_000,
  )
  expect(text.body).toContain('Reason: duplicate.')

  await rowOf(page, id).getByRole('button', { name: 'Undo' }).click()
  await expect(rowOf(page, id).getByRole('button', { name: 'Approve' })).toBeVisible()
  expect(await statusOf(db, id)).toBe('pending')
})

test('AMB-294 who raised may approve and the row says so, until the hospital wants four eyes', async ({
  signedIn,
  db,
}) => {
  const place = await aPlace(db)
  const { id: raisedBy } = await db
    .selectFrom('accounts')
    .select('id')
    .where('email', '=', emailOf(place.admin))
    .executeTakeFirstOrThrow()
  const [first, second] = [
    await aRequest(db, { hospitalId: place.id, raisedBy }),
    await aRequest(db, { hospitalId: place.id, raisedBy }),
  ]
  const page = await signedIn(place.admin, approvalPath)
  await press(page, first.id, 'Approve')
  await expect(rowOf(page, first.id)).toContainText('raised and approved by the same person')
  await page.goto('/dashboard/pilot/people')
  const wish = page.getByRole('checkbox', {
    name: 'Whoever wrote a request last, raised or amended, may not approve it',
  })
  await expect(page.getByText('Off now. 1 of 1 approved requests')).toBeVisible()
  await wish.check()
  await expect(page.getByText('On now.')).toBeVisible()
  await page.goto(approvalPath)
  await expect(rowOf(page, second.id)).toContainText('your hospital wants another admin to approve it')
  await expect(rowOf(page, second.id).getByRole('button', { name: 'Approve' })).toBeDisabled()
  await rowOf(page, second.id).getByRole('button', { name: 'Reject' }).click()
  await expect(rowOf(page, second.id)).toContainText('Rejected by you')
})
