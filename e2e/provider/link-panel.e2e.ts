import { aDriver, aRequest, nextNumber } from '#testing/makers/makers.ts'
import { expect, test } from '../pages/fixtures.ts'
import { choose, fields, linkPath } from '../pages/link-form.ts'
import { rowOf, toast } from '../pages/lists.ts'
import { action, aHospitalOfOrders, more, openMenu, ordersOf, withRows } from '../pages/orders-list.ts'

const approved = { status: 'hospital-admin-approved' } as const
const wide = { width: 1440, height: 900 }

test('AMB-271 beside the open form a row keeps what it offers: next step, Undo, menu, times, invoices, and their keys', {
  tag: '@long',
}, async ({ signedIn, db, axe }) => {
  const hospitalId = await aHospitalOfOrders(db)
  const { id } = await aRequest(db, { hospitalId, status: 'sample-acquired' })
  const waiting = await aRequest(db, { hospitalId, ...approved })
  const page = await withRows(
    signedIn('bloodsupport', `${ordersOf(hospitalId)}&link=${waiting.id}`, { viewport: wide }),
  )
  const panel = page.getByRole('complementary', { name: 'Link Blood Bank / Driver' })
  await expect(panel).toBeFocused()
  const row = rowOf(page, id)
  const undo = row.getByRole('button', { name: /^Undo/ })
  const heightBefore = await row.evaluate((one: HTMLElement) => one.offsetHeight)
  await row.getByRole('button', { name: id }).focus()
  await page.keyboard.press('n')
  await expect(toast(page, `${id} is cross-matching now`)).toBeVisible()
  await expect(action(page, id, 'Next: issued')).toBeVisible()
  await expect(undo).toBeVisible()
  // what comes and goes moves no row
  expect(await row.evaluate((one: HTMLElement) => one.offsetHeight)).toBe(heightBefore)
  await axe(page)
  await page.keyboard.press('u')
  await expect(toast(page, `${id} is sample-acquired again`)).toBeVisible()
  await page.keyboard.press('.')
  const menu = row.getByRole('menu')
  await expect(menu.getByRole('menuitem', { name: 'Download hospital invoice' })).toHaveAttribute(
    'aria-disabled',
    'true',
  )
  await menu.getByRole('menuitem', { name: 'Timestamps' }).click()
  await expect(page.getByRole('dialog', { name: `Timestamps ${id}` })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(more(page, id)).toBeFocused()
  await expect(panel).toBeVisible()
  const item = await openMenu(page, id)
  await expect(item('Link another bank or driver')).toBeVisible()
})

test('AMB-271 what was chosen beside the list outlives a narrower window and another order; all of a row is there meanwhile', {
  tag: '@long',
}, async ({ signedIn, db }) => {
  const hospitalId = await aHospitalOfOrders(db)
  const { name } = await aDriver(db, { name: `Priya ${nextNumber()}` })
  const one = await aRequest(db, { hospitalId, ...approved })
  const other = await aRequest(db, { hospitalId, ...approved })
  const page = await withRows(signedIn('bloodsupport', ordersOf(hospitalId), { viewport: wide }))
  const panel = page.getByRole('complementary', { name: 'Link Blood Bank / Driver' })
  const { bank, driver } = fields(page)
  await action(page, one.id, 'Link').click()
  await expect(panel.getByRole('button', { name: one.id })).toBeVisible()
  await choose(page, 'bank', 'Greenbank')
  await choose(page, 'driver', name)
  for (const size of [
    { width: 999, height: 700 },
    { width: 390, height: 844 },
    { width: 844, height: 390 },
  ]) {
    await page.setViewportSize(size)
    await expect(bank).toHaveValue('Greenbank')
    await expect(driver).toHaveValue(name)
    await expect(panel).toBeInViewport()
    await expect(more(page, other.id)).toBeVisible()
  }
  // where the form is open, it takes the next order itself
  await action(page, other.id, 'Link').click()
  await expect(panel.getByRole('button', { name: other.id })).toBeVisible()
  await expect(panel).toBeFocused()
  await expect(bank).toHaveValue('')
  await page.setViewportSize(wide)
  await panel.getByRole('button', { name: `Back to ${one.id}` }).click()
  await expect(bank).toHaveValue('Greenbank')
  await expect(driver).toHaveValue(name)
  // closed, the form keeps it too
  await expect(panel).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(panel).toHaveCount(0)
  await expect(toast(page, `What you chose for ${one.id} is kept`)).toBeVisible()
  await action(page, one.id, 'Link').click()
  await expect(bank).toHaveValue('Greenbank')
  await expect(driver).toHaveValue(name)
  // Back closes the form, whatever was opened in it, and stays on the list
  await action(page, other.id, 'Link').click()
  await expect(panel.getByRole('button', { name: other.id })).toBeVisible()
  await page.goBack()
  await expect(panel).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1, name: 'Orders' })).toBeVisible()
  await expect(rowOf(page, other.id).getByRole('button').first()).toBeFocused()
  await action(page, one.id, 'Link').click()
  await expect(bank).toHaveValue('Greenbank')
  // above the list it comes before it for the keyboard too
  await page.setViewportSize({ width: 999, height: 700 })
  await expect(page.locator('aside + div').getByRole('heading', { level: 1 })).toBeVisible()
})

test('AMB-272 the Link screen that is open takes the order that the palette or Back names, and keeps what was chosen for another', {
  tag: '@long',
}, async ({ signedIn, db }) => {
  const hospitalId = await aHospitalOfOrders(db)
  const { id } = await aRequest(db, { hospitalId, ...approved })
  await aRequest(db, { hospitalId, ...approved })
  const page = await signedIn('bloodsupport', `${linkPath}?order=${id}`)
  // others share the provider's work: here the next thing is to link another order
  await page.route('**/orders/summary', async (route) => {
    const response = await route.fetch()
    const { toLink, ...work } = await response.json()
    const first = toLink.first.filter((one: { id: string }) => one.id !== id)
    await route.fulfill({
      response,
      json: { ...work, stopped: { count: 0, first: [] }, toLink: { ...toLink, first } },
    })
  })
  await page.reload()
  const { order, bank, id: field } = fields(page)
  await expect(order.getByRole('heading')).toHaveText(id)
  await choose(page, 'bank', 'Greenbank')
  await page.keyboard.press('Control+k')
  const next = page.getByRole('option', { name: /^Link [0-9a-f]{8}/ })
  const named = (await next.textContent())?.match(/[0-9a-f]{8}/)?.[0] ?? ''
  await page.keyboard.press('Enter')
  await expect(order.getByRole('heading')).toHaveText(named)
  await expect(field).toHaveValue(named)
  await expect(bank).toHaveValue('')
  await page.goBack()
  await expect(order.getByRole('heading')).toHaveText(id)
  await expect(bank).toHaveValue('Greenbank')
})
