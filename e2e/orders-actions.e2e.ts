import { earlier, hours, later, minutes } from '#domain/basics/time.ts'
import { requestStatuses } from '#domain/requests/request.ts'
import { aRequest } from '#testing/makers.ts'
import { expect, test } from './fixtures.ts'
import {
  action,
  aHospitalOfOrders,
  cellOf,
  idsIn,
  ordersOf,
  rowOf,
  statusOf,
  toast,
  withRows,
} from './orders-list.ts'
import { at } from './raise-form.ts'

const notReady = 'Please wait for a while as the invoice is being generated.'
const ten = new Date(at('10:00'))

test('ADMIN-STATUS-09 ADMIN-STATUS-10 AMB-15 Approve Reservation is there for a reservation in every status but three', async ({
  signedIn,
  db,
  moveClock,
}) => {
  const hospitalId = await aHospitalOfOrders(db)
  const times = {
    raisedAt: earlier(ten, hours(5)),
    pickupAt: earlier(ten, hours(1)),
    deadlineAt: later(ten, hours(9)),
  }
  const made = new Map<string, string>()
  for (const status of requestStatuses)
    made.set(status, (await aRequest(db, { hospitalId, ...times, status, orderType: 'reservation' }, ten)).id)
  const immediate = await aRequest(db, { hospitalId, ...times, orderType: 'immediate' }, ten)
  await moveClock(ten)
  const page = await withRows(signedIn('bloodsupport', ordersOf(hospitalId)))
  await expect(idsIn(page)).toHaveCount(14)
  for (const [status, id] of made) {
    const isSettled = ['hospital-admin-approved', 'reservation-approved', 'completed'].includes(status)
    await expect(action(page, id, 'Approve Reservation'), status).toHaveCount(isSettled ? 0 : 1)
  }
  await expect(action(page, immediate.id, 'Approve Reservation')).toHaveCount(0)
})

test('ADMIN-STATUS-09 ADMIN-STATUS-15 ADMIN-STATUS-18 the two of the invoice can be pressed where they may, and say why not', async ({
  signedIn,
  db,
}) => {
  const hospitalId = await aHospitalOfOrders(db)
  const made = new Map<string, string>()
  for (const status of requestStatuses) made.set(status, (await aRequest(db, { hospitalId, status })).id)
  const page = await withRows(signedIn('bloodsupport', ordersOf(hospitalId)))
  await expect(idsIn(page)).toHaveCount(13)
  for (const [status, id] of made) {
    const approve = action(page, id, 'Approve Invoice')
    const again = action(page, id, 'Regenerate This Invoice')
    if (status === 'delivery-completed') await expect(approve, status).toBeEnabled()
    else {
      await expect(approve, status).toBeDisabled()
      await expect(approve).toHaveAccessibleDescription(
        `Only a delivered order can be completed here: this one is ${status}.`,
      )
    }
    if (/^(delivery-)?completed$/.test(status)) await expect(again, status).toBeEnabled()
    else await expect(again, status).toBeDisabled()
    await expect(rowOf(page, id).getByRole('button', { name: /^Download \w+ invoice$/ })).toHaveCount(2)
  }
})

test('ADMIN-STATUS-11 ADMIN-STATUS-28 the button comes and goes with the clock, without a reload', async ({
  signedIn,
  db,
}) => {
  const hospitalId = await aHospitalOfOrders(db)
  const pickupAt = later(ten, hours(30))
  const deadlineAt = later(pickupAt, hours(6))
  const { id } = await aRequest(
    db,
    { hospitalId, orderType: 'reservation', raisedAt: earlier(ten, hours(1)), pickupAt, deadlineAt },
    ten,
  )
  const page = await signedIn('bloodsupport', null)
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

test('ADMIN-STATUS-12 ADMIN-STATUS-13 approving a reservation says so, the button goes, and the provider is mailed', async ({
  signedIn,
  db,
  server,
}) => {
  const hospitalId = await aHospitalOfOrders(db)
  const now = new Date()
  const { id } = await aRequest(db, {
    hospitalId,
    status: 'bloodbank-approved',
    orderType: 'reservation',
    raisedAt: earlier(now, hours(2)),
    pickupAt: later(now, hours(2)),
    deadlineAt: later(now, hours(8)),
  })
  const page = await withRows(signedIn('bloodsupport', ordersOf(hospitalId)))
  await action(page, id, 'Approve Reservation').click()
  await expect(toast(page, 'Request Approved')).toBeVisible()
  await expect(action(page, id, 'Approve Reservation')).toHaveCount(0)
  await expect(cellOf(page, id, 'Status')).toHaveText('reservation-approved')
  expect(await statusOf(db, id)).toBe('reservation-approved')
  const mail = await server.mails.find(({ subject }) => subject.includes(id), 8_000)
  expect(mail.subject).toMatch(/^Reservation .* approved$/)
})

test('ADMIN-STATUS-11 what only the clock of the server knows shows as an alert', async ({
  signedIn,
  db,
  server,
  moveClock,
}) => {
  const hospitalId = await aHospitalOfOrders(db)
  const times = {
    raisedAt: earlier(ten, hours(1)),
    pickupAt: later(ten, hours(29)),
    deadlineAt: later(ten, hours(35)),
  }
  const { id } = await aRequest(db, { hospitalId, orderType: 'reservation', ...times }, ten)
  await moveClock(ten)
  const page = await withRows(signedIn('bloodsupport', ordersOf(hospitalId)))
  await expect(action(page, id, 'Approve Reservation')).toBeVisible()
  await server.anonymous.raw('PUT', '/test/clock', { body: { now: earlier(ten, hours(2)).toISOString() } })
  await action(page, id, 'Approve Reservation').click()
  const alert = page.getByRole('alertdialog', { name: 'Reservation Not Approved' })
  await expect(alert).toContainText(
    'from 30 hours before the sample pickup to 1 hour after the delivery deadline',
  )
  await page.keyboard.press('Enter')
  await expect(alert).toHaveCount(0)
  expect(await statusOf(db, id)).toBe('pending')
})

test('ADMIN-STATUS-16 ADMIN-STATUS-17 Approve Invoice completes the order and says so', async ({
  signedIn,
  db,
}) => {
  const hospitalId = await aHospitalOfOrders(db)
  const before = await aRequest(db, { hospitalId, status: 'delivery-completed', units: 5 })
  const page = await withRows(signedIn('bloodsupport', ordersOf(hospitalId)))
  await action(page, before.id, 'Approve Invoice').click()
  await expect(toast(page, 'Delivery Set To Completed!')).toBeVisible()
  await expect(cellOf(page, before.id, 'Status')).toHaveText(/^completed/)
  await expect(action(page, before.id, 'Approve Invoice')).toBeDisabled()
  await expect(action(page, before.id, 'Regenerate This Invoice')).toBeEnabled()
  const after = await db
    .selectFrom('requests')
    .select(['status', 'updatedAt', 'deliveredAt'])
    .where('id', '=', before.id)
    .executeTakeFirstOrThrow()
  expect(after.status).toBe('completed')
  expect(after.updatedAt.getTime()).toBeGreaterThan(before.updatedAt.getTime())
  expect(after.deliveredAt).toEqual(before.deliveredAt)
})

test('ADMIN-STATUS-15 AMB-58 a delivered order without a bank is told in the words of §5.3', async ({
  signedIn,
  db,
}) => {
  const hospitalId = await aHospitalOfOrders(db)
  const { id } = await aRequest(db, { hospitalId, status: 'delivery-completed', bankId: null })
  const page = await withRows(signedIn('bloodsupport', ordersOf(hospitalId)))
  const calls: string[] = []
  page.on('request', (request) => request.method() === 'PUT' && calls.push(request.url()))
  await action(page, id, 'Approve Invoice').click()
  await expect(page.getByRole('alertdialog', { name: 'Data Not Submitted' })).toContainText(
    'Please ensure that BloodBank is linked to the Hospital',
  )
  expect(calls).toEqual([])
})

test('ADMIN-STATUS-16 two who press at once: one completes it, the other is told, and both see it', async ({
  signedIn,
  db,
}) => {
  const hospitalId = await aHospitalOfOrders(db)
  const { id, version } = await aRequest(db, { hospitalId, status: 'delivery-completed' })
  const [one, other] = await Promise.all([
    withRows(signedIn('bloodsupport', ordersOf(hospitalId))),
    withRows(signedIn('bloodsupport', ordersOf(hospitalId))),
  ])
  const pages = [one, other]
  for (const page of pages) await expect(action(page, id, 'Approve Invoice')).toBeEnabled()
  // both have pressed before either is answered
  let arrived = 0
  let go = () => {}
  const bothArrived = new Promise<void>((resolve) => {
    go = resolve
  })
  for (const page of pages) {
    await page.route(`**/api/requests/${id}/completion`, async (route) => {
      if (++arrived === 2) go()
      await bothArrived
      await route.continue()
    })
  }
  await Promise.all(pages.map((page) => action(page, id, 'Approve Invoice').click()))
  const told = () => Promise.all(pages.map((page) => page.getByRole('alertdialog').count()))
  await expect.poll(async () => (await told()).toSorted()).toEqual([0, 1])
  const late = (await one.getByRole('alertdialog').count()) === 1 ? one : other
  await expect(late.getByRole('alertdialog', { name: 'Invoice Not Approved' })).toContainText(
    'this one is completed',
  )
  await late.getByRole('button', { name: 'OK' }).click()
  for (const page of pages) {
    await expect(cellOf(page, id, 'Status')).toHaveText(/^completed/)
    await expect(action(page, id, 'Approve Invoice')).toBeDisabled()
  }
  const row = await db.selectFrom('requests').select('version').where('id', '=', id).executeTakeFirstOrThrow()
  expect(row.version).toBe(version + 1)
})

test('ADMIN-STATUS-16 one who pressed on an older picture is told what changed, and sees it', async ({
  signedIn,
  db,
}) => {
  const hospitalId = await aHospitalOfOrders(db)
  const { id } = await aRequest(db, { hospitalId, status: 'delivery-completed' })
  const page = await withRows(signedIn('bloodsupport', ordersOf(hospitalId)))
  await expect(action(page, id, 'Approve Invoice')).toBeEnabled()
  // behind the back of the page: no event is told of it
  await db
    .updateTable('requests')
    .set(({ eb }) => ({ status: 'issued', version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute()
  await action(page, id, 'Approve Invoice').click()
  const alert = page.getByRole('alertdialog', { name: 'Invoice Not Approved' })
  await expect(alert).toContainText('this one is issued')
  await page.keyboard.press('Enter')
  await expect(cellOf(page, id, 'Status')).toHaveText('issued')
  await expect(toast(page, 'Delivery Set To Completed!')).toHaveCount(0)
})

test('ADMIN-STATUS-15 a press under way cannot be repeated, nor another be made beside it', async ({
  signedIn,
  db,
}) => {
  const hospitalId = await aHospitalOfOrders(db)
  const now = new Date()
  const { id } = await aRequest(db, {
    hospitalId,
    status: 'delivery-completed',
    orderType: 'reservation',
    raisedAt: earlier(now, hours(6)),
    pickupAt: earlier(now, hours(4)),
    deadlineAt: later(now, hours(2)),
  })
  const page = await withRows(signedIn('bloodsupport', ordersOf(hospitalId)))
  let answer = () => {}
  const answered = new Promise<void>((resolve) => {
    answer = resolve
  })
  const sent: string[] = []
  await page.route(`**/api/requests/${id}/*`, async (route) => {
    sent.push(route.request().url())
    await answered
    await route.continue()
  })
  const approve = action(page, id, 'Approve Invoice')
  await approve.click()
  await expect(approve).toHaveAttribute('aria-busy', 'true')
  await approve.click({ force: true })
  await action(page, id, 'Approve Reservation').click()
  answer()
  await expect(toast(page, 'Delivery Set To Completed!')).toBeVisible()
  await expect(cellOf(page, id, 'Status')).toHaveText(/^completed/)
  expect(sent).toHaveLength(1)
})

test('ADMIN-STATUS-15 a call that gets no answer is told, and can be made again', async ({
  signedIn,
  db,
  allowFaults,
}) => {
  allowFaults(/ERR_FAILED/)
  const hospitalId = await aHospitalOfOrders(db)
  const { id } = await aRequest(db, { hospitalId, status: 'delivery-completed' })
  const page = await withRows(signedIn('bloodsupport', ordersOf(hospitalId)))
  await page.route(`**/api/requests/${id}/completion`, (route) => route.abort())
  await action(page, id, 'Approve Invoice').click()
  await expect(page.getByRole('alertdialog', { name: 'Not Connected' })).toBeVisible()
  await page.keyboard.press('Enter')
  await page.unroute(`**/api/requests/${id}/completion`)
  await action(page, id, 'Approve Invoice').click()
  await expect(toast(page, 'Delivery Set To Completed!')).toBeVisible()
})

test('ADMIN-STATUS-24 ADMIN-STATUS-09 an invoice that is not there is told in the words of §4.2', async ({
  signedIn,
  db,
}) => {
  const hospitalId = await aHospitalOfOrders(db)
  const completed = await aRequest(db, { hospitalId, status: 'completed' })
  const pending = await aRequest(db, { hospitalId })
  const page = await withRows(signedIn('bloodsupport', ordersOf(hospitalId)))
  const alert = page.getByRole('alertdialog')
  for (const { id } of [completed, pending]) {
    for (const name of ['Download hospital invoice', 'Download bloodbank invoice']) {
      const button = rowOf(page, id).getByRole('button', { name })
      await button.click()
      await expect(alert).toContainText(notReady)
      await page.keyboard.press('Enter')
      await expect(alert).toHaveCount(0)
      await expect(button).toBeFocused()
    }
  }
})
