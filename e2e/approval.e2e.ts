import type { Page } from '@playwright/test'
import { requests } from '#contract/requests.ts'
import { earlier, minutes } from '#domain/basics/time.ts'
import type { Db } from '#server/db/database.ts'
import { aDraft, aHospital, anAccount, aRequest, nextNumber } from '#testing/makers.ts'
import { expect, test } from './fixtures.ts'
import { fillForm, raisePath, submit } from './raise-form.ts'

const approvalPath = '/dashboard/pilot/approval'
const at = (time: string) => `2026-11-20T${time}:00+05:30`
const rowOf = (page: Page, id: string) => page.getByRole('row').filter({ hasText: id })
const press = (page: Page, id: string, name: 'Approve' | 'Reject') =>
  rowOf(page, id).getByRole('button', { name, exact: true }).click()
const statusOf = async (db: Db, id: string) =>
  (await db.selectFrom('requests').select('status').where('id', '=', id).executeTakeFirstOrThrow()).status

/** A hospital of the test's own, so that its list holds what the test puts there. */
async function aPlace(db: Db, change: Parameters<typeof aHospital>[1] = {}) {
  const id = `approving${process.pid}${nextNumber()}`
  await aHospital(db, { id, ...change })
  for (const role of ['admin', 'staff'] as const)
    await anAccount(db, { email: `${role}.${id}`, grant: { product: 'pilot', role, organisationId: id } })
  return { id, admin: `admin.${id}`, staff: `staff.${id}` }
}

test('APPROVAL-01 APPROVAL-02 APPROVAL-03 SHELL-30 heading, columns, a spinner first, and the two buttons', async ({
  signedIn,
  db,
}) => {
  const place = await aPlace(db)
  const request = await aRequest(db, { hospitalId: place.id, component: 'FFP', bloodGroup: 'AB-', units: 4 })
  const page = await signedIn(place.admin, null)
  let answer = () => {}
  const answered = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route('**/api/requests/pending', async (route) => {
    await answered
    await route.continue()
  })
  await page.goto(approvalPath)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Request Approval')
  await expect(page.getByRole('status', { name: 'Loading' })).toBeVisible()
  answer()
  await expect(page.getByRole('columnheader')).toHaveText([
    'Request ID',
    'Order Type',
    'Patient Name',
    'Blood Group',
    'Units',
    'Component',
    'Reason',
    'Action',
  ])
  await expect(rowOf(page, request.id).getByRole('cell')).toHaveText([
    request.id,
    'immediate',
    request.patientName,
    'AB NEG',
    '4',
    'Fresh Frozen Plasma',
    request.reason,
    'ApproveReject',
  ])
  await expect(page.getByRole('status', { name: 'Loading' })).toHaveCount(0)
  for (const name of ['Approve', 'Reject']) {
    const button = rowOf(page, request.id).getByRole('button', { name, exact: true })
    await expect(button).toHaveAccessibleDescription(request.patientName)
  }
})

test('APPROVAL-04 APPROVAL-05 APPROVAL-06 APPROVAL-07 SHELL-31 SHELL-38 SHELL-39 SHELL-40 the newest twenty, and the search', async ({
  signedIn,
  db,
}) => {
  const place = await aPlace(db)
  const foreign = await aRequest(db, { hospitalId: 'noble' })
  const now = new Date()
  const all: { id: string }[] = []
  for (let age = 25; age > 0; age--)
    all.unshift(await aRequest(db, { hospitalId: place.id, raisedAt: earlier(now, minutes(age * 5)) }))
  const page = await signedIn(place.admin, approvalPath)
  const ids = page.getByRole('row').locator('td:first-child')
  const newest = all.slice(0, 20).map(({ id }) => id)
  await expect(ids).toHaveText(newest)
  await expect(page.getByText('20 newest pending')).toBeVisible()

  const calls: string[] = []
  page.on('request', (request) => request.url().includes('/pending') && calls.push(request.url()))
  const box = page.getByRole('searchbox', { name: 'Search by Request ID' })
  const part = newest[3]?.slice(2, 6) ?? ''
  await box.fill(part)
  await expect(ids).toHaveText(newest.filter((id) => id.includes(part)))
  expect(calls).toEqual([])
  await expect(page).toHaveURL(new RegExp(`search=.*${part}`))

  const oldest = all.at(-1)?.id ?? ''
  await box.fill(` ${oldest.toUpperCase()} `)
  await expect(ids).toHaveText([oldest])
  expect(calls).toHaveLength(1)
  expect(calls[0]).toContain(`id=${oldest}`)
  await box.press('End')
  await box.pressSequentially('0')
  await page.waitForTimeout(200)
  await expect(ids).toHaveText([oldest])
  expect(calls).toHaveLength(1)

  await box.fill('')
  await expect(ids).toHaveText(newest)
  await box.fill('123456789')
  await expect(ids).toHaveText(newest)
  await box.fill('nothexid')
  await expect(page.getByText('DATA NOT FOUND')).toBeVisible()
  expect(calls).toHaveLength(1)
  await box.fill(foreign.id)
  await expect(page.getByText('DATA NOT FOUND')).toBeVisible()
  await page.getByRole('button', { name: 'Show all' }).click()
  await expect(ids).toHaveText(newest)

  await box.fill(oldest)
  await expect(ids).toHaveText([oldest])
  await page.reload()
  await expect(ids).toHaveText([oldest])
  await expect(box).toHaveValue(oldest)
})

test('APPROVAL-08 SHELL-41 the clock is told every second', async ({ signedIn }) => {
  const page = await signedIn('firm', null)
  await page.clock.install({ time: at('09:59') })
  await page.goto(approvalPath)
  const clock = page.getByRole('main').getByRole('time')
  await clock.waitFor()
  await page.clock.pauseAt(at('10:05'))
  await expect(clock).toHaveText('20 Nov 2026, 10:05:00 am')
  await page.clock.runFor(1_000)
  await expect(clock).toHaveText('20 Nov 2026, 10:05:01 am')
})

test('APPROVAL-09 SHELL-37 RAISE-38 a raise in one browser is in the other within a second, and gone once decided', async ({
  signedIn,
  db,
  moveClock,
}) => {
  await moveClock(at('10:00'))
  const place = await aPlace(db)
  const [staff, first, second] = await Promise.all([
    signedIn(place.staff, raisePath),
    signedIn(place.admin, approvalPath),
    signedIn(place.admin, approvalPath),
  ])
  await expect(first.getByText('NO DATA FOUND')).toBeVisible()
  await expect(first.getByText('Live', { exact: true })).toBeVisible()
  await fillForm(staff, { 'Patient Name': 'Fathima Begum' })
  const raised = staff.waitForResponse((answer) => answer.request().method() === 'POST' && answer.ok())
  await submit(staff)
  const { id } = await (await raised).json()
  const since = performance.now()
  await expect(rowOf(first, id)).toContainText('Fathima Begum')
  const took = performance.now() - since
  test.info().annotations.push({ type: 'live', description: `${Math.round(took)} ms` })
  expect(took).toBeLessThan(1_000)
  await expect(rowOf(first, id)).toHaveAttribute('data-changed')

  await press(first, id, 'Approve')
  await expect(rowOf(first, id).getByRole('button')).toHaveCount(0)
  await expect(rowOf(second, id)).toHaveCount(0)
  await expect(second.getByText('NO DATA FOUND')).toBeVisible()
})

test('APPROVAL-10 APPROVAL-12 APPROVAL-13 APPROVAL-23 approving and rejecting say so, and the row leaves', async ({
  signedIn,
  db,
  server,
}) => {
  const place = await aPlace(db)
  const [yes, no] = [
    await aRequest(db, { hospitalId: place.id }),
    await aRequest(db, { hospitalId: place.id }),
  ]
  const page = await signedIn(place.admin, approvalPath)
  await press(page, yes.id, 'Approve')
  await expect(page.getByRole('status').filter({ hasText: 'Request Approved' })).toBeVisible()
  await expect(rowOf(page, yes.id)).toHaveCount(0)
  expect(await statusOf(db, yes.id)).toBe('hospital-admin-approved')
  await press(page, no.id, 'Reject')
  await expect(page.getByRole('status').filter({ hasText: 'Request Rejected' })).toBeVisible()
  await page.mouse.move(0, 0)
  await expect(page.getByText('NO DATA FOUND')).toBeVisible()
  expect(await statusOf(db, no.id)).toBe('hospital-admin-rejected')
  const text = await server.texts.find(({ body }) => body.includes(yes.id), 8_000)
  expect(text.body).toContain('hospital-admin-approved')
})

test('APPROVAL-12 the toast goes after five seconds', async ({ signedIn, db }) => {
  const place = await aPlace(db)
  const request = await aRequest(db, { hospitalId: place.id })
  const page = await signedIn(place.admin, approvalPath)
  await press(page, request.id, 'Approve')
  const toast = page.getByRole('status').filter({ hasText: 'Request Approved' })
  await expect(toast).toBeVisible()
  await page.mouse.move(0, 0)
  await page.waitForTimeout(4_000)
  await expect(toast).toBeVisible()
  await expect(toast).toHaveCount(0, { timeout: 3_000 })
})

test('APPROVAL-15 decided in two browsers at once, the second is told, and once is enough', async ({
  signedIn,
  db,
}) => {
  const place = await aPlace(db)
  const request = await aRequest(db, { hospitalId: place.id })
  const [one, other] = await Promise.all([
    signedIn(place.admin, approvalPath),
    signedIn(place.admin, approvalPath),
  ])
  await Promise.all([rowOf(one, request.id).waitFor(), rowOf(other, request.id).waitFor()])
  await Promise.all([press(one, request.id, 'Approve'), press(other, request.id, 'Reject')])
  const alerts = async () =>
    (await Promise.all([one, other].map((page) => page.getByRole('alertdialog').count()))).toSorted()
  await expect.poll(alerts).toEqual([0, 1])
  const late = (await one.getByRole('alertdialog').count()) === 1 ? one : other
  await expect(late.getByRole('alertdialog', { name: 'Already Decided' })).toContainText(
    await statusOf(db, request.id),
  )
  await late.getByRole('button', { name: 'OK' }).click()
  for (const page of [one, other]) await expect(rowOf(page, request.id)).toHaveCount(0)
  const { version } = await db
    .selectFrom('requests')
    .select('version')
    .where('id', '=', request.id)
    .executeTakeFirstOrThrow()
  expect(version).toBe(2)
})

test('APPROVAL-10 a row under way cannot be pressed again', async ({ signedIn, db }) => {
  const place = await aPlace(db)
  const request = await aRequest(db, { hospitalId: place.id })
  const page = await signedIn(place.admin, approvalPath)
  let answer = () => {}
  const answered = new Promise<void>((resolve) => {
    answer = resolve
  })
  const sent: string[] = []
  await page.route(`**/api/requests/${request.id}/*`, async (route) => {
    sent.push(route.request().url())
    await answered
    await route.continue()
  })
  await press(page, request.id, 'Approve')
  const approve = rowOf(page, request.id).getByRole('button', { name: 'Approve' })
  await expect(approve).toHaveAttribute('aria-busy', 'true')
  await approve.click({ force: true })
  await press(page, request.id, 'Reject')
  answer()
  await expect(page.getByRole('status').filter({ hasText: 'Request Approved' })).toBeVisible()
  expect(sent).toHaveLength(1)
})

test('APPROVAL-09 a row that arrives between press and release approves nobody else', async ({
  signedIn,
  db,
  server,
}) => {
  const place = await aPlace(db)
  const request = await aRequest(db, { hospitalId: place.id })
  const page = await signedIn(place.admin, approvalPath)
  await rowOf(page, request.id).getByRole('button', { name: 'Approve' }).hover()
  await page.mouse.down()
  const raised = await server.as(place.staff).call(requests.raise, aDraft(new Date()))
  await expect(page.getByRole('button', { name: '1 new' })).toBeVisible()
  await page.mouse.up()
  await expect.poll(() => statusOf(db, request.id)).toBe('hospital-admin-approved')
  expect(await statusOf(db, raised.body.id)).toBe('pending')
  await page.mouse.move(0, 0)
  await expect(rowOf(page, raised.body.id)).toBeVisible()
})

test('APPROVAL-16 APPROVAL-17 APPROVAL-18 APPROVAL-19 platelets of one donor only in their hours', async ({
  signedIn,
  db,
  moveClock,
}) => {
  const sorry =
    "Sorry, All Single Donor Platelets' requests that are scheduled after 5:00 PM IST cannot be approved."
  const place = await aPlace(db)
  const platelets = { hospitalId: place.id, component: 'SDP' } as const
  const atNoon = await aRequest(db, { ...platelets, pickupAt: new Date(at('12:00')) })
  const atEight = await aRequest(db, { ...platelets, pickupAt: new Date(at('20:00')) })
  const red = await aRequest(db, { hospitalId: place.id, pickupAt: new Date(at('21:00')) })
  await moveClock(at('20:00'))
  const page = await signedIn(place.admin, approvalPath)
  const calls: string[] = []
  page.on('request', (request) => request.method() === 'PUT' && calls.push(request.url()))
  const refused = async (id: string) => {
    await press(page, id, 'Approve')
    await expect(page.getByRole('alertdialog')).toContainText(sorry)
    await page.keyboard.press('Enter')
    expect(await statusOf(db, id)).toBe('pending')
  }
  await refused(atNoon.id)
  expect(calls).toEqual([])
  await press(page, red.id, 'Approve')
  await expect(page.getByRole('status').filter({ hasText: 'Request Approved' })).toBeVisible()

  await moveClock(at('10:00'))
  await refused(atEight.id)
  await press(page, atNoon.id, 'Approve')
  await expect.poll(() => statusOf(db, atNoon.id)).toBe('hospital-admin-approved')
  await press(page, atEight.id, 'Reject')
  await expect.poll(() => statusOf(db, atEight.id)).toBe('hospital-admin-rejected')
})

test('APPROVAL-16 what only the server refuses shows the same alert', async ({
  signedIn,
  db,
  moveClock,
  server,
}) => {
  const place = await aPlace(db)
  const request = await aRequest(db, {
    hospitalId: place.id,
    component: 'SDP',
    pickupAt: new Date(at('12:00')),
  })
  await moveClock(at('10:00'))
  const page = await signedIn(place.admin, approvalPath)
  await server.anonymous.raw('PUT', '/test/clock', { body: { now: at('20:00') } })
  await press(page, request.id, 'Approve')
  await expect(page.getByRole('alertdialog', { name: 'Request Not Approved' })).toContainText('5:00 PM IST')
  await page.keyboard.press('Enter')
  await expect(rowOf(page, request.id)).toBeVisible()
})

test('APPROVAL-20 an ended subscription is told on the screen and on Approve; Reject works', async ({
  signedIn,
  db,
}) => {
  const place = await aPlace(db, { accountStatus: 'subscription-ended' })
  const request = await aRequest(db, { hospitalId: place.id })
  const page = await signedIn(place.admin, approvalPath)
  const words = /subscription .* has ended\. Please contact the provider to renew/
  await expect(page.getByRole('note').filter({ hasText: words })).toBeVisible()
  await press(page, request.id, 'Approve')
  await expect(page.getByRole('alertdialog', { name: 'Subscription Ended' })).toContainText(words)
  await page.keyboard.press('Enter')
  expect(await statusOf(db, request.id)).toBe('pending')
  await press(page, request.id, 'Reject')
  await expect.poll(() => statusOf(db, request.id)).toBe('hospital-admin-rejected')

  const lima = await signedIn('lifelinelima_admin', approvalPath)
  await expect(lima.getByRole('note').filter({ hasText: words })).toBeVisible()
})

test('APPROVAL-24 text messages that fail are no concern of whoever approves', async ({
  signedIn,
  db,
  server,
}) => {
  server.texts.behave('fail')
  const place = await aPlace(db)
  const request = await aRequest(db, { hospitalId: place.id })
  const page = await signedIn(place.admin, approvalPath)
  await press(page, request.id, 'Approve')
  await expect(page.getByRole('status').filter({ hasText: 'Request Approved' })).toBeVisible()
  await page.waitForTimeout(500)
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
  server.texts.behave('accept')
})

test('APPROVAL-25 SHELL-31 an empty list says so; a list that did not load can be tried again', async ({
  signedIn,
  db,
  allowFaults,
}) => {
  allowFaults(/status of 503/)
  const place = await aPlace(db)
  const page = await signedIn(place.admin, null)
  await page.route('**/api/requests/pending', (route) =>
    route.fulfill({ status: 503, json: { code: 'unavailable', title: 'Not Available', text: 'Not now.' } }),
  )
  await page.goto(approvalPath)
  await expect(page.getByRole('alert')).toContainText('The list did not load', { timeout: 10_000 })
  await page.unroute('**/api/requests/pending')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('NO DATA FOUND')).toBeVisible()
})

test('APPROVAL-02 a hostile name stays a text', async ({ signedIn, db }) => {
  const place = await aPlace(db)
  const patientName = '<img src=x onerror="document.title=1"> கார்த்திக் 🩸'
  const request = await aRequest(db, { hospitalId: place.id, patientName, reason: '{{7*7}}</td>' })
  const page = await signedIn(place.admin, approvalPath)
  await expect(rowOf(page, request.id)).toContainText(patientName)
  await expect(rowOf(page, request.id)).toContainText('{{7*7}}</td>')
})

for (const width of [1440, 390]) {
  for (const colorScheme of ['light', 'dark'] as const) {
    test(`APPROVAL-03 nothing hinders anybody: rows, alert and none, ${width} px, ${colorScheme}`, async ({
      signedIn,
      db,
      axe,
    }) => {
      const place = await aPlace(db, { accountStatus: 'subscription-ended' })
      const long = 'Saraswathi Venkataraman Balasubramanian Krishnamoorthy'
      await aRequest(db, { hospitalId: place.id, patientName: long, reason: `${long} `.repeat(8) })
      const page = await signedIn(place.admin, approvalPath, {
        viewport: { width, height: 900 },
        colorScheme,
        hasTouch: width === 390,
      })
      await expect(page.getByText(long, { exact: true })).toBeVisible()
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
      const approve = page.getByRole('button', { name: 'Approve', exact: true })
      const { height } = (await approve.boundingBox()) ?? { height: 0 }
      expect(height).toBe(width === 390 ? 44 : 28)
      await axe(page)
      await approve.click()
      await expect(page.getByRole('alertdialog')).toBeVisible()
      await axe(page)
      await page.keyboard.press('Enter')
      await page.getByRole('searchbox').fill('zz')
      await expect(page.getByText('DATA NOT FOUND')).toBeVisible()
      await axe(page)
    })
  }
}
