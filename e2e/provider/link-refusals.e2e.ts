import { orders } from '#contract/orders.ts'
import { requests } from '#contract/requests.ts'
import { arun, linksIn, meena, wishFor } from '#testing/makers/linked-orders.ts'
import { aRequest } from '#testing/makers/makers.ts'
import { closeAlert } from '../pages/alerts.ts'
import { expect, test } from '../pages/fixtures.ts'
import { choose, fields, linkPath, linksOf } from '../pages/link-form.ts'

const approved = { status: 'hospital-admin-approved' } as const
const notSubmitted = 'Data Not Submitted'

test('LINK-02 LINK-03 LINK-04 LINK-05 LINK-06 LINK-07 ERRORS-01 ERRORS-05 what is missing is told in the order of the form and marked; an unknown id, a pending request and the pair it has already are refused', async ({
  signedIn,
  server,
  db,
}) => {
  const pending = await aRequest(db)
  // an id like any other, which a machine could take for a number
  const linked = await aRequest(db, { ...approved, id: '12345e67' })
  await server.as('bloodsupport').done(orders.link, wishFor({ id: linked.id }))
  const { id } = await aRequest(db, approved)
  const page = await signedIn('bloodsupport', linkPath)
  const { submit, ...on } = fields(page)
  const links = linksOf(page)
  const calls: string[] = []
  page.on('request', (request) => calls.push(request.url()))
  const incomplete = ['Form Incomplete', 'Please fill all fields before submitting the form'] as const

  await submit.click()
  await closeAlert(page, ...incomplete)
  await expect(on.id).toBeFocused()
  for (const field of [on.id, on.bank, on.driver]) await expect(field).toHaveAttribute('aria-invalid', 'true')

  await on.id.fill(id)
  await expect(on.id).not.toHaveAttribute('aria-invalid')
  // what the banks have comes above the button and moves it down
  await expect(on.offers).toBeVisible()
  await submit.click()
  await closeAlert(page, ...incomplete)
  await expect(on.bank).toBeFocused()

  await page.keyboard.press('Escape')
  await choose(page, 'bank', 'others')
  await expect(on.other).toBeVisible()
  await submit.click()
  await closeAlert(page, ...incomplete)
  await expect(on.other).toBeFocused()
  await on.other.fill('?!')
  await submit.click()
  const letters = 'Please write the name of the blood bank with letters from a to z or digits.'
  await closeAlert(page, 'Form Incomplete', letters)
  await expect(page.getByText(letters)).toBeVisible()

  await choose(page, 'bank', 'Redbank')
  await expect(on.other).toHaveCount(0)
  await submit.click()
  await closeAlert(page, 'Driver not selected', 'Please select driver before submitting the form')
  await expect(on.driver).toBeFocused()
  await expect(on.driver).toHaveAttribute('aria-invalid', 'true')
  expect(links).toEqual([])

  await page.keyboard.press('Escape')
  await choose(page, 'driver', 'Arun Kumar')
  for (const nobodys of ['zzzzzzzz', 'ffffffff']) {
    await on.id.fill(nobodys)
    await expect(on.order).toContainText('No order has this Request ID.')
    await submit.click()
    await closeAlert(page, notSubmitted, 'Invalid Request ID')
    await expect(on.id).toBeFocused()
    await expect(on.id).toHaveAttribute('aria-invalid', 'true')
  }
  await on.id.fill(pending.id)
  await expect(on.order).toContainText('Please wait for hospital admin approval')
  await submit.click()
  await closeAlert(page, notSubmitted, 'Please wait for hospital admin approval')
  expect(await linksIn(db).rowOf(pending.id)).toEqual(pending)
  // approved while it is looked at: what was wrong is no longer so
  await expect(on.id).toHaveAttribute('aria-invalid', 'true')
  await server.as('firm').done(requests.approve, { id: pending.id, version: 1 })
  await expect(on.id).not.toHaveAttribute('aria-invalid')

  await on.id.fill(linked.id)
  await expect(on.order).toContainText('redbank-approved')
  await expect(on.order).toContainText('Arun Kumar')
  await submit.click()
  await closeAlert(
    page,
    notSubmitted,
    `Current Bloodbank is already set to : redbank and the current driver is : ${arun}`,
  )
  await expect(on.id).toHaveValue(linked.id)
  // nothing is sent for what can be no id
  expect(calls.filter((url) => url.includes('/api/') && url.includes('zzzzzzzz'))).toEqual([])
})

test('LINK-19 ERRORS-02 ERRORS-05 a failed write clears the form, Restore brings it back, and nobody is texted twice', {
  tag: '@long',
}, async ({ signedIn, allowFaults, db }) => {
  allowFaults(/status of 500/, /ERR_FAILED/)
  const { id } = await aRequest(db, approved)
  const page = await signedIn('bloodsupport', linkPath)
  const { submit, ...on } = fields(page)
  const links = linksOf(page)
  await on.id.fill(id)
  await expect(on.offers).toBeVisible()
  await choose(page, 'bank', 'Redbank')
  await choose(page, 'driver', 'Arun Kumar')
  await page.route('**/link', (route) =>
    route.fulfill({
      status: 500,
      json: { code: 'unexpected', title: 'Database Error', text: 'It could not be saved (ref 7KQM).' },
    }),
  )
  await submit.click()
  const alert = page.getByRole('alertdialog', { name: notSubmitted })
  await expect(alert.getByText(/^Database Error/)).toContainText('It could not be saved (ref 7KQM).')
  for (const field of [on.id, on.bank, on.driver]) await expect(field).toHaveValue('')
  await alert.getByRole('button', { name: 'Restore' }).click()
  await expect(on.id).toHaveValue(id)
  await expect(on.bank).toHaveValue('Redbank')
  await expect(on.driver).toHaveValue('Arun Kumar')

  // this time it is saved, but the answer does not come through
  await page.unroute('**/link')
  await page.route('**/link', async (route) => {
    await route.fetch()
    await route.abort('failed')
  })
  await submit.click()
  await expect(alert.getByText(/^Database Error/)).toContainText('The server could not be reached')
  await alert.getByRole('button', { name: 'Restore' }).click()
  await page.unroute('**/link')
  await submit.click()
  await closeAlert(page, 'Data Submitted', 'Data has been successfully submitted')
  expect(new Set(links.map(({ key }) => key)).size).toBe(1)
  expect(links).toHaveLength(3)
  const { events, messages } = await linksIn(db).allOf(id)
  expect([events.length, messages.length]).toEqual([1, 1])
})

test('LINK-09 whoever links on an older picture of the order is told what changed, and sees it', async ({
  signedIn,
  server,
  db,
}) => {
  const { id } = await aRequest(db, approved)
  const page = await signedIn('bloodsupport', `${linkPath}?order=${id}`)
  const { order, submit } = fields(page)
  await expect(order).toContainText('hospital-admin-approved')
  // the news of what others do is slow
  const { promise: arrived, resolve: arrive } = Promise.withResolvers<void>()
  await page.route(`**/api/requests/orders/${id}`, async (route) => {
    await arrived
    await route.continue()
  })
  await choose(page, 'bank', 'Redbank')
  await choose(page, 'driver', 'Arun Kumar')
  await server.as('bloodsupport').done(orders.link, wishFor({ id, bankId: 'bluebank', driverEmail: meena }))
  await submit.click()
  await closeAlert(page, 'Changed Meanwhile', 'it is bluebank-approved now')
  await expect(order).toContainText('hospital-admin-approved')
  arrive()
  await expect(order).toContainText('bluebank-approved')
  await expect(order).toContainText('Meena Raj')
  expect(await linksIn(db).rowOf(id)).toMatchObject({ bankId: 'bluebank', driverEmail: meena })
  await submit.click()
  await closeAlert(page, 'Data Submitted', 'Data has been successfully submitted')
  expect(await linksIn(db).rowOf(id)).toMatchObject({ bankId: 'redbank', driverEmail: arun, version: 4 })
})

test('LINK-09 whoever has begun with an order that a colleague links meanwhile is told before it is linked anew', {
  tag: '@long',
}, async ({ signedIn, server, db }) => {
  const { id } = await aRequest(db, approved)
  const page = await signedIn('bloodsupport', `${linkPath}?order=${id}`)
  const { order, submit } = fields(page)
  await expect(order).toContainText('hospital-admin-approved')
  await choose(page, 'bank', 'Redbank')
  await choose(page, 'driver', 'Arun Kumar')
  await server.as('bloodsupport').done(orders.link, wishFor({ id, bankId: 'bluebank', driverEmail: meena }))
  // the order on the screen has followed by the time the button is pressed
  await expect(order).toContainText('Meena Raj')
  await submit.click()
  await closeAlert(page, 'Changed Meanwhile', 'blood bank none, now bluebank')
  expect(await linksIn(db).rowOf(id)).toMatchObject({ bankId: 'bluebank', driverEmail: meena })
  // pressed again it is meant
  await submit.click()
  await closeAlert(page, 'Data Submitted', 'Data has been successfully submitted')
  expect(await linksIn(db).rowOf(id)).toMatchObject({ bankId: 'redbank', driverEmail: arun })
})
