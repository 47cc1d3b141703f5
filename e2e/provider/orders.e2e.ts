import type { Page } from '@playwright/test'
import { earlier, hours, later, minutes } from '#domain/basics/time.ts'
import { drivers } from '#server/demo/makers/people.ts'
import { aRequest } from '#testing/makers/makers.ts'
import { expect, test } from '../pages/fixtures.ts'
import { idsIn, loadMore, openFilter, rowOf } from '../pages/lists.ts'
import { wide } from '../pages/looks.ts'
import {
  afterAllOthers,
  aHospitalOfOrders,
  cellOf,
  chips,
  columns,
  openDetails,
  ordersOf,
  ordersPath,
  withRows,
} from '../pages/orders-list.ts'

const heading = (page: Page) => page.getByRole('heading', { level: 1 })

test('ADMIN-STATUS-01 ADMIN-STATUS-02 ADMIN-STATUS-26 AMB-59 SHELL-30 heading, search, a spinner first, then the twelve columns of what was issued, raised, and completed in time or late', async ({
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
  const untaken = await aRequest(db, { hospitalId })
  const inTime = await aRequest(db, { hospitalId, status: 'completed' })
  const late = await aRequest(db, { hospitalId, status: 'completed', isLate: true })
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
    /^\d{1,2}:\d\d [ap]m \d{1,2} \w{3,4} 20\d\d$/,
    order.id,
    'Kaveri',
    'immediate',
    `${order.patientName} ${order.patientId}`,
    'AB NEG FFP 2 units',
    'Redbank',
    drivers[0]?.name ?? '',
    /^issueddeliver by .* (left|late)$/,
    /^\d+ (min|h) ago$/,
    'not yet',
    'Next: delivered',
  ])
  await expect(page.getByRole('status', { name: 'Loading' })).toHaveCount(0)
  for (const button of await rowOf(page, order.id).getByRole('button').all()) {
    await expect(button).toHaveAccessibleDescription(/Karthik Subramanian/)
  }

  for (const column of ['Blood Bank', 'Driver'])
    await expect(cellOf(page, untaken.id, column)).toHaveText('-')
  for (const [text, { id }] of [
    ['Delivery Completed Before Deadline', inTime],
    ['Sorry, the order was slightly delayed', late],
  ] as const) {
    await expect(cellOf(page, id, 'Status')).toHaveText(`completed${text}`)
    const popup = await openDetails(page, id)
    await expect(popup.getByText(text)).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(popup).toHaveCount(0)
  }
})

test('ADMIN-STATUS-29 ADMIN-STATUS-04 AMB-82 ADMIN-STATUS-03 AMB-194 SHELL-32 orders of every hospital; a status and a hospital are two chips, without one of them the list is wider', async ({
  signedIn,
  db,
}) => {
  const own = await aHospitalOfOrders(db, { name: 'Amaravathi Hospital' })
  const raisedAt = await afterAllOthers(db)
  const order = (hospitalId: string, status: 'pending' | 'issued') =>
    aRequest(db, { hospitalId, status, raisedAt, patientName: 'Only Here' }, raisedAt)
  const [issued, pending] = [await order(own, 'issued'), await order(own, 'pending')]
  const elsewhere = []
  for (const hospitalId of ['firm', 'noble', 'dev', 'test']) elsewhere.push(await order(hospitalId, 'issued'))
  const page = await withRows(signedIn('bloodsupport', ordersPath))
  await expect(rowOf(page, pending.id)).toBeVisible()
  for (const { hospitalId, id } of elsewhere)
    await expect(cellOf(page, id, 'Hospital')).toHaveText(new RegExp(`^${hospitalId}$`, 'i'))

  const panel = await openFilter(page)
  const group = (name: string) => panel.getByRole('group', { name })
  const box = (name: string) => group('Hospital').getByRole('checkbox', { name, exact: true })
  for (const name of ['Firm', 'Noble', 'City']) await expect(box(name)).toBeVisible()
  for (const name of [/^dev/i, /^test/i])
    await expect(group('Hospital').getByRole('checkbox', { name })).toHaveCount(0)
  await expect(group('Status').getByRole('checkbox')).toHaveCount(13)
  await group('Status').getByRole('checkbox', { name: 'issued', exact: true }).check()
  await box('Amaravathi').check()
  await panel.getByRole('button', { name: 'SAVE' }).click()
  await expect(panel).toBeHidden()
  await expect(chips(page)).toHaveText(['issued', 'Amaravathi'])
  await expect(idsIn(page)).toHaveText([issued.id])
  await expect(page.getByText('1 found')).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`status=issued&hospital=${own}`))

  await page.getByRole('button', { name: 'Remove filter Status: issued' }).click()
  await expect(chips(page)).toHaveText(['Amaravathi'])
  await expect(rowOf(page, pending.id)).toBeVisible()
  await expect(idsIn(page)).toHaveCount(2)
  await page.getByRole('button', { name: 'Remove filter Hospital: Amaravathi' }).click()
  await expect(chips(page)).toHaveCount(0)
  for (const { id } of elsewhere) await expect(rowOf(page, id)).toBeVisible()
})

test('ADMIN-STATUS-03 filters and search stay in the address over a reload; what it makes up is ignored; hospitals that did not load can be tried again', {
  tag: '@long',
}, async ({ signedIn, db, allowFaults }) => {
  allowFaults(/status of 503/)
  const hospitalId = await aHospitalOfOrders(db, { name: 'Ponni Hospital' })
  const made = await aRequest(db, { hospitalId, status: 'issued' })
  await aRequest(db, { hospitalId })
  const calls: string[] = []
  const page = await signedIn('bloodsupport', null)
  page.on('request', (request) => /\/requests\/orders\?/.test(request.url()) && calls.push(request.url()))
  await page.goto(ordersOf(hospitalId, ',dev,nobody&status=issued,delivered'))
  await expect(chips(page)).toHaveText(['issued', 'Ponni'])
  await expect(idsIn(page)).toHaveText([made.id])
  await page.getByRole('searchbox').fill(made.id.slice(0, 4))
  await expect(page).toHaveURL(/search=/)
  const unfiltered = calls.filter(
    (url) => !(url.includes('status=issued') && url.includes(`hospital=${hospitalId}`)),
  )
  expect(unfiltered).toEqual([])

  const hospitals = '**/api/organisations/hospitals'
  await page.route(hospitals, (route) => route.fulfill({ status: 503, json: {} }))
  await page.reload()
  await expect(idsIn(page)).toHaveText([made.id])
  await expect(page.getByRole('searchbox')).toHaveValue(made.id.slice(0, 4))
  await expect(page.getByText('The hospitals to filter by did not load.')).toBeVisible({ timeout: 15_000 })
  await page.unroute(hospitals)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(chips(page)).toHaveText(['issued', 'Ponni'])
  await expect(idsIn(page)).toHaveText([made.id])
})

test('ADMIN-STATUS-05 ADMIN-STATUS-02 SHELL-38 SHELL-39 SHELL-40 twenty, newest first; a part of an ID is looked for among them, a whole one everywhere; then Load More +', {
  tag: '@long',
}, async ({ signedIn, db }) => {
  const hospitalId = await aHospitalOfOrders(db)
  const now = new Date()
  const ids: string[] = []
  for (let age = 25; age > 0; age--)
    ids.unshift((await aRequest(db, { hospitalId, raisedAt: earlier(now, minutes(age * 5)) })).id)
  const foreign = await aRequest(db, { hospitalId: 'noble', raisedAt: await afterAllOthers(db) })
  const page = await signedIn('bloodsupport', null)
  const calls: string[] = []
  page.on('request', (request) => calls.push(request.url()))
  const askedFor = (text: string) => calls.filter((url) => url.includes(`=${text}`))
  await page.goto(ordersOf(hospitalId))
  const newest = ids.slice(0, 20)
  await expect(idsIn(page)).toHaveText(newest)
  await expect(page.getByText('20 newest found')).toBeVisible()

  const box = page.getByRole('searchbox', { name: 'Search by Request ID' })
  const part = newest[7]?.slice(2, 6) ?? ''
  await box.fill(part)
  await expect(idsIn(page)).toHaveText(newest.filter((id) => id.includes(part)))
  const oldest = ids.at(-1) ?? ''
  await box.fill(` ${oldest.toUpperCase()} `)
  await expect(idsIn(page)).toHaveText([oldest])
  expect(askedFor(oldest)).not.toEqual([])
  const tooLong = `${oldest}0`
  await box.fill(tooLong)
  await expect(box).toHaveValue(tooLong)
  await expect(idsIn(page)).toHaveText([oldest])

  await box.fill('')
  await expect(idsIn(page)).toHaveText(newest)
  await loadMore(page).click()
  await expect(idsIn(page)).toHaveText(ids)
  await expect(loadMore(page)).toHaveCount(0)
  await expect(page.getByText('25 found')).toBeVisible()

  await box.fill(foreign.id)
  await expect(page.getByText('DATA NOT FOUND')).toBeVisible()
  await expect(page.getByText('No order with this ID matches the filters.')).toBeVisible()
  await page.getByRole('button', { name: 'Show all' }).click()
  await expect(rowOf(page, foreign.id)).toBeVisible()
  await expect(chips(page)).toHaveCount(0)
  // by now they would have been asked for
  expect([...askedFor(part), ...askedFor(tooLong)]).toEqual([])
})

test('ADMIN-STATUS-01 SHELL-31 an empty list says so; a list that did not load can be tried again', {
  tag: '@long',
}, async ({ signedIn, db, allowFaults }) => {
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

test('ADMIN-STATUS-01 long and hostile texts break nothing and hinder nobody, wide and narrow, light and dark', {
  tag: ['@looks', '@long'],
}, async ({ signedIn, db, axe, looksGood }) => {
  const hospitalId = await aHospitalOfOrders(db, { name: `<b>${'Meenakshi'.repeat(6)}</b> Hospital` })
  const patientName = `<img src=x onerror="document.title=1"> கார்த்திக் 🩸 ${'Venkataraman'.repeat(6)}`
  const long = { hospitalId, patientName, units: 30, note: `{{7*7}} ${'x'.repeat(300)}` }
  const order = await aRequest(db, { ...long, status: 'completed', isLate: true })
  const delivered = await aRequest(db, { ...long, status: 'delivery-completed' })
  const page = await withRows(signedIn('bloodsupport', ordersOf(hospitalId), wide))
  const buttonsAreAtLeast = async (least: number) => {
    for (const { id } of [order, delivered])
      for (const button of await rowOf(page, id).getByRole('button', { disabled: false }).all())
        expect((await button.boundingBox())?.height).toBeGreaterThanOrEqual(least)
  }
  const openWithin = async () => {
    const popup = await openDetails(page, order.id)
    await expect(popup).toContainText(patientName)
    await expect.poll(() => popup.evaluate((one) => one.scrollWidth - one.clientWidth)).toBe(0)
    return popup
  }
  await expect(rowOf(page, order.id)).toContainText(patientName)
  await buttonsAreAtLeast(20)
  const popup = await openWithin()
  await axe(page)
  await page.keyboard.press('Escape')
  await expect(popup).toHaveCount(0)

  await looksGood(page, 'narrow')
  await expect(rowOf(page, order.id)).toContainText(patientName)
  await buttonsAreAtLeast(44)
  await openWithin()
})

test('AMB-252 fourteen whole rows on a laptop; which come first and how close they stand is chosen, and remembered', {
  tag: '@long',
}, async ({ signedIn, db }) => {
  const hospitalId = await aHospitalOfOrders(db, { name: 'Palar Hospital' })
  const now = new Date()
  const ids: string[] = []
  // raised one after the other, and due the other way round
  for (let place = 0; place < 15; place++) {
    const times = { raisedAt: earlier(now, minutes(60 + place)), pickupAt: later(now, minutes(90 - place)) }
    ids.push(
      (await aRequest(db, { hospitalId, ...times, deadlineAt: later(times.pickupAt, hours(3)) }, now)).id,
    )
  }
  const done = await aRequest(db, { hospitalId, status: 'completed', raisedAt: earlier(now, hours(9)) }, now)
  const page = await withRows(
    signedIn('bloodsupport', ordersPath, { viewport: { width: 1440, height: 900 } }),
  )
  await page.goto(`${ordersPath}?hospital=${hospitalId}`)
  await expect(idsIn(page)).toHaveText([...ids, done.id])
  const heights = () =>
    page.locator('[data-row]').evaluateAll((rows) => rows.map((row) => (row as HTMLElement).offsetHeight))
  expect(await heights()).toEqual([...ids, done.id].map(() => 47))
  // without the second line that a filter needs, which is 44 px
  const fourteenth = await rowOf(page, ids[13]).boundingBox()
  expect((fourteenth?.y ?? 0) + (fourteenth?.height ?? 0) - 44).toBeLessThanOrEqual(900)

  const radio = (name: string) => page.getByRole('radio', { name })
  await radio('Soonest deadline first').check({ force: true })
  await expect(idsIn(page)).toHaveText(ids.toReversed())
  await expect(page.getByText('15 found')).toBeVisible()
  await radio('Comfortable rows').check({ force: true })
  await expect.poll(async () => (await heights())[0]).toBeGreaterThan(55)
  await page.reload()
  await expect(idsIn(page)).toHaveText(ids.toReversed())
  await expect(radio('Comfortable rows')).toBeChecked()
  await radio('Newest first').check({ force: true })
  await expect(idsIn(page)).toHaveText([...ids, done.id])
})
