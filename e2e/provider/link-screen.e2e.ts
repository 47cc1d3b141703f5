import { hours, later } from '#domain/basics/time.ts'
import type { RequestWish } from '#server/demo/makers/requests.ts'
import { linksIn } from '#testing/makers/linked-orders.ts'
import { aDriver, aRequest, nextNumber } from '#testing/makers/makers.ts'
import { closeAlert } from '../pages/alerts.ts'
import { expect, test } from '../pages/fixtures.ts'
import { fields, linkPath } from '../pages/link-form.ts'
import { rowOf } from '../pages/lists.ts'
import { aHospitalOfOrders, ordersOf, pick, withRows } from '../pages/orders-list.ts'
import { chooseByKeys, tabTo } from '../pages/provider-forms.ts'

const approved = { status: 'hospital-admin-approved' } as const

test('LINK-18 an order can be linked by the keyboard alone', { tag: '@long' }, async ({ signedIn, db }) => {
  const pickupAt = later(new Date(), hours(2))
  const { id } = await aRequest(db, { ...approved, pickupAt })
  const page = await signedIn('bloodsupport', linkPath)
  const { order, ...on } = fields(page)
  await expect(on.id).toBeEnabled()
  await on.id.focus()
  await page.keyboard.type(id)
  await expect(order.getByRole('heading')).toHaveText(id)
  await tabTo(page, on.bank)
  await chooseByKeys(page, 'Blood bank', 'Greenbank')
  await tabTo(page, on.driver)
  await chooseByKeys(page, 'Driver', 'John Peter')
  await tabTo(page, on.submit)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alertdialog', { name: 'Data Submitted' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(on.id).toBeFocused()
  expect(await linksIn(db).rowOf(id)).toMatchObject({ bankId: 'greenbank', status: 'bloodbank-approved' })
})

test('LINK-01 the screen can be used by everybody, wide and narrow, light and dark', {
  tag: ['@looks', '@long'],
}, async ({ signedIn, looksGood, db }) => {
  const { id } = await aRequest(db, approved)
  const page = await signedIn('bloodsupport', `${linkPath}?order=${id}`)
  const { offers, submit, bank } = fields(page)
  await expect(offers.getByRole('button', { name: 'Redbank' })).toBeVisible()
  await submit.click()
  await closeAlert(page, 'Form Incomplete', /./)
  await expect(bank).toBeFocused()
  await looksGood(page, 'wide')
})

test('AMB-250 AMB-251 beside the list: the order of the row, what its drivers carry, what it has already; the next one waits, and Escape goes back', {
  tag: '@long',
}, async ({ signedIn, db, axe }) => {
  const hospitalId = await aHospitalOfOrders(db)
  const { email, name } = await aDriver(db, { name: `Priya ${nextNumber()}` })
  const order = (wish: RequestWish) => aRequest(db, { hospitalId, ...wish })
  const linked = await order({ status: 'sample-acquired', bankId: 'redbank', driverEmail: email })
  const waiting = await order(approved)
  const page = await withRows(
    signedIn('bloodsupport', ordersOf(hospitalId), { viewport: { width: 1440, height: 900 } }),
  )
  const panel = page.getByRole('complementary', { name: 'Link Blood Bank / Driver' })
  await pick(page, linked.id, 'Link another bank or driver')
  await expect(panel).toBeFocused()
  const { bank, driver, submit, offers } = fields(page)
  await expect(bank).toHaveValue('Redbank')
  await expect(driver).toHaveValue(name)
  await expect(page.getByRole('table', { name: 'Orders' }).getByRole('columnheader')).toHaveCount(7)
  await expect(rowOf(page, linked.id)).toHaveAttribute('data-chosen')
  await expect(panel.getByText(/^Next: \d+ more waits?$/)).toBeVisible()
  await axe(page)
  // as it is, there is nothing to link
  await submit.click()
  await closeAlert(page, 'Data Not Submitted', 'Current Bloodbank is already set to : redbank')
  await driver.click()
  await expect(page.getByRole('option', { name: new RegExp(`${name} 1 order, .*due .* at`) })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(panel).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(panel).toHaveCount(0)
  await expect(rowOf(page, linked.id).getByRole('button', { name: linked.id })).toBeFocused()

  // where there is no room beside the list, the Link screen has it
  await page.setViewportSize({ width: 999, height: 900 })
  await page.locator('[data-row]').getByRole('button', { name: 'Link', exact: true }).click()
  await expect(page).toHaveURL(`${linkPath}?order=${waiting.id}`)
  await expect(offers).toBeVisible()
  await expect(bank).toHaveValue('')
})
