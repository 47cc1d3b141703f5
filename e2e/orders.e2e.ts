import type { Page } from '@playwright/test'
import { earlier, hours, minutes } from '#domain/basics/time.ts'
import { requestStatuses } from '#domain/requests/request.ts'
import { statusKind } from '#domain/requests/showing.ts'
import { aRequest } from '#testing/makers.ts'
import { drivers } from '#testing/people.ts'
import { expect, test } from './fixtures.ts'
import { fits, looks } from './looks.ts'
import {
  afterAllOthers,
  aHospitalOfOrders,
  cellOf,
  chips,
  columns,
  idsIn,
  loadMore,
  openDetails,
  openFilter,
  ordersOf,
  ordersPath,
  rowOf,
  withRows,
} from './orders-list.ts'

const heading = (page: Page) => page.getByRole('heading', { level: 1 })

test('ADMIN-STATUS-01 ADMIN-STATUS-02 SHELL-30 SHELL-32 heading, search, a spinner first, then the twelve columns', async ({
  signedIn,
  db,
}) => {
  const hospitalId = await aHospitalOfOrders(db, { name: 'Kaveri Hospital' })
  const now = new Date()
  const order = await aRequest(
    db,
    { hospitalId, status: 'issued', component: 'FFP', bloodGroup: 'AB-', raisedAt: earlier(now, hours(3)) },
    now,
  )
  const page = await signedIn('bloodsupport', null)
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>()
  await page.route('**/api/requests/orders?*', async (route) => {
    await answered
    await route.continue()
  })
  await page.goto(ordersOf(hospitalId))
  await expect(heading(page)).toHaveText('Orders')
  await expect(page.getByPlaceholder('Search by Request ID...', { exact: true })).toBeVisible()
  await expect(page.getByRole('status', { name: 'Loading' })).toBeVisible()
  answer()
  await rowOf(page, order.id).waitFor()
  await expect(page.getByRole('columnheader')).toHaveText(columns)
  await expect(rowOf(page, order.id).getByRole('cell')).toHaveText([
    /^\d{1,2} \w{3,4} 20\d\d, \d{1,2}:\d\d [ap]m$/,
    order.id,
    'Kaveri',
    'immediate',
    order.patientName,
    'AB NEG FFP, 2 units',
    'Redbank',
    drivers[0]?.name ?? '',
    'issued',
    /^\d+ (min|h) ago$/,
    'hospitalbloodbank',
    /Approve Invoice.*Regenerate This Invoice/,
  ])
  await expect(page.getByRole('status', { name: 'Loading' })).toHaveCount(0)
  for (const button of await rowOf(page, order.id).getByRole('button').all()) {
    await expect(button).toHaveAccessibleDescription(/Karthik Subramanian|this one is issued/)
  }
})

test('ADMIN-STATUS-01 an order that nobody has taken has neither bank nor driver', async ({
  signedIn,
  db,
}) => {
  const hospitalId = await aHospitalOfOrders(db)
  const { id } = await aRequest(db, { hospitalId })
  const page = await withRows(signedIn('bloodsupport', ordersOf(hospitalId)))
  await expect(cellOf(page, id, 'Blood Bank')).toHaveText('-')
  await expect(cellOf(page, id, 'Driver')).toHaveText('-')
})

test('ADMIN-STATUS-01 ROLES-16 is for the provider alone', async ({ signedIn }) => {
  for (const email of ['firm', 'redbank_bloodbank']) {
    const page = await signedIn(email, ordersPath)
    await expect(heading(page)).toHaveText(/^Good /)
  }
})

test('ADMIN-STATUS-29 ADMIN-STATUS-04 AMB-82 the orders of every hospital are listed, those of dev and test too', async ({
  signedIn,
  db,
}) => {
  const raisedAt = await afterAllOthers(db)
  const ids: [string, string][] = []
  for (const hospitalId of ['firm', 'noble', 'dev', 'test'])
    ids.push([hospitalId, (await aRequest(db, { hospitalId, raisedAt }, raisedAt)).id])
  const page = await withRows(signedIn('bloodsupport', ordersPath))
  for (const [hospitalId, id] of ids)
    await expect(cellOf(page, id, 'Hospital')).toHaveText(new RegExp(`^${hospitalId}$`, 'i'))
  const panel = await openFilter(page)
  const offered = panel.getByRole('group', { name: 'Hospital' })
  for (const name of ['Firm', 'Noble', 'City'])
    await expect(offered.getByRole('checkbox', { name, exact: true })).toBeVisible()
  for (const name of [/^dev/i, /^test/i]) await expect(offered.getByRole('checkbox', { name })).toHaveCount(0)
})

test('ADMIN-STATUS-03 AMB-194 SHELL-32 a status and a hospital are two chips; without one of them the list is wider', async ({
  signedIn,
  db,
}) => {
  const hospitalId = await aHospitalOfOrders(db, { name: 'Amaravathi Hospital' })
  const raisedAt = await afterAllOthers(db)
  const wish = { raisedAt, patientName: 'Only Here' }
  const issued = await aRequest(db, { ...wish, hospitalId, status: 'issued' }, raisedAt)
  const pending = await aRequest(db, { ...wish, hospitalId }, raisedAt)
  const elsewhere = await aRequest(db, { ...wish, hospitalId: 'noble', status: 'issued' }, raisedAt)
  const page = await withRows(signedIn('bloodsupport', ordersPath))
  await expect(rowOf(page, pending.id)).toBeVisible()
  const panel = await openFilter(page)
  const group = (name: string) => panel.getByRole('group', { name })
  await expect(group('Status').getByRole('checkbox')).toHaveCount(13)
  await group('Status').getByRole('checkbox', { name: 'issued', exact: true }).check()
  await group('Hospital').getByRole('checkbox', { name: 'Amaravathi' }).check()
  await panel.getByRole('button', { name: 'SAVE' }).click()
  await expect(panel).toBeHidden()
  await expect(chips(page)).toHaveText(['issued', 'Amaravathi'])
  await expect(idsIn(page)).toHaveText([issued.id])
  await expect(page.getByText('1 found')).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`status=issued&hospital=${hospitalId}`))

  await page.getByRole('button', { name: 'Remove filter Status: issued' }).click()
  await expect(chips(page)).toHaveText(['Amaravathi'])
  await expect(rowOf(page, pending.id)).toBeVisible()
  await expect(idsIn(page)).toHaveCount(2)
  await page.getByRole('button', { name: 'Remove filter Hospital: Amaravathi' }).click()
  await expect(chips(page)).toHaveCount(0)
  await expect(rowOf(page, elsewhere.id)).toBeVisible()
})

test('ADMIN-STATUS-03 filters and search stay in the address over a reload; what it makes up is not heeded', async ({
  signedIn,
  db,
}) => {
  const hospitalId = await aHospitalOfOrders(db, { name: 'Ponni Hospital' })
  const made = await aRequest(db, { hospitalId, status: 'issued' })
  await aRequest(db, { hospitalId })
  const calls: string[] = []
  const page = await signedIn('bloodsupport', null)
  page.on('request', (request) => /\/requests\/orders\?/.test(request.url()) && calls.push(request.url()))
  await page.goto(ordersOf(hospitalId, ',dev,nobody&status=issued,delivered'))
  await rowOf(page, made.id).waitFor()
  await expect(idsIn(page)).toHaveText([made.id])
  await expect(chips(page)).toHaveText(['issued', 'Ponni'])
  await page.getByRole('searchbox').fill(made.id.slice(0, 4))
  await expect(page).toHaveURL(/search=/)
  await page.reload()
  await expect(idsIn(page)).toHaveText([made.id])
  await expect(chips(page)).toHaveText(['issued', 'Ponni'])
  await expect(page.getByRole('searchbox')).toHaveValue(made.id.slice(0, 4))
  expect(calls.every((url) => url.includes('status=issued') && url.includes(`hospital=${hospitalId}`))).toBe(
    true,
  )
})

test('ADMIN-STATUS-05 twenty rows, newest first, then Load More +', async ({ signedIn, db }) => {
  const hospitalId = await aHospitalOfOrders(db)
  const now = new Date()
  const ids: string[] = []
  for (let age = 25; age > 0; age--)
    ids.unshift((await aRequest(db, { hospitalId, raisedAt: earlier(now, minutes(age * 5)) })).id)
  const page = await withRows(signedIn('bloodsupport', ordersOf(hospitalId)))
  await expect(idsIn(page)).toHaveText(ids.slice(0, 20))
  await expect(page.getByText('20 newest found')).toBeVisible()
  await loadMore(page).click()
  await expect(idsIn(page)).toHaveText(ids)
  await expect(loadMore(page)).toHaveCount(0)
  await expect(page.getByText('25 found')).toBeVisible()
})

test('ADMIN-STATUS-02 SHELL-38 SHELL-39 SHELL-40 a whole ID is looked for everywhere, a part among the loaded', async ({
  signedIn,
  db,
}) => {
  const hospitalId = await aHospitalOfOrders(db)
  const now = new Date()
  const ids: string[] = []
  for (let age = 22; age > 0; age--)
    ids.unshift((await aRequest(db, { hospitalId, raisedAt: earlier(now, minutes(age * 5)) })).id)
  const foreign = await aRequest(db, { hospitalId: 'noble', raisedAt: await afterAllOthers(db) })
  const page = await withRows(signedIn('bloodsupport', ordersOf(hospitalId)))
  const newest = ids.slice(0, 20)
  await expect(idsIn(page)).toHaveText(newest)
  const calls: string[] = []
  page.on('request', (request) => /\/requests\/orders\?/.test(request.url()) && calls.push(request.url()))
  const box = page.getByRole('searchbox', { name: 'Search by Request ID' })
  const part = newest[7]?.slice(2, 6) ?? ''
  await box.fill(part)
  await expect(idsIn(page)).toHaveText(newest.filter((id) => id.includes(part)))
  expect(calls).toEqual([])

  const oldest = ids.at(-1) ?? ''
  await box.fill(` ${oldest.toUpperCase()} `)
  await expect(idsIn(page)).toHaveText([oldest])
  expect(calls).toHaveLength(1)
  expect(calls[0]).toContain(`id=${oldest}`)
  await box.press('End')
  await box.pressSequentially('0')
  await expect(box).toHaveValue(` ${oldest.toUpperCase()} 0`)
  await expect(idsIn(page)).toHaveText([oldest])
  expect(calls).toHaveLength(1)

  await box.fill(foreign.id)
  await expect(page.getByText('DATA NOT FOUND')).toBeVisible()
  await expect(page.getByText('No order with this ID matches the filters.')).toBeVisible()
  await page.getByRole('button', { name: 'Show all' }).click()
  await expect(rowOf(page, foreign.id)).toBeVisible()
  await expect(chips(page)).toHaveCount(0)
})

test('ADMIN-STATUS-01 SHELL-31 an empty list says so; a list that did not load can be tried again', async ({
  signedIn,
  db,
  allowFaults,
}) => {
  allowFaults(/status of 503/)
  const hospitalId = await aHospitalOfOrders(db)
  const page = await signedIn('bloodsupport', null)
  const unavailable = { code: 'unavailable', title: 'Not Available', text: 'Not now.' }
  const orders = '**/api/requests/orders?*'
  await page.route(orders, (route) => route.fulfill({ status: 503, json: unavailable }))
  await page.goto(ordersOf(hospitalId))
  await expect(page.getByRole('alert')).toContainText('The list did not load', { timeout: 15_000 })
  await page.unroute(orders)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('DATA NOT FOUND')).toBeVisible()
  await page.route('**/api/requests/orders', (route) => route.fulfill({ json: { items: [], next: null } }))
  await page.getByRole('button', { name: 'Show all' }).click()
  await expect(page.getByText('NO DATA FOUND')).toBeVisible()
  await expect(page.getByText('Orders appear here by themselves once a hospital raises them.')).toBeVisible()
})

test('ADMIN-STATUS-03 hospitals to filter by that did not load can be tried again, and the list stands', async ({
  signedIn,
  db,
  allowFaults,
}) => {
  allowFaults(/status of 503/)
  const hospitalId = await aHospitalOfOrders(db, { name: 'Noyyal Hospital' })
  const { id } = await aRequest(db, { hospitalId })
  const page = await signedIn('bloodsupport', null)
  await page.route('**/api/organisations/hospitals', (route) => route.fulfill({ status: 503, json: {} }))
  await page.goto(ordersOf(hospitalId))
  await rowOf(page, id).waitFor()
  await expect(page.getByText('The hospitals to filter by did not load.')).toBeVisible({ timeout: 15_000 })
  await page.unroute('**/api/organisations/hospitals')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(chips(page)).toHaveText(['Noyyal'])
  await expect(idsIn(page)).toHaveText([id])
})

/** The named colours, in the shades that pass contrast. */
const shades: Record<ReturnType<typeof statusKind>, string> = {
  grey: 'rgb(98, 93, 86)',
  red: 'rgb(160, 16, 25)',
  green: 'rgb(20, 96, 58)',
  black: 'rgb(28, 26, 24)',
}

test('ADMIN-STATUS-25 every status has its colour, and the bank stands in for the word', async ({
  signedIn,
  db,
}) => {
  const hospitalId = await aHospitalOfOrders(db)
  const unlinked = await aRequest(db, { hospitalId, status: 'bloodbank-approved', bankId: null })
  const ids = new Map<string, string>()
  for (const status of requestStatuses)
    ids.set(status, (await aRequest(db, { hospitalId, status, bankId: 'redbank' })).id)
  const page = await withRows(signedIn('bloodsupport', ordersOf(hospitalId), { colorScheme: 'light' }))
  await expect(idsIn(page)).toHaveCount(14)
  for (const status of requestStatuses) {
    const badge = rowOf(page, ids.get(status) ?? '').locator('[data-kind]')
    await expect(badge).toHaveText(status.replace('bloodbank', 'redbank'))
    await expect(badge, status).toHaveCSS('color', shades[statusKind(status)])
  }
  await expect(rowOf(page, unlinked.id).locator('[data-kind]')).toHaveText('bloodbank-approved')
  const panel = await openFilter(page)
  await expect(panel.getByRole('checkbox', { name: 'bloodbank-approved' })).toBeVisible()
})

test('ADMIN-STATUS-26 AMB-59 a completed order says whether it came in time, in its row and its popup', async ({
  signedIn,
  db,
}) => {
  const hospitalId = await aHospitalOfOrders(db)
  const cases = [
    ['Delivery Completed Before Deadline', await aRequest(db, { hospitalId, status: 'completed' })],
    [
      'Sorry, the order was slightly delayed',
      await aRequest(db, { hospitalId, status: 'completed', isLate: true }),
    ],
  ] as const
  const page = await withRows(signedIn('bloodsupport', ordersOf(hospitalId)))
  for (const [text, { id }] of cases) {
    await expect(cellOf(page, id, 'Status')).toHaveText(`completed${text}`)
    const popup = await openDetails(page, id)
    await expect(popup.getByText(text)).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(popup).toHaveCount(0)
  }
})

for (const { width, named, options } of looks) {
  test(`ADMIN-STATUS-01 long and hostile texts break nothing and hinder nobody: ${named}`, async ({
    signedIn,
    db,
    axe,
  }) => {
    const hospitalId = await aHospitalOfOrders(db, { name: `<b>${'Meenakshi'.repeat(6)}</b> Hospital` })
    const patientName = `<img src=x onerror="document.title=1"> கார்த்திக் 🩸 ${'Venkataraman'.repeat(6)}`
    const long = { hospitalId, patientName, units: 30, note: `{{7*7}} ${'x'.repeat(300)}` }
    const order = await aRequest(db, { ...long, status: 'completed', isLate: true })
    const delivered = await aRequest(db, { ...long, status: 'delivery-completed' })
    const page = await withRows(signedIn('bloodsupport', ordersOf(hospitalId), options))
    await expect(rowOf(page, order.id)).toContainText(patientName)
    await fits(page, width)
    for (const { id } of [order, delivered]) {
      for (const button of await rowOf(page, id).getByRole('button', { disabled: false }).all()) {
        const { height } = (await button.boundingBox()) ?? { height: 0 }
        expect(height).toBeGreaterThanOrEqual(width === 390 ? 44 : 20)
      }
    }
    await axe(page)
    if (width === 1440) {
      await page.setViewportSize({ width: 999, height: 900 })
      await fits(page, 999)
      await axe(page)
      await page.setViewportSize({ width, height: 900 })
    }
    const popup = await openDetails(page, order.id)
    await expect(popup).toContainText(patientName)
    expect(await popup.evaluate((element) => element.scrollWidth <= element.clientWidth)).toBe(true)
    await axe(page)
  })
}
