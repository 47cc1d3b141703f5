import { rm } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { sql } from 'kysely'
import { orders } from '#contract/orders.ts'
import { requests } from '#contract/requests.ts'
import { hours, later, minutes } from '#domain/basics/time.ts'
import type { RequestStatus } from '#domain/requests/request.ts'
import type { Db } from '#server/db/database.ts'
import type { RequestWish } from '#server/demo/makers/requests.ts'
import { placeOf } from '#testing/harness/kept-files.ts'
import { readPdf } from '#testing/harness/pdf-text.ts'
import { aRequest } from '#testing/makers/makers.ts'
import { thePrices } from '#testing/makers/prices.ts'
import { closeAlert } from '../pages/alerts.ts'
import { expect, test } from '../pages/fixtures.ts'
import { rowOf, toast } from '../pages/lists.ts'
import { aHospitalOfOrders, openMenu, ordersOf, pick, withRows } from '../pages/orders-list.ts'
import { watchToasts } from '../pages/toasts.ts'

/** An order of firm that has been delivered, and what it costs. */
async function aDelivered(db: Db, wish: RequestWish = {}) {
  await thePrices(db)
  return aRequest(db, { hospitalId: 'firm', status: 'delivery-completed', units: 4, ...wish })
}

const requestOf = (db: Db, id: string) =>
  db.selectFrom('requests').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

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

test('ADMIN-STATUS-19 AMB-94 ADMIN-STATUS-20 ADMIN-STATUS-21 ADMIN-STATUS-22 ADMIN-STATUS-23 ADMIN-STATUS-24 INVOICES-02 INVOICES-14 ERRORS-04 ERRORS-08 a generation that fails is told; then one after the other is made anew and downloaded', async ({
  signedIn,
  db,
  server,
  allowFaults,
}) => {
  allowFaults(/status of 500/)
  const hospitalId = await aHospitalOfOrders(db)
  const { id } = await aDelivered(db, { hospitalId, status: 'completed' })
  // of the others the file that is made for it does as well
  const hospitalInvoicePath = `invoices/${id}/${id}-hospital-${hospitalId}-invoice.pdf`
  const other = (status: RequestStatus) =>
    aDelivered(db, { hospitalId, hospitalInvoicePath, status, component: 'SDP' })
  const [unpriced, cancelled, issued] = [
    await other('delivery-completed'),
    await other('cancelled'),
    await other('issued'),
  ]
  const page = await withRows(signedIn('bloodsupport', ordersOf(hospitalId)))
  const regenerate = (of: string) => pick(page, of, 'Regenerate This Invoice')
  await regenerate(unpriced.id)
  await expect(
    toast(page, 'Invoice Generation Failed: The blood bank redbank has no price for SDP.'),
  ).toBeVisible()
  const generation = '**/api/generateInvoice'
  await page.route(generation, (route) => route.fulfill({ status: 500, json: {} }))
  await regenerate(unpriced.id)
  await expect(page.getByRole('status').getByText('Invoice Generation Failed', { exact: true })).toBeVisible()
  await page.unroute(generation)

  const calls = generationsOf(page)
  const { promise: held, resolve: go } = Promise.withResolvers<void>()
  await page.route(generation, async (route) => {
    await held
    await route.continue()
  })
  await regenerate(id)
  await expect(toast(page, 'Regenerating the invoice...')).toBeVisible()
  const item = await openMenu(page, id)
  await expect(item('Regenerate This Invoice')).toBeDisabled()
  go()
  await expect(toast(page, 'Invoice Regenerated')).toBeVisible()
  await expect(toast(page, 'Regenerating the invoice...')).toHaveCount(0)
  await expect(item('Regenerate This Invoice')).toBeEnabled()
  await page.keyboard.press('Escape')
  expect(calls.map(({ docID, InvoiceType }) => [docID, InvoiceType])).toEqual([
    [id, 'hospital'],
    [id, 'bloodbank'],
  ])
  for (const [party, whose, total] of [
    ['hospital', hospitalId, '₹ 6,089.50'],
    ['bloodbank', 'redbank', '₹ 5,800.00'],
  ]) {
    // reading the document back may take longer than the toast stays
    const told = toast(page, 'Invoice Downloaded Successfully!').first().waitFor()
    const { name, pdf } = await downloadBy(page, () =>
      rowOf(page, id)
        .getByRole('button', { name: `Download ${party} invoice` })
        .click(),
    )
    await told
    expect(name).toBe(`${id}-${party}-${whose}-invoice.pdf`)
    expect(pdf.text).toContain(`Total ${total}`)
  }
  const download = (of: string) =>
    rowOf(page, of).getByRole('button', { name: 'Download hospital invoice' }).click()
  for (const { id: of } of [unpriced, cancelled]) {
    const { pdf } = await downloadBy(page, () => download(of))
    expect(pdf.text).toContain('Total ₹ 6,089.50')
  }
  await rowOf(page, issued.id).getByRole('button', { name: 'Invoices not yet' }).click()
  await closeAlert(page, 'Invoice Not Ready', 'Please wait for a while as the invoice is being generated.')

  // somebody else's is running: nobody here can press it, and all are told why
  const regeneratingUntil = later(new Date(), minutes(1))
  const { version } = await requestOf(db, id)
  await db.updateTable('requests').set({ regeneratingUntil }).where('id', '=', id).execute()
  const text = 'filed'
  await server.as('bloodsupport').done(requests.writeDeliveryStatus, { id, version, text })
  const again = (await openMenu(page, id))('Regenerate This Invoice')
  await expect(again).toBeDisabled()
  await expect(again).toHaveAccessibleDescription('This invoice is being generated already.')
})

test('INVOICES-10 INVOICES-11 INVOICES-12 INVOICES-13 INVOICES-14 INVOICES-18 REQSTATUS-16 REQSTATUS-18 ERRORS-04 ERRORS-07 a hospital downloads its invoice; a download that fails is told in one of four ways, and a path that is taken away is a wait', async ({
  signedIn,
  db,
  server,
  allowFaults,
}) => {
  const { id, version } = await aDelivered(db)
  await server.as('bloodsupport').done(orders.approveInvoice, { id, version })
  const path = `invoices/${id}/${id}-hospital-firm-invoice.pdf`
  await expect
    .poll(() => requestOf(db, id))
    .toMatchObject({ hospitalInvoicePath: path, bankInvoicePath: expect.any(String) })
  const page = await withRows(signedIn('firm', searched('/dashboard/pilot/requestStatus', id)))
  const view = page.getByRole('button', { name: 'View Invoice' })
  const told = async (text: string) => {
    await expect(page.getByRole('alertdialog', { name: 'Error' })).toContainText(text)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('alertdialog')).toHaveCount(0)
  }
  const own = await downloadBy(page, () => view.click())
  expect(own.name).toBe(`${id}-hospital-firm-invoice.pdf`)
  await expect(toast(page, 'Invoice Downloaded Successfully!')).toBeVisible()

  await rm(await placeOf(server.db, server.dataFolder, path))
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

  // behind the screen's back: the server answers, not the button
  await page.unroute(invoices)
  await db.updateTable('requests').set({ hospitalInvoicePath: null }).where('id', '=', id).execute()
  await view.click()
  await closeAlert(page, 'Invoice Not Ready', 'Please wait for a while as the invoice is being generated.')
})

test('UPDATEDB-09 UPDATEDB-14 UPDATEDB-15 AMB-204 INVOICES-02 the first move to completed brings both invoices once, and says so', {
  tag: '@long',
}, async ({ signedIn, db, server }) => {
  const { id } = await aDelivered(db, { status: 'issued' })
  const page = await signedIn('bloodsupport', `/dashboard/admin/updateDB?order=${id}`)
  const calls = generationsOf(page)
  const toasts = await watchToasts(page)
  await page.getByRole('combobox', { name: 'Status' }).click()
  await page.getByRole('option', { name: 'completed', exact: true }).click()
  await page.getByRole('button', { name: 'SUBMIT DETAILS' }).click()
  await page.getByRole('button', { name: 'Set completed' }).click()
  await expect(page.getByRole('alertdialog')).toContainText('The details have been successfully submitted')
  await expect
    .poll(async () => {
      const row = await requestOf(db, id)
      return [row.hospitalInvoicePath !== null, row.bankInvoicePath !== null]
    })
    .toEqual([true, true])
  await expect
    .poll(async () => (await toasts()).map(({ text }) => text).filter((text) => /invoice/i.test(text)))
    .toEqual([
      'hospital Invoice uploading in progress...',
      'hospital invoice uploaded Successfully!',
      'bloodbank Invoice uploading in progress...',
      'bloodbank invoice uploaded Successfully!',
    ])
  // the server's own job made them, once: the page waited for it
  expect(calls).toEqual([])
  const { timeline } = await server.as('bloodsupport').done(orders.show, { id })
  expect(timeline.filter(({ kind }) => kind.endsWith('-invoice-made')).map(({ by }) => by)).toEqual([
    'Crossmatch',
    'Crossmatch',
  ])
})

test('JOBS-05 a reservation that the clock completes changes in the open list', { tag: '@long' }, async ({
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
