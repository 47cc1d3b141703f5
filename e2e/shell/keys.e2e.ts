import type { Page } from '@playwright/test'
import { finding } from '#contract/finding.ts'
import { aDriver, aRequest } from '#testing/makers/makers.ts'
import { aPlace, approvalPath } from '../pages/approval-list.ts'
import { expect, test } from '../pages/fixtures.ts'
import { rowOf } from '../pages/lists.ts'
import { aHospitalOfOrders, detailsOf, ordersOf, ordersPath, withRows } from '../pages/orders-list.ts'

/** Keeps back what is asked for, or what is asked with that text, until the function is called. */
async function held(page: Page, url: string | RegExp, only?: string): Promise<() => void> {
  let letThrough = () => {}
  const open = new Promise<void>((resolve) => {
    letThrough = resolve
  })
  await page.route(url, async (route) => {
    if (only === undefined || route.request().postDataJSON().text === only) await open
    await route.continue().catch(() => undefined)
  })
  return letThrough
}

const nameOfItsOwn = (first: string) => `${first} Q${process.pid}${Date.now().toString(36)}`

test('AMB-253 the provider finds an order by its patient and its driver; what is typed stands in no address', {
  tag: ['@long', '@looks'],
}, async ({ signedIn, db, looksGood }) => {
  const hospitalId = await aHospitalOfOrders(db)
  const driver = await aDriver(db, { name: nameOfItsOwn('Xerxes') })
  const patientName = nameOfItsOwn('Wilhelmina')
  const { id } = await aRequest(db, { hospitalId, status: 'issued', patientName, driverEmail: driver.email })
  const other = await aRequest(db, { hospitalId, status: 'issued' })
  const page = await withRows(signedIn('bloodsupport', ordersOf(hospitalId)))
  await expect(rowOf(page, other.id)).toBeVisible()
  const before = page.url()
  const field = page.getByRole('combobox', { name: 'Find patient, hospital or driver' })
  const [, word = ''] = patientName.split(' ')
  await field.fill(word.toUpperCase())
  const options = page.getByRole('option')
  await expect(options).toHaveCount(1)
  await expect(options.locator('mark')).toHaveText(word)
  await looksGood(page, 'narrow')
  await field.fill(`${driver.name.split(' ')[1]} xerxes`)
  await expect(options.locator('mark')).toHaveText(['Xerxes', driver.name.split(' ')[1] ?? ''])
  await page.keyboard.press('ArrowDown')
  await expect(options).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Enter')
  await expect(detailsOf(page, id).getByText(patientName).first()).toBeVisible()
  expect(page.url()).toBe(before)
  await page.keyboard.press('Escape')
  await expect(detailsOf(page, id)).toHaveCount(0)
  await page.reload()
  await expect(rowOf(page, other.id)).toBeVisible()
  await expect(detailsOf(page, id)).toHaveCount(0)
})

test('AMB-253 a late answer to an older text is dropped, a failure is told, and nothing found says so', {
  tag: '@long',
}, async ({ signedIn, db, faults }) => {
  faults.allow('status of 500')
  faults.allow('status of 429')
  const place = await aPlace(db)
  const [slow, quick] = [nameOfItsOwn('Slowly'), nameOfItsOwn('Quickly')]
  await aRequest(db, { hospitalId: place.id, patientName: slow })
  const { id } = await aRequest(db, { hospitalId: place.id, patientName: quick })
  const page = await signedIn(place.staff, '/dashboard/pilot/requestStatus')
  await expect(rowOf(page, id)).toBeVisible()
  let hasWaited = false
  let answerSlowly = () => {}
  const held = new Promise<void>((resolve) => {
    answerSlowly = resolve
  })
  await page.route(`**${finding.find.path}`, async (route) => {
    const { text } = route.request().postDataJSON()
    if (text === 'slowly') await held
    if (text === 'broken') return route.fulfill({ status: 500, body: 'x' })
    if (text === 'quickl' && !hasWaited) {
      hasWaited = true
      const json = { code: 'too-often', title: 'Too Many Tries', text: 'Please wait.' }
      return route.fulfill({ status: 429, headers: { 'retry-after': '1' }, json })
    }
    await route.continue().catch(() => undefined)
  })
  const field = page.getByRole('combobox', { name: 'Find patient name or ID' })
  const asked = page.waitForRequest(`**${finding.find.path}`)
  await field.fill('slowly')
  await asked
  await field.fill('quickly')
  await expect(page.getByRole('option')).toContainText(quick)
  answerSlowly()
  await field.fill('quickly')
  await expect(page.getByRole('option')).toContainText(quick)
  await field.fill('nobodyhasthis')
  await expect(page.getByText('Nothing found.')).toBeVisible()
  await field.fill('broken')
  await expect(page.getByText('cannot be used just now')).toBeVisible()
  // told to wait, it says so, and asks again by itself
  await field.fill('quickl')
  await expect(page.getByText('Please wait.')).toBeVisible()
  await expect(page.getByRole('option')).toContainText(quick)
  await page.getByRole('option').click()
  await expect(page.getByRole('dialog', { name: `Timestamps ${id}` })).toBeVisible()
})

test('AMB-254 Ctrl K finds an order from any screen, opens a screen, and gives the focus back', {
  tag: ['@long', '@looks'],
}, async ({ signedIn, db, looksGood }) => {
  const hospitalId = await aHospitalOfOrders(db)
  const patientName = nameOfItsOwn('Palettina')
  const { id } = await aRequest(db, { hospitalId, status: 'issued', patientName })
  const page = await signedIn('bloodsupport', '/dashboard/admin/updateCompany')
  const palette = page.getByRole('dialog', { name: 'Find anything' })
  // once the screen is there its heading takes the focus
  await expect(page.getByRole('heading', { level: 1, name: 'Update Company DB' })).toBeFocused()
  await page.getByRole('button', { name: 'Sign out' }).focus()
  await page.keyboard.press('Control+k')
  await expect(palette.getByRole('combobox')).toBeFocused()
  await looksGood(page, 'wide')
  await page.keyboard.press('Escape')
  await expect(palette).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Sign out' })).toBeFocused()

  await page.keyboard.press('Control+k')
  await page.keyboard.type('drivers order')
  await expect(palette.getByRole('option', { name: "Drivers' Order Status" })).toBeVisible()
  await expect(palette.getByRole('option', { selected: true })).toHaveText("Drivers' Order Status")
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: "Drivers' Order Status" })).toBeFocused()
  await expect(palette).toHaveCount(0)

  await page.keyboard.press('Control+k')
  await page.keyboard.type(patientName.toLowerCase())
  await expect(palette.getByRole('option', { selected: true })).toContainText(patientName)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`${ordersPath}$`))
  await expect(detailsOf(page, id).getByText(patientName).first()).toBeVisible()
  // not over a popup, which has the keys
  await page.keyboard.press('Control+k')
  await expect(palette).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(detailsOf(page, id)).toHaveCount(0)

  await page.keyboard.press('Control+k')
  await page.keyboard.type('dark')
  await page.keyboard.press('Enter')
  await expect(page.locator('html')).toHaveAttribute('data-scheme', 'dark')
})

test('AMB-253 an Enter before the answer waits for it and opens what stands in the field, not what was found before', {
  tag: '@long',
}, async ({ signedIn, db }) => {
  const place = await aPlace(db)
  const [before, meant] = [nameOfItsOwn('Earlier'), nameOfItsOwn('Intended')]
  await aRequest(db, { hospitalId: place.id, patientName: before })
  const { id } = await aRequest(db, { hospitalId: place.id, patientName: meant })
  const page = await signedIn(place.staff, '/dashboard/pilot/requestStatus')
  await expect(rowOf(page, id)).toBeVisible()
  const answer = await held(page, `**${finding.find.path}`, 'intended')
  const options = page.getByRole('option')
  const details = page.getByRole('dialog', { name: `Timestamps ${id}` })

  const field = page.getByRole('combobox', { name: 'Find patient name or ID' })
  await field.fill('earlier')
  await expect(options).toContainText(before)
  await field.fill('intended')
  await page.keyboard.press('Enter')
  // whoever types on has changed their mind
  await field.fill('earlier')
  await expect(options).toContainText(before)
  await field.fill('intended')
  await page.keyboard.press('Enter')
  answer()
  await expect(details).toBeVisible()
})

test('AMB-254 an Enter before the palette or its answer is there opens what was typed, and presses nothing behind it', {
  tag: '@long',
}, async ({ signedIn, db }) => {
  const place = await aPlace(db)
  const [before, meant] = [nameOfItsOwn('Earlier'), nameOfItsOwn('Intended')]
  await aRequest(db, { hospitalId: place.id, patientName: before })
  const { id } = await aRequest(db, { hospitalId: place.id, patientName: meant })
  const page = await signedIn(place.admin, approvalPath)
  await expect(rowOf(page, id)).toBeVisible()
  const letThrough = await held(page, /assets\/Palette-.*\.js/)
  await page.reload()
  await rowOf(page, id)
    .getByRole('button', { name: /^Approve / })
    .focus()
  const palette = page.getByRole('dialog', { name: 'Find anything' })
  const details = page.getByRole('dialog', { name: `Timestamps ${id}` })
  // left before it was there, and asked for again
  await page.keyboard.press('Control+k')
  await page.keyboard.type('nothing of this')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+k')
  await page.keyboard.type(meant.toLowerCase())
  await page.keyboard.press('Enter')
  letThrough()
  await expect(details).toBeVisible()
  await expect(palette).toHaveCount(0)
  const { status } = await db
    .selectFrom('requests')
    .select('status')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  expect(status).toBe('pending')
  await page.keyboard.press('Escape')
  await expect(details).toHaveCount(0)

  const answer = await held(page, `**${finding.find.path}`, 'intended')
  await page.keyboard.press('Control+k')
  await page.keyboard.type('earlier')
  await expect(palette.getByRole('option', { selected: true })).toContainText(before)
  await palette.getByRole('combobox').fill('intended')
  await page.keyboard.press('Enter')
  await expect(palette).toBeVisible()
  answer()
  await expect(details).toBeVisible()
})

test('AMB-255 j and k go through the rows, a and r decide, u undoes; never in a field, and not when switched off', {
  tag: ['@long', '@looks'],
}, async ({ signedIn, db, looksGood }) => {
  const place = await aPlace(db)
  const raised = (minutesAgo: number) => ({
    hospitalId: place.id,
    raisedAt: new Date(Date.now() - minutesAgo * 60_000),
  })
  const [first, second] = [await aRequest(db, raised(1)), await aRequest(db, raised(2))]
  const page = await signedIn(place.admin, approvalPath)
  await expect(rowOf(page, second.id)).toBeVisible()

  await page.keyboard.press('/')
  await expect(page.getByRole('searchbox')).toBeFocused()
  await page.keyboard.type('ja?')
  await expect(page.getByRole('searchbox')).toHaveValue('ja?')
  await page.keyboard.press('Control+a')
  await page.keyboard.press('Delete')
  await page.getByRole('heading', { level: 1 }).click()

  await page.keyboard.press('j')
  await expect(rowOf(page, first.id)).toBeFocused()
  await page.keyboard.press('j')
  await expect(rowOf(page, second.id)).toBeFocused()
  await page.keyboard.press('j')
  await expect(rowOf(page, second.id)).toBeFocused()
  await page.keyboard.press('a')
  await expect(rowOf(page, second.id)).toContainText('Approved by you')
  await page.keyboard.press('u')
  await expect(rowOf(page, second.id).getByRole('button', { name: /^Approve / })).toBeVisible()
  await rowOf(page, first.id)
    .getByRole('button', { name: /^Approve / })
    .focus()
  await page.keyboard.press('r')
  await expect(rowOf(page, first.id)).toContainText('Rejected by you')

  // typed before the palette is there, a letter stands in its field and presses nothing
  let letThrough = () => {}
  const held = new Promise<void>((resolve) => {
    letThrough = resolve
  })
  await page.route(/assets\/Palette-.*\.js/, async (route) => {
    await held
    await route.continue()
  })
  await page.reload()
  await rowOf(page, second.id)
    .getByRole('button', { name: /^Approve / })
    .focus()
  await page.keyboard.press('Control+k')
  await page.keyboard.type('ar')
  await page.keyboard.press('Backspace')
  letThrough()
  const palette = page.getByRole('dialog', { name: 'Find anything' })
  await expect(palette.getByRole('combobox')).toHaveValue('a')
  await page.keyboard.press('Escape')
  await expect(palette).toHaveCount(0)
  await expect(rowOf(page, second.id).getByRole('button', { name: /^Approve / })).toBeFocused()

  await page.keyboard.press('?')
  const sheet = page.getByRole('dialog', { name: 'Keys, and what Request Approval is for' })
  await expect(sheet.getByText('wait for a yes or a no')).toBeVisible()
  await expect(sheet.getByText('Reject it')).toBeVisible()
  await looksGood(page, 'narrow')
  await sheet.getByRole('checkbox', { name: 'Keys of one letter are on' }).uncheck()
  await page.keyboard.press('Escape')
  await expect(sheet).toHaveCount(0)
  await page.reload()
  await expect(rowOf(page, second.id)).toBeVisible()
  await page.keyboard.press('j')
  await expect(rowOf(page, second.id)).not.toBeFocused()
  await page.keyboard.press('Control+k')
  await expect(palette).toBeVisible()
})
