import { describe, expect, test } from 'vitest'
import { hours, instantOf, later } from '../basics/time.ts'
import { nothingMore } from '../matching/needs.ts'
import { cancelReasonIn, placerOf, sentIn, whyNotPlaced, whyNotRead, whyNotSo } from './reading.ts'
import { ServiceRequestIn } from './shapes.ts'
import { extensions, moreExtensions, numbers, others, systems } from './systems.ts'

const now = instantOf('2026-11-16', '10:00')
const pickupAt = later(now, hours(2))
const deadlineAt = later(now, hours(5))

const code = (system: string, value: string) => ({ coding: [{ system, code: value }] })
const placer = { system: 'https://firm.example/orders', value: 'ORD-1' }
const patient = {
  resourceType: 'Patient',
  id: 'p',
  extension: [{ url: extensions.age, valueAge: { value: 42 } }],
  identifier: [{ system: 'https://firm.example/patients', value: 'FH-1' }],
  name: [{ text: 'Asha Rao' }],
  gender: 'female',
}

/** What nothing speaks against, changed. */
const sent = (change: object = {}): ServiceRequestIn =>
  ServiceRequestIn.parse({
    resourceType: 'ServiceRequest',
    identifier: [placer],
    status: 'active',
    intent: 'order',
    category: [code(systems.orderType, 'immediate')],
    code: code(systems.component, 'PRBC'),
    orderDetail: [code(systems.bloodGroup, 'A+')],
    quantityQuantity: { value: 2 },
    subject: { reference: '#p' },
    contained: [patient],
    occurrencePeriod: { start: pickupAt.toISOString(), end: deadlineAt.toISOString() },
    reasonCode: [{ text: 'Surgery' }],
    ...change,
  })
const ofPatient = (change: object) => sent({ contained: [{ ...patient, ...change }] })
const draftOf = (change: object) => sentIn(sent(change), now).draft

test('an order is read into the form, field by field', () => {
  expect(sentIn(sent(), now)).toEqual({
    draft: {
      ...{ patientName: 'Asha Rao', age: 42, patientId: 'FH-1', sex: 'Female' },
      ...{ bloodGroup: 'A+', component: 'PRBC', units: 2, orderType: 'immediate' },
      ...{ pickupAt, deadlineAt, reservationHours: null, reason: 'Surgery' },
    },
    more: nothingMore,
    placer,
  })
})

test('what is not said is empty in the form, and refused there', () => {
  const bare = ServiceRequestIn.parse({
    ...{ resourceType: 'ServiceRequest', status: 'draft', intent: 'order' },
    subject: { identifier: { value: 'FH-2' } },
  })
  expect(whyNotRead(bare)).toBeNull()
  expect(sentIn(bare, now)).toEqual({
    draft: {
      ...{ patientName: '', age: null, patientId: 'FH-2', sex: null },
      ...{ bloodGroup: null, component: null, units: null, orderType: null },
      ...{ pickupAt: null, deadlineAt: null, reservationHours: null, reason: '' },
    },
    more: nothingMore,
    placer: null,
  })
})

const placed = code(others.identifierType, 'PLAC')
const filled = code(others.identifierType, 'FILL')
test.each<[string, object[] | undefined, unknown]>([
  ['none', undefined, null],
  ['ours alone', [{ system: numbers.request, value: '0123abcd' }], null],
  ['no system', [{ value: 'ORD-1' }], null],
  ['a blank system', [{ system: ' ', value: 'ORD-1' }], null],
  ['a blank value', [{ system: placer.system, value: ' ' }], null],
  ['no value', [{ system: placer.system }], null],
  ['the first that is not ours', [{ system: numbers.request, value: 'x' }, placer], placer],
  ['the first of two', [placer, { system: 'urn:other', value: '2' }], placer],
  [
    'what is said to be it',
    [
      { system: 'urn:other', value: '2' },
      { ...placer, type: placed },
    ],
    placer,
  ],
  [
    'said to be it by another system of types',
    [placer, { system: 'urn:other', value: '2', type: code('urn:types', 'PLAC') }],
    placer,
  ],
  ['another type', [placer, { system: 'urn:other', value: '2', type: filled }], placer],
  ['with room around it', [{ system: ` ${placer.system} `, value: ' ORD-1 ' }], placer],
])('AMB-328 their own number: %s', (_, identifier, expected) => {
  expect(placerOf(sent({ identifier }))).toEqual(expected)
  expect(whyNotPlaced(sent({ identifier }))?.code ?? null).toBe(expected ? null : 'no-placer-identifier')
})

test.each([
  ['draft', null],
  ['active', null],
  ['revoked', 'status-not-taken'],
  ['completed', 'status-not-taken'],
  ['on-hold', 'status-not-taken'],
] as const)('raised and amended is as draft or active: %s', (status, refusal) => {
  expect(whyNotSo({ status })?.code ?? null).toBe(refusal)
})

const at = (code: string, field?: string, values?: object) => ({
  ...{ code, ...(field === undefined ? {} : { field }), ...(values === undefined ? {} : { values }) },
})
const birth = 'ServiceRequest.contained.ofType(Patient).birthDate'
const detail = code(systems.bloodGroup, 'A+')

describe('AMB-326 what cannot be read is refused at its place', () => {
  const long = (length: number) => 'x'.repeat(length)
  test.each<[string, object, object | null]>([
    ['a system of 200', { identifier: [{ ...placer, system: long(200) }] }, null],
    ['a system of 201', { identifier: [{ ...placer, system: long(201) }] }, at('placer-too-long')],
    ['a number of 100', { identifier: [{ ...placer, value: long(100) }] }, null],
    ['a number of 101', { identifier: [{ ...placer, value: long(101) }] }, at('placer-too-long')],
    ['a blank in a system', { identifier: [{ ...placer, system: 'urn:a b' }] }, at('placer-system')],
    ['two patients', { contained: [patient, { ...patient, id: 'q' }] }, at('several-patients')],
    ['no patient', { contained: [], subject: {} }, at('patient-not-here')],
    ['a patient and no word of it', { subject: {} }, null],
    ['an identifier alone', { contained: [], subject: { identifier: { value: 'FH-1' } } }, null],
    ['a patient elsewhere', { subject: { reference: 'Patient/1' } }, at('patient-not-here')],
    ['a patient that is not inside', { contained: [] }, at('patient-not-here')],
    [
      'a patient inside without an id',
      { contained: [{ ...patient, id: undefined }], subject: { reference: '#undefined' } },
      at('patient-not-here'),
    ],
    ['another inside', { subject: { reference: '#q' } }, at('patient-not-here')],
    ['a start on the wall', times('2026-11-16T10:30:00'), at('not-an-instant', period('start'))],
    ['an end on a day', times(undefined, '2026-11-16'), at('not-an-instant', period('end'))],
    ['no 30 February', times('2026-02-30T10:00:00Z'), at('not-an-instant', period('start'))],
    ['no 25 o’clock', times('2026-02-03T25:00:00Z'), at('not-an-instant', period('start'))],
    ['a zone', times('2026-11-16T10:30:00.5+05:30', '2026-11-16T10:30Z'), null],
    ['something behind it', times('2026-11-16T10:30:00Z x'), at('not-an-instant', period('start'))],
    ['something before it', times('x 2026-11-16T10:30:00Z'), at('not-an-instant', period('start'))],
  ])('%s', (_, change, refusal) => {
    expect(whyNotRead(sent(change))).toEqual(refusal)
  })

  test.each<[string, boolean]>([
    ['1984', true],
    ['1984-05', true],
    ['1984-05-27', true],
    ['1984-02-29', true],
    ['1983-02-29', false],
    ['1984-13', false],
    ['27-05-1984', false],
    ['1984-05-27x', false],
    ['1984-05-27-01', false],
    ['x1984-05-27', false],
  ])('a day of birth %s: %s', (birthDate, isTaken) => {
    expect(whyNotRead(ofPatient({ birthDate }))).toEqual(isTaken ? null : at('not-a-day', birth))
  })

  const [component, group] = [systems.component, systems.bloodGroup]
  test.each<[string, object, object | null]>([
    ['a category of theirs', { category: [code('urn:x', 'y')] }, null],
    [
      'an unknown type of order',
      { category: [code('urn:x', 'y'), code(systems.orderType, 'never')] },
      at('unknown-code', 'ServiceRequest.category[1]', { system: systems.orderType, code: 'never' }),
    ],
    [
      'a code of theirs',
      { code: code('urn:x', 'y') },
      at('unknown-system', 'ServiceRequest.code', { system: component }),
    ],
    [
      'words alone',
      { code: { text: 'PRBC' } },
      at('unknown-system', 'ServiceRequest.code', { system: component }),
    ],
    [
      'theirs beside ours',
      {
        code: {
          coding: [
            { system: 'urn:x', code: 'y' },
            { system: component, code: 'FFP' },
          ],
        },
      },
      null,
    ],
    [
      'no code at all',
      { code: { coding: [{ system: component }] } },
      at('unknown-code', 'ServiceRequest.code', { system: component, code: 'Nothing' }),
    ],
    [
      'a very long code',
      { code: code(component, 'y'.repeat(61)) },
      at('unknown-code', 'ServiceRequest.code', { system: component, code: 'y'.repeat(60) }),
    ],
    [
      'a detail of theirs',
      { orderDetail: [detail, code('urn:x', 'y')] },
      at('unknown-system', 'ServiceRequest.orderDetail[1]', { system: group }),
    ],
    [
      'two groups',
      { orderDetail: [detail, code(group, 'O+')] },
      at('several-codes', 'ServiceRequest.orderDetail', { system: group }),
    ],
    ['one group twice', { orderDetail: [detail, detail] }, null],
    [
      'two components in one',
      {
        code: {
          coding: [
            { system: component, code: 'FFP' },
            { system: component, code: 'PRBC' },
          ],
        },
      },
      at('several-codes', 'ServiceRequest.code', { system: component }),
    ],
    [
      'two needs',
      { orderDetail: [detail, code(systems.need, 'washed'), code(systems.need, 'irradiated')] },
      null,
    ],
    [
      'an unknown need',
      { orderDetail: [detail, code(systems.need, 'warm')] },
      at('unknown-code', 'ServiceRequest.orderDetail[1]', { system: systems.need, code: 'warm' }),
    ],
  ])('codes: %s', (_, change, refusal) => {
    expect(whyNotRead(sent(change))).toEqual(refusal)
  })

  const told = (field: keyof typeof moreExtensions, valueString: string) => ({
    extension: [{ url: moreExtensions[field], valueString }],
  })
  test.each<[string, object, object | null]>([
    ['a name of 120', { contained: [{ ...patient, name: [{ text: long(120) }] }] }, null],
    [
      'a name of 121',
      { contained: [{ ...patient, name: [{ text: long(121) }] }] },
      at('too-long', 'patientName', { most: 120 }),
    ],
    ['a ward of 60', told('ward', long(60)), null],
    [
      'a ward of 61',
      told('ward', long(61)),
      at('too-long', `ServiceRequest.extension('${moreExtensions.ward}').value`, { most: 60 }),
    ],
  ])('never cut: %s', (_, change, refusal) => {
    expect(whyNotRead(sent(change))).toEqual(refusal)
  })
})

function times(start?: string, end?: string) {
  return { occurrencePeriod: { start, end } }
}
function period(which: 'start' | 'end'): string {
  return `ServiceRequest.occurrencePeriod.${which}`
}

describe('a reservation', () => {
  const reserved = { category: [code(systems.orderType, 'reservation')] }
  const until = (ms: number) => ({
    ...reserved,
    occurrencePeriod: { start: pickupAt.toISOString(), end: later(pickupAt, ms).toISOString() },
  })
  test.each([
    [hours(6), 6],
    [hours(48), 48],
    [hours(6) + 1, null],
    [hours(7), null],
    [-hours(6), null],
  ])('of %d ms is for %s hours, and its end follows from them', (ms, reservationHours) => {
    expect(draftOf(until(ms))).toMatchObject({
      orderType: 'reservation',
      reservationHours,
      deadlineAt: null,
      pickupAt,
    })
  })
  test('without an end or a beginning it is for no hours', () => {
    expect(draftOf({ ...reserved, ...times(pickupAt.toISOString()) }).reservationHours).toBeNull()
    expect(
      draftOf({ ...reserved, ...times(undefined, deadlineAt.toISOString()) }).reservationHours,
    ).toBeNull()
  })
  test('what is ordered at once is for no hours, however long it is', () => {
    const six = { ...times(pickupAt.toISOString(), later(pickupAt, hours(6)).toISOString()) }
    expect(draftOf(six)).toMatchObject({ reservationHours: null, deadlineAt: later(pickupAt, hours(6)) })
  })
})

test('AMB-222 what is told the bank beyond the form', () => {
  const said = {
    needsNote: 'slowly',
    ward: 'ICU',
    bed: '4',
    doctor: 'Dr. Rao',
    diagnosis: 'anaemia',
  } as const
  const extension = [
    ...Object.entries(said).map(([field, valueString]) => ({
      url: moreExtensions[field as keyof typeof said],
      valueString,
    })),
    { url: moreExtensions.transfusedBefore, valueCode: 'yes' },
  ]
  const orderDetail = [detail, code(systems.need, 'washed'), code(systems.need, 'leucoreduced')]
  expect(sentIn(sent({ extension, orderDetail }), now).more).toEqual({
    ...said,
    needs: ['leucoreduced', 'washed'],
    transfusedBefore: 'yes',
  })
  const one = [{ url: moreExtensions.transfusedBefore, valueCode: 'no' }]
  expect(sentIn(sent({ extension: one }), now).more.transfusedBefore).toBe('no')
})

const [note, before] = [moreExtensions.needsNote, moreExtensions.transfusedBefore]

test.each<[object[], string | null, string?]>([
  [[{ url: note, valueString: 'slowly' }], null],
  [[{ url: note, valueMarkdown: 'slowly' }], 'extension-value', '[0]'],
  [
    [{ url: 'urn:other' }, { url: note.replace('needs', 'need'), valueString: 'x' }],
    'unknown-extension',
    '[1]',
  ],
  [[{ url: extensions.age, valueAge: { value: 3 } }], 'unknown-extension', '[0]'],
  [[{ url: before, valueCode: 'maybe' }], 'extension-value', '[0]'],
  [[{ url: before, valueBoolean: true }], 'extension-value', '[0]'],
  [
    [
      { url: before, valueCode: 'yes' },
      { url: before, valueCode: 'no' },
    ],
    'several-extensions',
    '[0]',
  ],
  [[{ url: extensions.bombay, valueCode: 'Oh+' }], null],
  [[{ url: 'urn:other', valueBoolean: true }], null],
])('AMB-413 extensions %j of an order: %s', (extension, code, at) => {
  const refusal = whyNotRead(sent({ extension }))
  expect(refusal?.code ?? null).toBe(code)
  if (code) expect(refusal?.field).toBe(`ServiceRequest.extension${at}`)
})

test.each<[object, string | null]>([
  [{ url: extensions.age, valueAge: { value: 3 } }, null],
  [{ url: extensions.age, valueInteger: 3 }, 'extension-value'],
  [{ url: extensions.gender, valueCode: 'woman' }, 'extension-value'],
  [{ url: `${extensions.age}s`, valueAge: { value: 3 } }, 'unknown-extension'],
])('AMB-413 the extension %j of a patient: %s', (one, code) => {
  const subject = { identifier: { system: 'urn:his', value: 'UH-1' }, extension: [one] }
  const refusal = whyNotRead(sent({ subject, contained: undefined }))
  expect([refusal?.code ?? null, refusal?.field]).toEqual([
    code,
    code === null ? undefined : 'ServiceRequest.subject.extension[0]',
  ])
})

test.each<[object[], string]>([
  [[{ text: 'Surgery' }, { text: 'Anaemia' }], 'Surgery; Anaemia'],
  [[{ coding: [{ code: 'D64', display: 'Anaemia' }] }], 'Anaemia'],
  [[{ coding: [{ code: 'D64' }] }], 'D64'],
  [[{ text: 'Surgery', coding: [{ code: 'D64' }] }], 'Surgery'],
  [[{}, { text: 'Surgery' }], 'Surgery'],
])('the reason of %j is %s', (reasonCode, reason) => {
  expect(draftOf({ reasonCode }).reason).toBe(reason)
})

test.each<[object | undefined, string]>([
  [undefined, ''],
  [{ valueString: 'Went home' }, 'Went home'],
  [{ valueCodeableConcept: { text: 'Went home' } }, 'Went home'],
  [{ valueCodeableConcept: { coding: [{ display: 'Went home' }] }, valueString: 'x' }, 'Went home'],
  [{}, ''],
])('why it is withdrawn: %j', (said, reason) => {
  const extension = said && [
    { url: 'urn:other', valueString: 'other' },
    { url: extensions.statusReason, ...said },
  ]
  expect(cancelReasonIn(sent({ extension }))).toBe(reason)
})
