import type { Page } from '@playwright/test'
import { requests } from '#contract/requests.ts'
import { earlier, hours, later, minutes } from '#domain/basics/time.ts'
import { requestStatuses } from '#domain/requests/request.ts'
import { aDraft, aRequest } from '#testing/makers.ts'
import { aPlace, rowOf } from './approval-list.ts'
import { expect, test } from './fixtures.ts'
import { fits, looks } from './looks.ts'
import { at } from './raise-form.ts'

const path = '/dashboard/pilot/deliveryStatus'
const ids = (page: Page) => page.getByRole('row').locator('td:first-child')
const heading = (page: Page) => page.getByRole('heading', { level: 1 })

test('DELIVERY-01 SHELL-30 staff and admin open Delivery Status; its columns, and a spinner first', async ({
  signedIn,
  db,
}) => {
  const place = await aPlace(db)
  const now = new Date()
  const request = await aRequest(
    db,
    {
      hospitalId: place.id,
      status: 'issued',
      component: 'FFP',
      bloodGroup: 'AB-',
      deadlineAt: later(now, hours(60)),
    },
    now,
  )
  for (const account of [place.staff, place.admin]) {
    const page = await signedIn(account, null)
    const { promise: answered, resolve: answer } = Promise.withResolvers<void>()
    await page.route('**/api/requests/deliveries', async (route) => {
      await answered
      await route.continue()
    })
    await page.goto(path)
    await expect(heading(page)).toHaveText('Delivery Status')
    await expect(page.getByRole('status', { name: 'Loading' })).toBeVisible()
    answer()
    await expect(page.getByRole('columnheader')).toHaveText([
      'Request ID',
      'Patient Name',
      'Blood Information',
      'Deliveries',
      'Delivery Status',
      'Delivery Deadline',
      'Delivered At',
    ])
    await expect(rowOf(page, request.id).getByRole('cell')).toHaveText([
      request.id,
      request.patientName,
      'AB NEG FFP, 2 units',
      '0 of 1 deliveredHand-over code2 units in transit',
      'in transit',
      /20\d\d, \d{1,2}:\d\d [ap]m 2 days left$/,
      '-',
    ])
    await expect(page.getByRole('status', { name: 'Loading' })).toHaveCount(0)
  }
})

test('DELIVERY-02 ROLES-24 the own requests that are past their approval, and nobody else’s, on the screen and by the API', async ({
  signedIn,
  db,
  server,
}) => {
  const place = await aPlace(db)
  const foreign = await aRequest(db, { hospitalId: 'noble', status: 'issued' })
  const seeded = await Promise.all(
    requestStatuses.map((status) => aRequest(db, { hospitalId: place.id, status })),
  )
  const listed = seeded
    .filter(({ status }) => status !== 'pending' && status !== 'hospital-admin-rejected')
    .map(({ id }) => id)
    .toSorted()
  const page = await signedIn(place.staff, path)
  await expect(ids(page)).toHaveCount(10)
  await page.getByRole('button', { name: 'Load More +' }).click()
  await expect(ids(page)).toHaveCount(11)
  expect((await ids(page).allTextContents()).toSorted()).toEqual(listed)
  await expect(page.getByText('11 requests')).toBeVisible()

  const staff = server.as(place.staff)
  const first = await staff.done(requests.deliveries, {})
  const second = await staff.done(requests.deliveries, { after: first.next ?? '' })
  expect([...first.items, ...second.items].map(({ id }) => id).toSorted()).toEqual(listed)
  expect((await staff.done(requests.deliveries, { id: foreign.id })).items).toEqual([])
})

test('DELIVERY-03 the search finds one request among all, or a part of an id among those loaded', async ({
  signedIn,
  db,
}) => {
  const place = await aPlace(db)
  const foreign = await aRequest(db, { hospitalId: 'noble', status: 'issued' })
  const now = new Date()
  const all: string[] = []
  for (let n = 0; n < 12; n++) {
    const updatedAt = earlier(now, minutes(n + 1))
    all.push((await aRequest(db, { hospitalId: place.id, status: 'issued', updatedAt }, now)).id)
  }
  const page = await signedIn(place.staff, path)
  await expect(ids(page)).toHaveText(all.slice(0, 10))
  const calls: string[] = []
  page.on('request', (request) => request.url().includes('/deliveries') && calls.push(request.url()))
  const box = page.getByRole('searchbox', { name: 'Search by Request ID' })
  const part = all[3]?.slice(2, 6) ?? ''
  await box.fill(part)
  await expect(ids(page)).toHaveText(all.slice(0, 10).filter((id) => id.includes(part)))
  expect(calls).toEqual([])

  const last = all.at(-1) ?? ''
  await box.fill(` ${last.toUpperCase()} `)
  await expect(ids(page)).toHaveText([last])
  await expect(page.getByText('1 found')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Load More +' })).toHaveCount(0)
  expect(calls).toHaveLength(1)
  await page.reload()
  await expect(ids(page)).toHaveText([last])
  await box.fill(foreign.id)
  await expect(page.getByText('DATA NOT FOUND')).toBeVisible()
  await page.getByRole('button', { name: 'Show all' }).click()
  await expect(ids(page)).toHaveText(all.slice(0, 10))
})

test('DELIVERY-04 seven units are three deliveries of 3, 3 and 1 under one Request ID', async ({
  signedIn,
  db,
  server,
}) => {
  const place = await aPlace(db)
  const page = await signedIn(place.staff, path)
  await expect(page.getByText('NO DATA FOUND')).toBeVisible()
  await expect(page.getByText('Live', { exact: true })).toBeVisible()
  const { id, version } = await server.as(place.staff).done(requests.raise, aDraft(new Date(), { units: 7 }))
  await server.as(place.admin).done(requests.approve, { id, version })
  const row = rowOf(page, id)
  await expect(row.getByRole('listitem')).toHaveText(['3 units -', '3 units -', '1 unit -'])
  await expect(row).toContainText('0 of 3 delivered')
  await expect(row.getByText(id)).toHaveCount(1)
  await expect(row).toHaveAttribute('data-changed')
})

test('DELIVERY-04 each delivery tells its state and when it came', async ({ signedIn, db }) => {
  const place = await aPlace(db)
  const request = await aRequest(db, { hospitalId: place.id, status: 'partially-completed', units: 5 })
  const page = await signedIn(place.staff, path)
  const row = rowOf(page, request.id)
  await expect(row).toContainText('1 of 2 delivered')
  await expect(row.getByRole('listitem')).toHaveText([
    /^3 units delivered \d{1,2} \w+ 20\d\d, \d{1,2}:\d\d [ap]m$/,
    /^2 units in transit$/,
  ])
  await expect(row.getByRole('listitem').getByRole('time')).toHaveAttribute('title', /ago$/)
})

test('DELIVERY-05 DELIVERY-06 "-" until it is set; what the provider writes is kept in lower case and shows live', async ({
  signedIn,
  db,
  server,
}) => {
  const place = await aPlace(db)
  const { id, version } = await aRequest(db, { hospitalId: place.id, status: 'hospital-admin-approved' })
  const page = await signedIn(place.staff, path)
  const cell = rowOf(page, id).getByRole('cell').nth(4)
  await expect(cell).toHaveText('-')
  await expect(rowOf(page, id).getByRole('cell').nth(6)).toHaveText('-')
  await expect(page.getByText('Live', { exact: true })).toBeVisible()

  const answer = await server
    .as('bloodsupport')
    .raw('PUT', `/api/requests/${id}/delivery-status`, { body: { version, text: 'In Transit' } })
  expect([answer.status, answer.json()]).toEqual([
    200,
    expect.objectContaining({ deliveryStatus: 'in transit' }),
  ])
  await expect(cell).toHaveText('in transit')
  await expect(rowOf(page, id)).toHaveAttribute('data-changed')
  const read = await server.as(place.staff).done(requests.deliveries, { id })
  expect(read.items).toMatchObject([{ id, deliveryStatus: 'in transit' }])
})

test('DELIVERY-07 a completed request says whether it came in time; one that ended otherwise says so', async ({
  signedIn,
  db,
}) => {
  const place = await aPlace(db)
  const make = (change: Parameters<typeof aRequest>[1]) => aRequest(db, { hospitalId: place.id, ...change })
  const inTime = await make({ status: 'completed', isLate: false })
  const late = await make({ status: 'completed', isLate: true })
  const arrived = await make({ status: 'delivery-completed' })
  const rejected = await make({ status: 'bloodbank-rejected', bankId: 'redbank' })
  const page = await signedIn(place.staff, path)
  const cell = (id: string) => rowOf(page, id).getByRole('cell').nth(4)
  await expect(cell(inTime.id)).toHaveText('deliveredDelivery Completed Before Deadline')
  await expect(cell(late.id)).toHaveText('deliveredSorry, the order was slightly delayed')
  await expect(cell(arrived.id)).toHaveText('delivered')
  await expect(cell(rejected.id)).toHaveText('-redbank-rejected')
  for (const { id } of [inTime, late, arrived])
    await expect(rowOf(page, id).getByRole('cell').nth(6)).toHaveText(/20\d\d, \d{1,2}:\d\d [ap]m$/)
  await expect(page.getByText(/ left$| ago$/)).toHaveCount(0)
})

test('DELIVERY-01 an open deadline tells how long is left, and is marked once it has passed', async ({
  signedIn,
  db,
  moveClock,
}) => {
  const place = await aPlace(db)
  const now = new Date(at('10:00'))
  const due = (ms: number) =>
    aRequest(db, { hospitalId: place.id, status: 'issued', deadlineAt: later(now, ms) }, now)
  const ahead = await due(hours(2) + minutes(48))
  const passed = await due(-minutes(20))
  await moveClock(now)
  const page = await signedIn(place.staff, path)
  const cell = (id: string) => rowOf(page, id).getByRole('cell').nth(5)
  await expect(cell(ahead.id)).toHaveText('20 Nov 2026, 12:48 pm 2 h 48 min left')
  await expect(cell(passed.id)).toHaveText('20 Nov 2026, 9:40 am passed 20 min ago')
  await expect(cell(passed.id).getByText('passed 20 min ago')).toHaveAttribute('data-passed')
  await expect(cell(ahead.id).getByText('left')).not.toHaveAttribute('data-passed')
})

test('DELIVERY-08 ten rows, then Load More +; the last changed stands first, and moves there live', async ({
  signedIn,
  db,
  server,
}) => {
  const place = await aPlace(db)
  const now = new Date()
  const all: { id: string; version: number }[] = []
  for (let n = 0; n < 12; n++) {
    const updatedAt = earlier(now, minutes(n + 1))
    all.push(await aRequest(db, { hospitalId: place.id, status: 'issued', updatedAt }, now))
  }
  const order = all.map(({ id }) => id)
  const page = await signedIn(place.staff, path)
  await expect(ids(page)).toHaveText(order.slice(0, 10))
  await expect(page.getByText('10 latest requests')).toBeVisible()
  await page.getByRole('button', { name: 'Load More +' }).click()
  await expect(ids(page)).toHaveText(order)
  await expect(page.getByRole('button', { name: 'Load More +' })).toHaveCount(0)
  await expect(page.getByText('12 requests')).toBeVisible()
  await page.mouse.move(0, 0)

  const last = all.at(-1)
  if (!last) throw new Error('no request was made')
  await server
    .as('bloodsupport')
    .done(requests.writeDeliveryStatus, { id: last.id, version: last.version, text: 'at the gate' })
  await expect(ids(page)).toHaveText([last.id, ...order.slice(0, 11)])
  await expect(rowOf(page, last.id)).toContainText('at the gate')
})

test('DELIVERY-08 SHELL-31 an empty list says so; a list that did not load can be tried again', async ({
  signedIn,
  db,
  allowFaults,
}) => {
  allowFaults(/status of 503/)
  const place = await aPlace(db)
  const page = await signedIn(place.staff, null)
  await page.route('**/api/requests/deliveries', (route) =>
    route.fulfill({ status: 503, json: { code: 'unavailable', title: 'Not Available', text: 'Not now.' } }),
  )
  await page.goto(path)
  await expect(page.getByRole('alert')).toContainText('The list did not load', { timeout: 10_000 })
  await expect(page.getByRole('alert')).toContainText('Not now.')
  await page.unroute('**/api/requests/deliveries')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('NO DATA FOUND')).toBeVisible()
})

test('DELIVERY-08 a further page that did not load can be asked for again', async ({
  signedIn,
  db,
  allowFaults,
}) => {
  allowFaults(/status of 503/)
  const place = await aPlace(db)
  for (let n = 0; n < 11; n++) await aRequest(db, { hospitalId: place.id, status: 'issued' })
  const page = await signedIn(place.staff, path)
  await expect(ids(page)).toHaveCount(10)
  await page.route('**/api/requests/deliveries?*', (route) =>
    route.fulfill({ status: 503, json: { code: 'unavailable', title: 'Not Available', text: 'Not now.' } }),
  )
  await page.getByRole('button', { name: 'Load More +' }).click()
  await expect(page.getByRole('alert')).toHaveText('No more were loaded: Not now.', { timeout: 10_000 })
  await expect(ids(page)).toHaveCount(10)
  await page.unroute('**/api/requests/deliveries?*')
  await page.getByRole('button', { name: 'Load More +' }).click()
  await expect(ids(page)).toHaveCount(11)
  await expect(page.getByRole('alert')).toHaveCount(0)
})

test('DELIVERY-01 ROLES-13 plus has the same screen at its own address', async ({ signedIn, db }) => {
  const request = await aRequest(db, { hospitalId: 'city', status: 'issued' })
  for (const account of ['city_admin', 'city']) {
    const page = await signedIn(account, '/dashboard/plus/deliveryStatus')
    await expect(heading(page)).toHaveText('Delivery Status')
    await expect(rowOf(page, request.id)).toContainText('0 of 1 delivered')
  }
})

for (const { width, named, options } of looks) {
  test(`DELIVERY-01 long and hostile texts break nothing and hinder nobody: ${named}`, async ({
    signedIn,
    db,
    axe,
  }) => {
    test.slow()
    const place = await aPlace(db)
    const patientName = `<img src=x onerror="document.title=1"> கார்த்திக் 🩸 ${'Venkataraman'.repeat(8)}`
    const deliveryStatus = `{{7*7}}</td> ${'x'.repeat(180)}`
    const make = (change: Parameters<typeof aRequest>[1]) =>
      aRequest(db, { hospitalId: place.id, patientName, deliveryStatus, ...change })
    const request = await make({ status: 'partially-completed', units: 30 })
    await make({ status: 'completed', isLate: true })
    await make({ status: 'cancelled' })
    await make({ status: 'issued', deadlineAt: earlier(new Date(), minutes(5)) })
    const page = await signedIn(place.staff, path, options)
    const row = page.locator(`[data-row="${request.id}"]`)
    await expect(row).toContainText(patientName)
    await expect(row).toContainText(deliveryStatus)
    await expect(row.getByRole('listitem')).toHaveCount(10)
    await fits(page, width)
    await axe(page)
    if (width === 1440) {
      await page.setViewportSize({ width: 999, height: 900 })
      await fits(page, 999)
    }
    await page.getByRole('searchbox').fill('zz')
    await expect(page.getByText('DATA NOT FOUND')).toBeVisible()
    await axe(page)
  })
}
