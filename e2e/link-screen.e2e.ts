import { hours, later } from '#domain/basics/time.ts'
import { linksIn } from '#testing/linked-orders.ts'
import { aRequest } from '#testing/makers.ts'
import { expect, test } from './fixtures.ts'
import { fields, linkPath } from './link-form.ts'
import { looksGood } from './looks.ts'
import { closeAlert } from './raise-form.ts'

const approved = { status: 'hospital-admin-approved' } as const

test('LINK-01 the order’s times and details are one press away', async ({ signedIn, db }) => {
  const { id } = await aRequest(db, approved)
  const page = await signedIn('bloodsupport', `${linkPath}?request=${id}`)
  for (const [button, title] of [
    ['Timestamps', 'Timestamps'],
    ['Details', 'Order'],
  ] as const) {
    await fields(page).order.getByRole('button', { name: button }).click()
    const popup = page.getByRole('dialog')
    await expect(popup).toContainText(`${title} ${id}`)
    await page.keyboard.press('Escape')
    await expect(popup).toHaveCount(0)
  }
})

test('LINK-01 the id is in the address: it survives a reload and can be sent to a colleague', async ({
  signedIn,
  db,
}) => {
  const { id } = await aRequest(db, approved)
  const page = await signedIn('bloodsupport', linkPath)
  await fields(page).id.fill(id)
  await expect(fields(page).order.getByRole('heading')).toHaveText(id)
  await expect(page).toHaveURL(new RegExp(`request=.*${id}`))
  await page.reload()
  await expect(fields(page).id).toHaveValue(id)
  await expect(fields(page).order.getByRole('heading')).toHaveText(id)
})

test('LINK-18 an order can be linked by the keyboard alone', async ({ signedIn, db }) => {
  const pickupAt = later(new Date(), hours(2))
  const { id } = await aRequest(db, { ...approved, pickupAt })
  const page = await signedIn('bloodsupport', linkPath)
  const { order, ...on } = fields(page)
  await on.id.focus()
  await page.keyboard.type(id)
  await expect(order.getByRole('heading')).toHaveText(id)
  // down the list as a person goes: no key before the one before it shows
  const pick = async (option: string) => {
    const focused = page.locator(':focus')
    await page.keyboard.press('ArrowDown')
    await expect(focused).toHaveAttribute('aria-expanded', 'true')
    await expect(async () => {
      await page.keyboard.press('ArrowDown')
      const marked = await focused.getAttribute('aria-activedescendant')
      await expect(page.locator(`[id="${marked}"]`)).toContainText(option, { timeout: 100 })
    }).toPass({ intervals: [50] })
    await page.keyboard.press('Enter')
    await expect(focused).toHaveValue(option)
  }
  const tabTo = async (field: typeof on.bank) => {
    await expect(async () => {
      await page.keyboard.press('Tab')
      await expect(field).toBeFocused({ timeout: 100 })
    }).toPass({ intervals: [50] })
  }
  await tabTo(on.bank)
  await pick('Greenbank')
  await tabTo(on.driver)
  await pick('John Peter')
  await tabTo(on.submit)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alertdialog', { name: 'Data Submitted' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(on.id).toBeFocused()
  expect(await linksIn(db).rowOf(id)).toMatchObject({ bankId: 'greenbank', status: 'bloodbank-approved' })
})

test('LINK-01 SHELL-27 the screen can be used by everybody, wide and narrow, light and dark', async ({
  signedIn,
  axe,
  db,
}) => {
  const { id } = await aRequest(db, approved)
  const page = await signedIn('bloodsupport', `${linkPath}?request=${id}`)
  const { offers, submit, bank } = fields(page)
  await expect(offers.getByRole('button', { name: 'Redbank' })).toBeVisible()
  await submit.click()
  await closeAlert(page, 'Form Incomplete', /./)
  await expect(bank).toBeFocused()
  await looksGood(page, axe)
})
