import { showDateTime } from '#domain/basics/time.ts'
import { requestStatuses } from '#domain/requests/request.ts'
import { statusKind } from '#domain/requests/showing.ts'
import { aRequest } from '#testing/makers.ts'
import { aPlace } from './approval-list.ts'
import { test } from './fixtures.ts'
import { expect, idsIn, loadMore, openFilter, rowOf, someRequests, statusPath } from './request-list.ts'

const columns = [
  'Request Time',
  'Request ID',
  'Order Type',
  'Patient ID',
  'Patient Name',
  'Blood Information',
  'Reason',
  'Status',
  'View Invoice',
]

for (const role of ['staff', 'admin'] as const) {
  test(`REQSTATUS-01 REQSTATUS-02 REQSTATUS-23 SHELL-30 SHELL-36 ${role}: a spinner, then heading, columns and row`, async ({
    signedIn,
    db,
  }) => {
    const place = await aPlace(db)
    const request = await aRequest(db, { hospitalId: place.id, component: 'FFP', bloodGroup: 'A+', units: 4 })
    const page = await signedIn(place[role], null)
    let answer = () => {}
    const answered = new Promise<void>((resolve) => {
      answer = resolve
    })
    await page.route('**/api/requests', async (route) => {
      await answered
      await route.continue()
    })
    await page.goto(statusPath)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Request Status')
    await expect(page.getByRole('status', { name: 'Loading' })).toBeVisible()
    await expect(page.getByRole('columnheader')).toHaveText(columns)
    answer()
    await expect(rowOf(page, request.id).getByRole('cell')).toHaveText([
      showDateTime(request.raisedAt),
      request.id,
      'immediate',
      request.patientId,
      request.patientName,
      'A POS FFP, 4 units',
      request.reason,
      'pending',
      'View Invoice',
    ])
    await expect(page.getByRole('status', { name: 'Loading' })).toHaveCount(0)
    await expect(rowOf(page, request.id).getByRole('time')).toHaveText(
      /^\d{1,2} [A-Z][a-z]{2,3} \d{4}, \d{1,2}:\d{2} [ap]m$/,
    )
    await expect(rowOf(page, request.id).getByRole('time')).toHaveAttribute('title', / ago$/)
    await expect(page.getByText('1 request', { exact: true })).toBeVisible()
  })
}

test('REQSTATUS-08 REQSTATUS-12 twelve requests are ten, newest first, and two more on demand', async ({
  signedIn,
  db,
}) => {
  const place = await aPlace(db)
  const all = (await someRequests(db, 12, { hospitalId: place.id })).map(({ id }) => id)
  await aRequest(db, { hospitalId: 'noble' })
  const page = await signedIn(place.staff, statusPath)
  await expect(idsIn(page)).toHaveText(all.slice(0, 10))
  await expect(page.getByText('10 newest requests')).toBeVisible()
  await loadMore(page).click()
  await expect(idsIn(page)).toHaveText(all)
  await expect(loadMore(page)).toHaveCount(0)
  await expect(page.getByText('12 requests')).toBeVisible()
})

test('REQSTATUS-09 nine rows offer no more, a full page of ten does', async ({ signedIn, db }) => {
  const place = await aPlace(db)
  const all = await someRequests(db, 9, { hospitalId: place.id })
  const page = await signedIn(place.staff, statusPath)
  await expect(idsIn(page)).toHaveCount(9)
  await expect(loadMore(page)).toHaveCount(0)
  all.push(await aRequest(db, { hospitalId: place.id }))
  await page.reload()
  await expect(idsIn(page)).toHaveCount(10)
  await loadMore(page).click()
  await expect(loadMore(page)).toHaveCount(0)
  await expect(idsIn(page)).toHaveCount(10)
})

test('REQSTATUS-09 a page that does not load says so, and can be asked for again', async ({
  signedIn,
  db,
  allowFaults,
}) => {
  allowFaults(/status of 503/)
  const place = await aPlace(db)
  await someRequests(db, 12, { hospitalId: place.id })
  const page = await signedIn(place.staff, statusPath)
  await expect(idsIn(page)).toHaveCount(10)
  const further = '**/api/requests?*after=*'
  await page.route(further, (route) =>
    route.fulfill({ status: 503, json: { code: 'unavailable', title: 'Not Available', text: 'Not now.' } }),
  )
  await loadMore(page).click()
  await expect(page.getByRole('alert')).toHaveText('No more were loaded: Not now.', { timeout: 10_000 })
  await expect(idsIn(page)).toHaveCount(10)
  await page.unroute(further)
  await loadMore(page).click()
  await expect(idsIn(page)).toHaveCount(12)
  await expect(page.getByRole('alert')).toHaveCount(0)
})

const shades = {
  grey: 'rgb(98, 93, 86)',
  red: 'rgb(160, 16, 25)',
  green: 'rgb(20, 96, 58)',
  black: 'rgb(28, 26, 24)',
}

test('REQSTATUS-14 REQSTATUS-15 every status has its colour, and the bank stands in for the word', async ({
  signedIn,
  db,
}) => {
  const place = await aPlace(db)
  const unlinked = await aRequest(db, { hospitalId: place.id, status: 'bloodbank-approved', bankId: null })
  const ids = new Map<string, string>()
  for (const status of requestStatuses)
    ids.set(status, (await aRequest(db, { hospitalId: place.id, status, bankId: 'redbank' })).id)
  const page = await signedIn(place.staff, statusPath, { colorScheme: 'light' })
  await loadMore(page).click()
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

test('REQSTATUS-17 REQSTATUS-19 REQSTATUS-20 how it ended, and an invoice that is not there yet', async ({
  signedIn,
  db,
}) => {
  const place = await aPlace(db)
  const made = { hospitalId: place.id, status: 'completed' } as const
  const inTime = await aRequest(db, made)
  const late = await aRequest(db, { ...made, isLate: true })
  const pending = await aRequest(db, { hospitalId: place.id })
  const page = await signedIn(place.staff, statusPath)
  const statusCell = (id: string) => rowOf(page, id).getByRole('cell').nth(7)
  await expect(statusCell(inTime.id)).toHaveText('completedDelivery Completed Before Deadline')
  await expect(statusCell(late.id)).toHaveText('completedSorry, the order was slightly delayed')
  await expect(statusCell(pending.id)).toHaveText('pending')
  for (const { id, patientName } of [inTime, pending]) {
    const button = rowOf(page, id).getByRole('button', { name: 'View Invoice' })
    await expect(button).toHaveAccessibleDescription(patientName)
    await button.click()
    const alert = page.getByRole('alertdialog')
    await expect(alert).toContainText('Please wait for a while as the invoice is being generated.')
    await page.keyboard.press('Enter')
    await expect(alert).toHaveCount(0)
    await expect(button).toBeFocused()
  }
})

test('SHELL-31 none yet, and the way to the first; a list that did not load can be tried again', async ({
  signedIn,
  db,
  allowFaults,
}) => {
  allowFaults(/status of 503/)
  const place = await aPlace(db)
  const page = await signedIn(place.staff, null)
  await page.route('**/api/requests', (route) =>
    route.fulfill({ status: 503, json: { code: 'unavailable', title: 'Not Available', text: 'Not now.' } }),
  )
  await page.goto(statusPath)
  await expect(page.getByRole('alert')).toContainText('The list did not load', { timeout: 10_000 })
  await page.unroute('**/api/requests')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('NO DATA FOUND')).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: 'Raise Request' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Raise Request')
})
