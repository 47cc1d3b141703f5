import { requests } from '#contract/requests.ts'
import { showDateTime } from '#domain/basics/time.ts'
import { aRequest } from '#testing/makers/makers.ts'
import { goInside } from '../pages/addresses.ts'
import { aPlace } from '../pages/approval-list.ts'
import { expect, test } from '../pages/fixtures.ts'
import { rowOf } from '../pages/lists.ts'
import { detail, details, heading, notFound, livePath as path } from '../pages/live-pages.ts'
import { fits, looks } from '../pages/looks.ts'

test('LIVE-06 the request, its delivery status, its details and Go Back, opened by its address; what did not load can be tried again', async ({
  signedIn,
  db,
  allowFaults,
}) => {
  allowFaults(/status of 503/)
  const place = await aPlace(db)
  const request = await aRequest(db, {
    hospitalId: place.id,
    status: 'partially-completed',
    units: 5,
    component: 'FFP',
    bloodGroup: 'B-',
    note: 'Ring at the back door',
    deliveryTemperature: 4.2,
  })
  const page = await signedIn(place.admin, null)
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>()
  await page.route(`**/api/requests/${request.id}`, async (route) => {
    await answered
    await route.fulfill({
      status: 503,
      json: { code: 'unavailable', title: 'Not Available', text: 'Not now.' },
    })
  })
  // as it may be typed off a paper
  await page.goto(`${path}/${request.id.toUpperCase()}%20`)
  await expect(page.getByRole('status', { name: 'Loading' })).toBeVisible()
  answer()
  await expect(page.getByText('This request did not load: Not now.')).toBeVisible({ timeout: 10_000 })
  await expect(page.getByRole('status', { name: 'Loading' })).toHaveCount(0)
  await page.unroute(`**/api/requests/${request.id}`)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('This request did not load')).toHaveCount(0)

  await expect(heading(page)).toHaveText(`Live Status ${request.id}`)
  await expect(page.getByText('partly delivered', { exact: true })).toBeVisible()
  await expect(page.locator('dl').getByRole('listitem')).toHaveText([/^3 units delivered/, /^2 units -$/])
  await expect(page.getByRole('list', { name: 'Timeline' }).getByRole('listitem')).toContainText([
    'pending',
    'hospital-admin-approved',
    'redbank-approved',
    'sample-acquired',
    'cross-matching',
    'issued',
    'partially-completed',
    'delivery-completed',
  ])
  const rows = details(page).getByRole('row')
  await expect(rows.getByRole('rowheader')).toHaveText([
    'Patient Name',
    'Patient ID',
    'Age',
    'Gender',
    'Blood Group',
    'Component',
    'Units',
    'Order Type',
    'Reason',
    'Status',
    'Blood Bank',
    'Driver',
    'Request Time',
    'Approval Time',
    'Sample Pickup Time',
    'Delivery Deadline',
    'Delivery Temperature',
    'Note',
  ])
  await expect(rows.getByRole('cell')).toHaveText([
    'Karthik Subramanian',
    'FH-118160',
    '47',
    'Male',
    'B NEG',
    'Fresh Frozen Plasma',
    '5',
    'immediate',
    'Upper GI bleed',
    'partially-completed',
    'Redbank',
    'Arun Kumar',
    showDateTime(request.raisedAt),
    showDateTime(request.approvedAt ?? new Date(0)),
    showDateTime(request.pickupAt),
    showDateTime(request.deadlineAt),
    '4.2 °C',
    'Ring at the back door',
  ])
  expect(request.driverEmail).toBeTruthy()
  expect(await page.getByRole('main').textContent()).not.toContain(request.driverEmail)
  await page.getByRole('button', { name: 'Go Back' }).click()
  await expect(page).toHaveURL(path)
  await expect(rowOf(page, request.id)).toBeVisible()
})

test('LIVE-06 what is not known yet is "-"; a request that is no longer live is still shown', {
  tag: '@long',
}, async ({ signedIn, db }) => {
  const place = await aPlace(db)
  const fresh = await aRequest(db, { hospitalId: place.id, status: 'pending' })
  const late = await aRequest(db, { hospitalId: place.id, status: 'completed', isLate: true })
  const page = await signedIn(place.admin, `${path}/${fresh.id}`)
  for (const label of ['Blood Bank', 'Driver', 'Approval Time', 'Delivery Temperature', 'Note'])
    await expect(detail(page, label).getByRole('cell')).toHaveText('-')
  await goInside(page, `${path}/${late.id}`)
  await expect(detail(page, 'Status').getByRole('cell')).toHaveText('completed')
  await expect(page.getByText('Sorry, the order was slightly delayed')).toBeVisible()
  await goInside(page, path)
  await expect(page.getByText('NO DATA FOUND')).toBeVisible()
})

test("LIVE-07 LIVE-09 SHELL-20 SHELL-21 ROLES-24 what cannot be an id is not found, without asking the server; another hospital's request and one that is not there look the same", {
  tag: '@long',
}, async ({ signedIn, db, server }) => {
  const foreign = await aRequest(db, { hospitalId: 'noble', status: 'bloodbank-approved' })
  const admin = server.as('firm')
  const answers = await Promise.all([foreign.id, 'ffffffff'].map((id) => admin.call(requests.show, { id })))
  expect(answers.map(({ status }) => status)).toEqual([404, 404])
  expect(answers[0]?.refusal).toEqual(answers[1]?.refusal)

  const page = await signedIn('firm', null)
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  const isNotFound = async () => {
    await expect(page.getByText(notFound)).toBeVisible()
    await expect(heading(page)).toBeFocused()
    await expect(page.getByRole('button', { name: 'Go Back', exact: true })).toHaveCount(0)
    await expect(page.getByRole('link', { name: 'Go Back To Dashboard' })).toHaveAttribute(
      'href',
      '/dashboard',
    )
  }
  await page.goto(`${path}/abc`)
  await isNotFound()
  const impossible = ['123456789', 'zzzzzzzz', '%3Cscript%3E', '7c40%20e9d2', 'summary']
  for (const id of [...impossible, foreign.id, 'ffffffff']) {
    await goInside(page, '/dashboard/account')
    await expect(heading(page)).toHaveText('My account')
    asked.length = 0
    await goInside(page, `${path}/${id}`)
    await isNotFound()
    const ofRequests = new Set(asked.filter((url) => /^\/api\/requests\/(?!summary$)/.test(url)))
    expect([...ofRequests]).toEqual(impossible.includes(id) ? [] : [`/api/requests/${id}`])
    await expect(page.getByText(foreign.patientName)).toHaveCount(0)
  }
  await page.getByRole('link', { name: 'Go Back To Dashboard' }).click()
  await expect(page).toHaveURL('/dashboard')
  await expect(heading(page)).toHaveText(/^Good/)
})

for (const { width, named, options, tag } of looks()) {
  test(`LIVE-06 long and hostile texts break nothing and hinder nobody: ${named}`, { tag }, async ({
    signedIn,
    db,
    axe,
  }) => {
    test.slow()
    const place = await aPlace(db)
    const long = `<img src=x onerror="document.title=1"> கார்த்திக் 🩸 ${'Venkataraman'.repeat(8)}`
    const { id } = await aRequest(db, {
      hospitalId: place.id,
      status: 'partially-completed',
      units: 30,
      patientName: long,
      patientId: 'X'.repeat(60),
      reason: `${long} `.repeat(4),
      note: `{{7*7}} ${'y'.repeat(300)}`,
      deliveryStatus: `</dd> ${'z'.repeat(190)}`,
    })
    const page = await signedIn(place.admin, path, options)
    const allFits = async () => {
      await fits(page, width)
      await axe(page)
      if (width < 1440) return
      await page.setViewportSize({ width: 999, height: 900 })
      await fits(page, 999)
      await page.setViewportSize({ width, height: 900 })
    }
    const row = page.locator(`[data-row="${id}"]`)
    await expect(row).toContainText(long)
    await allFits()
    await row.getByText(long).click()
    await expect(detail(page, 'Note')).toContainText('{{7*7}}')
    await expect(page.getByRole('button', { name: 'Go Back' })).toBeVisible()
    await allFits()
    await goInside(page, `${path}/abc`)
    await expect(page.getByText(notFound)).toBeVisible()
    await fits(page, width)
  })
}
