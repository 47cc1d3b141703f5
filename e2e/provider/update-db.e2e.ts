import { readFile } from 'node:fs/promises'
import { uploadWords } from '#domain/basics/uploading.ts'
import { requestStatuses } from '#domain/requests/request.ts'
import { placeOf } from '#testing/harness/kept-files.ts'
import { aRequest } from '#testing/makers/makers.ts'
import { aPdfWith } from '#testing/makers/pdfs.ts'
import { aJpeg } from '#testing/makers/pictures.ts'
import { closeAlert } from '../pages/alerts.ts'
import { expect, test } from '../pages/fixtures.ts'
import { aLargeFile } from '../pages/large-file.ts'
import { fits } from '../pages/looks.ts'
import { chooseByKeys } from '../pages/provider-forms.ts'
import { watchToasts } from '../pages/toasts.ts'
import {
  begin,
  brief,
  chooseStatus,
  drop,
  fileRow,
  incomplete,
  path,
  pdf,
  requestId,
  requestOf,
  status,
  submit,
  submitSurely,
  submitted,
} from '../pages/update-db-form.ts'

test('UPDATEDB-01 UPDATEDB-02 UPDATEDB-04 UPDATEDB-05 UPDATEDB-06 UPDATEDB-07 ERRORS-01 ERRORS-05 four inputs, exactly 13 statuses; what is missing, unknown or has no bank is told and marked', async ({
  signedIn,
  db,
  axe,
}) => {
  const { id, version } = await aRequest(db, { status: 'hospital-admin-approved' })
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

  await drop(page, 'hospital').setInputFiles(pdf())
  await closeAlert(page, 'Form Incomplete', 'Please Specify A Request ID')
  await expect(requestId(page)).toBeFocused()
  await page.getByRole('button', { name: 'Remove invoice.pdf' }).click()
  await expect(fileRow(page, 'invoice.pdf')).toBeHidden()
  await submit(page).click()
  await closeAlert(page, ...incomplete)
  await expect(requestId(page)).toBeFocused()
  await expect(requestId(page)).toHaveAttribute('aria-invalid', 'true')
  await axe(page)
  await requestId(page).fill('zzzzzzzz')
  await expect(requestId(page)).not.toHaveAttribute('aria-invalid', 'true')
  await expect(brief(page)).toContainText('No order has this Request ID.')
  await submit(page).click()
  await closeAlert(page, ...incomplete)
  await expect(status(page)).toBeFocused()
  await expect(status(page)).toHaveAttribute('aria-invalid', 'true')
  await page.keyboard.press('Escape')
  await chooseStatus(page, 'issued')
  await submit(page).click()
  await closeAlert(page, 'Data Not Submitted', 'Request ID Not Found')
  await expect(requestId(page)).toBeFocused()

  const bankless = ['Data Not Submitted', 'Please ensure that BloodBank is linked to the Hospital'] as const
  await requestId(page).fill(id)
  await expect(brief(page)).toContainText(id)
  await chooseStatus(page, 'completed')
  await submit(page).click()
  await closeAlert(page, ...bankless)
  await expect(status(page)).toBeFocused()
  await chooseStatus(page, 'cancelled')
  await drop(page, 'bloodbank').setInputFiles(pdf())
  await submit(page).click()
  await closeAlert(page, ...bankless)
  await expect(drop(page, 'bloodbank')).toHaveAttribute('aria-invalid', 'true')
  expect(await requestOf(db, id)).toMatchObject({ status: 'hospital-admin-approved', version })
})

test('UPDATEDB-11 UPDATEDB-16 AMB-242 AMB-247 UPDATEDB-17 UPDATEDB-18 ERRORS-04 ERRORS-05 a failed write is told and loses nothing; then status and note are saved, told, and the form begins anew; what is not the next step is asked about and can be undone', async ({
  signedIn,
  db,
  allowFaults,
}) => {
  allowFaults(/status of 500/)
  const before = await aRequest(db, { status: 'issued', patientName: 'Asha Rao' })
  const page = await signedIn('bloodsupport', path)
  await requestId(page).fill(` ${before.id.toUpperCase()} `)
  await expect(brief(page)).toContainText('Asha Rao')
  await expect(brief(page)).toContainText('issued')
  await chooseStatus(page, 'delivery-completed')
  const note = page.getByLabel('Note')
  await note.fill('Handed over at the desk')
  await page.route('**/api/requests/*/status', (route) =>
    route.fulfill({ status: 500, json: { code: 'unexpected', title: 'Database Error', text: 'ref 7KQM' } }),
  )
  await submit(page).click()
  await closeAlert(page, 'Data Not Submitted', 'Error Updating The Document')
  await expect(note).toHaveValue('Handed over at the desk')
  await expect(status(page)).toHaveValue('delivery-completed')
  await page.unroute('**/api/requests/*/status')

  await note.press('Enter')
  await closeAlert(page, ...submitted)
  await expect(requestId(page)).toBeFocused()
  for (const input of [requestId(page), status(page), note]) await expect(input).toHaveValue('')
  const after = await requestOf(db, before.id)
  expect(after).toMatchObject({
    status: 'delivery-completed',
    note: 'Handed over at the desk',
    deliveryStatus: 'delivered',
    version: before.version + 1,
  })
  expect(after.updatedAt.getTime()).toBeGreaterThan(before.updatedAt.getTime())
  await requestId(page).fill(before.id)
  await expect(brief(page)).toContainText('Handed over at the desk')

  // sent at the first press if it is what comes next; a step back is asked about, and can be undone
  await expect(page.getByRole('button', { name: /^Undo/ })).toHaveCount(0)
  await chooseStatus(page, 'issued')
  await submit(page).click()
  await closeAlert(page, /goes 1 step back: sure/, 'It can be undone for 2 minutes.', 'Back to the form')
  expect((await requestOf(db, before.id)).status).toBe('delivery-completed')
  await submitSurely(page, 'issued')
  await closeAlert(page, ...submitted)
  await page.getByRole('button', { name: `Undo ${before.id}` }).click()
  await expect.poll(async () => (await requestOf(db, before.id)).status).toBe('delivery-completed')
  await expect(page.getByRole('note')).toContainText(`${before.id} is delivery-completed now`)
})

test('UPDATEDB-13 UPDATEDB-14 UPDATEDB-15 STORAGE-04 SHELL-35 both invoices are kept, each with its toasts, then the status', async ({
  signedIn,
  db,
  server,
}) => {
  const { id, hospitalId, bankId } = await aRequest(db, { status: 'delivery-completed' })
  const page = await signedIn('bloodsupport', path)
  await begin(page, id, 'completed')
  // as a browser prints it, with links and fonts
  const printed = await page.pdf()
  await drop(page, 'hospital').setInputFiles({ ...pdf(), buffer: printed })
  await drop(page, 'bloodbank').setInputFiles({
    name: 'scan.jpg',
    mimeType: 'image/jpeg',
    buffer: await aJpeg(),
  })
  const toasts = await watchToasts(page)
  await submit(page).click()
  await closeAlert(page, ...submitted)
  await expect.poll(async () => (await toasts()).filter(({ ms }) => ms !== null).length).toBe(4)
  const told = await toasts()
  expect(told.map(({ text }) => text)).toEqual([
    'hospital Invoice uploading in progress...',
    'hospital invoice uploaded Successfully!',
    'bloodbank Invoice uploading in progress...',
    'bloodbank invoice uploaded Successfully!',
  ])
  for (const { text, ms, stalledMs } of told) {
    const [least, most] = text.includes('progress') ? [1_900, 3_000] : [900, 2_000]
    expect(ms, text).toBeGreaterThan(least)
    expect((ms ?? 0) - stalledMs, text).toBeLessThan(most)
  }
  const request = await requestOf(db, id)
  expect(request).toMatchObject({
    status: 'completed',
    hospitalInvoicePath: `invoices/${id}/${id}-hospital-${hospitalId}-invoice.pdf`,
    bankInvoicePath: `invoices/${id}/${id}-bloodbank-${bankId}-invoice.pdf`,
  })
  const theirs = await server.as('firm').raw('GET', `/api/requests/${id}/invoices/hospital`)
  expect(theirs.bytes).toEqual(printed)
  const kept = async (file: string | null) => readFile(await placeOf(server.db, server.dataFolder, file))
  expect(await kept(request.hospitalInvoicePath)).toEqual(printed)
  expect((await kept(request.bankInvoicePath)).toString('latin1')).toMatch(/^%PDF-/)
})

test(
  'UPDATEDB-12 ERRORS-06 AMB-109 T52 a text is refused where it is chosen, a lie and a script where it is read; an upload that fails or is stopped is told as one, and nothing has changed',
  { tag: '@long' },
  async ({ signedIn, db, allowFaults }, testInfo) => {
    allowFaults(/status of 50[03]/, /ERR_FAILED|ERR_ABORTED/)
    const { id, version } = await aRequest(db, { status: 'delivery-completed' })
    const page = await signedIn('bloodsupport', path)
    await expect(drop(page, 'hospital')).toHaveAttribute('accept', '.jpg,.jpeg,.png,.pdf')
    await begin(page, id, 'completed')
    const text = { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('x') }
    await drop(page, 'hospital').setInputFiles(text)
    await expect(page.getByText('notes.txt is not a file of the right kind.')).toBeVisible()
    await submit(page).click()
    await closeAlert(page, 'Upload Error', 'notes.txt is not a file of the right kind.')
    await expect(drop(page, 'hospital')).toBeFocused()
    await drop(page, 'hospital').setInputFiles(await aLargeFile(testInfo.outputPath('large.pdf')))
    await closeAlert(page, 'Upload Error', 'A file may have at most 10 MB.')
    await drop(page, 'hospital').setInputFiles({ ...pdf('lie.pdf'), buffer: Buffer.from('<html>') })
    await expect(fileRow(page, 'lie.pdf')).toBeVisible()
    await submit(page).click()
    await closeAlert(page, 'Upload Error', 'This file cannot be read as what its name says.')
    await expect(drop(page, 'hospital')).toHaveAttribute('aria-invalid', 'true')
    const script = aPdfWith({ catalog: '/OpenAction << /S /JavaScript /JS (app.alert(1)) >>' })
    await drop(page, 'hospital').setInputFiles({ ...pdf('script.pdf'), buffer: script })
    await submit(page).click()
    await closeAlert(page, 'Upload Error', 'This PDF has a script. An invoice may only show pages')
    await expect(drop(page, 'hospital')).toHaveAccessibleDescription(/This PDF has a script\./)

    await drop(page, 'hospital').setInputFiles(pdf())
    await expect(fileRow(page, 'invoice.pdf')).toBeVisible()
    const uploads = '**/api/requests/*/invoices/**'
    const busy = { code: 'uploads-full', ...uploadWords['uploads-full'] }
    for (const [status, json, words] of [
      [403, { code: 'x', title: 'x', text: 'x' }, "User doesn't have permission to access the object"],
      [500, { code: 'x', title: 'x', text: 'x' }, 'Unknown error occurred, contact admin'],
      [503, busy, 'Too many files are being sent at the moment. Please try again in a minute.'],
    ] as const) {
      await page.route(uploads, (route) => route.fulfill({ status, json }))
      await submit(page).click()
      await closeAlert(page, 'Upload Error', words)
      await expect(fileRow(page, 'invoice.pdf')).toBeVisible()
      await page.unroute(uploads)
    }
    const { promise: held, resolve: letGo } = Promise.withResolvers<void>()
    await page.route(uploads, async (route) => {
      await held
      await route.abort().catch(() => undefined)
    })
    await submit(page).click()
    await expect(page.getByRole('progressbar', { name: 'hospital Invoice uploading' })).toBeVisible()
    await page.getByRole('button', { name: 'Cancel' }).click()
    await closeAlert(page, 'Upload Error', 'User canceled the upload')
    letGo()
    await expect(page.getByRole('progressbar')).toBeHidden()
    await expect(fileRow(page, 'invoice.pdf')).toBeVisible()
    const after = { status: 'delivery-completed', version, hospitalInvoicePath: null }
    expect(await requestOf(db, id)).toMatchObject(after)
  },
)

test('UPDATEDB-01 AMB-99 nothing is sent that nobody meant: Enter in the id looks the order up, a file that was not taken stops the form, what is still set is told, and goes with another id', {
  tag: '@long',
}, async ({ signedIn, db }) => {
  const [first, second] = [
    await aRequest(db, { status: 'issued' }),
    await aRequest(db, { status: 'pending' }),
  ]
  const page = await signedIn('bloodsupport', path)
  await expect(requestId(page)).toBeEnabled()
  await drop(page, 'hospital').setInputFiles(pdf())
  await closeAlert(page, 'Form Incomplete', 'Please Specify A Request ID')
  await page.keyboard.type(first.id)
  await expect(brief(page)).toContainText(first.id)
  await page.keyboard.press('Enter')
  await expect(status(page)).toBeFocused()
  await page.keyboard.press('Escape')
  await chooseStatus(page, 'delivery-completed')
  const note = page.getByLabel('Note')
  await note.fill('At the desk')
  await note.press('Enter')
  await closeAlert(page, 'Upload Error', 'invoice.pdf was chosen before the Request ID.')
  await expect(drop(page, 'hospital')).toBeFocused()
  const left = page.getByRole('note').filter({ hasText: 'Not submitted' })
  await expect(left).toContainText('status delivery-completed, note “At the desk”')

  await requestId(page).fill(second.id)
  await expect(brief(page)).toContainText(second.id)
  for (const input of [status(page), note]) await expect(input).toHaveValue('')
  await expect(fileRow(page, 'invoice.pdf')).toBeHidden()
  await expect(drop(page, 'hospital')).not.toHaveAttribute('aria-invalid', 'true')
  await expect(page.getByRole('note').filter({ hasText: `set for ${first.id}` })).toBeVisible()
  await requestId(page).press('Enter')
  await expect(status(page)).toBeFocused()
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
  for (const { id, status, version } of [first, second])
    expect(await requestOf(db, id)).toMatchObject({ status, version })
})

test('UPDATEDB-01 AMB-213 by keyboard alone, on a phone, in the dark, with the delivery status in words', {
  tag: '@long',
}, async ({ signedIn, db, axe }) => {
  const { id } = await aRequest(db, { status: 'issued' })
  const page = await signedIn('bloodsupport', path, {
    viewport: { width: 390, height: 844 },
    colorScheme: 'dark',
  })
  await expect(requestId(page)).toBeEnabled()
  await requestId(page).focus()
  await page.keyboard.type(id)
  await expect(brief(page)).toContainText(id)
  await page.keyboard.press('Enter')
  await expect(status(page)).toBeFocused()
  await chooseByKeys(page, 'Status', 'delivery-completed')
  await expect(status(page)).toHaveAccessibleDescription('issued → delivery-completed. It cannot be undone.')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Next: delivered', exact: true })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.getByLabel('Note')).toBeFocused()
  await page.keyboard.type('By keyboard')
  await page.keyboard.press('Tab')
  await expect(page.getByLabel('Delivery status text (optional)')).toBeFocused()
  await page.keyboard.type('At The Gate')
  await page.keyboard.press('Tab')
  await expect(drop(page, 'hospital')).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(drop(page, 'bloodbank')).toBeFocused()
  await axe(page)
  await fits(page, 390)
  await page.keyboard.press('Tab')
  await expect(submit(page)).toBeFocused()
  await page.keyboard.press('Enter')
  const alert = page.getByRole('alertdialog', { name: 'Data Submitted' })
  await expect(alert).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(alert).toBeHidden()
  await expect(requestId(page)).toBeFocused()
  expect(await requestOf(db, id)).toMatchObject({
    status: 'delivery-completed',
    note: 'By keyboard',
    deliveryStatus: 'at the gate',
  })
})
