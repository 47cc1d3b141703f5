import { requests } from '#contract/requests.ts'
import { aDraft, aRequest } from '#testing/makers.ts'
import { aPlace, approvalPath, press, rowOf, statusOf } from './approval-list.ts'
import { expect, test } from './fixtures.ts'
import { at } from './raise-form.ts'

test('APPROVAL-10 APPROVAL-12 APPROVAL-13 APPROVAL-22 APPROVAL-23 approving and rejecting say so, and the row leaves', async ({
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
  const mail = await server.mails.find(({ subject }) => subject.includes(yes.id), 8_000)
  expect(mail.to).toEqual(['orders@crossmatch.example'])
})

test('APPROVAL-12 the toast goes after five seconds', async ({ signedIn, db }) => {
  const place = await aPlace(db)
  const request = await aRequest(db, { hospitalId: place.id })
  const page = await signedIn(place.admin, approvalPath)
  await expect(rowOf(page, request.id)).toBeVisible()
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 10_000)
  await press(page, request.id, 'Approve')
  const toast = page.getByRole('status').filter({ hasText: 'Request Approved' })
  await expect(toast).toBeVisible()
  await page.clock.runFor(4500)
  await expect(toast).toBeVisible()
  await page.clock.runFor(1500)
  await expect(toast).toHaveCount(0)
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
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>()
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

test('APPROVAL-16 APPROVAL-17 APPROVAL-18 APPROVAL-19 ERRORS-01 platelets of one donor only in their hours', async ({
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

test('APPROVAL-22 APPROVAL-24 NOTIFY-07 of dev the mail goes to our own people; texts that fail are logged, and no concern of whoever approves', async ({
  signedIn,
  db,
  server,
}) => {
  server.texts.behave('fail')
  const before = server.printed().length
  const { id } = await aRequest(db, { hospitalId: 'dev' })
  const page = await signedIn('dev_admin', '/dashboard/plus/approval')
  await press(page, id, 'Approve')
  await expect(page.getByRole('status').filter({ hasText: 'Request Approved' })).toBeVisible()
  await server.mails.find(({ subject }) => subject.includes(id), 8_000)
  await expect.poll(() => server.printed().slice(before)).toContain('the SMS gateway answered 500')
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
  const mails = server.mails.all.filter(({ subject }) => subject.includes(id))
  expect(mails.map(({ to }) => to)).toEqual([['dev@crossmatch.example']])
  server.texts.behave('accept')
})
