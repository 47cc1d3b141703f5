import type { Page } from '@playwright/test'
import { requests } from '#contract/requests.ts'
import { earlier, hours, later, minutes } from '#domain/basics/time.ts'
import { requestStatuses } from '#domain/requests/request.ts'
import { aDraft, aRequest } from '#testing/makers/makers.ts'
import { aPlace } from '../pages/approval-list.ts'
import { expect, test } from '../pages/fixtures.ts'
import { rowOf } from '../pages/lists.ts'
import { fits, looks } from '../pages/looks.ts'
import { at } from '../pages/raise-form.ts'
import { changedRow, searchesOf } from '../pages/request-list.ts'

const path = '/dashboard/pilot/deliveryStatus'
const ids = (page: Page) => page.getByRole('row').locator('td:first-child')
const heading = (page: Page) => page.getByRole('heading', { level: 1 })

test('DELIVERY-01 DELIVERY-04 DELIVERY-07 SHELL-30 a spinner first, then the columns; each delivery tells its state, each deadline how long is left, each completed request whether it came in time', async ({
  signedIn,
  db,
  moveClock,
}) => {
  const place = await aPlace(db)
  const now = new Date(at('10:00'))
  const make = (change: Parameters<typeof aRequest>[1]) =>
    aRequest(db, { hospitalId: place.id, ...change }, now)
  const deadlineAt = later(now, hours(60))
  const issued = await make({ status: 'issued', component: 'FFP', bloodGroup: 'AB-', deadlineAt })
  const ahead = await make({ status: 'issued', deadlineAt: later(now, hours(2) + minutes(48)) })
  const passed = await make({ status: 'issued', deadlineAt: earlier(now, minutes(20)) })
  const partly = await make({ status: 'partially-completed', units: 5 })
  const inTime = await make({ status: 'completed', isLate: false })
  const late = await make({ status: 'completed', isLate: true })
  const arrived = await make({ status: 'delivery-completed' })
  const rejected = await make({ status: 'bloodbank-rejected', bankId: 'redbank' })
  await moveClock(now)
  const page = await signedIn(place.staff, null)
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
  await expect(rowOf(page, issued.id).getByRole('cell')).toHaveText([
    issued.id,
    `${issued.patientName}${issued.patientId}`,
    'AB NEG FFP, 2 units',
    '0 of 1 deliveredHand-over code2 units issued',
    'issued',
    '22 Nov 2026, 10:00 pm 2 days left',
    '-',
  ])
  await expect(page.getByRole('status', { name: 'Loading' })).toHaveCount(0)

  const parts = rowOf(page, partly.id).getByRole('listitem')
  await expect(rowOf(page, partly.id)).toContainText('1 of 2 delivered')
  await expect(parts).toHaveText([
    /^3 units delivered \d{1,2} \w+ 20\d\d, \d{1,2}:\d\d [ap]m$/,
    /^2 units -$/,
  ])
  await expect(parts.getByRole('time')).toHaveAttribute('title', /ago$/)

  const cell = (id: string, column: number) => rowOf(page, id).getByRole('cell').nth(column)
  await expect(cell(ahead.id, 5)).toHaveText('20 Nov 2026, 12:48 pm 2 h 48 min left')
  await expect(cell(passed.id, 5)).toHaveText('20 Nov 2026, 9:40 am passed 20 min ago')
  await expect(cell(passed.id, 5).getByText('passed 20 min ago')).toHaveAttribute('data-passed')
  await expect(cell(ahead.id, 5).getByText('left')).not.toHaveAttribute('data-passed')

  await expect(cell(inTime.id, 4)).toHaveText('deliveredDelivery Completed Before Deadline')
  await expect(cell(late.id, 4)).toHaveText('deliveredSorry, the order was slightly delayed')
  await expect(cell(arrived.id, 4)).toHaveText('delivered')
  await expect(cell(rejected.id, 4)).toHaveText('-redbank-rejected')
  for (const { id } of [inTime, late, arrived])
    await expect(cell(id, 6)).toHaveText(/20\d\d, \d{1,2}:\d\d [ap]m$/)
  for (const { id } of [inTime, late, arrived, rejected])
    await expect(rowOf(page, id).getByText(/ left$| ago$/)).toHaveCount(0)
})

test("DELIVERY-02 DELIVERY-03 DELIVERY-08 ROLES-24 the hospital's requests past their approval, ten and then Load More +; the search; the last changed stands first, and moves there live", {
  tag: '@long',
}, async ({ signedIn, db, server, allowFaults }) => {
  allowFaults(/status of 503/)
  const place = await aPlace(db)
  const foreign = await aRequest(db, { hospitalId: 'noble', status: 'issued' })
  const now = new Date()
  const made: Awaited<ReturnType<typeof aRequest>>[] = []
  for (const [n, status] of [...requestStatuses, 'hospital-admin-approved' as const].entries()) {
    const updatedAt = earlier(now, minutes(n + 1))
    made.push(await aRequest(db, { hospitalId: place.id, status, updatedAt }, now))
  }
  const listed = made.filter(({ status }) => status !== 'pending' && status !== 'hospital-admin-rejected')
  const order = listed.map(({ id }) => id)
  expect(order).toHaveLength(12)
  const last = listed.at(-1)
  if (!last) throw new Error('no request was made')

  const page = await signedIn(place.admin, path)
  await expect(ids(page)).toHaveText(order.slice(0, 10))
  await expect(page.getByText('10 latest requests')).toBeVisible()
  const calls = await searchesOf(page, '/api/requests/deliveries')
  const box = page.getByRole('searchbox', { name: 'Search by Request ID' })
  const part = order[3]?.slice(2, 6) ?? ''
  await box.fill(part)
  await expect(ids(page)).toHaveText(order.slice(0, 10).filter((id) => id.includes(part)))
  expect(calls).toEqual([])
  await box.fill(` ${last.id.toUpperCase()} `)
  await expect(ids(page)).toHaveText([last.id])
  await expect(page.getByText('1 found')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Load More +' })).toHaveCount(0)
  expect(calls).toHaveLength(1)
  await page.reload()
  await expect(ids(page)).toHaveText([last.id])
  await box.fill(foreign.id)
  await expect(page.getByText('DATA NOT FOUND')).toBeVisible()
  await page.getByRole('button', { name: 'Show all' }).click()
  await expect(ids(page)).toHaveText(order.slice(0, 10))

  await page.route('**/api/requests/deliveries?*', (route) =>
    route.fulfill({ status: 503, json: { code: 'unavailable', title: 'Not Available', text: 'Not now.' } }),
  )
  await page.getByRole('button', { name: 'Load More +' }).click()
  await expect(page.getByRole('alert')).toHaveText('No more were loaded: Not now.', { timeout: 10_000 })
  await expect(ids(page)).toHaveCount(10)
  await page.unroute('**/api/requests/deliveries?*')
  await page.getByRole('button', { name: 'Load More +' }).click()
  await expect(ids(page)).toHaveText(order)
  await expect(page.getByRole('alert')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Load More +' })).toHaveCount(0)
  await expect(page.getByText('12 requests')).toBeVisible()

  await page.mouse.move(0, 0)
  await expect(page.getByText('Live', { exact: true })).toBeVisible()
  await server
    .as('bloodsupport')
    .done(requests.writeDeliveryStatus, { id: last.id, version: last.version, text: 'at the gate' })
  await expect(ids(page)).toHaveText([last.id, ...order.slice(0, 11)])
  await expect(rowOf(page, last.id)).toContainText('at the gate')
})

test('DELIVERY-04 DELIVERY-05 DELIVERY-06 DELIVERY-08 SHELL-31 an empty list says so, and one that did not load can be tried again; seven units come as three deliveries, "-" until the provider writes of them', {
  tag: '@long',
}, async ({ signedIn, db, server, allowFaults }) => {
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
  await expect(page.getByText('Live', { exact: true })).toBeVisible()

  const raised = await server.as(place.staff).done(requests.raise, aDraft(new Date(), { units: 7 }))
  const { id, version } = await server
    .as(place.admin)
    .done(requests.approve, { id: raised.id, version: raised.version })
  const row = rowOf(page, id)
  await expect(changedRow(page, id, '0 of 3 delivered')).toBeVisible()
  await expect(row.getByRole('listitem')).toHaveText(['3 units -', '3 units -', '1 unit -'])
  await expect(row.getByText(id)).toHaveCount(1)
  await expect(row.getByRole('cell').nth(4)).toHaveText('-')
  await expect(row.getByRole('cell').nth(6)).toHaveText('-')

  const answer = await server
    .as('bloodsupport')
    .raw('PUT', `/api/requests/${id}/delivery-status`, { body: { version, text: 'In Transit' } })
  expect([answer.status, answer.json()]).toEqual([
    200,
    expect.objectContaining({ deliveryStatus: 'in transit' }),
  ])
  await expect(changedRow(page, id, 'in transit')).toBeVisible()
  await expect(row.getByRole('cell').nth(4)).toHaveText('in transit')
})

test('DELIVERY-01 plus has the same screen at its own address', { tag: '@long' }, async ({
  signedIn,
  db,
}) => {
  const request = await aRequest(db, { hospitalId: 'city', status: 'issued' })
  const page = await signedIn('city', '/dashboard/plus/deliveryStatus')
  await expect(heading(page)).toHaveText('Delivery Status')
  await expect(rowOf(page, request.id)).toContainText('0 of 1 delivered')
})

for (const { width, named, options, tag } of looks('wide')) {
  test(`DELIVERY-01 long and hostile texts break nothing and hinder nobody: ${named}`, { tag }, async ({
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
  })
}
