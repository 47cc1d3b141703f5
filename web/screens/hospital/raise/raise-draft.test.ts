import { expect, test } from 'vitest'
import type { OwnRequest, RequestDetail } from '#contract/requests.ts'
import { earlier, instantOf, minutes } from '#domain/basics/time.ts'
import { nothingMore } from '#domain/matching/needs.ts'
import { whyNotRaise } from '#domain/requests/raising.ts'
import { firstOf } from '../../../parts/form-errors.ts'
import {
  alreadyRaised,
  changed,
  draftOf,
  emptyFields,
  emptyForm,
  errorsFor,
  formAgain,
  formOf,
  isPastLastDay,
  isUntouched,
  mendedBy,
  pickupText,
  type RaiseForm,
  readyForm,
  screenOrder,
  splitOf,
  stillEmpty,
  withDeadlineFilled,
  withoutClosed,
} from './raise-draft.ts'

const now = instantOf('2026-11-15', '10:00')

const form: RaiseForm = {
  patientName: 'Lakshmi Narayanan',
  patientId: 'FH-118188',
  age: 58,
  sex: 'Female',
  bloodGroup: 'O-',
  component: 'PRBC',
  units: 2,
  reason: 'Emergency laparotomy',
  orderType: 'immediate',
  pickupDay: '2026-11-15',
  pickupTime: '11:40',
  deadlineDay: '2026-11-15',
  deadlineTime: '14:40',
  reservationHours: null,
  more: nothingMore,
}

test('RAISE-03 a whole form becomes a draft that nothing speaks against', () => {
  const draft = draftOf(form)
  const { pickupDay: _, pickupTime: __, deadlineDay: ___, deadlineTime: ____, ...same } = form
  expect(draft).toEqual({
    ...same,
    pickupAt: instantOf('2026-11-15', '11:40'),
    deadlineAt: instantOf('2026-11-15', '14:40'),
  })
  expect(whyNotRaise(draft, now)).toBeNull()
})

test('RAISE-03 a day without its time, or a time without its day, is no instant yet', () => {
  expect(draftOf({ ...form, pickupTime: '' }).pickupAt).toBeNull()
  expect(draftOf({ ...form, deadlineDay: null }).deadlineAt).toBeNull()
})

test('RAISE-10 only what the order type asks for is sent', () => {
  const reservation = { ...form, orderType: 'reservation' as const, reservationHours: 12 as const }
  expect(draftOf(reservation)).toMatchObject({ deadlineAt: null, reservationHours: 12 })
  expect(draftOf({ ...reservation, orderType: 'immediate' }).reservationHours).toBeNull()
})

test.each([
  ['10:00', '2026-11-16', '13:00'],
  ['20:59', '2026-11-16', '23:59'],
  ['21:00', '2026-11-17', '00:00'],
  ['22:30', '2026-11-17', '01:30'],
])('RAISE-13 RAISE-15 a pickup at %s fills the deadline in as %s %s', (pickupTime, day, time) => {
  const halfway = changed(emptyForm, { pickupDay: '2026-11-16' })
  expect(halfway.deadlineDay).toBeNull()
  expect(changed(halfway, { pickupTime })).toMatchObject({ deadlineDay: day, deadlineTime: time })
})

test('RAISE-13 each later change of the pickup fills it in anew; other changes leave it alone', () => {
  const own = changed(form, { deadlineTime: '18:00' })
  expect(changed(own, { reason: 'Fall' }).deadlineTime).toBe('18:00')
  expect(changed(own, { pickupTime: '12:00' }).deadlineTime).toBe('15:00')
})

test('RAISE-13 RAISE-17 a deadline that was filled in is no gap any more, nor is what was touched', () => {
  const open = { ...emptyForm, pickupDay: form.pickupDay }
  const part = { pickupTime: '11:40' }
  expect(mendedBy(open, changed(open, part), part)).toEqual(['pickupTime', 'deadlineDay', 'deadlineTime'])
  expect(mendedBy(form, changed(form, { reason: form.reason }), { reason: form.reason })).toEqual(['reason'])
})

test('RAISE-14 a deadline that is not whole is filled in again, a whole one is kept', () => {
  expect(withDeadlineFilled({ ...form, deadlineTime: '' })).toEqual(form)
  const own = { ...form, deadlineTime: '18:00' }
  expect(withDeadlineFilled(own)).toEqual(own)
  expect(withDeadlineFilled(emptyForm)).toEqual(emptyForm)
})

test('RAISE-33 chosen platelets are let go after 16:30', () => {
  const platelets = { ...form, component: 'SDP' as const }
  expect(withoutClosed(platelets, instantOf('2026-11-15', '16:30'))).toBe(platelets)
  expect(withoutClosed(platelets, instantOf('2026-11-15', '16:31')).component).toBeNull()
})

test('RAISE-08 a day that is over is let go at midnight, and its deadline with it', () => {
  const after = withoutClosed(form, instantOf('2026-11-16', '00:00'))
  expect(after).toMatchObject({ pickupDay: null, pickupTime: '11:40', deadlineDay: null })
  expect(withoutClosed(form, instantOf('2026-11-15', '23:59'))).toBe(form)
  const tomorrow = { ...form, pickupDay: '2026-11-16' }
  expect(withoutClosed(tomorrow, instantOf('2026-11-16', '00:00'))).toEqual({
    ...tomorrow,
    deadlineDay: null,
  })
})

test('RAISE-17 an incomplete form shows every gap, the first in the order of the screen', () => {
  const gaps = { ...form, reason: ' \t', age: null, bloodGroup: null }
  const errors = errorsFor({ code: 'form-incomplete', field: 'age', text: '' }, gaps)
  expect(Object.keys(errors)).toEqual(['age', 'bloodGroup', 'reason'])
  expect(firstOf(errors, screenOrder)).toBe('age')
})

test('RAISE-16 RAISE-17 with units that are no number every gap is marked too', () => {
  const objection = { code: 'units-not-a-number', field: 'units', text: 'Numbers only.' }
  const gaps = { ...form, units: null, reason: '', age: null }
  expect(errorsFor(objection, gaps)).toEqual({
    age: 'Please fill this in.',
    units: 'Numbers only.',
    reason: 'Please fill this in.',
  })
})

test.each([
  ['10:00', '2026-11-15'],
  ['23:22', '2026-11-15'],
  ['23:23', '2026-11-16'],
])('AMB-257 at %s the form is found immediate and for %s, and nobody has begun it', (time, day) => {
  const found = readyForm(instantOf('2026-11-15', time))
  expect(found).toEqual({ ...emptyForm, orderType: 'immediate', pickupDay: day })
  expect(isUntouched(found)).toBe(true)
  expect(
    [
      { age: 0 },
      { reason: 'x' },
      { orderType: 'reservation' as const },
      { more: { ...nothingMore, ward: '3' } },
    ].map((part) => isUntouched({ ...found, ...part })),
  ).toEqual([false, false, false, false])
  expect(isUntouched(emptyForm)).toBe(true)
})

test('AMB-257 what is still empty is named without the deadline, which follows from the pickup', () => {
  expect(stillEmpty({ ...form, units: null, pickupTime: '', deadlineDay: null, deadlineTime: '' })).toEqual([
    'units',
    'pickupTime',
  ])
  expect(stillEmpty({ ...form, orderType: 'reservation' })).toEqual(['reservationHours'])
})

test('AMB-297 raised again it is for the same patient, and at a time of its own', () => {
  const { pickupDay: _, pickupTime: __, deadlineDay: ___, deadlineTime: ____, ...asked } = form
  const before = { ...asked, id: '0a1b2c3d', pickupAt: now, deadlineAt: now } as unknown as RequestDetail
  const again = formAgain(before, now)
  expect(again).toEqual({ ...form, pickupTime: '', deadlineDay: null, deadlineTime: '' })
  expect(stillEmpty(again)).toEqual(['pickupTime'])
})

test.each([
  ['20:59', false],
  ['21:00', true],
])('RAISE-28 a pickup at %s of the last day has a deadline after it: %s', (pickupTime, isAfter) => {
  expect(isPastLastDay(changed(form, { pickupDay: '2026-11-22', pickupTime }), now)).toBe(isAfter)
})

test('RAISE-17 the gaps are those the rule objects to', () => {
  const all = Object.keys(emptyForm).filter((field) => field !== 'reservationHours' && field !== 'more')
  expect(emptyFields(emptyForm)).toEqual(all)
  for (const field of emptyFields({ ...emptyForm, units: 2 })) {
    const open = { ...form, [field]: emptyForm[field] }
    // an empty deadline is filled in
    const isRefused = !['deadlineDay', 'deadlineTime'].includes(field)
    expect([field, whyNotRaise(draftOf(open), now)?.code]).toEqual([
      field,
      isRefused ? 'form-incomplete' : undefined,
    ])
  }
  expect(emptyFields({ ...form, orderType: 'reservation', deadlineDay: null })).toEqual(['reservationHours'])
})

test.each([
  ['pickupAt', 'pickupTime'],
  ['deadlineAt', 'deadlineTime'],
  ['units', 'units'],
])('what is wrong with %s stands at %s', (field, shown) => {
  expect(errorsFor({ code: 'x', field, text: 'No.' }, form)).toEqual({ [shown]: 'No.' })
})

test('a refusal without a field of the form marks none', () => {
  expect(errorsFor({ code: 'x', text: 'No.' }, form)).toEqual({})
  expect(errorsFor({ code: 'x', field: 'toString', text: 'No.' }, form)).toEqual({})
})

test('RAISE-42 deliveries are shown for numbers that make sense only', () => {
  expect([1, 7].map((units) => splitOf({ ...form, units }))).toEqual([[1], [3, 3, 1]])
  expect(splitOf({ ...form, units: 30 })).toHaveLength(10)
  expect([null, 0, -4, 2.5, 31, 1e12].map((units) => splitOf({ ...form, units }))).toEqual(Array(6).fill([]))
})

test.each([
  ['the same patient and component 9 minutes ago', 9, {}, true],
  ['10 minutes ago', 10, {}, false],
  ['another component', 1, { component: 'FFP' }, false],
  ['another patient', 1, { patientId: 'FH-2' }, false],
  ['one that was rejected', 1, { status: 'hospital-admin-rejected' }, false],
  ['one that the bank refused', 1, { status: 'bloodbank-rejected' }, false],
  ['one that was cancelled', 1, { status: 'cancelled' }, false],
  ['the same ID in other letters', 1, { patientId: 'fh-118188' }, true],
] as const)('a second order is warned of: %s', (_, ago, change, isWarned) => {
  const request = {
    id: '0a1b2c3d',
    patientId: 'FH-118188',
    component: 'PRBC',
    status: 'pending',
    raisedAt: earlier(now, minutes(ago)),
    ...change,
  } as OwnRequest
  expect(alreadyRaised(form, [request], now)?.id).toBe(isWarned ? '0a1b2c3d' : undefined)
})

test('AMB-419 a second order is warned of however an ABHA number is written', () => {
  const raised = { patientId: '22-7225-4829-5255', component: 'PRBC', status: 'pending', raisedAt: now }
  const again = { ...form, patientId: '22722548295255' }
  expect(alreadyRaised(again, [raised as OwnRequest], now)).toBe(raised)
})

test.each([
  [{}, 'today, 11:40 am'],
  [{ pickupTime: '' }, 'today, time not chosen'],
  [{ pickupDay: '2026-11-16', pickupTime: '' }, 'Mon, 16 Nov, time not chosen'],
  [{ pickupDay: null }, 'day not chosen'],
  [{ pickupDay: null, pickupTime: '' }, 'day and time not chosen'],
])('AMB-257 the summary says of the pickup what is chosen: %o', (change, text) => {
  expect(pickupText({ ...form, ...change }, now)).toBe(text)
})

test('AMB-222 what is told beyond the form goes with it, again and amended, and is never missing', () => {
  const more = { ...nothingMore, ward: '3', needs: ['irradiated' as const] }
  const { pickupDay: _, pickupTime: __, deadlineDay: ___, deadlineTime: ____, ...asked } = { ...form, more }
  const before = { ...asked, pickupAt: now, deadlineAt: now } as unknown as RequestDetail
  expect([formAgain(before, now).more, formOf(before).more, draftOf(formOf(before)).more]).toEqual([
    more,
    more,
    more,
  ])
  expect(stillEmpty({ ...form, more: nothingMore })).toEqual([])
})
