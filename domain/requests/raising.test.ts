import { describe, expect, test } from 'vitest'
import { rightDraft } from '#testing/makers/rules.ts'
import { days, hours, instantOf, later } from '../basics/time.ts'
import {
  clampAge,
  componentsOffered,
  deadlineDayChoices,
  emptyDraft,
  pickupDayChoices,
  type RaiseDraft,
  raise,
  reservationHourChoices,
  sdpOffered,
  whyNotRaise,
  withDeadline,
} from './raising.ts'
import { BloodRequest, noHands } from './request.ts'

const today = '2026-11-15'
const at = (time: string, ahead = 0) => later(instantOf(today, time), days(ahead))
const now = at('10:00')

const draft = rightDraft
const reservation: RaiseDraft = { ...draft, orderType: 'reservation', deadlineAt: null, reservationHours: 12 }
const ask = (change: Partial<RaiseDraft>, when = now) => whyNotRaise({ ...draft, ...change }, when)

test('RAISE-36 nothing speaks against a right draft of either order type', () => {
  expect(whyNotRaise(draft, now)).toBeNull()
  expect(whyNotRaise(reservation, now)).toBeNull()
})

describe('units', () => {
  test.each([
    ['RAISE-16', 'empty', null, 'units-not-a-number'],
    ['RAISE-16', 'not a number', Number.NaN, 'units-not-a-number'],
    ['RAISE-16', 'without end', Number.POSITIVE_INFINITY, 'units-not-a-number'],
    ['RAISE-20', '2.5', 2.5, 'units-not-a-number'],
    ['RAISE-18', '0', 0, 'no-units'],
    ['RAISE-18', '-2', -2, 'no-units'],
    ['RAISE-19', '31', 31, 'too-many-units'],
  ])('%s units that are %s are refused', (_row, _name, units, code) => {
    expect(ask({ units })).toEqual({ code, field: 'units' })
  })

  test.each([1, 3, 4, 30])('RAISE-19 %i units are accepted', (units) => {
    expect(ask({ units })).toBeNull()
  })
})

describe('every field filled', () => {
  test.each([
    ['patientName', ''],
    ['patientName', ' \t '],
    ['age', null],
    ['patientId', ''],
    ['patientId', '\u0000'],
    ['sex', null],
    ['bloodGroup', null],
    ['component', null],
    ['orderType', null],
    ['pickupAt', null],
    ['pickupAt', new Date(Number.NaN)],
    ['reason', '  '],
  ] as const)('RAISE-17 %s left at %j is refused', (field, value) => {
    expect(ask({ [field]: value })).toEqual({ code: 'form-incomplete', field })
    expect(whyNotRaise({ ...reservation, [field]: value }, now)).toEqual({ code: 'form-incomplete', field })
  })

  test('RAISE-17 a reservation needs its hours, an immediate order does not', () => {
    expect(whyNotRaise({ ...reservation, reservationHours: null }, now)).toEqual({
      code: 'form-incomplete',
      field: 'reservationHours',
    })
    expect(ask({ reservationHours: null })).toBeNull()
  })

  test('RAISE-17 a deadline that is no time is refused', () => {
    expect(ask({ deadlineAt: new Date(Number.NaN) })).toEqual({
      code: 'form-incomplete',
      field: 'deadlineAt',
    })
  })

  test('RAISE-17 a reservation without hours is not saved by a deadline', () => {
    const change = { reservationHours: null, deadlineAt: at('20:00') }
    expect(whyNotRaise({ ...reservation, ...change }, now)?.field).toBe('reservationHours')
  })

  test('RAISE-17 the first missing field of the form is the one named', () => {
    const order = [
      'patientName',
      'age',
      'patientId',
      'sex',
      'bloodGroup',
      'component',
      'orderType',
      'pickupAt',
      'reason',
    ]
    let filling: RaiseDraft = { ...emptyDraft, units: 1 }
    const named = order.map((field) => {
      const refusal = whyNotRaise(filling, now)
      filling = { ...filling, [field]: draft[field as keyof RaiseDraft] }
      return refusal?.field
    })
    expect(named).toEqual(order)
    expect(whyNotRaise(filling, now)).toBeNull()
  })
})

describe('age', () => {
  test.each([-1, 121, 41.5, Number.NaN])('RAISE-21 %d years are refused', (age) => {
    expect(ask({ age })).toEqual({ code: 'invalid-age', field: 'age' })
  })

  test.each([0, 120])('RAISE-21 %i years are accepted', (age) => {
    expect(ask({ age })).toBeNull()
  })

  test.each([
    [130, 120],
    [121, 120],
    [120, 120],
    [42, 42],
    [0, 0],
    [-5, 0],
  ])('RAISE-22 leaving the field turns %i into %i', (typed, age) => {
    expect(clampAge(typed)).toBe(age)
  })
})

describe('pickup', () => {
  const fifteen = at('15:00')

  test.each([
    ['RAISE-23', 'an hour ago', at('14:00'), 'pickup-passed'],
    ['RAISE-23', 'a second ago', later(fifteen, -1000), 'pickup-passed'],
    ['RAISE-25', 'now', fifteen, 'pickup-too-soon'],
    ['RAISE-26', '10 minutes away', at('15:10'), 'pickup-too-soon'],
    ['RAISE-25', '29 minutes away', at('15:29'), 'pickup-too-soon'],
    ['RAISE-28', 'at 21:00 of day 7', at('21:00', 7), 'pickup-too-late'],
    ['RAISE-29', 'at midnight of day 8', at('00:00', 8), 'pickup-too-late'],
    ['RAISE-29', 'on day 8 at this hour', at('15:00', 8), 'pickup-too-late'],
    ['RAISE-29', 'years away', at('15:00', 4000), 'pickup-too-late'],
  ])('%s a pickup %s is refused, for both order types', (_row, _name, pickupAt, code) => {
    expect(ask({ pickupAt, deadlineAt: null }, fifteen)).toEqual({ code, field: 'pickupAt' })
    expect(whyNotRaise({ ...reservation, pickupAt }, fifteen)).toEqual({ code, field: 'pickupAt' })
  })

  test.each([
    ['RAISE-25', '30 minutes away', at('15:30')],
    ['RAISE-26', '31 minutes away', at('15:31')],
    ['RAISE-28', 'at 20:59 of day 7', at('20:59', 7)],
    ['RAISE-28', 'at 23:30 of day 6', at('23:30', 6)],
  ])('%s a pickup %s is accepted, for both order types', (_row, _name, pickupAt) => {
    expect(ask({ pickupAt, deadlineAt: null }, fifteen)).toBeNull()
    expect(whyNotRaise({ ...reservation, pickupAt }, fifteen)).toBeNull()
  })

  test('RAISE-25 the seconds of now do not count: at 10:00:40 half past ten is 30 minutes ahead', () => {
    const late = later(now, 40_000)
    expect(ask({ pickupAt: at('10:30'), deadlineAt: null }, late)).toBeNull()
    expect(ask({ pickupAt: at('10:29'), deadlineAt: null }, late)?.code).toBe('pickup-too-soon')
  })

  test('RAISE-28 day 7 is a day of the calendar in India: late in the evening it is still open', () => {
    expect(ask({ pickupAt: at('20:59', 7), deadlineAt: null }, at('23:59'))).toBeNull()
    expect(ask({ pickupAt: at('20:59', 7), deadlineAt: null }, at('00:00'))).toBeNull()
    expect(ask({ pickupAt: at('00:00', 8), deadlineAt: null }, at('23:59'))?.code).toBe('pickup-too-late')
  })
})

describe('deadline', () => {
  test('RAISE-24 an immediate deadline in the past is refused', () => {
    const fifteen = at('15:00')
    const change = { pickupAt: at('16:00'), deadlineAt: at('14:00') }
    expect(ask(change, fifteen)).toEqual({ code: 'deadline-passed', field: 'deadlineAt' })
    expect(ask({ ...change, deadlineAt: fifteen }, fifteen)?.code).toBe('deadline-too-soon')
  })

  test('RAISE-27 an immediate deadline is at least 3 hours after the pickup', () => {
    expect(ask({ deadlineAt: at('14:59') })).toEqual({ code: 'deadline-too-soon', field: 'deadlineAt' })
    expect(ask({ deadlineAt: at('15:00') })).toBeNull()
  })

  test('RAISE-11 an immediate deadline lies on day 7 at the latest', () => {
    expect(ask({ deadlineAt: at('23:59', 7) })).toBeNull()
    expect(ask({ deadlineAt: at('00:00', 8) })).toEqual({ code: 'deadline-too-late', field: 'deadlineAt' })
  })

  test.each([
    ['RAISE-13', '10:00', 1, at('13:00', 1)],
    ['RAISE-15', '20:59', 1, at('23:59', 1)],
    ['RAISE-15', '21:00', 1, at('00:00', 2)],
    ['RAISE-15', '22:30', 1, at('01:30', 2)],
  ])('%s an immediate pickup at %s of day %i fills the deadline', (_row, time, day, deadlineAt) => {
    const open = { ...draft, pickupAt: at(time, day), deadlineAt: null }
    expect(withDeadline(open)).toEqual({ ...open, deadlineAt })
  })

  test('RAISE-14 an absent deadline is filled before it is asked about and stored', () => {
    expect(ask({ deadlineAt: null })).toBeNull()
    const request = raise({ ...draft, deadlineAt: null }, { id: '0123abcd', hospitalId: 'firm', now })
    expect(request.deadlineAt).toEqual(at('15:00'))
  })

  test('RAISE-13 a deadline that was chosen stays', () => {
    const chosen = { ...draft, deadlineAt: at('18:00') }
    expect(withDeadline(chosen)).toEqual(chosen)
  })

  test.each(reservationHourChoices)(
    'RAISE-12 a reservation of %i hours ends that long after the pickup',
    (chosen) => {
      const filled = withDeadline({ ...reservation, reservationHours: chosen, deadlineAt: at('12:01') })
      expect(filled.deadlineAt).toEqual(later(at('12:00'), hours(chosen)))
      expect(whyNotRaise({ ...reservation, reservationHours: chosen }, now)).toBeNull()
    },
  )

  test('RAISE-12 a reservation may end after day 7', () => {
    expect(whyNotRaise({ ...reservation, pickupAt: at('20:59', 7), reservationHours: 48 }, now)).toBeNull()
  })

  test.each([
    ['no pickup', { pickupAt: null, deadlineAt: null }],
    ['no order type', { orderType: null, deadlineAt: null }],
    ['a reservation without hours', { orderType: 'reservation', deadlineAt: null }],
  ] as const)('RAISE-13 with %s nothing is filled in', (_name, change) => {
    const open = { ...draft, ...change }
    expect(withDeadline(open)).toEqual(open)
  })
})

describe('single donor platelets', () => {
  test.each([
    ['07:59', false],
    ['08:00', true],
    ['16:30', true],
    ['16:31', false],
    ['00:00', false],
    ['20:00', false],
  ])('RAISE-33 at %s they are offered: %s', (time, offered) => {
    expect(sdpOffered(at(time))).toBe(offered)
    expect(componentsOffered(at(time))).toEqual(['PRBC', 'FFP', 'RDP', ...(offered ? ['SDP'] : [])])
    const change: Partial<RaiseDraft> = { component: 'SDP', pickupAt: at('12:00', 1), deadlineAt: null }
    expect(ask(change, at(time))).toEqual(offered ? null : { code: 'sdp-closed', field: 'component' })
  })

  test('RAISE-33 the whole minute of 16:30 belongs to the hours', () => {
    expect(sdpOffered(later(at('16:30'), 59_999))).toBe(true)
  })

  test('RAISE-34 the hour of the pickup does not matter, and other components have no hours', () => {
    expect(ask({ component: 'SDP', pickupAt: at('20:00'), deadlineAt: null })).toBeNull()
    for (const component of ['PRBC', 'FFP', 'RDP'] as const) {
      expect(ask({ component, pickupAt: at('12:00', 1), deadlineAt: null }, at('20:00'))).toBeNull()
    }
  })
})

test('RAISE-36 RAISE-34 of many wrongs the first of the list is told', () => {
  const evening = at('20:00')
  const early = at('19:00')
  const fixes: [string, Partial<RaiseDraft>][] = [
    ['units-not-a-number', { units: 0 }],
    ['form-incomplete', { reason: 'Surgery' }],
    ['no-units', { units: 31 }],
    ['too-many-units', { units: 3 }],
    ['invalid-age', { age: 42 }],
    ['pickup-passed', { pickupAt: at('20:29') }],
    ['deadline-passed', { deadlineAt: at('20:30') }],
    ['pickup-too-soon', { pickupAt: at('21:00', 7) }],
    ['deadline-too-soon', { deadlineAt: at('00:00', 8) }],
    ['pickup-too-late', { pickupAt: at('20:59', 7) }],
    ['deadline-too-late', { deadlineAt: at('23:59', 7) }],
    ['sdp-closed', { component: 'PRBC' }],
  ]
  let wrong: RaiseDraft = {
    ...draft,
    units: null,
    age: 121,
    reason: '',
    pickupAt: early,
    deadlineAt: early,
    component: 'SDP',
  }
  const told = fixes.map(([, fix]) => {
    const code = whyNotRaise(wrong, evening)?.code
    wrong = { ...wrong, ...fix }
    return code
  })
  expect(told).toEqual(fixes.map(([code]) => code))
  expect(whyNotRaise(wrong, evening)).toBeNull()
})

describe('the days to choose from', () => {
  test('RAISE-08 a pickup is offered today and on the seven days after it', () => {
    expect(pickupDayChoices(now)).toEqual([
      { value: '2026-11-15', label: 'Today, 15 Nov' },
      { value: '2026-11-16', label: 'Tomorrow, 16 Nov' },
      { value: '2026-11-17', label: 'Tue, 17 Nov' },
      { value: '2026-11-18', label: 'Wed, 18 Nov' },
      { value: '2026-11-19', label: 'Thu, 19 Nov' },
      { value: '2026-11-20', label: 'Fri, 20 Nov' },
      { value: '2026-11-21', label: 'Sat, 21 Nov' },
      { value: '2026-11-22', label: 'Sun, 22 Nov' },
    ])
  })

  test('RAISE-08 today is India’s, also while it is still yesterday in UTC', () => {
    expect(pickupDayChoices(at('00:10'))[0]?.value).toBe('2026-11-15')
    expect(pickupDayChoices(at('23:59'))[7]?.value).toBe('2026-11-22')
  })

  test('RAISE-11 a deadline is offered from the pickup’s day to day 7', () => {
    const values = (pickupDay: string | null) => deadlineDayChoices(now, pickupDay).map(({ value }) => value)
    expect(values('2026-11-18')).toEqual([
      '2026-11-18',
      '2026-11-19',
      '2026-11-20',
      '2026-11-21',
      '2026-11-22',
    ])
    expect(values('2026-11-22')).toEqual(['2026-11-22'])
    expect(values('2026-11-15')).toHaveLength(8)
    expect(values(null)).toHaveLength(8)
  })
})

describe('the new request', () => {
  test('RAISE-38 RAISE-39 RAISE-40 it is pending, of that hospital, with the first values', () => {
    const request = raise(draft, { id: '0123abcd', hospitalId: 'firm', now })
    const { reservationHours: _, ...asked } = draft
    expect(request).toStrictEqual({
      ...asked,
      id: '0123abcd',
      hospitalId: 'firm',
      status: 'pending',
      deliveryStatus: '-',
      bankId: null,
      driverEmail: null,
      note: '-',
      raisedAt: now,
      updatedAt: now,
      approvedAt: null,
      deliveredAt: null,
      isLate: false,
      deliveryTemperature: null,
      linkedAt: null,
      firstCompletedAt: null,
      expired: false,
      invoiceKind: 'NORMAL',
      hospitalInvoicePath: null,
      bankInvoicePath: null,
      refusedBy: [],
      ...noHands,
      regeneratingUntil: null,
      version: 1,
    })
    expect(BloodRequest.parse(request)).toEqual(request)
  })

  test('RAISE-12 a reservation is stored with pickup plus hours as its deadline', () => {
    const request = raise(reservation, { id: '0123abcd', hospitalId: 'firm', now })
    expect(request.deadlineAt).toEqual(at('00:00', 1))
    expect(request).not.toHaveProperty('reservationHours')
  })

  test.each(['age', 'units', 'pickupAt', 'reason'] as const)(
    'RAISE-17 without %s there is no request',
    (field) => {
      const open = { ...draft, [field]: emptyDraft[field] }
      expect(() => raise(open, { id: '0123abcd', hospitalId: 'firm', now })).toThrow(field)
    },
  )
})
