import { drivingWordsEn as en } from '#domain/driving/words-en.ts'
import { act, actAndArrive, aFreshDriver, anOrderOf, heading, phone } from '../pages/driver-page.ts'
import { expect, test } from '../pages/fixtures.ts'

test('AMB-115 an order that was delivered in one tab is told so in the other, and in both when they are opened anew', {
  tag: '@long',
}, async ({ signedIn, db }) => {
  const driver = await aFreshDriver(db, 'Ravi Kumar')
  const { id } = await anOrderOf(db, driver, { status: 'cross-matching' })
  const page = await signedIn(driver.email, `/driver/${id}`, phone)
  // each message with a link opens a tab of its own
  const other = await page.context().newPage()
  await other.goto(`/driver/${id}`)
  await expect(heading(other)).toHaveText('Delivery 1 of 1')
  await actAndArrive(page, db, { id, step: 'issued' })
  await act(page, db, { id, step: 'delivered' })
  for (const tab of [page, other]) await expect(heading(tab)).toHaveText(en.order.allDone)
  for (const tab of [page, other]) {
    await tab.reload()
    await expect(heading(tab)).toHaveText(en.order.allDone)
    await expect(tab.getByRole('alert')).toHaveCount(0)
  }
  await page.goto('/driver')
  await expect(page.getByText(en.list.empty)).toBeVisible()
  await expect(page.getByRole('alert')).toHaveCount(0)
})
