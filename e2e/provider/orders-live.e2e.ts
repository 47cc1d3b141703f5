import { orders } from '#contract/orders.ts'
import { requests } from '#contract/requests.ts'
import { earlier, hours, later, minutes } from '#domain/basics/time.ts'
import { aDraft, aRequest } from '#testing/makers/makers.ts'
import { aPlace } from '../pages/approval-list.ts'
import { expect, test } from '../pages/fixtures.ts'
import { idsIn, isLive, loadMore, rowOf } from '../pages/lists.ts'
import {
  action,
  afterAllOthers,
  aHospitalOfOrders,
  cellOf,
  chips,
  detailsOf,
  more,
  openDetails,
  ordersOf,
  withRows,
} from '../pages/orders-list.ts'
import { tabTo } from '../pages/provider-forms.ts'

test('ADMIN-STATUS-27 ADMIN-STATUS-05 ADMIN-STATUS-12 SHELL-37 what a hospital raises comes on top of the pages that are loaded, in the whole list too, and follows what becomes of it', {
  tag: '@long',
}, async ({ signedIn, db, server, moveClock }) => {
  const place = await aPlace(db)
  const now = await afterAllOthers(db)
  const reserved = await aRequest(
    db,
    {
      hospitalId: place.id,
      orderType: 'reservation',
      status: 'bloodbank-approved',
      raisedAt: earlier(now, hours(1)),
      pickupAt: later(now, hours(1)),
      deadlineAt: later(now, hours(7)),
    },
    now,
  )
  const ids = [reserved.id]
  for (let age = 1; age < 22; age++) {
    const raisedAt = earlier(now, hours(2) + minutes(age * 5))
    ids.push((await aRequest(db, { hospitalId: place.id, raisedAt }, now)).id)
  }
  await moveClock(now)
  const page = await withRows(signedIn('bloodsupport', ordersOf(place.id)))
  await expect(idsIn(page)).toHaveText(ids.slice(0, 20))
  await loadMore(page).click()
  await expect(idsIn(page)).toHaveText(ids)
  await page.mouse.move(0, 0)
  await isLive(page)
  const draft = aDraft(now, { patientName: 'Fathima Begum', bloodGroup: 'B-', units: 4 })
  const { id, version } = await server.as(place.staff).done(requests.raise, draft)
  await expect(rowOf(page, id)).toHaveAttribute('data-changed')
  await expect(idsIn(page)).toHaveText([id, ...ids])
  await expect(cellOf(page, id, 'Patient Name')).toContainText('Fathima Begum')
  await expect(cellOf(page, id, 'Status')).toHaveText(/^pending/)
  await server.as(place.admin).done(requests.approve, { id, version })
  await expect(cellOf(page, id, 'Status')).toHaveText(/^hospital-admin-approved/)

  const approve = action(page, reserved.id, 'Approve Reservation')
  await expect(approve).toBeVisible()
  await server
    .as('bloodsupport')
    .done(orders.approveReservation, { id: reserved.id, version: reserved.version })
  await expect(approve).toHaveCount(0)
  await expect(cellOf(page, reserved.id, 'Status')).toHaveText(/^reservation-approved/)

  await page.getByRole('button', { name: /^Remove filter Hospital/ }).click()
  await expect(chips(page)).toHaveCount(0)
  await expect(rowOf(page, id)).toBeVisible()
  await page.mouse.move(0, 0)
  const next = await server.as(place.staff).done(requests.raise, aDraft(now))
  await expect(rowOf(page, next.id)).toBeVisible()
})

test('ADMIN-STATUS-07 ADMIN-STATUS-27 a row that no longer matches the filter leaves, and its open popup follows the order all the same', {
  tag: '@long',
}, async ({ signedIn, db, server }) => {
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
  await expect(page.getByText('DATA NOT FOUND')).toBeVisible()
})

test('ADMIN-STATUS-01 the keyboard alone suffices: filter, details, times, actions and back', {
  tag: '@long',
}, async ({ signedIn, db, server }) => {
  const hospitalId = await aHospitalOfOrders(db)
  const { id, version } = await aRequest(db, { hospitalId, status: 'delivery-completed' })
  const page = await withRows(signedIn('bloodsupport', ordersOf(hospitalId)))
  await isLive(page)
  const row = rowOf(page, id)
  await expect(row).toBeVisible()
  await page.getByRole('searchbox').focus()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('combobox', { name: /^Find / })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Filter', exact: true })).toBeFocused()
  for (const name of ['Newest first', 'Compact rows']) {
    await page.keyboard.press('Tab')
    await expect(page.getByRole('radio', { name })).toBeFocused()
  }
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: /^Remove filter Hospital/ })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Download' })).toBeFocused()

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

  for (const name of ['Invoices not yet', 'Approve Invoice']) {
    await page.keyboard.press('Tab')
    await expect(row.getByRole('button', { name })).toBeFocused()
  }
  await page.keyboard.press('Enter')
  await expect(page.getByRole('status').filter({ hasText: 'Delivery Set To Completed!' })).toBeVisible()
  // what was pressed has gone, and its row has the focus
  await expect(action(page, id, 'Approve Invoice')).toHaveCount(0)
  await expect(row).toBeFocused()
  await tabTo(page, more(page, id))
  await page.keyboard.press('ArrowDown')
  const item = (name: string) => row.getByRole('menuitem', { name, exact: true })
  await expect(item('Link another bank or driver')).toBeFocused()
  await page.keyboard.press('End')
  await expect(item('Approve Invoice')).toBeFocused()
  await expect(item('Approve Invoice')).toHaveAccessibleDescription(/this one is completed/)
  await page.keyboard.press('Enter')
  await expect(row.getByRole('menu')).toBeVisible()
  // what others do to the order shows, and the menu stays open under the hands
  await server.as('bloodsupport').done(requests.writeDeliveryStatus, { id, version: version + 1, text: 'x' })
  await expect(row).toHaveAttribute('data-changed')
  await expect(item('Approve Invoice')).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(item('Link another bank or driver')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(row.getByRole('menu')).toHaveCount(0)
  await expect(more(page, id)).toBeFocused()
})
