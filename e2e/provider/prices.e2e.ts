import type { Page } from '@playwright/test'
import { billing } from '#contract/billing.ts'
import type { ComponentCode } from '#domain/basics/blood.ts'
import type { Db } from '#server/db/database.ts'
import { aBank } from '#testing/makers/makers.ts'
import { closeAlert } from '../pages/alerts.ts'
import { expect, test } from '../pages/fixtures.ts'
import { fits } from '../pages/looks.ts'
import { choose, chooseByKeys, field, submit } from '../pages/provider-forms.ts'

const path = '/dashboard/admin/updatePrices'
type Prices = Partial<Record<ComponentCode, number>>

async function aBankWith(db: Db, paise: Prices, change: { isListed?: boolean } = {}) {
  const { id, name } = await aBank(db, change)
  const rows = Object.entries(paise).map(([component, price]) => ({
    bankId: id,
    component: component as ComponentCode,
    paise: price,
  }))
  if (rows.length > 0) await db.insertInto('bankPrices').values(rows).execute()
  return { id, name }
}

const keptOf = async (db: Db, bankId: string) =>
  Object.fromEntries(
    (await db.selectFrom('bankPrices').selectAll().where('bankId', '=', bankId).execute()).map(
      ({ component, paise }) => [component, paise],
    ),
  )

const deliveryPrices = async (db: Db) => {
  await db.deleteFrom('deliveryPrices').execute()
  await db
    .insertInto('deliveryPrices')
    .values([
      { name: 'delivery_rate', paise: 100_00 },
      { name: 'convenience_Fee', paise: 50_50 },
    ])
    .execute()
}

const inputs = (page: Page) => page.getByRole('spinbutton')
const done = (page: Page) => page.getByRole('status').filter({ hasText: 'Prices Updated Successfully!' })

test('AMB-209 PRICES-01 PRICES-02 PRICES-03 PRICES-04 PRICES-05 PRICES-07 ERRORS-04 a bank has the prices it can have, inventory one for each entry; both are saved, and there after a reload', async ({
  signedIn,
  db,
}) => {
  const withSdp = await aBankWith(db, { PRBC: 1_550_00, FFP: 400_50, SDP: 11_000_00 })
  const without = await aBankWith(db, { PRBC: 1_100_00, FFP: 300_00 })
  const typed = await aBankWith(db, {}, { isListed: false })
  await deliveryPrices(db)
  const page = await signedIn('bloodsupport', path)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Update Delivery Prices')
  await expect(page.getByRole('radio', { name: 'bloodbank' })).toBeChecked()
  await expect(page.getByRole('radio', { name: 'inventory' })).not.toBeChecked()
  await expect(page.getByRole('button', { name: 'SUBMIT DETAILS' })).toBeVisible()
  await expect(page.getByText('Choose a blood bank to see its prices.')).toBeVisible()
  await expect(inputs(page)).toHaveCount(0)
  await submit(page)
  await closeAlert(page, 'Form Incomplete', 'Please fill all fields before submitting the form')
  await expect(field(page, 'Blood Bank')).toBeFocused()

  await choose(page, 'Blood Bank', withSdp.name)
  await expect(inputs(page)).toHaveCount(4)
  for (const [name, value] of [
    ['PRBC', '1550'],
    ['FFP', '400.50'],
    ['RDP', ''],
    ['SDP', '11000'],
  ] as const)
    await expect(field(page, name)).toHaveValue(value)
  await field(page, 'PRBC').fill('900')
  await choose(page, 'Blood Bank', without.name)
  await expect(inputs(page)).toHaveCount(4)
  await expect(field(page, 'PRBC')).toHaveValue('1100')
  // what was typed for one bank is still there after a look at another
  await choose(page, 'Blood Bank', withSdp.name)
  await expect(field(page, 'PRBC')).toHaveValue('900')
  await choose(page, 'Blood Bank', `${typed.name} (typed by hand)`)
  for (const name of ['PRBC', 'FFP', 'RDP', 'SDP']) await expect(field(page, name)).toHaveValue('')

  await field(page, 'PRBC').fill('1450.50')
  await field(page, 'FFP').fill('0')
  await field(page, 'SDP').fill('9500')
  await submit(page)
  await expect(done(page)).toBeVisible()
  expect(await keptOf(db, typed.id)).toEqual({ PRBC: 1_450_50, FFP: 0, SDP: 9_500_00 })
  await page.reload()
  await expect(field(page, 'PRBC')).toHaveValue('1450.50')
  await expect(field(page, 'FFP')).toHaveValue('0')
  await expect(field(page, 'RDP')).toHaveValue('')
  await field(page, 'SDP').fill('')
  await submit(page)
  await closeAlert(page, 'Invalid Price', /SDP has a price, and a price cannot be taken away/)
  await expect(field(page, 'SDP')).toBeFocused()

  await page.getByRole('radio', { name: 'inventory' }).check()
  await expect(field(page, 'delivery_rate')).toHaveValue('100')
  await expect(inputs(page)).toHaveCount(2)
  await expect(page.getByLabel('entityID')).toHaveCount(0)
  await expect(field(page, 'Blood Bank')).toHaveCount(0)
  await field(page, 'convenience_Fee').fill('75')
  await submit(page)
  await expect(done(page)).toBeVisible()
  await page.reload()
  await expect(page.getByRole('radio', { name: 'inventory' })).toBeChecked()
  await expect(field(page, 'convenience_Fee')).toHaveValue('75')
  await expect(field(page, 'delivery_rate')).toHaveValue('100')
})

test('PRICES-06 AMB-173 what is no price is refused, told and marked; one above the ceiling is pointed out and saved', async ({
  signedIn,
  db,
}) => {
  const { id } = await aBankWith(db, { PRBC: 1_550_00, FFP: 400_00 })
  const page = await signedIn('bloodsupport', `${path}?bank=${id}`)
  const prbc = field(page, 'PRBC')
  await expect(prbc).toHaveAttribute('min', '0')
  await expect(prbc).toHaveAccessibleDescription(/NBTC ceiling ₹1,550.00/)
  for (const [typed, title] of [
    ['-1', 'Invalid Price'],
    ['1.234', 'Invalid Price'],
    ['500001', 'Invalid Price'],
    ['', 'Form Incomplete'],
  ] as const) {
    await prbc.fill(typed)
    await submit(page)
    await closeAlert(page, title, /./)
    await expect(prbc).toHaveAttribute('aria-invalid', 'true')
    await expect(prbc).toBeFocused()
    await expect(prbc).toHaveValue(typed)
  }
  expect(await keptOf(db, id)).toEqual({ PRBC: 1_550_00, FFP: 400_00 })
  await prbc.fill('1550.01')
  await expect(prbc).not.toHaveAttribute('aria-invalid')
  await expect(prbc).toHaveAccessibleDescription(/Above the NBTC ceiling of ₹1,550.00/)
  await submit(page)
  await expect(done(page)).toBeVisible()
  expect(await keptOf(db, id)).toEqual({ PRBC: 1_550_01, FFP: 400_00 })
})

test('PRICES-07 what another admin changes is pointed out, what is typed is not lost, not even by a write that fails, and the last one stands', {
  tag: '@long',
}, async ({ signedIn, db, server, allowFaults }) => {
  allowFaults(/status of 500/)
  const { id } = await aBankWith(db, { PRBC: 1_000_00, FFP: 300_00 })
  const page = await signedIn('bloodsupport', `${path}?bank=${id}`)
  await expect(page.getByText('Live', { exact: true })).toBeVisible()
  await field(page, 'PRBC').fill('1200')
  await server.as('bloodsupport').done(billing.setBankPrices, {
    bankId: id,
    paise: { PRBC: 1_100_00, FFP: 350_00 },
  })
  await expect(
    page.getByText('Somebody set this to ₹1,100.00 meanwhile. Yours is not saved yet.'),
  ).toBeVisible({
    timeout: 15_000,
  })
  await expect(field(page, 'PRBC')).toHaveValue('1200')
  await expect(page.getByText('Somebody set this to ₹350.00 just now.')).toBeVisible()
  await expect(field(page, 'FFP')).toHaveValue('350')

  let calls = 0
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>()
  const writes = '**/api/prices/banks/*'
  await page.route(writes, async (route) => {
    calls++
    await answered
    await route.fulfill({
      status: 500,
      json: { code: 'unexpected', title: 'Database Error', text: 'It could not be saved (ref 7KQM).' },
    })
  })
  await submit(page)
  const button = page.getByRole('button', { name: 'SUBMIT DETAILS' })
  await expect(button).toHaveAttribute('aria-disabled', 'true')
  await button.click({ force: true })
  await field(page, 'PRBC').press('Enter')
  answer()
  await closeAlert(page, 'Database Error', 'It could not be saved (ref 7KQM).')
  await expect(field(page, 'PRBC')).toHaveValue('1200')
  expect(calls).toBe(1)

  await page.unroute(writes)
  await submit(page)
  await expect(done(page)).toBeVisible()
  await expect(page.getByText('Somebody set this')).toHaveCount(0)
  expect(await keptOf(db, id)).toEqual({ PRBC: 1_200_00, FFP: 350_00 })
})

test('PRICES-05 prices can be set by the keyboard alone', { tag: '@long' }, async ({ signedIn, db }) => {
  const { id, name } = await aBankWith(db, { PRBC: 1_000_00, FFP: 300_00 })
  const page = await signedIn('bloodsupport', path)
  await expect(field(page, 'Blood Bank')).toBeEnabled()
  await page.getByRole('radio', { name: 'bloodbank' }).focus()
  await page.keyboard.press('Tab')
  await chooseByKeys(page, 'Blood Bank', name)
  await page.keyboard.press('Tab')
  await expect(field(page, 'PRBC')).toBeFocused()
  await page.keyboard.type('1150.25')
  await page.keyboard.press('Enter')
  await expect(done(page)).toBeVisible()
  expect(await keptOf(db, id)).toEqual({ PRBC: 1_150_25, FFP: 300_00 })
})

test('PRICES-01 wide and narrow, light and dark', { tag: '@looks' }, async ({
  signedIn,
  db,
  axe,
  looksGood,
}) => {
  await deliveryPrices(db)
  const { id } = await aBankWith(db, { PRBC: 1_550_00, FFP: 500_00, RDP: 1, SDP: 11_000_00 })
  const page = await signedIn('bloodsupport', `${path}?bank=${id}`)
  await expect(inputs(page)).toHaveCount(4)
  await looksGood(page, 'narrow')
  await page.getByRole('radio', { name: 'inventory' }).check()
  await expect(inputs(page)).toHaveCount(2)
  await axe(page)
  await fits(page, 390)
})
