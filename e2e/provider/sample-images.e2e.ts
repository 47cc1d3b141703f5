import { readFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import { unzipSync } from 'fflate'
import { pictures } from '#contract/pictures.ts'
import type { Db } from '#server/db/database.ts'
import { placeOf } from '#testing/harness/kept-files.ts'
import { aRequest } from '#testing/makers/makers.ts'
import { aJpeg, aPng, send } from '#testing/makers/pictures.ts'
import { closeAlert } from '../pages/alerts.ts'
import { expect, test } from '../pages/fixtures.ts'
import { aLargeFile } from '../pages/large-file.ts'
import { fits } from '../pages/looks.ts'

const path = '/dashboard/admin/orderImages'

const requestId = (page: Page) => page.getByLabel('Request ID')
const state = (page: Page) => page.getByLabel('State', { exact: true })
const type = (page: Page) => page.getByLabel('Picture Type', { exact: true })
const drop = (page: Page) => page.getByLabel('Picture', { exact: true })
const button = (page: Page, name: 'View' | 'Download' | 'Upload') =>
  page.getByRole('button', { name, exact: true })
const widthOf = (picture: Locator) => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)
const gallery = (page: Page, id: string) => page.getByRole('list', { name: `Pictures of ${id}` })

const uploaded = (page: Page) => page.getByRole('status').filter({ hasText: 'File Uploaded Successfully!' })

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

const typesOf = {
  SampleAcquired: ['Sample', 'Form', 'HandOver'],
  CrossMatching: ['Report'],
  Issued: ['Bag', 'Temperature'],
  Completed: ['Delivery', 'Receipt', 'HandOver'],
}

test('IMAGES-01 IMAGES-02 IMAGES-03 IMAGES-04 IMAGES-05 IMAGES-06 IMAGES-12 AMB-108 ERRORS-01 ERRORS-09 three actions, four states with their types, and what is missing, wrong or not there is told', {
  tag: '@long',
}, async ({ signedIn, db }) => {
  const id = await anOrder(db)
  const page = await signedIn('bloodsupport', path)
  await expect(page.getByRole('heading', { level: 1, name: 'Sample Images' })).toBeVisible()
  for (const [name, typed, text] of [
    ['View', '', 'No RequestID entered'],
    ['Download', '', 'No RequestID entered'],
    ['Upload', '', 'No RequestID entered'],
    ['View', 'abc', 'RequestID too short'],
    ['Upload', '123456789', 'RequestID length limit exceeded'],
  ] as const) {
    await requestId(page).fill(typed)
    await button(page, name).click()
    await closeAlert(page, 'Invalid RequestID', text)
    await expect(requestId(page)).toBeFocused()
    await expect(requestId(page)).toHaveAttribute('aria-invalid', 'true')
  }
  for (const [name, typed] of [
    ['View', id],
    ['Download', id],
    ['View', 'ffffffff'],
    ['Download', 'zzzzzzzz'],
  ] as const) {
    await requestId(page).fill(typed)
    await button(page, name).click()
    await closeAlert(page, 'Error Fetching the Images', 'No record found for the provided RequestID.')
  }

  await requestId(page).fill(id)
  const incomplete = ['Form Incomplete', 'Please fill all fields before submitting the form'] as const
  await button(page, 'Upload').click()
  await closeAlert(page, ...incomplete)
  await expect(state(page)).toBeFocused()
  await state(page).click()
  await expect(page.getByRole('option')).toHaveText(Object.keys(typesOf))
  await page.keyboard.press('Escape')
  for (const [of, types] of Object.entries(typesOf)) {
    await choose(page, 'State', of)
    await expect(type(page)).toHaveValue('')
    await type(page).click()
    await expect(page.getByRole('option')).toHaveText(types)
    await page.keyboard.press('Escape')
  }
  await button(page, 'Upload').click()
  await closeAlert(page, ...incomplete)
  await expect(type(page)).toBeFocused()
  await choose(page, 'Picture Type', 'Receipt')
  await button(page, 'Upload').click()
  await closeAlert(page, ...incomplete)
  await expect(drop(page)).toBeFocused()
  for (const nobodys of ['ffffffff', 'zzzzzzzz']) {
    await fill(page, nobodys)
    await button(page, 'Upload').click()
    await closeAlert(page, 'Upload Error', 'No record found for the provided RequestID.')
    await expect(requestId(page)).toBeFocused()
  }
})

test('IMAGES-07 IMAGES-09 IMAGES-10 IMAGES-11 AMB-106 AMB-107 STORAGE-04 ERRORS-04 a picture is uploaded, seen large, joined by a colleague’s, replaced, and downloaded with it', async ({
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
  await expect(uploaded(page)).toBeVisible()
  await expect(page.getByText('bag.jpg')).toBeHidden()
  const shown = gallery(page, id).getByRole('listitem')
  const bag = gallery(page, id).getByRole('button', { name: /Bag Issued/ })
  await expect(bag).toBeVisible()
  await expect.poll(() => widthOf(bag.locator('img'))).toBe(64)
  const kept = await readFile(
    await placeOf(server.db, server.dataFolder, `images/${id}/${id}-InTransit-Bag.jpeg`),
  )
  expect([...kept.subarray(0, 3)]).toEqual([0xff, 0xd8, 0xff])
  await axe(page)
  await bag.click()
  const popup = page.getByRole('dialog', { name: /Bag, Issued/ })
  await expect(popup.getByRole('img', { name: `Bag of the order ${id}, Issued` })).toBeVisible()
  await axe(page)
  await page.keyboard.press('Escape')
  await expect(popup).toBeHidden()
  await expect(bag).toBeFocused()

  await expect(uploaded(page)).toHaveCount(0)
  const colleagues = { id, state: 'SampleAcquired', name: 'Sample', fileName: 'a.png' } as const
  await send(server.as('bloodsupport'), pictures.upload, colleagues, await aPng())
  await expect(shown).toHaveText([/^Sample SampleAcquired/, /^Bag Issued/])
  await fill(page, id, { file: await aJpeg({ width: 50, height: 50 }) })
  await expect(page.getByText(/Takes the place of the one of/)).toBeVisible()
  await button(page, 'Upload').click()
  await expect(uploaded(page)).toBeVisible()
  await expect.poll(() => widthOf(bag.locator('img'))).toBe(50)
  await expect(shown).toHaveCount(2)

  // the address shows the same to whoever opens it
  await page.reload()
  await expect(shown).toHaveText([/^Sample SampleAcquired/, /^Bag Issued/])
  await expect(requestId(page)).toHaveValue(id)
  const [download] = await Promise.all([page.waitForEvent('download'), button(page, 'Download').click()])
  expect(download.suggestedFilename()).toBe(`${id}.zip`)
  await expect(page.getByRole('status').filter({ hasText: 'Files Downloaded Successfully!' })).toBeVisible()
  expect(Object.keys(unzipSync(await readFile(await download.path())))).toEqual([
    `${id}-SampleAcquired-Sample.jpeg`,
    `${id}-InTransit-Bag.jpeg`,
  ])
})

test(
  'IMAGES-08 IMAGES-13 AMB-109 ERRORS-06 a file of the wrong kind is refused; what goes wrong with an upload is told; Cancel stops it, and nothing is kept',
  { tag: '@long' },
  async ({ signedIn, db, allowFaults }, testInfo) => {
    allowFaults(/status of 500/, /ERR_FAILED/)
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

    const jpeg = { name: 'bag.jpg', mimeType: 'image/jpeg' }
    await drop(page).setInputFiles({
      ...jpeg,
      buffer: Buffer.concat([await aJpeg(), Buffer.alloc(4_000_000)]),
    })
    await expect(drop(page)).not.toHaveAttribute('aria-invalid', 'true')
    const line = await page.context().newCDPSession(page)
    const atMost = (uploadThroughput: number) =>
      line.send('Network.emulateNetworkConditions', {
        offline: false,
        latency: 0,
        downloadThroughput: -1,
        uploadThroughput,
      })
    await atMost(200_000)
    await button(page, 'Upload').click()
    const progress = page.getByRole('progressbar', { name: 'Picture uploading' })
    await expect(progress).toHaveAttribute('aria-valuenow', /^[1-9]\d?$/)
    await expect(page.getByText(/^[\d.]+ [KM]B of 4\.0 MB$/)).toBeVisible()
    await expect(button(page, 'Upload')).toHaveAttribute('aria-disabled', 'true')
    await page.getByRole('button', { name: 'Cancel' }).click()
    await closeAlert(page, 'Upload Error', 'User canceled the upload')
    await expect(progress).toBeHidden()
    await atMost(-1)

    await drop(page).setInputFiles({ ...jpeg, buffer: await aJpeg() })
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
    expect(await db.selectFrom('pictures').select('path').where('requestId', '=', id).execute()).toEqual([])
    // the file is still there for another try
    await button(page, 'Upload').click()
    await expect(uploaded(page)).toBeVisible()
  },
)

test('IMAGES-01 by keyboard alone, on a phone, in the dark', { tag: '@long' }, async ({
  signedIn,
  db,
  server,
  axe,
}) => {
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
  await expect(requestId(page)).toBeEnabled()
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
  await fits(page, 390)
})
