import { hours, later } from '#domain/basics/time.ts'
import { linksIn } from '#testing/makers/linked-orders.ts'
import { aRequest } from '#testing/makers/makers.ts'
import { closeAlert } from '../pages/alerts.ts'
import { expect, test } from '../pages/fixtures.ts'
import { fields, linkPath } from '../pages/link-form.ts'
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
  tag: '@looks',
}, async ({ signedIn, looksGood, db }) => {
  const { id } = await aRequest(db, approved)
  const page = await signedIn('bloodsupport', `${linkPath}?request=${id}`)
  const { offers, submit, bank } = fields(page)
  await expect(offers.getByRole('button', { name: 'Redbank' })).toBeVisible()
  await submit.click()
  await closeAlert(page, 'Form Incomplete', /./)
  await expect(bank).toBeFocused()
  await looksGood(page, 'wide')
})
