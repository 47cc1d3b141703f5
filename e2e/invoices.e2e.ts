import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { sql } from 'kysely'
import { hours, later } from '#domain/basics/time.ts'
import type { Db } from '#server/db/database.ts'
import { aRequest } from '#testing/makers.ts'
import { readPdf } from '#testing/pdf-text.ts'
import { thePrices } from '#testing/prices.ts'
import type { RequestWish } from '#testing/requests.ts'
import { expect, test } from './fixtures.ts'
import { action, aHospitalOfOrders, ordersOf, rowOf, toast, withRows } from './orders-list.ts'

/** An order of firm that has been delivered, and what it costs. */
async function aDelivered(db: Db, wish: RequestWish = {}) {
  await thePrices(db)
  return aRequest(db, { hospitalId: 'firm', status: 'delivery-completed', units: 4, ...wish })
}

const searched = (path: string, id: string) => `${path}?search=${id}`
const invoices = '**/api/requests/*/invoices/*'

/** Presses the button and reads the file that comes. */
async function downloadBy(page: Page, press: () => Promise<void>) {
  const coming = page.waitForEvent('download')
  await press()
  const file = await coming
  const chunks = []
  for await (const chunk of await file.createReadStream()) chunks.push(chunk)
  return { name: file.suggestedFilename(), pdf: await readPdf(Buffer.concat(chunks)) }
}

/** The bodies of the calls that make invoices, in their order. */
function generationsOf(page: Page): { docID: string; InvoiceType: string }[] {
  const bodies: { docID: string; InvoiceType: string }[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/api/generateInvoice')) bodies.push(request.postDataJSON())
  })
  return bodies
}

test('ADMIN-STATUS-19 ADMIN-STATUS-20 ADMIN-STATUS-21 ADMIN-STATUS-23 INVOICES-14 REQSTATUS-16 REQSTATUS-18 INVOICES-02 ERRORS-04 regenerated one after the other, then downloaded by the provider and by the hospital', async ({
  signedIn,
  db,
}) => {
  const { id } = await aDelivered(db, { status: 'completed' })
  const page = await withRows(signedIn('bloodsupport', searched('/dashboard/admin/status', id)))
  const calls = generationsOf(page)
  let go = () => {}
  const held = new Promise<void>((resolve) => {
    go = resolve
  })
  await page.route('**/api/generateInvoice', async (route) => {
    await held
    await route.continue()
  })
  const again = action(page, id, 'Regenerate This Invoice')
  await again.click()
  await expect(toast(page, 'Regenerating the invoice...')).toBeVisible()
  await expect(again).toBeDisabled()
  go()
  await expect(toast(page, 'Invoice Regenerated')).toBeVisible()
  await expect(toast(page, 'Regenerating the invoice...')).toHaveCount(0)
  await expect(again).toBeEnabled()
  expect(calls.map(({ docID, InvoiceType }) => [docID, InvoiceType])).toEqual([
    [id, 'hospital'],
    [id, 'bloodbank'],
  ])
  for (const [party, whose, total] of [
    ['hospital', 'firm', '₹ 6,089.50'],
    ['bloodbank', 'redbank', '₹ 5,800.00'],
  ]) {
    const { name, pdf } = await downloadBy(page, () =>
      rowOf(page, id)
        .getByRole('button', { name: `Download ${party} invoice` })
        .click(),
    )
    expect(name).toBe(`${id}-${party}-${whose}-invoice.pdf`)
    expect(pdf.text).toContain(`Total ${total}`)
    await expect(toast(page, 'Invoice Downloaded Successfully!').first()).toBeVisible()
  }
  const hospital = await withRows(signedIn('firm', searched('/dashboard/pilot/requestStatus', id)))
  const own = await downloadBy(hospital, () => hospital.getByRole('button', { name: 'View Invoice' }).click())
  expect(own.name).toBe(`${id}-hospital-firm-invoice.pdf`)
  await expect(toast(hospital, 'Invoice Downloaded Successfully!')).toBeVisible()
})

test('ADMIN-STATUS-22 ERRORS-08 a generation that fails is told, and the button comes back', async ({
  signedIn,
  db,
  allowFaults,
}) => {
  const hospitalId = await aHospitalOfOrders(db)
  const { id } = await aDelivered(db, { hospitalId, component: 'SDP' })
  const page = await withRows(signedIn('bloodsupport', ordersOf(hospitalId)))
  const again = action(page, id, 'Regenerate This Invoice')
  await again.click()
  await expect(
    toast(page, 'Invoice Generation Failed: The blood bank redbank has no price for SDP.'),
  ).toBeVisible()
  await expect(again).toBeEnabled()
  allowFaults(/status of 500/)
  await page.route('**/api/generateInvoice', (route) => route.fulfill({ status: 500, json: {} }))
  await again.click()
  await expect(page.getByRole('status').getByText('Invoice Generation Failed', { exact: true })).toBeVisible()
  await expect(again).toBeEnabled()
})

test('INVOICES-10 INVOICES-11 INVOICES-12 INVOICES-13 ERRORS-07 a download that fails is told in one of four ways', async ({
  signedIn,
  db,
  server,
  allowFaults,
}) => {
  const { id } = await aDelivered(db)
  const provider = await withRows(signedIn('bloodsupport', searched('/dashboard/admin/status', id)))
  await action(provider, id, 'Approve Invoice').click()
  await expect(toast(provider, 'bloodbank invoice uploaded Successfully!')).toBeVisible()
  const page = await withRows(signedIn('firm', searched('/dashboard/pilot/requestStatus', id)))
  const view = page.getByRole('button', { name: 'View Invoice' })
  const told = async (text: string) => {
    await expect(page.getByRole('alertdialog', { name: 'Error' })).toContainText(text)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('alertdialog')).toHaveCount(0)
  }
  const path = `invoices/${id}/${id}-hospital-firm-invoice.pdf`
  await rm(join(server.dataFolder, 'files', path))
  await view.click()
  await told("File doesn't exist - wait for Invoice to be generated")

  await page.route(invoices, (route) => route.fulfill({ status: 403, json: {} }))
  await view.click()
  await told("User doesn't have permission to access the object")

  allowFaults(/status of 500/)
  await page.route(invoices, (route) => route.fulfill({ status: 500, json: {} }))
  await view.click()
  await told('Unknown error occurred, inspect the server response')

  await page.route(invoices, () => undefined)
  await view.click()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await told('User canceled the upload')
  await expect(view).toBeFocused()
})

test('INVOICES-18 a path that is taken away is a wait, not a download', async ({ signedIn, db }) => {
  const { id } = await aDelivered(db, { status: 'completed', hospitalInvoicePath: 'invoices/x.pdf' })
  const page = await withRows(signedIn('firm', searched('/dashboard/pilot/requestStatus', id)))
  await expect(page.getByRole('button', { name: 'View Invoice' })).toBeVisible()
  // behind the screen's back: the server answers, not the button
  await db.updateTable('requests').set({ hospitalInvoicePath: null }).where('id', '=', id).execute()
  await page.getByRole('button', { name: 'View Invoice' }).click()
  await expect(page.getByRole('alertdialog', { name: 'Invoice Not Ready' })).toContainText(
    'Please wait for a while as the invoice is being generated.',
  )
})

test('UPDATEDB-09 UPDATEDB-14 UPDATEDB-15 AMB-204 INVOICES-02 the first move to completed brings both invoices, and says so', async ({
  signedIn,
  db,
}) => {
  const { id } = await aDelivered(db, { status: 'issued' })
  const page = await signedIn('bloodsupport', `/dashboard/admin/updateDB?request=${id}`)
  const calls = generationsOf(page)
  const said: string[] = []
  await page.exposeFunction('hear', (text: string) => said.push(text))
  await page.evaluate(() => {
    new MutationObserver(() => {
      for (const one of document.querySelectorAll('[role=status]')) {
        ;(window as unknown as { hear(text: string): void }).hear(one.textContent ?? '')
      }
    }).observe(document.body, { childList: true, subtree: true })
  })
  await page.getByRole('combobox', { name: 'Status' }).click()
  await page.getByRole('option', { name: 'completed', exact: true }).click()
  await page.getByRole('button', { name: 'SUBMIT DETAILS' }).click()
  await expect(page.getByRole('alertdialog')).toContainText('The details have been successfully submitted')
  await expect
    .poll(async () => {
      const row = await db.selectFrom('requests').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
      return [row.hospitalInvoicePath !== null, row.bankInvoicePath !== null]
    })
    .toEqual([true, true])
  for (const party of ['hospital', 'bloodbank']) {
    await expect.poll(() => said.join()).toContain(`${party} Invoice uploading in progress...`)
    await expect.poll(() => said.join()).toContain(`${party} invoice uploaded Successfully!`)
  }
  expect(calls.map(({ InvoiceType }) => InvoiceType)).toEqual(['hospital', 'bloodbank'])
})

test('JOBS-05 a reservation that the clock completes changes in the open list', async ({
  signedIn,
  db,
  moveClock,
}) => {
  const deadlineAt = later(new Date(), hours(3))
  const { id } = await aDelivered(db, {
    status: 'reservation-approved',
    orderType: 'reservation',
    deadlineAt,
  })
  const page = await withRows(signedIn('firm', searched('/dashboard/pilot/requestStatus', id)))
  await expect(rowOf(page, id)).toContainText('reservation-approved')
  await moveClock(later(deadlineAt, hours(2)))
  // the minute has come
  await sql`insert into pgboss.job (name) values ('sweep-requests')`.execute(db)
  await expect(rowOf(page, id)).toContainText('Sorry, the order was slightly delayed')
})
