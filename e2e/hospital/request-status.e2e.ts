import { showDateTime } from '#domain/basics/time.ts'
import { requestStatuses } from '#domain/requests/request.ts'
import { statusKind } from '#domain/requests/showing.ts'
import { aRequest } from '#testing/makers/makers.ts'
import { aPlace } from '../pages/approval-list.ts'
import { test } from '../pages/fixtures.ts'
import { idsIn, loadMore, openFilter, rowOf } from '../pages/lists.ts'
import { expect, someRequests, statusPath } from '../pages/request-list.ts'

const notNow = { code: 'unavailable', title: 'Not Available', text: 'Not now.' }

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

test('REQSTATUS-01 REQSTATUS-02 REQSTATUS-23 SHELL-30 SHELL-36 staff: a spinner, a list that did not load and can be tried again, then heading, columns and row', async ({
  signedIn,
  db,
  allowFaults,
}) => {
  allowFaults(/status of 503/)
  const place = await aPlace(db)
  const request = await aRequest(db, { hospitalId: place.id, component: 'FFP', bloodGroup: 'A+', units: 4 })
  const page = await signedIn(place.staff, null)
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>()
  await page.route('**/api/requests', async (route) => {
    await answered
    await route.fulfill({ status: 503, json: notNow })
  })
  await page.goto(statusPath)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Request Status')
  await expect(page.getByRole('status', { name: 'Loading' })).toBeVisible()
  await expect(page.getByRole('columnheader')).toHaveText(columns)
  answer()
  await expect(page.getByRole('alert')).toContainText('The list did not load')
  await expect(page.getByRole('status', { name: 'Loading' })).toHaveCount(0)
  await page.unroute('**/api/requests')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('columnheader')).toHaveText(columns)
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
  await expect(rowOf(page, request.id).getByRole('time')).toHaveText(
    /^\d{1,2} [A-Z][a-z]{2,3} \d{4}, \d{1,2}:\d{2} [ap]m$/,
  )
  await expect(rowOf(page, request.id).getByRole('time')).toHaveAttribute('title', / ago$/)
  await expect(page.getByText('1 request', { exact: true })).toBeVisible()
})

test('REQSTATUS-01 REQSTATUS-08 REQSTATUS-12 admin: twelve requests are ten, newest first, and two more on demand; a page that does not load can be asked for again', async ({
  signedIn,
  db,
  allowFaults,
}) => {
  allowFaults(/status of 503/)
  const place = await aPlace(db)
  const all = (await someRequests(db, 12, { hospitalId: place.id })).map(({ id }) => id)
  const page = await signedIn(place.admin, statusPath)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Request Status')
  await expect(idsIn(page)).toHaveText(all.slice(0, 10))
  await expect(page.getByText('10 newest requests')).toBeVisible()
  const further = '**/api/requests?*after=*'
  await page.route(further, (route) => route.fulfill({ status: 503, json: notNow }))
  await loadMore(page).click()
  await expect(page.getByRole('alert')).toHaveText('No more were loaded: Not now.')
  await expect(idsIn(page)).toHaveCount(10)
  await page.unroute(further)
  await loadMore(page).click()
  await expect(idsIn(page)).toHaveText(all)
  await expect(page.getByRole('alert')).toHaveCount(0)
  await expect(loadMore(page)).toHaveCount(0)
  await expect(page.getByText('12 requests')).toBeVisible()
})

test('REQSTATUS-09 SHELL-31 none yet, and the way to the first; nine rows offer no more, a full page of ten does', {
  tag: '@long',
}, async ({ signedIn, db }) => {
  const place = await aPlace(db)
  const page = await signedIn(place.staff, statusPath)
  await expect(page.getByText('NO DATA FOUND')).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: 'Raise Request' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Raise Request')

  await someRequests(db, 9, { hospitalId: place.id })
  await page.goto(statusPath)
  await expect(idsIn(page)).toHaveCount(9)
  await expect(loadMore(page)).toHaveCount(0)
  await aRequest(db, { hospitalId: place.id })
  await page.reload()
  await expect(idsIn(page)).toHaveCount(10)
  await loadMore(page).click()
  await expect(loadMore(page)).toHaveCount(0)
  await expect(idsIn(page)).toHaveCount(10)
})

const shades = {
  grey: 'rgb(98, 93, 86)',
  red: 'rgb(160, 16, 25)',
  green: 'rgb(20, 96, 58)',
  black: 'rgb(28, 26, 24)',
}

test('REQSTATUS-14 REQSTATUS-15 REQSTATUS-17 REQSTATUS-19 REQSTATUS-20 every status has its colour, and the bank stands in for the word; how it ended, and an invoice that is not there yet', {
  tag: '@long',
}, async ({ signedIn, db }) => {
  const place = await aPlace(db)
  const unlinked = await aRequest(db, { hospitalId: place.id, status: 'bloodbank-approved', bankId: null })
  const late = await aRequest(db, { hospitalId: place.id, status: 'completed', isLate: true })
  const made = new Map<string, Awaited<ReturnType<typeof aRequest>>>()
  for (const status of requestStatuses)
    made.set(status, await aRequest(db, { hospitalId: place.id, status, bankId: 'redbank' }))
  const idOf = (status: string) => made.get(status)?.id ?? ''
  const page = await signedIn(place.staff, statusPath, { colorScheme: 'light' })
  await loadMore(page).click()
  await expect(idsIn(page)).toHaveCount(15)
  for (const status of requestStatuses) {
    const badge = rowOf(page, idOf(status)).locator('[data-kind]')
    await expect(badge).toHaveText(status.replace('bloodbank', 'redbank'))
    await expect(badge, status).toHaveCSS('color', shades[statusKind(status)])
  }
  await expect(rowOf(page, unlinked.id).locator('[data-kind]')).toHaveText('bloodbank-approved')

  const statusCell = (id: string) => rowOf(page, id).getByRole('cell').nth(7)
  await expect(statusCell(idOf('completed'))).toHaveText('completedDelivery Completed Before Deadline')
  await expect(statusCell(late.id)).toHaveText('completedSorry, the order was slightly delayed')
  await expect(statusCell(idOf('pending'))).toHaveText('pending')
  for (const status of ['completed', 'pending']) {
    const button = rowOf(page, idOf(status)).getByRole('button', { name: 'View Invoice' })
    await expect(button).toHaveAccessibleDescription(made.get(status)?.patientName ?? '')
    await button.click()
    const alert = page.getByRole('alertdialog')
    await expect(alert).toContainText('Please wait for a while as the invoice is being generated.')
    await page.keyboard.press('Enter')
    await expect(alert).toHaveCount(0)
    await expect(button).toBeFocused()
  }
  const panel = await openFilter(page)
  await expect(panel.getByRole('checkbox', { name: 'bloodbank-approved' })).toBeVisible()
})
