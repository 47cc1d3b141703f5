import { orders } from '#contract/orders.ts'
import { aRequest } from '#testing/makers/makers.ts'
import { closeAlert } from '../pages/alerts.ts'
import { expect, test } from '../pages/fixtures.ts'
import { choose, fields, linkPath } from '../pages/link-form.ts'
import {
  begin,
  brief,
  path,
  requestOf,
  status,
  submit,
  submitSurely,
  submitted,
} from '../pages/update-db-form.ts'

test('UPDATEDB-03 AMB-52 LINK-01 an order that was looked at before, and has changed since, is seen as it is now', {
  tag: '@long',
}, async ({ signedIn, db, server }) => {
  const { id, version } = await aRequest(db, { status: 'hospital-admin-approved' })
  const other = server.as('bloodsupport')
  const page = await signedIn('bloodsupport', `${linkPath}?order=${id}`)
  const go = (screen: string) => page.getByRole('link', { name: screen }).first().click()
  const row = page.getByRole('row').filter({ hasText: id })
  const lookAtOrders = async () => {
    await go('Orders')
    // others' tests raise orders too: it need not be on the first page
    await page.getByPlaceholder('Search by Request ID...').fill(id)
  }
  await expect(fields(page).order).toContainText(id)
  await lookAtOrders()
  await expect(row).toContainText('hospital-admin-approved')
  await other.done(orders.move, { id, version, status: 'cancelled' })
  await expect(row).toContainText('cancelled')
  await go('Update DB')
  await begin(page, id, 'hospital-admin-approved')
  await submitSurely(page, 'hospital-admin-approved')
  await closeAlert(page, ...submitted)

  await lookAtOrders()
  await expect(row).toContainText('hospital-admin-approved')
  await other.done(orders.move, { id, version: version + 2, status: 'pending' })
  await expect(row).toContainText('pending')
  await other.done(orders.move, { id, version: version + 3, status: 'hospital-admin-approved' })
  await expect(row).toContainText('hospital-admin-approved')
  await go('Link Blood Bank / Driver')
  await fields(page).id.fill(id)
  await expect(fields(page).order).toContainText(id)
  await choose(page, 'bank', 'Bluebank')
  await choose(page, 'driver', 'Meena Raj')
  await fields(page).submit.click()
  await closeAlert(page, 'Data Submitted', 'Data has been successfully submitted')
  expect(await requestOf(db, id)).toMatchObject({ bankId: 'bluebank', version: version + 5 })
})

test('UPDATEDB-03 AMB-52 who was slower is told what the other did, also while the form is on its way, and may then go on', {
  tag: '@long',
}, async ({ signedIn, db, server }) => {
  const { id, version } = await aRequest(db, { status: 'issued' })
  const other = server.as('bloodsupport')
  const page = await signedIn('bloodsupport', path)
  await begin(page, id, 'cancelled')
  await other.done(orders.move, { id, version, status: 'completed', note: 'By the other' })
  await expect(brief(page)).toContainText('completed')
  await submit(page).click()
  await closeAlert(page, 'Changed Meanwhile', 'status issued, now completed; note "-", now "By the other"')
  expect((await requestOf(db, id)).status).toBe('completed')
  await expect(status(page)).toHaveValue('cancelled')

  await page.route('**/api/requests/*/status', async (route) => {
    await other.done(orders.move, { id, version: version + 1, status: 'issued' })
    await route.continue()
  })
  await submitSurely(page, 'cancelled')
  await closeAlert(page, 'Changed Meanwhile', 'status completed, now issued')
  await expect(brief(page)).toContainText('issued')
  await page.unroute('**/api/requests/*/status')
  await submitSurely(page, 'cancelled')
  await closeAlert(page, ...submitted)
  expect((await requestOf(db, id)).status).toBe('cancelled')
})

test('UPDATEDB-03 AMB-52 whoever sets the same order twice is not told of a change that was their own', {
  tag: '@long',
}, async ({ signedIn, db }) => {
  const { id } = await aRequest(db, { status: 'hospital-admin-approved' })
  const page = await signedIn('bloodsupport', path)
  for (const wanted of ['cancelled', 'pending']) {
    await begin(page, id, wanted)
    await submitSurely(page, wanted)
    await closeAlert(page, ...submitted)
    expect(await requestOf(db, id)).toMatchObject({ status: wanted })
  }
})
