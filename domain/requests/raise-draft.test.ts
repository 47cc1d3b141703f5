import fc from 'fast-check'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { sized } from '#testing/harness/size.ts'
import { instantOf } from '../basics/time.ts'
import { emptyDraft, RaiseDraft, raise, reservationHourChoices, whyNotRaise } from './raising.ts'

const now = instantOf('2026-11-15', '10:00')

test('RAISE-17 keys that are missing are empty fields', () => {
  expect(RaiseDraft.parse({})).toStrictEqual(emptyDraft)
})

test.each([
  ['RAISE-16', 'units', ['abc', '3', '', true, {}, [], Number.NaN, null]],
  ['RAISE-21', 'age', ['42', Number.POSITIVE_INFINITY, {}]],
  ['RAISE-04', 'sex', ['male', 'X', 1]],
  ['RAISE-05', 'bloodGroup', ['A POS', 'a+', 1]],
  ['RAISE-06', 'component', ['Plasma', 'prbc', 1]],
  ['RAISE-07', 'orderType', ['urgent', 1]],
  ['RAISE-09', 'reservationHours', [0, 5, 7, 54, 6.5, '6']],
] as const)('%s a wrong %s counts as empty', (_row, field, values) => {
  expect(values.map((value) => RaiseDraft.parse({ [field]: value })[field])).toEqual(values.map(() => null))
})

test.each(['patientName', 'patientId', 'reason'] as const)(
  'RAISE-17 a %s that is no text counts as empty',
  (field) => {
    expect([5, null, {}, ['x'], true].map((value) => RaiseDraft.parse({ [field]: value })[field])).toEqual(
      Array(5).fill(''),
    )
  },
)

test.each([
  ['patientName', 120],
  ['patientId', 60],
  ['reason', 500],
] as const)('RAISE-17 %s holds %i characters; one more is refused, not cut', (field, max) => {
  expect(RaiseDraft.parse({ [field]: ` ${'x'.repeat(max)} ` })[field]).toHaveLength(max)
  const refused = RaiseDraft.safeParse({ [field]: 'x'.repeat(max + 1) })
  expect(refused.error?.issues.map((issue) => issue.path)).toEqual([[field]])
})

test('RAISE-39 a key nobody asked for is refused, so no hospital can be smuggled in', () => {
  expect(RaiseDraft.safeParse({ hospitalId: 'noble' }).success).toBe(false)
  expect(RaiseDraft.safeParse({ status: 'completed' }).success).toBe(false)
})

test('RAISE-09 the hours are 6 to 48 in steps of 6', () => {
  expect(reservationHourChoices).toEqual([6, 12, 18, 24, 30, 36, 42, 48])
  expect(
    reservationHourChoices.map((hours) => RaiseDraft.parse({ reservationHours: hours }).reservationHours),
  ).toEqual(reservationHourChoices)
})

test.each([
  ['a Date', new Date('2026-11-15T06:30:00Z'), '2026-11-15T06:30:00.000Z'],
  ['UTC', '2026-11-15T06:30:00Z', '2026-11-15T06:30:00.000Z'],
  ['an offset', '2026-11-15T12:00:00+05:30', '2026-11-15T06:30:00.000Z'],
  ['what a Date becomes in JSON', '2026-11-15T06:30:00.000Z', '2026-11-15T06:30:00.000Z'],
])('RAISE-03 an instant may be written as %s', (_name, value, iso) => {
  const { pickupAt, deadlineAt } = RaiseDraft.parse({ pickupAt: value, deadlineAt: value })
  expect([pickupAt?.toISOString(), deadlineAt?.toISOString()]).toEqual([iso, iso])
})

test.each([
  null,
  0,
  1_800_000_000_000,
  '',
  'tomorrow',
  '2026-11-15',
  '2026-11-15T12:00:00',
  '2026-02-30T12:00:00Z',
  '2026-11-15T25:00:00Z',
  '0001-01-01T00:00:00Z',
  '9999-12-31T23:59:59Z',
  '+275760-09-13T00:00:00.000Z',
  new Date(Number.NaN),
  new Date(8.64e15),
])('RAISE-17 %j is no pickup time', (value) => {
  expect(RaiseDraft.parse({ pickupAt: value }).pickupAt).toBeNull()
})

test('RAISE-36 whatever JSON sends, the rule has an answer and what it lets through can be raised', () => {
  const instant = fc.oneof(
    fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
    fc.date({ min: now, max: new Date('2026-11-25'), noInvalidDate: true }).map((date) => date.toISOString()),
    fc.jsonValue(),
  )
  const either = <T>(right: readonly T[]) =>
    fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...right) }, fc.jsonValue())
  const anyBody = fc.record(
    {
      patientName: either(['Asha']),
      age: either([0, 42, 120]),
      patientId: either(['UH-1']),
      sex: either(['Male', 'Others']),
      bloodGroup: either(['A+', 'AB-']),
      component: either(['PRBC', 'SDP']),
      units: either([1, 2, 30]),
      orderType: either(['immediate', 'reservation']),
      pickupAt: instant,
      deadlineAt: fc.oneof(fc.constant(null), instant),
      reservationHours: either(reservationHourChoices),
      reason: either(['Surgery']),
    },
    { requiredKeys: ['patientName', 'age', 'patientId', 'units', 'orderType', 'pickupAt', 'reason'] },
  )
  let raised = 0
  fc.assert(
    fc.property(anyBody, (body) => {
      const parsed = RaiseDraft.safeParse(body)
      if (!parsed.success || whyNotRaise(parsed.data, now)) return
      raised += 1
      const request = raise(parsed.data, { id: '0123abcd', hospitalId: 'firm', now })
      expect(request.deadlineAt.getTime() - request.pickupAt.getTime()).toBeGreaterThanOrEqual(3 * 3_600_000)
      expect(request.pickupAt.getTime() - now.getTime()).toBeGreaterThanOrEqual(30 * 60_000)
    }),
    { numRuns: sized(1_000, 20_000) },
  )
  expect(raised, 'the bodies are not all nonsense').toBeGreaterThan(0)
})

test('RAISE-03 the draft can be described in the reference of the API, with no key obligatory', () => {
  const described = z.toJSONSchema(RaiseDraft, { io: 'input', unrepresentable: 'any' })
  expect(Object.keys(described.properties ?? {})).toEqual(Object.keys(emptyDraft))
  expect(described.required ?? []).toEqual([])
})
