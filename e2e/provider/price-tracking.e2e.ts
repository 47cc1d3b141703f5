import type { Page } from '@playwright/test'
import { orders } from '#contract/orders.ts'
import { later, minutes } from '#domain/basics/time.ts'
import type { BloodRequest } from '#domain/requests/request.ts'
import type { Db } from '#server/db/database.ts'
import { aRow, idsOf, storeRows } from '#testing/makers/listed-requests.ts'
import { aHospital, aRequest } from '#testing/makers/makers.ts'
import { thePrices } from '#testing/makers/prices.ts'
import { expect, test } from '../pages/fixtures.ts'
import { field } from '../pages/provider-forms.ts'

const path = '/dashboard/admin/priceTracking'
const now = new Date()

/** A hospital of its own, with so many orders a minute apart, the newest first. */
async function aHospitalWithOrders(
  db: Db,
  count: number,
  change: (n: number) => Partial<BloodRequest> = () => ({}),
) {
  const { id } = await aHospital(db)
  const rows = Array.from({ length: count }, (_, n) =>
    aRow(id, now, { raisedAt: later(now, -minutes(n)), ...change(n) }),
  )
  await storeRows(db, rows)
  return { id, name: `${id[0]?.toUpperCase()}${id.slice(1)}`, rows, ids: idsOf(rows) }
}

const rowsOf = (page: Page) => page.getByRole('table', { name: 'What orders cost' }).locator('tbody tr')
const idsIn = (page: Page) => rowsOf(page).locator('td:first-child')
const pages = (page: Page) => page.getByRole('navigation', { name: 'Pages' })
const turn = (page: Page, name: 'Previous' | 'Next') => pages(page).getByRole('button', { name })

test('PRICETRACK-01 PRICETRACK-02 PRICETRACK-03 AMB-168 ten to a page, pages go both ways, and the page size is held to 1 and to the number of rows', async ({
  signedIn,
  db,
}) => {
  const { id, ids } = await aHospitalWithOrders(db, 23)
  const page = await signedIn('bloodsupport', `${path}?hospital=${id}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Price Tracking')
  await expect(page.getByRole('columnheader')).toHaveText([
    'Request ID',
    'Invoice ID',
    'Date',
    'Hospital',
    'Blood Group',
    'Blood Bank',
    'Component',
    'Price',
    'Delivery Rate',
    'Convenience Fee',
    'Total',
  ])
  await expect(page.getByRole('button', { name: 'Filter', exact: true })).toBeVisible()
  await expect(idsIn(page)).toHaveText(ids.slice(0, 10))
  await expect(pages(page)).toContainText('1–10 of 23')
  await expect(turn(page, 'Previous')).toHaveAttribute('aria-disabled', 'true')

  await turn(page, 'Next').click()
  await expect(idsIn(page)).toHaveText(ids.slice(10, 20))
  await expect(pages(page)).toContainText('11–20 of 23')
  await turn(page, 'Next').click()
  await expect(idsIn(page)).toHaveText(ids.slice(20, 23))
  await expect(pages(page)).toContainText('21–23 of 23')
  await expect(turn(page, 'Next')).toHaveAttribute('aria-disabled', 'true')

  await page.reload()
  await expect(idsIn(page)).toHaveText(ids.slice(20, 23))
  await turn(page, 'Previous').click()
  await expect(idsIn(page)).toHaveText(ids.slice(10, 20))
  await turn(page, 'Previous').click()
  await expect(idsIn(page)).toHaveText(ids.slice(0, 10))
  await expect(pages(page)).toContainText('1–10 of 23')

  const size = field(page, 'Page size')
  await expect(size).toHaveValue('10')
  for (const [typed, taken] of [
    ['0', 1],
    ['999', 23],
    ['7', 7],
  ] as const) {
    await size.fill(typed)
    await size.press('Tab')
    await expect(size).toHaveValue(String(taken))
    await expect(rowsOf(page)).toHaveCount(taken)
    await expect(pages(page)).toContainText(taken === 1 ? '1 of 23' : `1–${taken} of 23`)
  }
  await page.reload()
  await expect(size).toHaveValue('7')
  await expect(rowsOf(page)).toHaveCount(7)
  await size.fill('')
  await size.press('Enter')
  await expect(size).toHaveValue('10')
})

test('PRICETRACK-03 AMB-168 T65 the page size is held to 500, and says so', {
  tag: '@long',
}, async ({ signedIn, db }) => {
  const { id } = await aHospitalWithOrders(db, 503)
  const page = await signedIn('bloodsupport', `${path}?hospital=${id}`)
  await expect(pages(page)).toContainText('1–10 of 503')
  const size = field(page, 'Page size')
  await size.fill('503')
  await size.press('Enter')
  await expect(size).toHaveValue('500')
  await expect(size).toHaveAccessibleDescription('A page holds at most 500 orders.')
  await expect(pages(page)).toContainText('1–500 of 503')
})

test('PRICETRACK-05 an order with an invoice shows its figures, one without shows dashes; a new order and a new invoice show by themselves', async ({
  signedIn,
  server,
  db,
}) => {
  await thePrices(db)
  const { id, name, ids } = await aHospitalWithOrders(db, 2, (n) =>
    n === 0 ? { status: 'completed', bankId: 'redbank', bloodGroup: 'AB-', component: 'SDP' } : {},
  )
  await db
    .insertInto('invoices')
    .values({
      requestId: ids[0] ?? '',
      invoiceId: `INV-2026-${id}`,
      kind: 'NORMAL',
      issuedAt: new Date('2026-11-14T20:00:00Z'),
      bankId: 'redbank',
      pricePaise: 1_23_456_50,
      deliveryPaise: 100_00,
      feePaise: 50_00,
      totalPaise: 1_23_606_50,
    })
    .execute()
  const page = await signedIn('bloodsupport', `${path}?hospital=${id}`)
  await expect(rowsOf(page).first().getByRole('cell')).toHaveText([
    ids[0] ?? '',
    `INV-2026-${id}`,
    // in India it is already the day after
    '15 Nov 2026',
    name,
    'AB NEG',
    'Redbank',
    'SDP',
    '₹1,23,456.50',
    '₹100.00',
    '₹50.00',
    '₹1,23,606.50',
  ])
  const none = ['-', '-', '-', '-']
  await expect(rowsOf(page).nth(1).getByRole('cell')).toHaveText([
    ...[ids[1] ?? '', '-', '-', name, 'O POS', '-', 'PRBC'],
    ...none,
  ])
  await expect(pages(page)).toContainText('1–2 of 2')
  await expect(page.getByText('Live', { exact: true })).toBeVisible()

  const delivered = await aRequest(
    db,
    { hospitalId: id, status: 'delivery-completed', units: 4, raisedAt: later(now, minutes(1)) },
    later(now, minutes(2)),
  )
  await expect(idsIn(page)).toHaveText([delivered.id, ...ids], { timeout: 15_000 })
  await expect(pages(page)).toContainText('1–3 of 3')
  await expect(rowsOf(page).first().getByRole('cell').last()).toHaveText('-')
  const { version } = delivered
  await server.as('bloodsupport').done(orders.approveInvoice, { id: delivered.id, version })
  const figures = ['₹5,800.00', '₹240.00', '₹49.50', '₹6,089.50']
  for (const [at, figure] of figures.entries())
    await expect(
      rowsOf(page)
        .first()
        .getByRole('cell')
        .nth(7 + at),
    ).toHaveText(figure, { timeout: 15_000 })
  const { invoiceId } = await db
    .selectFrom('invoices')
    .select('invoiceId')
    .where('requestId', '=', delivered.id)
    .executeTakeFirstOrThrow()
  await expect(rowsOf(page).first().getByRole('cell').nth(1)).toHaveText(invoiceId)
})

test('PRICETRACK-06 SHELL-32 filters narrow the rows and their number, stay in the address, and go by their chips; RESET leads out of nothing', {
  tag: '@long',
}, async ({ signedIn, db }) => {
  const { name, ids } = await aHospitalWithOrders(db, 14, (n) => ({
    component: n < 11 ? 'FFP' : 'SDP',
    bloodGroup: n === 13 ? 'AB-' : 'A+',
    bankId: n === 12 ? 'bluebank' : null,
    status: n === 12 ? 'issued' : 'pending',
  }))
  const page = await signedIn('bloodsupport', path)
  await expect(rowsOf(page).first()).toBeVisible()
  const panel = page.getByRole('dialog', { name: 'Filter' })
  const filterBy = async (...boxes: string[]) => {
    await page.getByRole('button', { name: 'Filter', exact: true }).click()
    await expect(panel.getByRole('group')).toHaveCount(5)
    await expect(panel.getByRole('checkbox', { name: 'Dev', exact: true })).toHaveCount(0)
    for (const box of boxes) await panel.getByRole('checkbox', { name: box, exact: true }).check()
    await panel.getByRole('button', { name: 'SAVE' }).click()
    await expect(panel).toHaveCount(0)
  }
  await filterBy(name, 'Single Donor Platelets')
  await expect(idsIn(page)).toHaveText(ids.slice(11))
  await expect(pages(page)).toContainText('1–3 of 3')

  await page.reload()
  await expect(idsIn(page)).toHaveText(ids.slice(11))
  await filterBy('Bluebank', 'issued')
  await expect(idsIn(page)).toHaveText([ids[12] ?? ''])
  await expect(pages(page)).toContainText('1 of 1')

  for (const chip of ['Blood Bank: Bluebank', 'Status: issued', 'Component: Single Donor Platelets'])
    await page.getByRole('button', { name: `Remove filter ${chip}` }).click()
  await expect(pages(page)).toContainText('1–10 of 14')
  await turn(page, 'Next').click()
  await expect(idsIn(page)).toHaveText(ids.slice(10))
  // another filter begins with its first page
  await filterBy('A POS')
  await expect(idsIn(page)).toHaveText(ids.slice(0, 10))
  await expect(pages(page)).toContainText('1–10 of 13')
  await filterBy('cancelled')
  await expect(page.getByText('DATA NOT FOUND')).toBeVisible()
  await expect(pages(page)).toContainText('No orders')
  await page.getByRole('button', { name: 'RESET' }).click()
  await expect(idsIn(page).first()).toBeVisible()
})

test('PRICETRACK-01 by the keyboard alone: filter, page size and pages', { tag: '@long' }, async ({
  signedIn,
  db,
}) => {
  const { id, ids } = await aHospitalWithOrders(db, 12)
  // the first of the list, so that it is not far
  await db
    .updateTable('organisations')
    .set({ name: `Aaa ${id}` })
    .where('id', '=', id)
    .execute()
  const page = await signedIn('bloodsupport', path)
  await expect(rowsOf(page).first()).toBeVisible()
  await page.getByRole('button', { name: 'Filter', exact: true }).focus()
  await page.keyboard.press('Enter')
  const panel = page.getByRole('dialog', { name: 'Filter' })
  const box = panel.getByRole('checkbox', { name: `Aaa ${id}`, exact: true })
  await expect(box).toBeVisible()
  await expect(async () => {
    if (!(await box.evaluate((one) => one === document.activeElement))) await page.keyboard.press('Tab')
    await expect(box).toBeFocused({ timeout: 50 })
  }).toPass({ intervals: [10] })
  await page.keyboard.press('Space')
  await expect(box).toBeChecked()
  await panel.getByRole('button', { name: 'SAVE' }).focus()
  await page.keyboard.press('Enter')
  await expect(panel).toBeHidden()
  await expect(page.getByRole('button', { name: 'Filter', exact: true })).toBeFocused()
  await expect(pages(page)).toContainText('1–10 of 12')
  await expect(page).toHaveURL(new RegExp(`hospital=${id}`))
  const size = field(page, 'Page size')
  await size.focus()
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type('5')
  await expect(size).toHaveValue('5')
  await page.keyboard.press('Tab')
  await expect(pages(page)).toContainText('1–5 of 12')
  await turn(page, 'Next').focus()
  await page.keyboard.press('Enter')
  await expect(idsIn(page)).toHaveText(ids.slice(5, 10))
  await expect(turn(page, 'Next')).toBeFocused()
})

test('PRICETRACK-01 wide and narrow, light and dark', { tag: ['@looks', '@long'] }, async ({
  signedIn,
  db,
  looksGood,
}) => {
  const { id } = await aHospitalWithOrders(db, 12, (n) =>
    n < 3 ? { status: 'completed', bankId: 'redbank' } : {},
  )
  const page = await signedIn('bloodsupport', `${path}?hospital=${id}`)
  await expect(pages(page)).toContainText('1–10 of 12')
  await looksGood(page, 'narrow')
  // as cards, and the filter's SAVE can be reached
  await expect(page.getByRole('article')).toHaveCount(10)
  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  await page.getByRole('checkbox', { name: 'cancelled' }).check()
  await page.getByRole('button', { name: 'SAVE' }).click()
  await expect(page.getByText('DATA NOT FOUND')).toBeVisible()
})
