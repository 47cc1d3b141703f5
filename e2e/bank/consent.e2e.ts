import type { Page } from '@playwright/test'
import { donorWordsEn } from '#domain/donors/words-en.ts'
import type { Db } from '#server/db/database.ts'
import { aDonorForm, type DonorWish } from '#server/demo/makers/donors.ts'
import { readPdf } from '#testing/harness/pdf-text.ts'
import { aBank, anAccount } from '#testing/makers/makers.ts'
import { offeredBy, pick } from '../pages/choices.ts'
import { expect, test } from '../pages/fixtures.ts'
import { rowOf } from '../pages/lists.ts'
import { fits, looks } from '../pages/looks.ts'

const path = '/dashboard/bloodbank/consent'

/** A bank with forms of its own, and none else's. */
async function aBankWithForms(db: Db, wishes: readonly DonorWish[]) {
  const { id: bankId } = await aBank(db)
  await anAccount(db, { email: `${bankId}_bloodbank` })
  const now = Date.now()
  const forms = []
  for (const [at, wish] of wishes.entries())
    forms.push(await aDonorForm(db, { bankId, submittedAt: new Date(now - at * 60_000), ...wish }))
  return { bankId, email: `${bankId}_bloodbank`, ids: forms.map(({ id }) => id), forms }
}

const rows = (page: Page) => page.locator('tbody tr[data-row]')
const search = (page: Page) => page.getByLabel('Search by Donation ID or Phone Number')
const heading = (page: Page) => page.getByRole('heading', { name: 'Blood Donor Consent Form' })
const alert = (page: Page) => page.getByRole('alertdialog')
const ok = (page: Page) => alert(page).getByRole('button', { name: 'OK' }).click()
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const statusOf = async (db: Db, id: string | undefined) =>
  db
    .selectFrom('donorForms')
    .selectAll()
    .where('id', '=', id ?? '')
    .executeTakeFirstOrThrow()

async function openForm(page: Page, id: string | undefined) {
  // anywhere on the row
  await rowOf(page, id).getByText('incomplete', { exact: true }).click()
  await expect(heading(page)).toBeVisible()
  await expect(page.getByLabel('Name', { exact: true })).not.toHaveValue('')
}

const choicesOf = (page: Page, label: string) => offeredBy(page.getByLabel(label, { exact: true }))

test("CONSENT-STAFF-01 CONSENT-STAFF-02 CONSENT-STAFF-03 CONSENT-STAFF-04 CONSENT-STAFF-05 CONSENT-STAFF-19 the list of the bank's forms, searched by donation ID and by phone", async ({
  db,
  signedIn,
}) => {
  const wishes: DonorWish[] = Array.from({ length: 25 }, () => ({}))
  wishes[0] = { status: 'rejected' }
  wishes[1] = { status: 'complete' }
  wishes[2] = { phone: '9840055555' }
  wishes[24] = { phone: '9840055555' }
  const { email, ids } = await aBankWithForms(db, wishes)
  const foreign = await aDonorForm(db, { bankId: 'bluebank', phone: '9840055555' })
  const page = await signedIn(email, path)
  await expect(page.getByRole('heading', { name: 'Consent Form', exact: true })).toBeVisible()
  await expect(rows(page)).toHaveCount(20)
  for (const [at, word] of ['rejected', 'complete', 'incomplete'].entries())
    await expect(rowOf(page, ids[at]).getByText(word, { exact: true })).toBeVisible()
  await expect(rows(page).getByRole('button', { name: 'Certificate' })).toHaveCount(1)
  await expect(rowOf(page, ids[1]).getByRole('button', { name: 'Certificate' })).toBeVisible()
  await button(page, 'Load More +').click()
  await expect(rows(page)).toHaveCount(25)
  await expect(rowOf(page, foreign.id)).toHaveCount(0)
  await search(page).fill(ids[24] ?? '')
  await expect(rows(page)).toHaveCount(1)
  await expect(rowOf(page, ids[24])).toBeVisible()
  await search(page).fill('9840055555')
  await expect(rows(page)).toHaveCount(2)
  for (const at of [2, 24]) await expect(rowOf(page, ids[at])).toBeVisible()
  await search(page).fill((ids[3] ?? '').slice(0, 6))
  await expect(rowOf(page, ids[3])).toBeVisible()
  expect(page.url()).not.toContain('9840055555')
  await search(page).fill('9999999999')
  await expect(page.getByText('DATA NOT FOUND')).toBeVisible()
  await button(page, 'Show all').click()
  await expect(rows(page)).toHaveCount(25)
})

test('CONSENT-STAFF-07 CONSENT-STAFF-08 CONSENT-STAFF-09 CONSENT-STAFF-12 CONSENT-STAFF-13 CONSENT-STAFF-14 CONSENT-STAFF-15 CONSENT-STAFF-16 CONSENT-STAFF-20 CONSENT-STAFF-21 ERRORS-04 ERRORS-01 a form is filled in, signed with a typed name and submitted, and its certificate downloaded', async ({
  db,
  signedIn,
}) => {
  const { email, ids, forms } = await aBankWithForms(db, [
    { deferred: ['diabetes'], answered: ['tattoos'], weightKg: 52, bloodGroup: 'B+' },
    {},
  ])
  const [id] = ids
  const page = await signedIn(email, path)
  await openForm(page, id)
  for (const name of ['Submit', 'Reject']) await expect(button(page, name)).toBeVisible()
  await expect(page.getByLabel('Phone Number')).toHaveValue(forms[0]?.phone ?? '')
  // what was ticked is seen at once, everything else only on request
  const { deferrals, answers } = donorWordsEn
  await expect(page.getByLabel(deferrals.diabetes)).toBeChecked()
  await expect(page.getByLabel(answers.tattoos)).toBeChecked()
  await expect(page.getByLabel(deferrals.cancer)).toBeHidden()
  await page.getByText('All other answers').click()
  await expect(page.getByLabel(deferrals.cancer)).not.toBeChecked()
  await page.getByText('All other answers').click()

  expect(await choicesOf(page, 'Donor Type')).toEqual(['Choose', 'Voluntary', 'Replacement'])
  expect(await choicesOf(page, 'Fitness')).toEqual(['FIT', 'UNFIT'])
  expect(await choicesOf(page, 'Quantity')).toEqual(['350ml', '450ml'])
  expect(await choicesOf(page, 'Type of Bag')).toEqual(['SINGLE', 'DOUBLE', 'TRIPLE', 'QUADRUPLE'])
  const found = page.getByLabel('Blood Group found')
  await expect(found).toHaveValue('B POS')

  const advice = page.getByRole('complementary', { name: 'Advice' })
  await expect(advice.getByText('350 ml at a weight of 52 kg.')).toBeVisible()
  await page.getByLabel('Haemoglobin').fill('12.1')
  await expect(advice.getByText('Haemoglobin is 12.1 g/dL.')).toBeVisible()
  await expect(advice.getByText('NBTC guideline 2017: 12.5 g/dL or more, men and women.')).toBeVisible()

  // AMB-259: a letter shows, and sets nothing unseen
  await found.press('o')
  await expect(page.getByRole('option', { name: 'O POS' })).toHaveAttribute('data-active')
  await found.press('Tab')
  await expect(found).toHaveValue('B POS')
  await pick(found, 'A NEG')
  for (const [label, text] of [
    ['Pulse', '72'],
    ['Blood Pressure', '118/76'],
    ['Temperature', '98.2'],
    ['Heart (CVS)', 'Normal'],
    ['Lungs (RS)', 'Clear'],
    ['Reason', 'Advised rest'],
    ['Bag Number', 'R 77'],
    ['Segment Number', '8841'],
    ['Phlebotomist', 'S. Kala'],
    ['Start of Donation', '10:12'],
    ['End of Donation', '10:21'],
  ] as const)
    await page.getByLabel(label, { exact: true }).fill(text)
  await pick(page.getByLabel('Fitness'), 'FIT')
  await pick(page.getByLabel('Quantity'), '450ml')
  await pick(page.getByLabel('Type of Bag'), 'TRIPLE')

  await pick(page.getByLabel('Donor Type'), 'Choose')
  await button(page, 'Submit').click()
  await expect(alert(page)).toContainText('Form Incomplete')
  await ok(page)
  await expect(page.getByLabel('Donor Type')).toBeFocused()
  await expect(page.getByLabel('Donor Type')).toHaveAttribute('aria-invalid', 'true')
  await pick(page.getByLabel('Donor Type'), 'Replacement')

  await expect(page.getByRole('radio')).toHaveCount(2)
  await button(page, 'Submit').click()
  await expect(alert(page)).toContainText('Please Select Your Preference.')
  await ok(page)
  await page.getByRole('radio', { name: 'Type the name' }).check()
  await button(page, 'Submit').click()
  await expect(alert(page)).toContainText('Form Incomplete')
  await ok(page)
  expect(await statusOf(db, id)).toMatchObject({ status: 'incomplete' })
  await page.getByLabel('Name of the donor').fill('Gayathri S')
  await button(page, 'Submit').click()
  // what may be a slip is asked about (AMB-264)
  await expect(alert(page)).toContainText('Ticked under Permanent Deferral')
  await alert(page).getByRole('button', { name: 'Submit all the same' }).click()

  await expect(rowOf(page, id).getByText('complete', { exact: true })).toBeVisible()
  await expect(heading(page)).toBeHidden()
  const saved = await statusOf(db, id)
  expect(saved).toMatchObject({
    status: 'complete',
    completedAt: expect.any(Date),
    donorType: 'replacement',
    signatureName: 'Gayathri S',
    bloodGroup: 'B+',
    findings: {
      bloodGroup: 'A-',
      haemoglobin: '12.1',
      quantity: '450ml',
      bagType: 'TRIPLE',
      endedAt: '10:21',
    },
  })
  expect(Object.keys(saved.findings ?? {})).toHaveLength(16)

  const coming = page.waitForEvent('download')
  await rowOf(page, id).getByRole('button', { name: 'Certificate' }).click()
  const file = await coming
  await expect(page.getByText('Donor certificate downloaded successfully')).toBeVisible()
  expect(file.suggestedFilename()).toBe(`${id}.pdf`)
  const chunks = []
  for await (const chunk of await file.createReadStream()) chunks.push(chunk)
  const { pages, text } = await readPdf(Buffer.concat(chunks))
  expect(pages).toBe(3)
  for (const said of ['A NEG', '450 ml', 'Gayathri S', id]) expect(text).toContain(said)
})

test('AMB-264 CONSENT-STAFF-06 CONSENT-STAFF-11 CONSENT-STAFF-15 CONSENT-STAFF-17 CONSENT-STAFF-18 ROLES-25 a form of another bank is not there; its own is signed with the mouse, and read-only then; the poster leads to the bank’s form', {
  tag: '@long',
}, async ({ db, signedIn, allowFaults }) => {
  allowFaults(/404/)
  const { email, bankId, ids } = await aBankWithForms(db, [{}])
  const [id] = ids
  const foreign = await aDonorForm(db, { bankId: 'bluebank', name: 'Canary Kuruvi' })
  const page = await signedIn(email, `${path}?form=${foreign.id}`)
  await expect(button(page, 'Go Back')).toBeVisible()
  await expect(page.getByText('Canary Kuruvi')).toHaveCount(0)
  await button(page, 'Go Back').click()
  await expect(rows(page)).toHaveCount(1)

  await openForm(page, id)
  await page.getByRole('radio', { name: 'Draw the signature' }).check()
  await expect(page.locator('canvas')).toHaveAttribute('width', '500')
  await expect(page.locator('canvas')).toHaveAttribute('height', '200')
  await button(page, 'Submit').click()
  await expect(alert(page)).toContainText('Form Incomplete')
  await ok(page)
  await drawByMouse(page)
  await expect(page.getByRole('img', { name: 'Signature of the donor: drawn' })).toBeVisible()
  await button(page, 'Submit').click()
  await expect(alert(page)).toContainText('Not filled in: Fitness, Quantity, Bag Number.')
  await alert(page).getByRole('button', { name: 'Submit all the same' }).click()
  await expect(rowOf(page, id).getByText('complete', { exact: true })).toBeVisible()
  expect(await statusOf(db, id)).toMatchObject({
    status: 'complete',
    signatureName: null,
    signaturePath: expect.stringMatching(/^signatures\//),
  })
  await rowOf(page, id)
    .getByRole('link', { name: id ?? '' })
    .click()
  await expect(page.getByText('It cannot be changed any more.')).toBeVisible()
  const drawn = page.getByRole('img', { name: 'Drawn signature of the donor' })
  await expect(drawn).toHaveJSProperty('naturalWidth', 500)
  for (const name of ['Submit', 'Reject', 'Save for later']) await expect(button(page, name)).toHaveCount(0)
  await expect(page.locator('main').locator('input:enabled, select:enabled, textarea:enabled')).toHaveCount(0)
  await page.goBack()
  await expect(rowOf(page, id)).toBeVisible()

  await button(page, 'Poster').click()
  const poster = page.getByRole('dialog', { name: 'Poster' })
  const address = `${new URL(page.url()).origin}/consent?bloodbankId=${bankId}`
  await expect(poster.getByText(address, { exact: true })).toBeVisible()
  await expect(poster.getByText('இரத்த தானம் செய்வீர்')).toBeVisible()
  await expect(poster.locator('svg[role=img]')).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  await expect(poster).toBeHidden()
  await expect(page.getByText('Donate blood').last()).toBeVisible()
})

async function drawByMouse(page: Page) {
  const canvas = page.locator('canvas')
  await canvas.scrollIntoViewIfNeeded()
  const box = await canvas.boundingBox()
  if (!box) throw new Error('no canvas')
  await page.mouse.move(box.x + 60, box.y + 120)
  await page.mouse.down()
  for (const [x, y] of [
    [120, 40],
    [180, 150],
    [260, 60],
    [400, 130],
  ] as const)
    await page.mouse.move(box.x + x, box.y + y, { steps: 5 })
  await page.mouse.up()
}

test('CONSENT-STAFF-10 CONSENT-STAFF-11 CONSENT-STAFF-22 AMB-137 two people at one form: the later one is told and loses nothing, and the reject is seen by both', {
  tag: '@long',
}, async ({ db, signedIn, allowFaults }) => {
  allowFaults(/409/)
  const { email, ids } = await aBankWithForms(db, [{}])
  const [id] = ids
  const [one, other] = [await signedIn(email, path), await signedIn(email, path)]
  await openForm(one, id)
  await openForm(other, id)
  await one.getByLabel('Pulse').fill('88')
  await button(one, 'Save for later').click()
  await expect(one.getByText(`Form ${id} is saved.`)).toBeVisible()
  // the other one is told live, and keeps their own words
  await other.getByLabel('Segment Number').fill('4711')
  await expect(other.getByLabel('Pulse')).toHaveValue('88')
  await expect(other.getByLabel('Segment Number')).toHaveValue('4711')
  await other.route('**/api/donor-forms/*', (route) =>
    route.request().method() === 'GET' ? route.abort() : route.continue(),
  )
  allowFaults(/ERR_FAILED/)
  await one.getByLabel('Reason').fill('A cold')
  await button(one, 'Reject').click()
  await alert(one).getByRole('button', { name: 'Reject' }).click()
  await expect(rowOf(one, id).getByText('rejected', { exact: true })).toBeVisible()
  await other.getByRole('radio', { name: 'Type the name' }).check()
  await other.getByLabel('Name of the donor').fill('Gayathri')
  await button(other, 'Submit').click()
  await alert(other).getByRole('button', { name: 'Submit all the same' }).click()
  await expect(alert(other)).toContainText('Already Decided')
  await other.unroute('**/api/donor-forms/*')
  expect(await statusOf(db, id)).toMatchObject({
    status: 'rejected',
    completedAt: null,
    findings: { pulse: '88', reason: 'A cold' },
  })
})

test('CONSENT-STAFF-10 what is typed while a form is being saved stays', { tag: '@long' }, async ({
  db,
  signedIn,
}) => {
  const { email, ids } = await aBankWithForms(db, [{}])
  const page = await signedIn(email, path)
  await openForm(page, ids[0])
  let letGo = () => {}
  const isTyped = new Promise<void>((resolve) => {
    letGo = resolve
  })
  await page.route('**/api/donor-forms/*', async (route) => {
    if (route.request().method() !== 'GET') await isTyped
    await route.continue()
  })
  await page.getByLabel('Pulse').fill('88')
  await button(page, 'Save for later').click()
  await expect(button(page, 'Save for later')).toHaveAttribute('aria-busy', 'true')
  await page.getByLabel('Segment Number').fill('47')
  letGo()
  await expect(page.getByText(`Form ${ids[0]} is saved.`)).toBeVisible()
  await expect(page.getByLabel('Pulse')).toHaveValue('88')
  await expect(page.getByLabel('Segment Number')).toHaveValue('47')
  await button(page, 'Save for later').click()
  await expect
    .poll(async () => (await statusOf(db, ids[0])).findings)
    .toMatchObject({
      pulse: '88',
      segmentNumber: '47',
    })
})

async function drawByFinger(page: Page) {
  await page.locator('canvas').scrollIntoViewIfNeeded()
  const box = await page.locator('canvas').boundingBox()
  if (!box) throw new Error('no canvas')
  const browser = await page.context().newCDPSession(page)
  const at = (part: number) => [{ x: box.x + part * box.width, y: box.y + part * box.height }]
  await browser.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: at(0.2) })
  for (const part of [0.3, 0.4, 0.5, 0.6, 0.7])
    await browser.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: at(part) })
  await browser.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
}

for (const { named, width, options, tag } of looks()) {
  test(`F24 CONSENT-STAFF-01 CONSENT-STAFF-07 the list, a form and a decided form look right: ${named}`, {
    tag,
  }, async ({ db, signedIn, axe }) => {
    const { email, ids } = await aBankWithForms(db, [
      { deferred: ['diabetes', 'cancer'], answered: ['tattoos'], donations: 2, lastDonatedOn: '2026-10-01' },
      { status: 'complete' },
    ])
    const page = await signedIn(email, path, options)
    await expect(page.getByText('3 to look at')).toBeVisible()
    await fits(page, width)
    if (options.hasTouch) await axe(page)
    await page.goto(`${path}?form=${ids[0]}`)
    await page.getByRole('radio', { name: 'Draw the signature' }).check()
    if (options.hasTouch) {
      await drawByFinger(page)
      await expect(page.getByRole('img', { name: 'Signature of the donor: drawn' })).toBeVisible()
    }
    await fits(page, width)
    await axe(page)
    await page.goto(`${path}?form=${ids[1]}`)
    await expect(page.getByText('It cannot be changed any more.')).toBeVisible()
    await fits(page, width)
    if (!options.hasTouch) await axe(page)
  })
}
