import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { unzipSync } from 'fflate'
import { pictures } from '#contract/pictures.ts'
import type { Db } from '#server/db/database.ts'
import { aRequest } from '#testing/makers.ts'
import { aJpeg, aPng, send } from '#testing/pictures.ts'
import { expect, test } from './fixtures.ts'
import { aLargeFile } from './large-file.ts'
import { closeAlert } from './raise-form.ts'

const path = '/dashboard/admin/orderImages'

const requestId = (page: Page) => page.getByLabel('Request ID')
const state = (page: Page) => page.getByLabel('State', { exact: true })
const type = (page: Page) => page.getByLabel('Picture Type', { exact: true })
const drop = (page: Page) => page.getByLabel('Picture', { exact: true })
const button = (page: Page, name: 'View' | 'Download' | 'Upload') =>
  page.getByRole('button', { name, exact: true })
const gallery = (page: Page, id: string) => page.getByRole('list', { name: `Pictures of ${id}` })

/** An order of a database that knows the picture types. */
async function anOrder(db: Db, change: Parameters<typeof aRequest>[1] = {}): Promise<string> {
  return (await aRequest(db, { status: 'issued', ...change })).id
}

async function choose(page: Page, field: 'State' | 'Picture Type', name: string): Promise<void> {
  await page.getByLabel(field, { exact: true }).click()
  await page.getByRole('option', { name, exact: true }).click()
  await expect(page.getByLabel(field, { exact: true })).toHaveValue(name)
}

async function fill(
  page: Page,
  id: string,
  of: { state?: string; type?: string; file?: Buffer } = {},
): Promise<void> {
  await requestId(page).fill(id)
  await choose(page, 'State', of.state ?? 'Issued')
  await choose(page, 'Picture Type', of.type ?? 'Bag')
  await drop(page).setInputFiles({
    name: 'bag.jpg',
    mimeType: 'image/jpeg',
    buffer: of.file ?? (await aJpeg()),
  })
  await expect(page.getByText('bag.jpg')).toBeVisible()
}

test('IMAGES-01 IMAGES-05 IMAGES-06 three actions, four states, and the types of each from the server', async ({
  signedIn,
  axe,
}) => {
  const page = await signedIn('bloodsupport', path)
  await expect(page.getByRole('heading', { level: 1, name: 'Sample Images' })).toBeVisible()
  for (const name of ['View', 'Download', 'Upload'] as const) await expect(button(page, name)).toBeVisible()
  await state(page).click()
  await expect(page.getByRole('option')).toHaveText([
    'SampleAcquired',
    'CrossMatching',
    'Issued',
    'Completed',
  ])
  await page.keyboard.press('Escape')
  for (const [of, types] of [
    ['SampleAcquired', ['Sample', 'Form', 'HandOver']],
    ['CrossMatching', ['Report']],
    ['Issued', ['Bag', 'Temperature']],
    ['Completed', ['Delivery', 'Receipt', 'HandOver']],
  ] as const) {
    await choose(page, 'State', of)
    await expect(type(page)).toHaveValue('')
    await type(page).click()
    await expect(page.getByRole('option')).toHaveText([...types])
    await page.keyboard.press('Escape')
  }
  await axe(page)
})

test('IMAGES-02 IMAGES-03 IMAGES-04 ERRORS-01 an id of the wrong length is refused by all three', async ({
  signedIn,
}) => {
  const page = await signedIn('bloodsupport', path)
  for (const [typed, text] of [
    ['', 'No RequestID entered'],
    ['abc', 'RequestID too short'],
    ['123456789', 'RequestID length limit exceeded'],
  ] as const) {
    await requestId(page).fill(typed)
    for (const name of ['View', 'Download', 'Upload'] as const) {
      await button(page, name).click()
      await closeAlert(page, 'Invalid RequestID', text)
      await expect(requestId(page)).toBeFocused()
      await expect(requestId(page)).toHaveAttribute('aria-invalid', 'true')
    }
  }
})

test('IMAGES-12 ERRORS-09 AMB-108 without pictures there is nothing to view or to download', async ({
  signedIn,
  db,
}) => {
  const id = await anOrder(db)
  const page = await signedIn('bloodsupport', path)
  for (const typed of [id, 'ffffffff', 'zzzzzzzz']) {
    await requestId(page).fill(typed)
    for (const name of ['View', 'Download'] as const) {
      await button(page, name).click()
      await closeAlert(page, 'Error Fetching the Images', 'No record found for the provided RequestID.')
    }
  }
})

test('AMB-108 a picture of an order that is not there is an Upload Error', async ({ signedIn, db }) => {
  await anOrder(db)
  const page = await signedIn('bloodsupport', path)
  for (const id of ['ffffffff', 'zzzzzzzz']) {
    await fill(page, id)
    await button(page, 'Upload').click()
    await closeAlert(page, 'Upload Error', 'No record found for the provided RequestID.')
    await expect(requestId(page)).toBeFocused()
  }
})

test('IMAGES-01 what is missing for an upload is told and marked', async ({ signedIn, db }) => {
  const id = await anOrder(db)
  const page = await signedIn('bloodsupport', path)
  await requestId(page).fill(id)
  const words = ['Form Incomplete', 'Please fill all fields before submitting the form'] as const
  await button(page, 'Upload').click()
  await closeAlert(page, ...words)
  await expect(state(page)).toBeFocused()
  await choose(page, 'State', 'Issued')
  await button(page, 'Upload').click()
  await closeAlert(page, ...words)
  await expect(type(page)).toBeFocused()
  await choose(page, 'Picture Type', 'Bag')
  await button(page, 'Upload').click()
  await closeAlert(page, ...words)
  await expect(drop(page)).toBeFocused()
})

test('IMAGES-07 IMAGES-09 IMAGES-10 STORAGE-04 ERRORS-04 a picture is uploaded, seen among the others, and seen large', async ({
  signedIn,
  db,
  server,
  axe,
}) => {
  const id = await anOrder(db, { patientName: 'Asha Rao' })
  const page = await signedIn('bloodsupport', path)
  await fill(page, id)
  await expect(page.getByRole('complementary', { name: 'This order' })).toContainText('Asha Rao')
  await button(page, 'Upload').click()
  await expect(page.getByRole('status').filter({ hasText: 'File Uploaded Successfully!' })).toBeVisible()
  await expect(page.getByText('bag.jpg')).toBeHidden()
  const bag = gallery(page, id).getByRole('button', { name: /Bag Issued/ })
  await expect(bag).toBeVisible()
  await expect.poll(() => bag.locator('img').evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(64)
  const kept = await readFile(join(server.dataFolder, 'files', `images/${id}/${id}-InTransit-Bag.jpeg`))
  expect([...kept.subarray(0, 3)]).toEqual([0xff, 0xd8, 0xff])
  await axe(page)

  await bag.click()
  const popup = page.getByRole('dialog', { name: /Bag, Issued/ })
  await expect(popup.getByRole('img', { name: `Bag of the order ${id}, Issued` })).toBeVisible()
  await axe(page)
  await page.keyboard.press('Escape')
  await expect(popup).toBeHidden()
  await expect(bag).toBeFocused()
})

test('IMAGES-07 AMB-106 a second one takes the place of the first, which is told before', async ({
  signedIn,
  db,
  server,
}) => {
  const id = await anOrder(db)
  const input = { id, state: 'InTransit', name: 'Bag', fileName: 'bag.jpg' } as const
  await send(server.as('bloodsupport'), pictures.upload, input, await aJpeg({ width: 30, height: 30 }))
  const page = await signedIn('bloodsupport', path)
  await fill(page, id, { file: await aJpeg({ width: 50, height: 50 }) })
  await expect(page.getByText(/Takes the place of the one of/)).toBeVisible()
  await button(page, 'Upload').click()
  await expect(page.getByRole('status').filter({ hasText: 'File Uploaded Successfully!' })).toBeVisible()
  await expect(gallery(page, id).getByRole('listitem')).toHaveCount(1)
  const shown = gallery(page, id).locator('img')
  await expect.poll(() => shown.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(50)
})

test('IMAGES-10 what a colleague uploads appears by itself, and the address shows the same to another', async ({
  signedIn,
  db,
  server,
}) => {
  const id = await anOrder(db)
  const colleague = server.as('bloodsupport')
  const put = async (name: string, at: 'SampleAcquired' | 'InTransit') =>
    send(colleague, pictures.upload, { id, state: at, name, fileName: 'a.png' }, await aPng())
  await put('Bag', 'InTransit')
  const page = await signedIn('bloodsupport', path)
  await requestId(page).fill(id)
  await button(page, 'View').click()
  await expect(gallery(page, id).getByRole('listitem')).toHaveCount(1)
  await put('Sample', 'SampleAcquired')
  await expect(gallery(page, id).getByRole('listitem')).toHaveText([/^Sample SampleAcquired/, /^Bag Issued/])
  const other = await signedIn('bloodsupport', new URL(page.url()).pathname + new URL(page.url()).search)
  await expect(gallery(other, id).getByRole('listitem')).toHaveCount(2)
  await expect(requestId(other)).toHaveValue(id)
})

test('IMAGES-11 AMB-107 ERRORS-04 all of them are downloaded as one archive', async ({
  signedIn,
  db,
  server,
}) => {
  const id = await anOrder(db)
  for (const [at, name] of [
    ['InTransit', 'Bag'],
    ['InTransit', 'Temperature'],
  ] as const)
    await send(
      server.as('bloodsupport'),
      pictures.upload,
      { id, state: at, name, fileName: 'a.png' },
      await aPng(),
    )
  const page = await signedIn('bloodsupport', path)
  await requestId(page).fill(id)
  const [download] = await Promise.all([page.waitForEvent('download'), button(page, 'Download').click()])
  expect(download.suggestedFilename()).toBe(`${id}.zip`)
  await expect(page.getByRole('status').filter({ hasText: 'Files Downloaded Successfully!' })).toBeVisible()
  expect(Object.keys(unzipSync(await readFile(await download.path())))).toEqual([
    `${id}-InTransit-Bag.jpeg`,
    `${id}-InTransit-Temperature.jpeg`,
  ])
})

test('IMAGES-13 ERRORS-06 what goes wrong with an upload, in the three texts', async ({
  signedIn,
  db,
  allowFaults,
}) => {
  allowFaults(/status of 500/, /ERR_FAILED/)
  const id = await anOrder(db)
  const page = await signedIn('bloodsupport', path)
  await fill(page, id)
  const uploads = '**/api/requests/*/pictures/*/*'
  for (const [answer, text] of [
    [403, "User doesn't have permission to access the object"],
    [500, 'Unknown error occurred, contact admin'],
    [null, 'Unknown error occurred, contact admin'],
  ] as const) {
    await page.route(uploads, (route) =>
      answer === null
        ? route.abort('failed')
        : route.fulfill({ status: answer, json: { code: 'x', title: 'x', text: 'x' } }),
    )
    await button(page, 'Upload').click()
    await closeAlert(page, 'Upload Error', text)
    await page.unroute(uploads)
  }
  // the file is still there for another try
  await button(page, 'Upload').click()
  await expect(page.getByRole('status').filter({ hasText: 'File Uploaded Successfully!' })).toBeVisible()
})

test('IMAGES-13 AMB-109 the progress shows how far it is, and Cancel stops it: nothing is kept', async ({
  signedIn,
  db,
}) => {
  const id = await anOrder(db)
  const page = await signedIn('bloodsupport', path)
  const slow = await page.context().newCDPSession(page)
  await fill(page, id, { file: Buffer.concat([await aJpeg(), Buffer.alloc(4_000_000)]) })
  await slow.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput: 200_000,
  })
  await button(page, 'Upload').click()
  const progress = page.getByRole('progressbar', { name: 'Picture uploading' })
  await expect(progress).toHaveAttribute('aria-valuenow', /^[1-9]\d?$/)
  await expect(page.getByText(/^[\d.]+ [KM]B of 4\.0 MB$/)).toBeVisible()
  await expect(button(page, 'Upload')).toHaveAttribute('aria-disabled', 'true')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await closeAlert(page, 'Upload Error', 'User canceled the upload')
  await expect(progress).toBeHidden()
  await slow.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput: -1,
  })
  expect(await db.selectFrom('pictures').select('path').where('requestId', '=', id).execute()).toEqual([])
})

test('IMAGES-08 a file of the wrong kind is refused where it is chosen, a lie where it is read', async ({
  signedIn,
  db,
}, testInfo) => {
  const id = await anOrder(db)
  const page = await signedIn('bloodsupport', path)
  await expect(drop(page)).toHaveAttribute('accept', '.jpg,.jpeg,.png')
  await drop(page).setInputFiles({
    name: 'bill.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.from('%PDF-'),
  })
  await expect(page.getByText('bill.pdf is not a file of the right kind.')).toBeVisible()
  await drop(page).setInputFiles(await aLargeFile(testInfo.outputPath('large.png')))
  await closeAlert(page, 'Upload Error', 'A file may have at most 10 MB.')
  await fill(page, id, { file: Buffer.from('<html>') })
  await button(page, 'Upload').click()
  await closeAlert(page, 'Upload Error', 'This file cannot be read as what its name says.')
  await expect(drop(page)).toHaveAttribute('aria-invalid', 'true')
  await expect(page.getByText('bag.jpg')).toBeVisible()
})

test('IMAGES-01 by keyboard alone, on a phone, in the dark', async ({ signedIn, db, server, axe }) => {
  const id = await anOrder(db)
  await send(
    server.as('bloodsupport'),
    pictures.upload,
    { id, state: 'InTransit', name: 'Bag', fileName: 'a.png' },
    await aPng(),
  )
  const page = await signedIn('bloodsupport', path, {
    viewport: { width: 390, height: 844 },
    colorScheme: 'dark',
  })
  await requestId(page).focus()
  await page.keyboard.type(id)
  await page.keyboard.press('Enter')
  const bag = gallery(page, id).getByRole('button', { name: /Bag/ })
  await expect(bag).toBeVisible()
  for (const name of ['View', 'Download'] as const) {
    await page.keyboard.press('Tab')
    await expect(button(page, name)).toBeFocused()
  }
  await page.keyboard.press('Tab')
  await expect(bag).toBeFocused()
  await page.keyboard.press('Enter')
  const popup = page.getByRole('dialog')
  await expect(popup.getByRole('img', { name: /^Bag of the order/ })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(popup).toBeHidden()
  await expect(bag).toBeFocused()
  for (const field of [state(page), type(page), drop(page), button(page, 'Upload')]) {
    await page.keyboard.press('Tab')
    await expect(field).toBeFocused()
  }
  await axe(page)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
})
