import { earlier, hours, later, minutes } from '#domain/basics/time.ts'
import { nextStep, nextStepText } from '#domain/requests/next-step.ts'
import { type BloodRequest, requestStatuses } from '#domain/requests/request.ts'
import { statusKind } from '#domain/requests/showing.ts'
import { aRequest } from '#testing/makers/makers.ts'
import { closeAlert } from '../pages/alerts.ts'
import { expect, test } from '../pages/fixtures.ts'
import { idsIn, openFilter, rowOf, statusOf, toast } from '../pages/lists.ts'
import {
  action,
  aHospitalOfOrders,
  cellOf,
  more,
  openDetails,
  openMenu,
  ordersOf,
  pick,
  withRows,
} from '../pages/orders-list.ts'
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

test('ADMIN-STATUS-09 ADMIN-STATUS-10 AMB-15 ADMIN-STATUS-15 ADMIN-STATUS-18 ADMIN-STATUS-25 AMB-249 of each status its word and colour, its next step, and in the menu what can be done and what not', async ({
  signedIn,
  db,
  moveClock,
}) => {
  const hospitalId = await aHospitalOfOrders(db)
  const made = new Map<string, BloodRequest>()
  for (const status of requestStatuses)
    made.set(status, await aRequest(db, { hospitalId, ...open, status, bankId: 'redbank' }, ten))
  const immediate = await aRequest(
    db,
    { hospitalId, ...open, orderType: 'immediate', status: 'bloodbank-approved', bankId: null },
    ten,
  )
  await moveClock(ten)
  const page = await withRows(signedIn('bloodsupport', ordersOf(hospitalId), { colorScheme: 'light' }))
  await expect(idsIn(page)).toHaveCount(14)
  for (const status of requestStatuses) {
    const order = made.get(status)
    if (!order) throw new Error(`none is ${status}`)
    const { id } = order
    const shown = status.replace('bloodbank', 'redbank')
    const badge = rowOf(page, id).locator('[data-kind]')
    await expect(badge).toHaveText(shown)
    await expect(badge, status).toHaveCSS('color', shades[statusKind(status)])

    const step = nextStep({ ...order, openDeliveries: 1, stopWaits: false }, ten)
    if (step) await expect(action(page, id, nextStepText(step) as 'Link'), status).toBeEnabled()
    if (status === 'pending') await expect(cellOf(page, id, 'Action')).toContainText('decides')

    const item = await openMenu(page, id)
    const isSettled = ['hospital-admin-approved', 'reservation-approved', 'completed'].includes(status)
    const reservation = item('Approve Reservation')
    if (step?.act === 'approveReservation') await expect(reservation).toHaveCount(0)
    else if (isSettled) await expect(reservation, status).toBeDisabled()
    else await expect(reservation, status).toBeEnabled()
    const approve = item('Approve Invoice')
    if (status === 'delivery-completed') await expect(approve, status).toHaveCount(0)
    else {
      await expect(approve, status).toBeDisabled()
      await expect(approve).toHaveAccessibleDescription(
        `Only a delivered order can be completed here: this one is ${shown}.`,
      )
    }
    const again = item('Regenerate This Invoice')
    if (/^(delivery-)?completed$/.test(status)) await expect(again, status).toBeEnabled()
    else await expect(again, status).toBeDisabled()
    await page.keyboard.press('Escape')
    await expect(more(page, id)).toBeFocused()
    await expect(cellOf(page, id, 'Invoice')).toHaveText('not yet')
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
    {
      ...{ hospitalId, orderType: 'reservation', status: 'bloodbank-approved' },
      ...{ raisedAt: earlier(ten, hours(1)), pickupAt, deadlineAt },
    },
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
  await expect(cellOf(page, reserved.id, 'Status')).toHaveText(/^reservation-approved/)
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
  await pick(page, delivered.id, 'Approve Reservation')
  answer()
  await expect(toast(page, 'Delivery Set To Completed!')).toBeVisible()
  await expect(cellOf(page, delivered.id, 'Status')).toHaveText(/^completed/)
  await expect(approve).toHaveCount(0)
  const item = await openMenu(page, delivered.id)
  await expect(item('Approve Invoice')).toBeDisabled()
  await expect(item('Regenerate This Invoice')).toBeEnabled()
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
  for (const { id } of [completed, pending]) {
    const button = rowOf(page, id).getByRole('button', { name: 'Invoices not yet' })
    await button.click()
    await expect(alert).toContainText(notReady)
    await page.keyboard.press('Enter')
    await expect(alert).toHaveCount(0)
    await expect(button).toBeFocused()
  }

  await expect(action(page, bankless.id, 'Link')).toBeVisible()
  const popup = await openDetails(page, bankless.id)
  await popup.getByRole('button', { name: 'Approve Invoice' }).click()
  await closeAlert(page, 'Data Not Submitted', 'Please ensure that BloodBank is linked to the Hospital')
  await page.keyboard.press('Escape')
  await expect(popup).toHaveCount(0)
  expect(sent).toEqual([])

  // between the press and its arrival: sooner, and whatever else is live might show it before it is pressed
  await page.route(`**/api/requests/${changed.id}/completion`, async (route) => {
    await db
      .updateTable('requests')
      .set(({ eb }) => ({ status: 'issued', version: eb('version', '+', 1) }))
      .where('id', '=', changed.id)
      .execute()
    await route.continue()
  })
  await action(page, changed.id, 'Approve Invoice').click()
  await closeAlert(page, 'Invoice Not Approved', 'this one is issued')
  await expect(cellOf(page, changed.id, 'Status')).toHaveText(/^issued/)
  await expect(toast(page, 'Delivery Set To Completed!')).toHaveCount(0)

  await page.route(`**/api/requests/${banked.id}/completion`, (route) => route.abort())
  await action(page, banked.id, 'Approve Invoice').click()
  await closeAlert(page, 'Not Connected', /./)
  await page.unroute(`**/api/requests/${banked.id}/completion`)
  await action(page, banked.id, 'Approve Invoice').click()
  await expect(toast(page, 'Delivery Set To Completed!')).toBeVisible()

  await moveServerClock(earlier(ten, minutes(1)))
  await pick(page, early.id, 'Approve Reservation')
  await closeAlert(
    page,
    'Reservation Not Approved',
    'from 30 hours before the sample pickup to 1 hour after the delivery deadline',
  )
  expect(await statusOf(db, early.id)).toBe('pending')
})

test('AMB-249 AMB-242 the next status is one press, with the way back for two minutes; delivered is asked about first', {
  tag: '@long',
}, async ({ signedIn, db, moveClock }) => {
  const hospitalId = await aHospitalOfOrders(db)
  const { id } = await aRequest(db, { hospitalId, status: 'sample-acquired' }, ten)
  const issued = await aRequest(db, { hospitalId, status: 'issued' }, ten)
  await moveClock(ten)
  const page = await withRows(signedIn('bloodsupport', ordersOf(hospitalId)))
  const undo = rowOf(page, id).getByRole('button', { name: /^Undo/ })
  await expect(undo).toHaveCount(0)
  await action(page, id, 'Next: cross-matching').click()
  await expect(toast(page, `${id} is cross-matching now`)).toBeVisible()
  await expect(cellOf(page, id, 'Status')).toHaveText(/^cross-matching/)
  await expect(action(page, id, 'Next: issued')).toBeVisible()
  await undo.click()
  await expect(toast(page, `${id} is sample-acquired again`)).toBeVisible()
  await expect(action(page, id, 'Next: cross-matching')).toBeVisible()
  await expect(undo).toHaveCount(0)
  // in the popup too
  const popup = await openDetails(page, id)
  await popup.getByRole('button', { name: 'Next: cross-matching' }).click()
  await expect(popup.getByRole('button', { name: 'Next: issued' })).toBeVisible()
  await expect(popup.getByRole('button', { name: /^Undo/ })).toBeVisible()
  await page.keyboard.press('Escape')
  await moveClock(later(ten, minutes(3)))
  await expect(undo).toHaveCount(0, { timeout: 15_000 })

  await action(page, issued.id, 'Next: delivered').click()
  const asked = page.getByRole('alertdialog', { name: `Set ${issued.id} to delivery-completed?` })
  await asked.getByRole('button', { name: 'Cancel' }).click()
  expect(await statusOf(db, issued.id)).toBe('issued')
  await action(page, issued.id, 'Next: delivered').click()
  await asked.getByRole('button', { name: 'Set it' }).click()
  await expect(cellOf(page, issued.id, 'Status')).toHaveText(/^delivery-completed/)
  await expect(rowOf(page, issued.id).getByRole('button', { name: /^Undo/ })).toHaveCount(0)
})
