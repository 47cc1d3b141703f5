import { drivers } from '#server/demo/makers/people.ts'
import { aRequest } from '#testing/makers/makers.ts'
import { expect, test } from '../pages/fixtures.ts'
import { isLive, rowOf, toast } from '../pages/lists.ts'
import {
  aHospitalOfOrders,
  cellOf,
  detailsOf,
  openDetails,
  ordersOf,
  withRows,
} from '../pages/orders-list.ts'
import { at } from '../pages/raise-form.ts'

test('ADMIN-STATUS-07 AMB-77 the Request ID opens everything there is about an order', async ({
  signedIn,
  db,
  moveClock,
}) => {
  const [first, second] = drivers
  if (!first || !second) throw new Error('there are no drivers')
  const hospitalId = await aHospitalOfOrders(db, { name: 'Kaveri Hospital' })
  const order = await aRequest(
    db,
    {
      hospitalId,
      status: 'completed',
      units: 5,
      note: 'Ring the ward first',
      reason: 'Elective CABG',
      deliveryTemperature: 4.2,
      raisedAt: new Date(at('07:45')),
      pickupAt: new Date(at('08:30')),
      deadlineAt: new Date(at('13:30')),
      hospitalInvoicePath: 'invoices/a/a-hospital.pdf',
    },
    new Date(at('15:00')),
  )
  const { id } = order
  await db.updateTable('driverAssignments').set({ endStatus: 'issued' }).where('requestId', '=', id).execute()
  await db
    .insertInto('driverAssignments')
    .values({ requestId: id, position: 2, driverEmail: second.email, startStatus: 'issued', endStatus: null })
    .execute()
  await db
    .insertInto('requestDrivers')
    .values({ requestId: id, raisedAt: order.raisedAt, driverEmail: second.email })
    .execute()
  await db
    .insertInto('invoices')
    .values({
      requestId: id,
      invoiceId: `INV-2026-${id}`,
      kind: 'NORMAL',
      issuedAt: new Date(at('14:00')),
      bankId: 'redbank',
      pricePaise: 12_345_650,
      deliveryPaise: 50_000,
      feePaise: 9_900,
      totalPaise: 12_405_550,
    })
    .execute()
  await moveClock(at('15:00'))
  const page = await withRows(signedIn('bloodsupport', ordersOf(hospitalId)))
  const popup = await openDetails(page, id)
  await expect(popup).toContainText('O POS PRBC, 5 units for Karthik Subramanian')
  const day = '20 Nov 2026,'
  const facts: Record<string, string> = {
    'Patient Name': 'Karthik Subramanian',
    'Patient ID': 'FH-118160',
    Age: '47',
    Gender: 'Male',
    'Blood Group': 'O POS',
    Component: 'Packed Red Blood Cells',
    Units: '5',
    'Order Type': 'immediate',
    'Delivery Status': 'delivered',
    Hospital: `Kaveri Hospital ${hospitalId}`,
    'Blood Bank': 'Redbank redbank',
    Driver: `${first.name} ${first.email}`,
    Reason: 'Elective CABG',
    Note: 'Ring the ward first',
    'Request Time': `${day} 7:45 am`,
    'Approval Time': `${day} 7:52 am`,
    'Sample Pickup Time': `${day} 8:30 am`,
    'Delivery Deadline': `${day} 1:30 pm`,
    'Delivery Time': `${day} 11:06 am`,
    'Last Updated': `${day} 11:31 am`,
    'Delivery Temperature': '4.2 °C',
    Late: 'No',
    Expired: 'No',
    'Drivers So Far': `${first.name}, ${second.name}`,
    'Hospital Invoice': 'invoices/a/a-hospital.pdf',
    'Blood Bank Invoice': '-',
    'Invoice ID': `INV-2026-${id}`,
    Price: '₹1,23,456.50',
    'Delivery Rate': '₹500.00',
    'Convenience Fee': '₹99.00',
    Total: '₹1,24,055.50',
  }
  await expect(popup.getByRole('term')).toHaveText(Object.keys(facts))
  await expect(popup.getByRole('definition')).toHaveText(Object.values(facts))
  const history = popup.getByRole('table', { name: 'Driver history' })
  await expect(history.getByRole('columnheader')).toHaveText(['Driver', 'Start status', 'End status'])
  await expect(history.getByRole('cell')).toHaveText([
    `${first.name}${first.email}`,
    'redbank-approved',
    'issued',
    `${second.name}${second.email}`,
    'issued',
    '-',
  ])
  const deliveries = popup.getByRole('region', { name: 'Deliveries' })
  await expect(deliveries.getByRole('listitem')).toHaveText([
    /^Delivery 1 of 2, 3 unitsdelivered20 Nov 2026, /,
    /^Delivery 2 of 2, 2 unitsdelivered20 Nov 2026, /,
  ])
  const steps = popup.getByRole('list', { name: 'Timeline' }).getByRole('listitem')
  await expect(steps).toHaveCount(9)
  await expect(steps.last()).toContainText('completedCompleted by bloodsupport')
  await page.getByRole('button', { name: 'Close' }).click()
  await expect(popup).toHaveCount(0)
  await expect(rowOf(page, id).getByRole('button', { name: id })).toBeFocused()
})

test('ADMIN-STATUS-08 ADMIN-STATUS-07 ADMIN-STATUS-16 a popup that did not load can be tried again and says "-" before there is anything to tell; the six times; the actions', {
  tag: '@long',
}, async ({ signedIn, db, allowFaults }) => {
  allowFaults(/status of 503/)
  const hospitalId = await aHospitalOfOrders(db)
  const raised = await aRequest(db, { hospitalId, age: 0 })
  const issued = await aRequest(db, { hospitalId, status: 'issued' })
  const delivered = await aRequest(db, { hospitalId, status: 'delivery-completed' })
  const page = await withRows(signedIn('bloodsupport', ordersOf(hospitalId)))
  const unavailable = { code: 'unavailable', title: 'Not Available', text: 'Not now.' }
  const details = `**/api/requests/orders/${raised.id}`
  await page.route(details, (route) => route.fulfill({ status: 503, json: unavailable }))
  await rowOf(page, raised.id).getByRole('button', { name: raised.id }).click()
  const order = detailsOf(page, raised.id)
  await expect(order.getByRole('alert')).toContainText('Not now.', { timeout: 15_000 })
  await page.unroute(details)
  await order.getByRole('button', { name: 'Try again' }).click()
  await expect(order.getByRole('list', { name: 'Timeline' })).toBeVisible()
  const factOf = (name: string) =>
    order
      .locator('dl > div')
      .filter({ has: page.getByText(name, { exact: true }) })
      .getByRole('definition')
  for (const name of ['Blood Bank', 'Driver', 'Note', 'Approval Time', 'Delivery Time', 'Drivers So Far'])
    await expect(factOf(name), name).toHaveText('-')
  for (const name of ['Invoice ID', 'Price', 'Delivery Rate', 'Convenience Fee', 'Total'])
    await expect(factOf(name), name).toHaveText('-')
  await expect(factOf('Age')).toHaveText('0')
  await expect(order.getByRole('region', { name: 'Driver history' })).toHaveText('Driver history -')
  await page.keyboard.press('Escape')
  await expect(order).toHaveCount(0)

  const cell = cellOf(page, issued.id, 'Timestamps').getByRole('button', { name: /^Timestamps, changed / })
  await cell.click()
  const times = page.getByRole('dialog', { name: `Timestamps ${issued.id}` })
  await expect(times.getByRole('term')).toHaveText([
    'Request',
    'Approval',
    'Sample Pickup',
    'Delivery Deadline',
    'Delivery',
    'Last Updated',
  ])
  const moment = /^\d{1,2} \w{3,4} 20\d\d, \d{1,2}:\d\d [ap]m$/
  await expect(times.getByRole('definition')).toHaveText([moment, moment, moment, moment, '-', moment])
  await expect(times.getByRole('list', { name: 'Timeline' })).toContainText('bloodsupport linked redbank')
  await page.keyboard.press('Escape')
  await expect(times).toHaveCount(0)
  await expect(cell).toBeFocused()

  const popup = await openDetails(page, delivered.id)
  await isLive(page)
  await popup.getByRole('button', { name: 'Approve Invoice' }).click()
  await expect(toast(page, 'Delivery Set To Completed!')).toBeVisible()
  await expect(popup.getByRole('listitem').filter({ hasText: 'Completed by bloodsupport' })).toHaveCount(1)
  await expect(popup.getByRole('button', { name: 'Approve Invoice' })).toBeDisabled()
  await expect(popup).toBeVisible()
})
