import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { orders } from '#contract/orders.ts'
import { requestStatuses } from '#domain/requests/request.ts'
import { aRequest } from '#testing/makers.ts'
import { aJpeg, aPdf } from '#testing/pictures.ts'
import { expect, test } from './fixtures.ts'
import { aLargeFile } from './large-file.ts'
import { closeAlert } from './raise-form.ts'
import { watchToasts } from './toasts.ts'

const path = '/dashboard/admin/updateDB'

const requestId = (page: Page) => page.getByLabel('Request ID')
const status = (page: Page) => page.getByLabel('Status', { exact: true })
const drop = (page: Page, party: 'hospital' | 'bloodbank') => page.getByLabel(`${party} invoice`)
const submit = (page: Page) => page.getByRole('button', { name: 'SUBMIT DETAILS' })
const brief = (page: Page) => page.getByRole('complementary', { name: 'This order' })

async function chooseStatus(page: Page, name: string): Promise<void> {
  await status(page).click()
  await page.getByRole('option', { name, exact: true }).click()
  await expect(status(page)).toHaveValue(name)
}

async function begin(page: Page, id: string, wanted: string): Promise<void> {
  await requestId(page).fill(id)
  await expect(brief(page)).toContainText(id)
  await chooseStatus(page, wanted)
}

const pdf = (name = 'invoice.pdf') => ({ name, mimeType: 'application/pdf', buffer: aPdf() })

test('UPDATEDB-01 UPDATEDB-02 the provider has the four inputs, and exactly 13 statuses to choose from', async ({
  signedIn,
  axe,
}) => {
  const page = await signedIn('bloodsupport', path)
  await expect(page.getByRole('heading', { level: 1, name: 'Update DB' })).toBeVisible()
  for (const input of [
    requestId(page),
    page.getByLabel('Note'),
    drop(page, 'hospital'),
    drop(page, 'bloodbank'),
  ])
    await expect(input).toBeVisible()
  await status(page).click()
  await expect(page.getByRole('option')).toHaveText([...requestStatuses])
  await page.keyboard.press('Escape')
  await axe(page)
})

test('UPDATEDB-04 ERRORS-01 an empty id, and a missing status, are told and marked', async ({
  signedIn,
  axe,
}) => {
  const page = await signedIn('bloodsupport', path)
  const words = ['Form Incomplete', 'Please fill all fields before submitting the form'] as const
  await submit(page).click()
  await closeAlert(page, ...words)
  await expect(requestId(page)).toBeFocused()
  await expect(requestId(page)).toHaveAttribute('aria-invalid', 'true')
  await axe(page)
  await requestId(page).fill('zzzzzzzz')
  await expect(requestId(page)).not.toHaveAttribute('aria-invalid', 'true')
  await submit(page).click()
  await closeAlert(page, ...words)
  await expect(status(page)).toBeFocused()
  await expect(status(page)).toHaveAttribute('aria-invalid', 'true')
})

test('UPDATEDB-05 ERRORS-01 a file without an id is not taken', async ({ signedIn }) => {
  const page = await signedIn('bloodsupport', path)
  await drop(page, 'hospital').setInputFiles(pdf())
  await closeAlert(page, 'Form Incomplete', 'Please Specify A Request ID')
  await expect(requestId(page)).toBeFocused()
  await expect(page.getByText('invoice.pdf')).toBeHidden()
})

test('UPDATEDB-06 ERRORS-05 ERRORS-01 an id that nobody has is told, whatever it looks like', async ({
  signedIn,
}) => {
  const page = await signedIn('bloodsupport', path)
  for (const id of ['zzzzzzzz', 'ffffffff', 'abc']) {
    await requestId(page).fill(id)
    if (id !== 'abc') await expect(brief(page)).toContainText('No order has this Request ID.')
    if (id === 'zzzzzzzz') await chooseStatus(page, 'issued')
    await submit(page).click()
    await closeAlert(page, 'Data Not Submitted', 'Request ID Not Found')
    await expect(requestId(page)).toBeFocused()
  }
})

test('UPDATEDB-07 ERRORS-05 ERRORS-01 without a linked bank three statuses and its invoice are refused', async ({
  signedIn,
  db,
}) => {
  const { id } = await aRequest(db, { status: 'hospital-admin-approved' })
  const page = await signedIn('bloodsupport', path)
  const words = ['Data Not Submitted', 'Please ensure that BloodBank is linked to the Hospital'] as const
  await requestId(page).fill(id)
  for (const wanted of ['bloodbank-approved', 'partially-completed', 'completed']) {
    await chooseStatus(page, wanted)
    await submit(page).click()
    await closeAlert(page, ...words)
    await expect(status(page)).toBeFocused()
  }
  await chooseStatus(page, 'cancelled')
  await drop(page, 'bloodbank').setInputFiles(pdf())
  await submit(page).click()
  await closeAlert(page, ...words)
  await expect(drop(page, 'bloodbank')).toHaveAttribute('aria-invalid', 'true')
  const request = await db
    .selectFrom('requests')
    .select(['status', 'version'])
    .where('id', '=', id)
    .executeTakeFirst()
  expect(request).toMatchObject({ status: 'hospital-admin-approved' })
})

test('UPDATEDB-11 UPDATEDB-16 UPDATEDB-18 ERRORS-04 a status and a note are saved once and told, and the form begins anew', async ({
  signedIn,
  db,
}) => {
  const before = await aRequest(db, { status: 'issued', patientName: 'Asha Rao' })
  const page = await signedIn('bloodsupport', path)
  await requestId(page).fill(` ${before.id.toUpperCase()} `)
  await expect(brief(page)).toContainText('Asha Rao')
  await expect(brief(page)).toContainText('issued')
  await chooseStatus(page, 'delivery-completed')
  await page.getByLabel('Note').fill('Handed over at the desk')
  await page.getByLabel('Note').press('Enter')
  await closeAlert(page, 'Data Submitted', 'The details have been successfully submitted')
  await expect(requestId(page)).toBeFocused()
  for (const input of [requestId(page), status(page), page.getByLabel('Note')])
    await expect(input).toHaveValue('')
  const after = await db
    .selectFrom('requests')
    .selectAll()
    .where('id', '=', before.id)
    .executeTakeFirstOrThrow()
  expect(after).toMatchObject({
    status: 'delivery-completed',
    note: 'Handed over at the desk',
    deliveryStatus: 'delivery-completed',
    version: before.version + 1,
  })
  expect(after.updatedAt.getTime()).toBeGreaterThan(before.updatedAt.getTime())
  await requestId(page).fill(before.id)
  await expect(brief(page)).toContainText('Handed over at the desk')
})

test('UPDATEDB-12 a text is refused where it is chosen, and a lie where it is read', async ({
  signedIn,
  db,
}, testInfo) => {
  const { id } = await aRequest(db, { status: 'completed' })
  const page = await signedIn('bloodsupport', path)
  await expect(drop(page, 'hospital')).toHaveAttribute('accept', '.jpg,.jpeg,.png,.pdf')
  await begin(page, id, 'completed')
  await drop(page, 'hospital').setInputFiles({
    name: 'notes.txt',
    mimeType: 'text/plain',
    buffer: Buffer.from('x'),
  })
  await expect(page.getByText('notes.txt is not a file of the right kind.')).toBeVisible()
  await drop(page, 'hospital').setInputFiles(await aLargeFile(testInfo.outputPath('large.pdf')))
  await closeAlert(page, 'Upload Error', 'A file may have at most 10 MB.')
  await drop(page, 'hospital').setInputFiles({ ...pdf('lie.pdf'), buffer: Buffer.from('<html>') })
  await expect(page.getByText('lie.pdf')).toBeVisible()
  await submit(page).click()
  await closeAlert(page, 'Upload Error', 'This file cannot be read as what its name says.')
  await expect(drop(page, 'hospital')).toHaveAttribute('aria-invalid', 'true')
  const request = await db
    .selectFrom('requests')
    .select('hospitalInvoicePath')
    .where('id', '=', id)
    .executeTakeFirst()
  expect(request?.hospitalInvoicePath).toBeNull()
})

test('UPDATEDB-13 UPDATEDB-14 UPDATEDB-15 STORAGE-04 SHELL-35 both invoices are kept, each with its toasts, then the status', async ({
  signedIn,
  db,
  server,
}) => {
  const { id, hospitalId, bankId } = await aRequest(db, { status: 'delivery-completed' })
  const page = await signedIn('bloodsupport', path)
  await begin(page, id, 'completed')
  await drop(page, 'hospital').setInputFiles(pdf())
  await drop(page, 'bloodbank').setInputFiles({
    name: 'scan.jpg',
    mimeType: 'image/jpeg',
    buffer: await aJpeg(),
  })
  const toasts = await watchToasts(page)
  await submit(page).click()
  await closeAlert(page, 'Data Submitted', 'The details have been successfully submitted')
  await expect.poll(async () => (await toasts()).filter(({ ms }) => ms !== null).length).toBe(4)
  const told = await toasts()
  expect(told.map(({ text }) => text)).toEqual([
    'hospital Invoice uploading in progress...',
    'hospital invoice uploaded Successfully!',
    'bloodbank Invoice uploading in progress...',
    'bloodbank invoice uploaded Successfully!',
  ])
  for (const { text, ms } of told) {
    const [least, most] = text.includes('progress') ? [1_900, 3_000] : [900, 2_000]
    expect(ms, text).toBeGreaterThan(least)
    expect(ms, text).toBeLessThan(most)
  }
  const request = await db.selectFrom('requests').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  expect(request).toMatchObject({
    status: 'completed',
    hospitalInvoicePath: `invoices/${id}/${id}-hospital-${hospitalId}-invoice.pdf`,
    bankInvoicePath: `invoices/${id}/${id}-bloodbank-${bankId}-invoice.pdf`,
  })
  const kept = (file: string | null) => readFile(join(server.dataFolder, 'files', file ?? ''))
  expect(await kept(request.hospitalInvoicePath)).toEqual(aPdf())
  expect((await kept(request.bankInvoicePath)).toString('latin1')).toMatch(/^%PDF-1\.4/)
})

test('UPDATEDB-17 ERRORS-05 a failed write is told, and nothing that was typed is lost', async ({
  signedIn,
  db,
  allowFaults,
}) => {
  allowFaults(/status of 500/)
  const { id } = await aRequest(db, { status: 'issued' })
  const page = await signedIn('bloodsupport', path)
  await page.route('**/api/requests/*/status', (route) =>
    route.fulfill({ status: 500, json: { code: 'unexpected', title: 'Database Error', text: 'ref 7KQM' } }),
  )
  await begin(page, id, 'completed')
  await page.getByLabel('Note').fill('Kept')
  await submit(page).click()
  await closeAlert(page, 'Data Not Submitted', 'Error Updating The Document')
  await expect(page.getByLabel('Note')).toHaveValue('Kept')
  await page.unroute('**/api/requests/*/status')
  await submit(page).click()
  await closeAlert(page, 'Data Submitted', 'The details have been successfully submitted')
})

test('ERRORS-06 an upload that fails is told as one, and the status is not set', async ({
  signedIn,
  db,
  allowFaults,
}) => {
  allowFaults(/status of 500/)
  const { id } = await aRequest(db, { status: 'delivery-completed' })
  const page = await signedIn('bloodsupport', path)
  await begin(page, id, 'completed')
  await drop(page, 'hospital').setInputFiles(pdf())
  for (const [code, text] of [
    [403, "User doesn't have permission to access the object"],
    [500, 'Unknown error occurred, contact admin'],
  ] as const) {
    await page.route('**/api/requests/*/invoices/**', (route) =>
      route.fulfill({ status: code, json: { code: 'x', title: 'x', text: 'x' } }),
    )
    await submit(page).click()
    await closeAlert(page, 'Upload Error', text)
    await page.unroute('**/api/requests/*/invoices/**')
  }
  const request = await db.selectFrom('requests').select('status').where('id', '=', id).executeTakeFirst()
  expect(request?.status).toBe('delivery-completed')
  await expect(page.getByText('invoice.pdf')).toBeVisible()
})

test('AMB-109 an upload can be stopped, and nothing has changed', async ({ signedIn, db, allowFaults }) => {
  allowFaults(/ERR_FAILED|ERR_ABORTED/)
  const { id, version } = await aRequest(db, { status: 'delivery-completed' })
  const page = await signedIn('bloodsupport', path)
  await begin(page, id, 'completed')
  await drop(page, 'hospital').setInputFiles(pdf())
  let letGo = () => {}
  const held = new Promise<void>((resolve) => {
    letGo = resolve
  })
  await page.route('**/api/requests/*/invoices/**', async (route) => {
    await held
    await route.abort().catch(() => undefined)
  })
  await submit(page).click()
  await expect(page.getByRole('progressbar', { name: 'hospital Invoice uploading' })).toBeVisible()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await closeAlert(page, 'Upload Error', 'User canceled the upload')
  letGo()
  await expect(page.getByRole('progressbar')).toBeHidden()
  await expect(page.getByText('invoice.pdf')).toBeVisible()
  const request = await db
    .selectFrom('requests')
    .select(['status', 'version'])
    .where('id', '=', id)
    .executeTakeFirst()
  expect(request).toEqual({ status: 'delivery-completed', version })
})

test('UPDATEDB-03 AMB-52 who was slower is told what the other did, and may then go on', async ({
  signedIn,
  db,
  server,
}) => {
  const { id, version } = await aRequest(db, { status: 'issued' })
  const page = await signedIn('bloodsupport', path)
  await begin(page, id, 'cancelled')
  await server
    .as('bloodsupport')
    .done(orders.move, { id, version, status: 'completed', note: 'By the other' })
  await expect(brief(page)).toContainText('completed')
  await submit(page).click()
  await closeAlert(page, 'Changed Meanwhile', 'status issued, now completed; note "-", now "By the other"')
  expect(
    (await db.selectFrom('requests').select('status').where('id', '=', id).executeTakeFirst())?.status,
  ).toBe('completed')
  await expect(status(page)).toHaveValue('cancelled')
  await submit(page).click()
  await closeAlert(page, 'Data Submitted', 'The details have been successfully submitted')
  expect(
    (await db.selectFrom('requests').select('status').where('id', '=', id).executeTakeFirst())?.status,
  ).toBe('cancelled')
})

test('UPDATEDB-03 AMB-52 also when it happens while the form is on its way', async ({
  signedIn,
  db,
  server,
}) => {
  const { id, version } = await aRequest(db, { status: 'issued' })
  const page = await signedIn('bloodsupport', path)
  await begin(page, id, 'cancelled')
  await page.route('**/api/requests/*/status', async (route) => {
    await server.as('bloodsupport').done(orders.move, { id, version, status: 'completed' })
    await route.continue()
  })
  await submit(page).click()
  await closeAlert(page, 'Changed Meanwhile', 'status issued, now completed')
  await expect(brief(page)).toContainText('completed')
})

test('UPDATEDB-01 by keyboard alone, on a phone, in the dark', async ({ signedIn, db, axe }) => {
  const { id } = await aRequest(db, { status: 'issued' })
  const page = await signedIn('bloodsupport', path, {
    viewport: { width: 390, height: 844 },
    colorScheme: 'dark',
  })
  await requestId(page).focus()
  await page.keyboard.type(id)
  await expect(brief(page)).toContainText(id)
  await page.keyboard.press('Tab')
  await expect(status(page)).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('option', { name: 'pending' })).toBeVisible()
  for (const _ of requestStatuses.slice(0, requestStatuses.indexOf('delivery-completed') + 1))
    await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(status(page)).not.toHaveValue('')
  await page.keyboard.press('Tab')
  await expect(page.getByLabel('Note')).toBeFocused()
  await page.keyboard.type('By keyboard')
  await page.keyboard.press('Tab')
  await expect(drop(page, 'hospital')).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(drop(page, 'bloodbank')).toBeFocused()
  await axe(page)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  await page.keyboard.press('Tab')
  await expect(submit(page)).toBeFocused()
  await page.keyboard.press('Enter')
  const alert = page.getByRole('alertdialog', { name: 'Data Submitted' })
  await expect(alert).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(alert).toBeHidden()
  await expect(requestId(page)).toBeFocused()
})
