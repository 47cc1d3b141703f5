import { expect, test } from 'vitest'
import { days, earlier, hours, instantOf, later, minutes } from '../basics/time.ts'
import type { Actor } from '../people/actor.ts'
import { type MessageKindId, messageKinds } from './kinds.ts'
import { mayHearNews, newsHeading, newsKindsOf, newsReaderOf, readerKey, unreadText } from './news.ts'
import { type ActKindId, actKinds, otherKinds, sayGathered, type ToldAct } from './specified-kinds.ts'

const member = (
  product: 'admin' | 'pilot' | 'plus' | 'bloodbank',
  role: 'admin' | 'staff',
  id: string | null,
) =>
  ({
    kind: 'member',
    accountId: 'a1',
    email: 'a@b.test',
    displayName: 'A',
    product,
    role,
    organisationId: id,
    accountStatus: 'active',
    isApprovingBlocked: false,
  }) satisfies Actor
const nurse = member('pilot', 'staff', 'firm')
const head = member('pilot', 'admin', 'firm')
const bank = member('bloodbank', 'staff', 'redbank')
const provider = member('admin', 'admin', null)
const driver: Actor = { kind: 'driver', accountId: 'd', email: 'd@b.test', displayName: 'D' }

test.each<[string, Actor, string | null]>([
  ['staff of a hospital', nurse, 'place firm'],
  ['staff of a bank', bank, 'place redbank'],
  ['the provider', provider, 'provider'],
  ['a driver', driver, null],
  ['somebody whose hospital is still verified', { ...nurse, accountStatus: 'pending' }, null],
  ['somebody of a hospital that was suspended', { ...nurse, accountStatus: 'suspended' }, null],
  // an id that looks like the provider's is a place all the same
  ['staff of a hospital called provider', { ...nurse, organisationId: 'provider' }, 'place provider'],
])('AMB-302 %s reads the news of %3$s', (_, actor, reader) => {
  expect(newsReaderOf(actor)).toBe(reader)
})

test('AMB-302 each hears the kinds of their role: what waits for approval is for admins', () => {
  const kinds = (actor: Actor) => newsKindsOf(actor)
  expect(kinds(driver)).toEqual([])
  expect(kinds(head).filter((kind) => !kinds(nurse).includes(kind))).toEqual([
    'raised',
    'amended',
    'hook-stopped',
  ])
  expect(kinds(bank)).toEqual([
    ...['temperature', 'order-linked', 'order-gone', 'bags-halted-bank', 'donation-reactive', 'stock-old'],
  ])
  expect(kinds(provider)).toEqual(
    expect.arrayContaining(['approve', 'untaken', 'expired', 'stock-forgotten']),
  )
  expect(kinds(provider).filter((kind) => kinds(head).includes(kind))).toEqual(['hook-stopped'])
})

test.each<[string, Actor, string, MessageKindId, boolean]>([
  ['their hospital’s', nurse, 'place firm', 'late', true],
  ['another hospital’s', nurse, 'place noble', 'late', false],
  ['a kind that is for admins', nurse, 'place firm', 'raised', false],
  ['the same, an admin', head, 'place firm', 'raised', true],
  ['the provider’s', head, 'provider', 'approve', false],
  ['a hospital’s, the provider', provider, 'place firm', 'late', false],
])('AMB-302 whether somebody hears of %s', (_, actor, reader, kind, may) => {
  expect(mayHearNews(actor, { reader, kind })).toBe(may)
})

test.each([
  [0, '0'],
  [99, '99'],
  [100, '99+'],
])('AMB-302 %i unread are shown as %s', (unread, text) => {
  expect(unreadText(unread)).toBe(text)
})

const now = instantOf('2026-11-17', '15:00')
test.each([
  [minutes(59), null],
  [hours(1), 'Earlier today'],
  [hours(15), 'Earlier today'],
  [hours(16), 'Yesterday'],
  [days(3), 'Sat, 14 Nov'],
])('AMB-302 what is %i ms old stands under %s', (ms, heading) => {
  expect(newsHeading(earlier(now, ms), now)).toBe(heading)
})

const told: ToldAct = {
  id: '1a2b3c4d',
  bloodGroup: 'B+',
  component: 'PRBC',
  units: 2,
  pickupAt: later(now, minutes(40)),
  deadlineAt: later(now, hours(4)),
  bank: 'Red Bank',
  driver: null,
  at: now,
  linkBy: null,
  isApproved: true,
  reader: 'provider',
}
const say = (kind: ActKindId, more: Partial<ToldAct> = {}) => {
  const { title, words } = actKinds[kind].say({ ...told, ...more })
  return `${title}. ${words}`
}
const blood = '2 units B POS PRBC, due by 7:00 pm.'

test.each<[ActKindId, Partial<ToldAct>, string]>([
  ['raise', {}, `Order 1a2b3c4d was raised. ${blood} It waits for the hospital's approval.`],
  ['raised', {}, `Request 1a2b3c4d waits for approval. ${blood}`],
  [
    'amended',
    { fields: ['units', 'deadlineAt'] },
    `Request 1a2b3c4d was amended. Changed: units, delivery deadline. Now ${blood} It waits for approval.`,
  ],
  ['approve', {}, `Order 1a2b3c4d was approved. ${blood} Please link a blood bank and a driver.`],
  [
    'undo',
    {},
    'Order 1a2b3c4d is not approved any more. The hospital took its approval back. Please link no blood bank and no driver until it is approved again.',
  ],
  [
    'approval',
    { decision: 'approved' },
    `Request 1a2b3c4d was approved. ${blood} You hear when a blood bank has it.`,
  ],
  [
    'approval',
    { decision: 'rejected' },
    'Request 1a2b3c4d was rejected. 2 units B POS PRBC. It goes to no blood bank.',
  ],
  [
    'approval',
    { decision: 'rejected', why: 'wrong-group' },
    'Request 1a2b3c4d was rejected. 2 units B POS PRBC. Reason: wrong group.',
  ],
  [
    'approval',
    { decision: 'rejected', why: 'other' },
    'Request 1a2b3c4d was rejected. 2 units B POS PRBC. Why stands in Request Status.',
  ],
  [
    'approval',
    { decision: 'undone' },
    'Request 1a2b3c4d is pending again. The decision was undone, and it waits for another.',
  ],
  [
    'cancel',
    {},
    'Order 1a2b3c4d was cancelled. Please link no blood bank and no driver. The reason stands in its timeline.',
  ],
  [
    'refuse',
    {},
    `Order 1a2b3c4d was refused. Red Bank cannot supply it: ${blood} Please link another blood bank and a driver.`,
  ],
  ['reservation', {}, `Reservation 1a2b3c4d was approved. ${blood}`],
  ['driver', {}, 'Order 1a2b3c4d is yours to carry. To be delivered by 7:00 pm. Please open it.'],
  [
    'driver',
    { isChanged: true },
    'Order 1a2b3c4d has changed. You still carry it, and its blood comes from Red Bank now. Please open it.',
  ],
  ['driver', { bags: 'warm' }, 'Order 1a2b3c4d is stopped. Its bags may be too warm. Please open it.'],
  [
    'driver',
    { bags: 'decided' },
    'Order 1a2b3c4d: the office has decided. Please open it to see how to go on.',
  ],
  [
    'driver',
    { bags: 'recalled', numbers: ['RB-1'] },
    'Order 1a2b3c4d: do not hand over bag RB-1. It is called back and must not be given. Please call the office.',
  ],
  [
    'driver',
    { bags: 'halted', numbers: ['RB-1', 'RB-2'] },
    'Order 1a2b3c4d: do not hand over all its bags. Past the end, or the sample is in doubt: RB-1, RB-2. Please call the office.',
  ],
  ['driver-freed', {}, 'Order 1a2b3c4d is not yours any more. Please do not carry it.'],
  [
    'temperature',
    { bags: 'warm', temperature: 12 },
    'Order 1a2b3c4d: bags measured 12 °C. Outside the limits. Please open the order and say what happens.',
  ],
  [
    'temperature',
    { bags: 'warm', temperature: 12, reader: 'bank' },
    'Order 1a2b3c4d: bags measured 12 °C. Outside the limits. The driver may call you.',
  ],
  [
    'temperature',
    { bags: 'warm-late', temperature: 12 },
    'Order 1a2b3c4d: bags measured 12 °C. Outside the limits, told after the order had ended. Please see that these bags are not used.',
  ],
  [
    'temperature',
    { bags: 'taken-back' },
    'Order 1a2b3c4d: a temperature was taken back. Its driver took back the step that was outside the limits. If in doubt, call the driver.',
  ],
  [
    'temperature',
    { bags: 'decided', stop: 'return' },
    'Order 1a2b3c4d: decided about its bags. The provider says: Back to the bank.',
  ],
])('AMB-302 %s says %j in words for the bell', (kind, more, words) => {
  expect(say(kind, more)).toBe(words)
})

test('AMB-302 of no single order: many raises, and a camp', () => {
  expect(otherKinds.flood.say(20).words).toBe(
    'One account raised more than 20 requests within an hour. If this is not meant, please call the hospital.',
  )
  expect(sayGathered('raise', 3, now).title).toBe('3 more orders were raised')
  expect(sayGathered('raised', 1, now).title).toBe('1 more request waits for approval')
  const camp = { bank: 'Red Bank', category: '0-50', day: '2026-12-20' }
  expect(otherKinds['camp-asked'].say(camp).words).toBe('Red Bank: 0-50 units on 20 Dec 2026.')
})

test('AMB-302 every kind has a reader, and those for drivers alone are on no bell', () => {
  const heard = [head, bank, provider].flatMap(newsKindsOf)
  const forDrivers = Object.keys(messageKinds).filter((kind) => !heard.some((one) => one === kind))
  expect(forDrivers).toEqual(['driver', 'driver-freed'])
  expect(readerKey({ kind: 'place', id: 'firm' })).toBe('place firm')
})
