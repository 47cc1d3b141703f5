import { orders } from '#contract/orders.ts'
import { requests } from '#contract/requests.ts'
import { earlier, hours, later, minutes } from '#domain/basics/time.ts'
import { aDraft, aRequest } from '#testing/makers.ts'
import { aPlace } from './approval-list.ts'
import { expect, test } from './fixtures.ts'
import {
  action,
  afterAllOthers,
  aHospitalOfOrders,
  cellOf,
  detailsOf,
  idsIn,
  isLive,
  loadMore,
  openDetails,
  ordersOf,
  ordersPath,
  rowOf,
  withRows,
} from './orders-list.ts'

test('ADMIN-STATUS-27 SHELL-37 what a hospital raises appears by itself, and follows what becomes of it', async ({
  signedIn,
  db,
  server,
}) => {
  const place = await aPlace(db)
  const page = await signedIn('bloodsupport', ordersOf(place.id))
  await expect(page.getByText('DATA NOT FOUND')).toBeVisible()
  await isLive(page)
  const draft = aDraft(new Date(), { patientName: 'Fathima Begum', bloodGroup: 'B-', units: 4 })
  const { id, version } = await server.as(place.staff).done(requests.raise, draft)
  await expect(cellOf(page, id, 'Patient Name')).toHaveText('Fathima Begum')
  await expect(cellOf(page, id, 'Status')).toHaveText('pending')
  await expect(rowOf(page, id)).toHaveAttribute('data-changed')
  await server.as(place.admin).done(requests.approve, { id, version })
  await expect(cellOf(page, id, 'Status')).toHaveText('hospital-admin-approved')
})

test('ADMIN-STATUS-27 a row that no longer matches the filter leaves', async ({ signedIn, db, server }) => {
  const hospitalId = await aHospitalOfOrders(db)
  const { id, version } = await aRequest(db, { hospitalId, status: 'delivery-completed' })
  const page = await withRows(signedIn('bloodsupport', ordersOf(hospitalId, '&status=delivery-completed')))
  await expect(idsIn(page)).toHaveText([id])
  await isLive(page)
  await server.as('bloodsupport').done(orders.approveInvoice, { id, version })
  await expect(rowOf(page, id)).toHaveCount(0)
  await expect(page.getByText('DATA NOT FOUND')).toBeVisible()
})

test('ADMIN-STATUS-27 ADMIN-STATUS-05 a new order comes on top of the pages that are loaded, and none is lost', async ({
  signedIn,
  db,
  server,
}) => {
  const place = await aPlace(db)
  const now = new Date()
  const ids: string[] = []
  for (let age = 22; age > 0; age--)
    ids.unshift((await aRequest(db, { hospitalId: place.id, raisedAt: earlier(now, minutes(age * 5)) })).id)
  const page = await withRows(signedIn('bloodsupport', ordersOf(place.id)))
  await expect(idsIn(page)).toHaveText(ids.slice(0, 20))
  await loadMore(page).click()
  await expect(idsIn(page)).toHaveText(ids)
  await page.mouse.move(0, 0)
  await isLive(page)
  const { id } = await server.as(place.staff).done(requests.raise, aDraft(now))
  await expect(idsIn(page)).toHaveText([id, ...ids])
})

test('ADMIN-STATUS-27 ADMIN-STATUS-12 approved by one provider, the button goes from the other’s screen', async ({
  signedIn,
  db,
  server,
}) => {
  const hospitalId = await aHospitalOfOrders(db)
  const now = new Date()
  const { id, version } = await aRequest(db, {
    hospitalId,
    orderType: 'reservation',
    raisedAt: earlier(now, hours(1)),
    pickupAt: later(now, hours(1)),
    deadlineAt: later(now, hours(7)),
  })
  const page = await withRows(signedIn('bloodsupport', ordersOf(hospitalId)))
  await expect(action(page, id, 'Approve Reservation')).toBeVisible()
  await isLive(page)
  await server.as('bloodsupport').done(orders.approveReservation, { id, version })
  await expect(action(page, id, 'Approve Reservation')).toHaveCount(0)
  await expect(cellOf(page, id, 'Status')).toHaveText('reservation-approved')
})

test('ADMIN-STATUS-07 ADMIN-STATUS-08 ADMIN-STATUS-27 open popups follow the order, also when its row has left', async ({
  signedIn,
  db,
  server,
}) => {
  const hospitalId = await aHospitalOfOrders(db)
  const { id, version } = await aRequest(db, { hospitalId, status: 'delivery-completed' })
  const page = await withRows(signedIn('bloodsupport', ordersOf(hospitalId, '&status=delivery-completed')))
  const popup = await openDetails(page, id)
  await isLive(page)
  const provider = server.as('bloodsupport')
  await provider.done(requests.writeDeliveryStatus, { id, version, text: 'at the gate' })
  await expect(popup.getByText('at the gate').first()).toBeVisible()
  await provider.done(orders.approveInvoice, { id, version: version + 1 })
  await expect(popup.getByText('Delivery Completed Before Deadline')).toBeVisible()
  await expect(popup.getByRole('listitem').filter({ hasText: 'Completed by bloodsupport' })).toHaveCount(1)
  await page.keyboard.press('Escape')
  await expect(detailsOf(page, id)).toHaveCount(0)
  await expect(rowOf(page, id)).toHaveCount(0)
})

test('ADMIN-STATUS-01 the keyboard alone suffices: filter, details, times, actions and back', async ({
  signedIn,
  db,
}) => {
  const hospitalId = await aHospitalOfOrders(db)
  const { id } = await aRequest(db, { hospitalId, status: 'delivery-completed' })
  const page = await withRows(signedIn('bloodsupport', ordersOf(hospitalId)))
  const row = rowOf(page, id)
  await expect(row).toBeVisible()
  await page.getByRole('searchbox').focus()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Filter', exact: true })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: /^Remove filter Hospital/ })).toBeFocused()

  await page.keyboard.press('Tab')
  await expect(row.getByRole('button', { name: id })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(detailsOf(page, id).getByRole('list', { name: 'Timeline' })).toBeVisible()
  await expect(detailsOf(page, id).getByRole('button', { name: 'Close' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(detailsOf(page, id)).toHaveCount(0)
  await expect(row.getByRole('button', { name: id })).toBeFocused()

  await page.keyboard.press('Tab')
  const times = row.getByRole('button', { name: /^Timestamps/ })
  await expect(times).toBeFocused()
  await page.keyboard.press('Space')
  const dialog = page.getByRole('dialog', { name: `Timestamps ${id}` })
  await expect(dialog).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Close' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(times).toBeFocused()

  for (const name of ['Download hospital invoice', 'Download bloodbank invoice', 'Approve Invoice']) {
    await page.keyboard.press('Tab')
    await expect(row.getByRole('button', { name })).toBeFocused()
  }
  await page.keyboard.press('Enter')
  await expect(page.getByRole('status').filter({ hasText: 'Delivery Set To Completed!' })).toBeVisible()
  const approve = action(page, id, 'Approve Invoice')
  await expect(approve).toBeDisabled()
  await expect(approve).toHaveAccessibleDescription(/this one is completed/)
  await expect(approve).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(action(page, id, 'Regenerate This Invoice')).toBeFocused()
})

test('ADMIN-STATUS-27 the whole list of the provider follows too', async ({
  signedIn,
  db,
  server,
  moveClock,
}) => {
  const place = await aPlace(db)
  const now = await afterAllOthers(db)
  await moveClock(now)
  const page = await signedIn('bloodsupport', ordersPath)
  await isLive(page)
  const { id } = await server.as(place.staff).done(requests.raise, aDraft(now))
  await expect(rowOf(page, id)).toBeVisible()
})
