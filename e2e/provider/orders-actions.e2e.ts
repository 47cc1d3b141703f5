import { earlier, hours, later, minutes } from '#domain/basics/time.ts'
import { requestStatuses } from '#domain/requests/request.ts'
import { statusKind } from '#domain/requests/showing.ts'
import { aRequest } from '#testing/makers/makers.ts'
import { closeAlert } from '../pages/alerts.ts'
import { expect, test } from '../pages/fixtures.ts'
import { idsIn, openFilter, rowOf, statusOf, toast } from '../pages/lists.ts'
import { action, aHospitalOfOrders, cellOf, ordersOf, withRows } from '../pages/orders-list.ts'
import { byItsOwnClock } from '../pages/own-clock.ts'
import { at } from '../pages/raise-form.ts'

const notReady = 'Please wait for a while as the invoice is being generated.'
const ten = new Date(at('10:00'))

/** Of a reservation that may be approved at ten. */
const open = {
  orderType: 'reservation',
  raisedAt: earlier(ten, hours(5)),
  pickupAt: earlier(ten, hours(1)),
  deadlineAt: later(ten, hours(9)),
} as const

/** The named colours, in the shades that pass contrast. */
const shades: Record<ReturnType<typeof statusKind>, string> = {
  grey: 'rgb(98, 93, 86)',
  red: 'rgb(160, 16, 25)',
  green: 'rgb(20, 96, 58)',
  black: 'rgb(28, 26, 24)',
}

test('ADMIN-STATUS-09 ADMIN-STATUS-10 AMB-15 ADMIN-STATUS-15 ADMIN-STATUS-18 ADMIN-STATUS-25 of each status its word and colour, and what can be pressed and what not', async ({
  signedIn,
  db,
  moveClock,
}) => {
  const hospitalId = await aHospitalOfOrders(db)
  const made = new Map<string, string>()
  for (const status of requestStatuses)
    made.set(status, (await aRequest(db, { hospitalId, ...open, status, bankId: 'redbank' }, ten)).id)
  const immediate = await aRequest(
    db,
    { hospitalId, ...open, orderType: 'immediate', status: 'bloodbank-approved', bankId: null },
    ten,
  )
  await moveClock(ten)
  const page = await withRows(signedIn('bloodsupport', ordersOf(hospitalId), { colorScheme: 'light' }))
  await expect(idsIn(page)).toHaveCount(14)
  for (const status of requestStatuses) {
    const id = made.get(status) ?? ''
    const badge = rowOf(page, id).locator('[data-kind]')
    await expect(badge).toHaveText(status.replace('bloodbank', 'redbank'))
    await expect(badge, status).toHaveCSS('color', shades[statusKind(status)])

    const isSettled = ['hospital-admin-approved', 'reservation-approved', 'completed'].includes(status)
    await expect(action(page, id, 'Approve Reservation'), status).toHaveCount(isSettled ? 0 : 1)
    const approve = action(page, id, 'Approve Invoice')
    const again = action(page, id, 'Regenerate This Invoice')
    if (status === 'delivery-completed') await expect(approve, status).toBeEnabled()
    else {
      await expect(approve, status).toBeDisabled()
      await expect(approve).toHaveAccessibleDescription(
        `Only a delivered order can be completed here: this one is ${status.replace('bloodbank', 'redbank')}.`,
      )
    }
    if (/^(delivery-)?completed$/.test(status)) await expect(again, status).toBeEnabled()
    else await expect(again, status).toBeDisabled()
    await expect(rowOf(page, id).getByRole('button', { name: /^Download \w+ invoice$/ })).toHaveCount(2)
  }
  await expect(action(page, immediate.id, 'Approve Reservation')).toHaveCount(0)
  await expect(rowOf(page, immediate.id).locator('[data-kind]')).toHaveText('bloodbank-approved')
  const panel = await openFilter(page)
  await expect(panel.getByRole('checkbox', { name: 'bloodbank-approved' })).toBeVisible()
})

test('ADMIN-STATUS-11 ADMIN-STATUS-28 the button comes and goes with the clock, without a reload', {
  tag: '@long',
}, async ({ signedIn, db }) => {
  const hospitalId = await aHospitalOfOrders(db)
  const pickupAt = later(ten, hours(30))
  const deadlineAt = later(pickupAt, hours(6))
  const { id } = await aRequest(
    db,
    { hospitalId, orderType: 'reservation', raisedAt: earlier(ten, hours(1)), pickupAt, deadlineAt },
    ten,
  )
  const page = await signedIn('bloodsupport', null)
  await byItsOwnClock(page)
  await page.clock.install({ time: earlier(ten, minutes(5)) })
  await page.goto(ordersOf(hospitalId))
  await rowOf(page, id).waitFor()
  const approve = action(page, id, 'Approve Reservation')
  await page.clock.pauseAt(earlier(ten, minutes(1)))
  await expect(page.locator('main header').getByRole('time')).toHaveText(/9:59:00 am$/)
  await expect(approve).toHaveCount(0)
  await page.clock.pauseAt(earlier(ten, 1_000))
  await expect(page.locator('main header').getByRole('time')).toHaveText(/9:59:59 am$/)
  await expect(approve).toHaveCount(0)
  await page.clock.runFor(1_000)
  await expect(approve).toBeVisible()

  await page.clock.pauseAt(later(deadlineAt, minutes(59)))
  await expect(approve).toBeVisible()
  await page.clock.pauseAt(later(deadlineAt, hours(1)))
  await expect(approve).toBeVisible()
  await page.clock.runFor(1_000)
  await expect(approve).toHaveCount(0)
})

test('ADMIN-STATUS-12 ADMIN-STATUS-13 ADMIN-STATUS-16 ADMIN-STATUS-17 a reservation and an invoice are approved, each once', async ({
  signedIn,
  db,
  server,
  moveClock,
}) => {
  const hospitalId = await aHospitalOfOrders(db)
  const reserved = await aRequest(db, { hospitalId, ...open, status: 'bloodbank-approved' }, ten)
  const delivered = await aRequest(db, { hospitalId, ...open, status: 'delivery-completed', units: 5 }, ten)
  await moveClock(ten)
  const page = await withRows(signedIn('bloodsupport', ordersOf(hospitalId)))
  await action(page, reserved.id, 'Approve Reservation').click()
  await expect(toast(page, 'Request Approved')).toBeVisible()
  await expect(action(page, reserved.id, 'Approve Reservation')).toHaveCount(0)
  await expect(cellOf(page, reserved.id, 'Status')).toHaveText('reservation-approved')
  expect(await statusOf(db, reserved.id)).toBe('reservation-approved')
  const mail = await server.mails.find(({ subject }) => subject.includes(reserved.id), 8_000)
  expect(mail.subject).toMatch(/^Reservation .* approved$/)

  // a press under way is not repeated, nor is another made beside it
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>()
  const sent: string[] = []
  await page.route(`**/api/requests/${delivered.id}/*`, async (route) => {
    sent.push(route.request().url())
    await answered
    await route.continue()
  })
  const approve = action(page, delivered.id, 'Approve Invoice')
  await approve.click()
  await expect(approve).toHaveAttribute('aria-busy', 'true')
  await approve.click({ force: true })
  await action(page, delivered.id, 'Approve Reservation').click()
  answer()
  await expect(toast(page, 'Delivery Set To Completed!')).toBeVisible()
  await expect(cellOf(page, delivered.id, 'Status')).toHaveText(/^completed/)
  await expect(approve).toBeDisabled()
  await expect(action(page, delivered.id, 'Regenerate This Invoice')).toBeEnabled()
  expect(sent.map((url) => url.split('/').at(-1))).toEqual(['completion'])
  const after = await db
    .selectFrom('requests')
    .select(['status', 'updatedAt', 'deliveredAt'])
    .where('id', '=', delivered.id)
    .executeTakeFirstOrThrow()
  expect(after.status).toBe('completed')
  expect(after.updatedAt.getTime()).toBeGreaterThan(delivered.updatedAt.getTime())
  expect(after.deliveredAt).toEqual(delivered.deliveredAt)
})

test('ADMIN-STATUS-24 ADMIN-STATUS-09 ADMIN-STATUS-15 AMB-58 ADMIN-STATUS-16 ADMIN-STATUS-11 an invoice that is not there, an order without a bank, one that changed, a call without an answer and the clock of the server are told', {
  tag: '@long',
}, async ({ signedIn, db, moveServerClock, moveClock, allowFaults }) => {
  allowFaults(/ERR_FAILED/)
  const hospitalId = await aHospitalOfOrders(db)
  const order = (wish: Parameters<typeof aRequest>[1]) => aRequest(db, { hospitalId, ...open, ...wish }, ten)
  const completed = await order({ status: 'completed' })
  const pending = await order({})
  const banked = await order({ status: 'delivery-completed' })
  const bankless = await order({ status: 'delivery-completed', bankId: null })
  const changed = await order({ status: 'delivery-completed' })
  const early = await order({ pickupAt: later(ten, hours(30)), deadlineAt: later(ten, hours(35)) })
  await moveClock(ten)
  const page = await withRows(signedIn('bloodsupport', ordersOf(hospitalId)))
  const sent: string[] = []
  page.on('request', (request) => request.method() === 'PUT' && sent.push(request.url()))
  const alert = page.getByRole('alertdialog')
  for (const [{ id }, party] of [
    [completed, 'hospital'],
    [completed, 'bloodbank'],
    [pending, 'hospital'],
  ] as const) {
    const button = rowOf(page, id).getByRole('button', { name: `Download ${party} invoice` })
    await button.click()
    await expect(alert).toContainText(notReady)
    await page.keyboard.press('Enter')
    await expect(alert).toHaveCount(0)
    await expect(button).toBeFocused()
  }

  await action(page, bankless.id, 'Approve Invoice').click()
  await closeAlert(page, 'Data Not Submitted', 'Please ensure that BloodBank is linked to the Hospital')
  expect(sent).toEqual([])

  // behind the back of the page: no event is told of it
  await db
    .updateTable('requests')
    .set(({ eb }) => ({ status: 'issued', version: eb('version', '+', 1) }))
    .where('id', '=', changed.id)
    .execute()
  await action(page, changed.id, 'Approve Invoice').click()
  await closeAlert(page, 'Invoice Not Approved', 'this one is issued')
  await expect(cellOf(page, changed.id, 'Status')).toHaveText('issued')
  await expect(toast(page, 'Delivery Set To Completed!')).toHaveCount(0)

  await page.route(`**/api/requests/${banked.id}/completion`, (route) => route.abort())
  await action(page, banked.id, 'Approve Invoice').click()
  await closeAlert(page, 'Not Connected', /./)
  await page.unroute(`**/api/requests/${banked.id}/completion`)
  await action(page, banked.id, 'Approve Invoice').click()
  await expect(toast(page, 'Delivery Set To Completed!')).toBeVisible()

  await expect(action(page, early.id, 'Approve Reservation')).toBeVisible()
  await moveServerClock(earlier(ten, minutes(1)))
  await action(page, early.id, 'Approve Reservation').click()
  await closeAlert(
    page,
    'Reservation Not Approved',
    'from 30 hours before the sample pickup to 1 hour after the delivery deadline',
  )
  expect(await statusOf(db, early.id)).toBe('pending')
})
