import type { Locator, Page } from '@playwright/test'
import { orders } from '#contract/orders.ts'
import { requests } from '#contract/requests.ts'
import type { OutputOf } from '#contract/route.ts'
import { hours, later } from '#domain/basics/time.ts'
import { aDraft, aHospital, anAccount, aRequest } from '#testing/makers/makers.ts'
import { expect, test } from '../pages/fixtures.ts'
import { byItsOwnClock } from '../pages/own-clock.ts'

const card = (page: Page, title: string) => page.getByRole('main').getByRole('region', { name: title })
const menu = (page: Page) => page.getByRole('navigation', { name: 'Menu' })

test('SHELL-13 the cards and the menu of a hospital count what waits, as it changes; what is not known yet is no nought, and can be tried again', async ({
  db,
  server,
  signedIn,
  allowFaults,
}) => {
  allowFaults('status of 500')
  const { id: hospitalId } = await aHospital(db)
  await anAccount(db, { email: `${hospitalId}_pilot` })
  await anAccount(db, {
    email: `${hospitalId}.head`,
    grant: { product: 'pilot', role: 'admin', organisationId: hospitalId },
  })
  await aRequest(db, {
    hospitalId,
    status: 'pending',
    patientName: 'Fathima Begum',
    bloodGroup: 'B+',
    component: 'SDP',
    units: 1,
  })
  const onTheRoad = await aRequest(db, {
    hospitalId,
    status: 'issued',
    deadlineAt: later(new Date(), hours(1)),
  })
  await aRequest(db, { hospitalId, status: 'completed' })
  const page = await signedIn(`${hospitalId}.head`, null)
  const { promise: held, resolve: answer } = Promise.withResolvers<void>()
  await page.route('**/api/requests/summary', async (route) => {
    await held
    await route.fulfill({ status: 500, json: {} })
  })
  await page.goto('/dashboard')
  await expect(card(page, 'Request Approval').getByText('Loading')).toBeAttached()
  await expect(card(page, 'Request Approval')).not.toContainText('0')
  answer()
  await expect(page.getByText('What waits on each screen did not load.')).toBeVisible({ timeout: 15_000 })
  await page.unroute('**/api/requests/summary')
  await page.getByRole('button', { name: 'Try again' }).click()

  await expect(card(page, 'Request Approval')).toContainText('1 pending')
  await expect(card(page, 'Request Approval')).toContainText('Fathima Begum')
  await expect(card(page, 'Request Approval')).toContainText('B POS SDP, 1 unit')
  await expect(card(page, 'Delivery Status')).toContainText('1 on the road')
  await expect(card(page, 'Delivery Status')).toContainText(onTheRoad.id)
  await expect(card(page, 'Live Status')).toContainText('0 live')
  await expect(card(page, 'Request Status')).toContainText('3 in the last 7 days')
  await expect(menu(page).getByRole('link', { name: 'Request Approval 1' })).toBeVisible()
  await expect(page.getByText('1 request waits for your approval. 1 order is on the road')).toBeVisible()

  await server
    .as(`${hospitalId}_pilot`)
    .done(requests.raise, aDraft(new Date(), { patientName: 'Joseph Antony' }))
  await expect(card(page, 'Request Approval')).toContainText('2 pending')
  await expect(card(page, 'Request Approval')).toContainText('Joseph Antony')
  await expect(menu(page).getByRole('link', { name: 'Request Approval 2' })).toBeVisible()

  await card(page, 'Request Approval')
    .getByRole('link', { name: /^[0-9a-f]{8}$/ })
    .first()
    .click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Request Approval')
  await expect(page.getByText('Fathima Begum')).toBeVisible()
  await expect(page.getByText('Joseph Antony')).toHaveCount(0)
})

test('AMB-265 SHELL-13 SHELL-17 the home view of the provider is the work that waits, by kind, begun with one press, as it changes; what did not load can be tried again', {
  tag: '@long',
}, async ({ db, server, signedIn, allowFaults }) => {
  allowFaults('status of 500')
  const { id: hospitalId } = await aHospital(db, { name: 'Vaigai Hospital' })
  await anAccount(db, { email: `${hospitalId}_pilot` })
  await anAccount(db, { email: `${hospitalId}_admin` })
  // due before whatever the other scenes have, and not so late that the clock takes it
  const longAgo = new Date('2026-01-05T04:30:00Z')
  const then = later(longAgo, hours(1))
  const due = { raisedAt: longAgo, pickupAt: then, deadlineAt: later(new Date(), hours(1)) }
  const wish = { hospitalId, ...due, bloodGroup: 'AB-', component: 'FFP' } as const
  const toLink = await aRequest(db, { ...wish, status: 'hospital-admin-approved' }, then)
  const refused = await aRequest(
    db,
    { ...wish, pickupAt: later(then, hours(1)), status: 'hospital-admin-approved', refusedBy: ['redbank'] },
    then,
  )
  const delivered = await aRequest(db, { ...wish, status: 'delivery-completed' }, then)
  const late = await aRequest(db, { hospitalId, status: 'issued', deadlineAt: longAgo })
  await db
    .insertInto('notifications')
    .values({
      channel: 'sms',
      kind: 'driver',
      recipient: '+919840077001',
      body: 'Order link',
      state: 'failed',
      tries: 3,
      error: 'no answer from the gateway',
      createdAt: new Date(),
      once: `failed of ${hospitalId}`,
      requestId: late.id,
    })
    .execute()
  const provider = server.as('bloodsupport')
  /** What other scenes left counts too, and the clock takes some of it: the number is the server's of that moment. */
  const counts = (where: Locator, words: (summary: OutputOf<typeof orders.summary>) => string) =>
    expect(async () => {
      const said = words(await provider.done(orders.summary, {}))
      await expect(where.filter({ hasText: new RegExp(`^${said}$`) })).toBeVisible({ timeout: 1_000 })
    }).toPass()
  const page = await signedIn('bloodsupport', null)
  const summary = '**/api/requests/orders/summary'
  await page.route(summary, (route) => route.fulfill({ status: 500, json: {} }))
  await page.goto('/dashboard')
  await expect(page.getByText('What waits on each screen did not load.')).toBeVisible({ timeout: 15_000 })
  await expect(page.getByRole('region', { name: 'Next thing to do' })).toHaveCount(0)
  await page.unroute(summary)
  await page.getByRole('button', { name: 'Try again' }).click()

  const group = (title: string) => page.getByRole('main').getByRole('region', { name: title, exact: true })
  const row = (title: string, id: string) => group(title).getByRole('listitem').filter({ hasText: id })
  await counts(
    group('To link').getByRole('heading'),
    ({ toLink, refused }) => `To link ${toLink.count - refused.count}`,
  )
  await expect(row('To link', toLink.id)).toContainText('AB NEG FFP, 2 unitsVaigai')
  await expect(row('To link', toLink.id)).toContainText(/sample .* late/)
  await expect(row('Refused by the bank', refused.id)).toContainText('Vaigai, by redbank')
  await expect(row('Late', late.id)).toContainText('Vaigai, Arun Kumar')
  await expect(row('Late', late.id).getByRole('link', { name: /^Call driver/ })).toHaveAttribute(
    'href',
    /^tel:/,
  )
  const completing = group('Delivered, to complete')
  await expect(row('Delivered, to complete', delivered.id)).toBeVisible()
  await counts(
    completing.getByRole('heading'),
    ({ toComplete }) => `Delivered, to complete ${toComplete.count}`,
  )
  await counts(menu(page).getByRole('link'), ({ toComplete }) => `Orders ?${toComplete.count}`)
  await expect(card(page, 'Price Tracking').getByRole('link', { name: 'Open Price Tracking' })).toBeVisible()

  const raised = await server.as(`${hospitalId}_pilot`).done(requests.raise, aDraft(new Date()))
  await counts(
    page.getByRole('link', { name: /pending at hospitals/ }),
    ({ pending }) => `${pending.count} .*`,
  )
  await server.as(`${hospitalId}_admin`).done(requests.approve, { id: raised.id, version: 1 })
  await counts(
    group('To link').getByRole('heading'),
    ({ toLink, refused }) => `To link ${toLink.count - refused.count}`,
  )
  await counts(menu(page).getByRole('link'), ({ toLink }) => `Link Blood Bank / Driver ?${toLink.count}`)
  await provider.done(orders.approveInvoice, { id: delivered.id, version: delivered.version })
  await expect(row('Delivered, to complete', delivered.id)).toHaveCount(0)

  await page.getByRole('link', { name: /on the road/ }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Orders')
  await expect(page.getByRole('button', { name: 'Remove filter Status: issued' })).toBeVisible()
  await page.goBack()
  const message = row('Messages that failed', '+919840077001')
  await expect(message).toContainText(late.id)
  await message.getByRole('link', { name: /^Send again/ }).click()
  await expect(page.getByRole('dialog')).toContainText('no answer from the gateway')
  await page.goBack()
  await page.getByRole('region', { name: 'Next thing to do' }).getByRole('link', { name: 'Link' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Link Blood Bank / Driver')
  await expect(page.getByLabel('Request ID')).toHaveValue(toLink.id)
})

test('SHELL-13 the home view greets by the clock in India, tells the soonest pickup, and offers platelets from 8:00 am, or until 4:30 pm', async ({
  signedIn,
}) => {
  const page = await signedIn('firm', null)
  const day = (time: string) => `2026-11-20T${time}+05:30`
  await byItsOwnClock(page)
  await page.clock.install({ time: day('07:58:00') })
  await page.goto('/dashboard')
  const raise = card(page, 'Raise Request')
  await raise.waitFor()
  for (const [time, offer] of [
    ['07:59:00', 'from 8:00 am'],
    ['11:58:40', 'until 4:30 pm'],
    ['16:30:00', 'until 4:30 pm'],
    ['16:31:00', 'from 8:00 am'],
  ] as const) {
    await page.clock.pauseAt(day(time))
    await expect(raise, time).toContainText(`Single Donor Platelets${offer}`)
    if (time !== '11:58:40') continue
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Good morning, Firm')
    await expect(raise).toContainText('Earliest sample pickup12:28 pm')
    await expect(page.getByText('20 Nov 2026, 11:58 am')).toBeVisible()
  }
})

test('SHELL-13 a hospital that is being verified sees the home view and opens nothing', async ({
  db,
  signedIn,
}) => {
  const { id } = await aHospital(db, { accountStatus: 'pending' })
  await anAccount(db, { email: id })
  const page = await signedIn(id, '/dashboard/plus/requestStatus')
  await expect(page.getByText('The provider is verifying your hospital.')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Good/)
  await expect(page.getByRole('main').getByRole('link')).toHaveCount(0)
  await expect(menu(page).getByRole('link')).toHaveText(['Home', 'My account'])
})
