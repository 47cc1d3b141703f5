import { expect, test } from 'vitest'
import { messageKinds } from './kinds.ts'

test('AMB-290 who hears of what, by which ways, and what somebody may come to harm by', () => {
  const told = Object.entries(messageKinds).map(([id, { for: readers, channels, isSafety, name }]) => [
    id,
    readers.join(' '),
    channels.join(' '),
    isSafety ? 'safety' : '',
    name,
  ])
  expect(told).toEqual([
    ['raise', 'provider', 'mail', '', 'Request raised'],
    ['raised', 'hospital', 'sms', '', 'Request raised'],
    ['amended', 'hospital', '', '', 'Request amended'],
    ['approve', 'provider', 'mail', 'safety', 'Request approved'],
    ['undo', 'provider', 'mail', 'safety', 'Approval undone'],
    ['approval', 'hospital', 'sms', '', 'Request decided'],
    ['cancel', 'provider', 'mail', 'safety', 'Request cancelled'],
    ['refuse', 'provider', 'mail', 'safety', 'Order refused'],
    ['reservation', 'provider', 'mail', '', 'Reservation approved'],
    ['driver', 'driver', 'sms', 'safety', 'Driver linked'],
    ['driver-freed', 'driver', 'sms', 'safety', 'Order taken from its driver'],
    ['temperature', 'provider bank', 'mail sms', 'safety', 'Bags too warm or too cold'],
    ['flood', 'provider', 'mail', '', 'Many requests raised'],
    ['camp-asked', 'provider', 'mail', '', 'Blood camp asked for'],
    ['order-linked', 'bank', 'mail sms', 'safety', 'Order for a bank'],
    ['order-gone', 'bank', 'mail sms', 'safety', 'Order taken from its bank'],
    ['taken', 'hospital', 'mail sms', '', 'Order linked'],
    ['bank-refused', 'hospital', 'mail sms', 'safety', 'Refused by the bank'],
    ['delivered', 'hospital', 'mail sms', '', 'Order delivered'],
    ['not-delivered', 'hospital', 'mail sms', 'safety', 'Delivery taken back'],
    ['late', 'hospital', 'mail sms', 'safety', 'Order late'],
    ['untaken', 'provider', 'mail', 'safety', 'Order nobody took'],
    ['untaken-hospital', 'hospital', 'mail sms', 'safety', 'Order nobody took yet'],
    ['expired', 'provider', 'mail', 'safety', 'Nobody took it in time'],
    ['expired-hospital', 'hospital', 'mail sms', 'safety', 'Nobody took it in time'],
    ['bank-answered', 'provider', 'mail', '', 'Answer of a bank'],
    ['sample-wanted', 'hospital', 'mail sms', 'safety', 'New sample wanted'],
    ['group-differs', 'hospital', 'mail sms', 'safety', 'Blood group differs'],
    ['group-offered', 'hospital', 'mail sms', 'safety', 'Another group offered'],
    ['bag-incompatible', 'hospital', 'mail sms', 'safety', 'Incompatible after an emergency'],
    ['stock-old', 'bank', 'mail sms', '', 'Stock to be counted'],
    ['stock-forgotten', 'provider', 'mail', '', 'Old stock of banks'],
    ['hook-stopped', 'hospital bank provider', 'mail', '', 'Hook stopped'],
  ])
})
