import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { issuing } from '#contract/issuing.ts'
import { orders } from '#contract/orders.ts'
import { earlier, minutes } from '#domain/basics/time.ts'
import { invoicePath } from '#domain/billing/invoicing.ts'
import { requestIdFrom } from '#domain/requests/request.ts'
import { arun } from '#testing/makers/linked-orders.ts'
import { aRow, storeRows } from '#testing/makers/listed-requests.ts'
import { aRequest } from '#testing/makers/makers.ts'
import { closeAlert } from '../pages/alerts.ts'
import { aStaffedBank } from '../pages/bank-people.ts'
import { expect, test } from '../pages/fixtures.ts'

const path = '/dashboard/bloodbank/history'
const table = (page: Page) => page.getByRole('table', { name: 'Issuing History' })
const rows = (page: Page) => table(page).getByRole('row')
const rowWith = (page: Page, id: string) => rows(page).filter({ hasText: id })
const popup = (page: Page) => page.getByRole('dialog', { name: /^Refuse Order/ })

test("HISTORY-01 HISTORY-02 HISTORY-03 AMB-122 the bank's orders in eight columns, newest first, ten a page, without the patient", async ({
  signedIn,
  db,
}) => {
  const [bank, other] = [await aStaffedBank(db), await aStaffedBank(db)]
  const now = new Date()
  const own = Array.from({ length: 12 }, (_, n) =>
    aRow('firm', now, {
      bankId: bank.id,
      status: 'cross-matching',
      patientName: 'Lakshmi Narayanan',
      raisedAt: earlier(now, minutes(n)),
      units: n + 1,
    }),
  )
  await storeRows(db, [...own, aRow('firm', now, { bankId: other.id, status: 'issued', units: 29 })])
  const page = await signedIn(bank.first, path)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Issuing History')
  await expect(table(page).getByRole('columnheader')).toHaveText([
    'Request Time',
    'Request ID',
    'Hospital',
    'Blood Group',
    'Component',
    'Units',
    'Status',
    'View Invoice',
  ])
  await expect(rows(page)).toHaveCount(11)
  await expect(rows(page).nth(1)).toContainText(`${own[0]?.id}FirmO POSPacked Red Blood Cells1cross-matching`)
  await page.getByRole('button', { name: 'Load More +' }).click()
  await expect(rows(page)).toHaveCount(13)
  await expect(page.getByRole('button', { name: 'Load More +' })).toHaveCount(0)
  await expect(rows(page).nth(12)).toContainText(own[11]?.id ?? '')
  await expect(page.locator('body')).not.toContainText('Lakshmi')

  const search = page.getByRole('searchbox', { name: 'Search by Request ID' })
  await search.fill(own[11]?.id ?? '')
  await expect(rows(page)).toHaveCount(2)
  await expect(page).toHaveURL(/search=/)
  await search.fill('zzz')
  await expect(page.getByText('DATA NOT FOUND')).toBeVisible()
})

test('HISTORY-02 HISTORY-03 a spinner while it loads, then NO DATA FOUND; an order that is linked appears, follows, and leaves when it is given to another bank', {
  tag: '@long',
}, async ({ signedIn, db, server }) => {
  const [bank, other] = [await aStaffedBank(db), await aStaffedBank(db)]
  const page = await signedIn(bank.first, null)
  let answer = (): void => undefined
  const held = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route('**/api/requests/issuing*', async (route) => {
    await held
    await route.continue()
  })
  await page.goto(path)
  await expect(page.getByRole('group', { name: 'Issuing History' }).getByRole('status')).toBeVisible()
  await expect(page.getByText('NO DATA FOUND')).toHaveCount(0)
  answer()
  await expect(page.getByText('NO DATA FOUND')).toBeVisible()

  const order = await aRequest(db, { status: 'hospital-admin-approved' })
  const provider = server.as('bloodsupport')
  const link = { id: order.id, driverEmail: arun }
  const { request } = await provider.done(orders.link, { ...link, bankId: bank.id, version: order.version })
  await expect(rowWith(page, order.id)).toContainText(`${bank.id}-approved`, { timeout: 15_000 })
  await expect(page.getByRole('link', { name: 'Issuing History 1' })).toBeVisible()
  const moved = await provider.done(orders.move, {
    id: order.id,
    version: request.version,
    status: 'sample-acquired',
  })
  await expect(rowWith(page, order.id)).toContainText('sample-acquired', { timeout: 15_000 })
  await provider.done(orders.link, { ...link, bankId: other.id, version: moved.version })
  await expect(page.getByText('NO DATA FOUND')).toBeVisible({ timeout: 15_000 })
})

test('AMB-78 AMB-79 AMB-60 INVOICES-09 the bank opens its own invoice, or is told that there is none; an order that moved on meanwhile is not refused', {
  tag: '@long',
}, async ({ signedIn, db, server, allowFaults }) => {
  allowFaults(/status of 409/)
  const bank = await aStaffedBank(db)
  const order = await aRequest(db, { bankId: bank.id, status: 'bloodbank-approved' })
  const invoiced = { id: requestIdFrom(randomUUID()), bankId: bank.id, hospitalId: 'firm' }
  const ready = await aRequest(db, {
    ...invoiced,
    status: 'completed',
    bankInvoicePath: invoicePath('bloodbank', invoiced),
  })
  const page = await signedIn(bank.first, path)
  await rowWith(page, order.id).getByRole('button', { name: 'View Invoice' }).click()
  await closeAlert(page, 'Invoice Not Ready', 'Please wait for a while as the invoice is being generated.')
  const asked = page.waitForRequest(`**/api/requests/${ready.id}/invoices/bloodbank`)
  await page.route('**/api/requests/*/invoices/bloodbank', (route) =>
    route.fulfill({
      contentType: 'application/pdf',
      headers: { 'content-disposition': 'attachment; filename="invoice.pdf"' },
      body: '%PDF-1.7',
    }),
  )
  await rowWith(page, ready.id).getByRole('button', { name: 'View Invoice' }).click()
  await asked
  await expect(page.getByRole('status').filter({ hasText: 'Invoice Downloaded Successfully!' })).toBeVisible()

  await rowWith(page, order.id).getByRole('button', { name: 'Refuse' }).click()
  await popup(page).getByLabel('Reason').fill('Too late')
  await server
    .as('bloodsupport')
    .done(orders.move, { id: order.id, version: order.version, status: 'cross-matching' })
  await expect(rowWith(page, order.id)).toContainText('cross-matching', { timeout: 15_000 })
  await popup(page).getByRole('button', { name: 'Refuse Order' }).click()
  await closeAlert(page, 'Cannot Be Refused', 'this one is cross-matching')
  await expect(popup(page)).toBeHidden()
  const { items } = await server.as(bank.first).done(issuing.list, { id: order.id })
  expect(items).toMatchObject([{ status: 'cross-matching' }])
})

test('HISTORY-01 AMB-60 AMB-212 SHELL-27 an order that was just linked is refused with a reason and leaves the list, on a screen for everybody; no other can be', {
  tag: '@looks',
}, async ({ signedIn, db, server, axe, looksGood }) => {
  const bank = await aStaffedBank(db)
  const order = await aRequest(db, { bankId: bank.id, status: 'bloodbank-approved' })
  const others = (['partially-completed', 'completed', 'bloodbank-rejected'] as const).map((status, n) =>
    aRow('bewelltnagar', new Date(), { bankId: bank.id, status, isLate: n === 1, component: 'SDP' }),
  )
  await storeRows(db, others)
  const page = await signedIn(bank.first, path)
  await expect(rows(page)).toHaveCount(5)
  await expect(rowWith(page, order.id)).toContainText(`${bank.id}-approved`)
  await looksGood(page, 'wide')
  await expect(page.getByRole('button', { name: 'Refuse' })).toHaveCount(1)
  await page.getByRole('button', { name: 'Refuse' }).click()
  const reason = popup(page).getByLabel('Reason')
  await expect(reason).toBeFocused()
  await axe(page)
  await page.setViewportSize({ width: 1440, height: 900 })
  await expect(popup(page)).toContainText('O POS PRBC, 2 units for Firm')
  await popup(page).getByRole('button', { name: 'Refuse Order' }).click()
  await closeAlert(page, 'Reason Missing', 'Please say why the order is refused.')
  await expect(reason).toHaveAttribute('aria-invalid', 'true')
  await expect(reason).toBeFocused()
  await reason.fill('x'.repeat(501))
  await popup(page).getByRole('button', { name: 'Refuse Order' }).click()
  await closeAlert(page, 'Reason Too Long', 'Please say it in at most 500 characters.')
  await reason.fill('Two bags broke,\nno others left')
  await popup(page).getByRole('button', { name: 'Refuse Order' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Order Refused' })).toBeVisible()
  await expect(popup(page)).toBeHidden()
  await expect(rowWith(page, order.id)).toHaveCount(0)
  await expect(rows(page)).toHaveCount(4)

  const { timeline } = await server.as('bloodsupport').done(orders.show, { id: order.id })
  expect(timeline.at(-1)).toMatchObject({
    kind: 'request-refused',
    to: 'hospital-admin-approved',
    reason: 'Two bags broke, no others left',
  })
  const hospital = await signedIn('firm', `/dashboard/pilot/requestStatus?search=${order.id}`)
  await hospital
    .getByRole('button', { name: /20\d\d/ })
    .first()
    .click()
  const told = hospital.getByRole('list', { name: 'Timeline' })
  await expect(told).toContainText('Two bags broke, no others left')
  await expect(told).toContainText('Refused by')
})
