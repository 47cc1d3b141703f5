import { describe, expect, test } from 'vitest'
import { ServiceRequestIn } from './shapes.ts'

const plain = { resourceType: 'ServiceRequest', status: 'active', intent: 'order', subject: {} }
const isTaken = (change: object): boolean => ServiceRequestIn.safeParse({ ...plain, ...change }).success
const ofPatient = (change: object) => ({ contained: [{ resourceType: 'Patient', ...change }] })

describe('AMB-326 what R4 knows is taken, though nobody here reads it', () => {
  test.each([
    ...['id', 'text', 'meta', 'language', '_language', 'instantiatesCanonical', 'instantiatesUri', 'basedOn'],
    ...['requisition', 'priority', '_priority', 'encounter', 'authoredOn', '_authoredOn', 'requester'],
    ...['performerType', 'performer', 'locationCode', 'locationReference', 'reasonReference', 'insurance'],
    ...['supportingInfo', 'specimen', 'bodySite', 'note', 'patientInstruction', '_patientInstruction'],
    'relevantHistory',
  ])('%s of an order', (name) => {
    expect(isTaken({ [name]: 'x' })).toBe(true)
  })

  test.each([
    ...['meta', 'text', 'language', '_language', 'telecom', 'address', 'maritalStatus', 'photo', 'contact'],
    ...['communication', 'generalPractitioner', 'managingOrganization', 'multipleBirthBoolean'],
    'multipleBirthInteger',
  ])('%s of a patient', (name) => {
    expect(isTaken(ofPatient({ [name]: 'x' }))).toBe(true)
  })

  test.each<[string, object]>([
    [
      'a coding',
      { code: { coding: [{ id: 'a', extension: [], version: '1', userSelected: true, _version: {} }] } },
    ],
    ['a concept', { code: { id: 'a', extension: [] } }],
    [
      'an identifier',
      { identifier: [{ id: 'a', extension: [], use: 'official', period: {}, assigner: {} }] },
    ],
    ['a name', ofPatient({ name: [{ id: 'a', extension: [], prefix: [], suffix: [], period: {} }] })],
    ['a subject', { subject: { id: 'a', type: 'Patient', _type: {} } }],
    ['a period', { occurrencePeriod: { id: 'a', extension: [] } }],
    ['an amount', { quantityQuantity: { id: 'a', extension: [] } }],
    [
      'an age',
      ofPatient({
        extension: [{ url: 'u', valueAge: { id: 'a', unit: 'a', system: 's', code: 'a', _unit: {} } }],
      }),
    ],
    ['an extension of others', { extension: [{ url: 'urn:x', valueInteger: 1 }] }],
  ])('of %s', (_, change) => {
    expect(isTaken(change)).toBe(true)
  })
})

describe('AMB-326 what would mean something else here is refused', () => {
  test.each<[string, object]>([
    ['what R4 does not know', { colour: 'red' }],
    ['a modifier', { modifierExtension: [{ url: 'urn:x' }] }],
    ['a name that is empty', { '': 'x' }],
    ['a twin of what is no simple value', { _basedOn: {} }],
    ['what is not to be done', { doNotPerform: true }],
    ['a plan', { intent: 'plan' }],
    ['another resource', { resourceType: 'Task' }],
    ['an unknown status', { status: 'sent' }],
    ['a text of 2001', { id: 'x'.repeat(2_001) }],
    ['51 of them', { reasonCode: Array(51).fill({}) }],
    ['litres', { quantityQuantity: { value: 1, unit: 'l' } }],
    ['another system of measures', { quantityQuantity: { value: 1, system: 'urn:x' } }],
    ['another measure', { quantityQuantity: { value: 1, code: 'mL' } }],
    ['a part of it only', { quantityQuantity: { value: 1, comparator: '<' } }],
    ['another gender', ofPatient({ gender: 'F' })],
    ['one who is no patient any more', ofPatient({ active: false })],
    ['one who has died', ofPatient({ deceasedBoolean: true })],
    ['something else inside', { contained: [{ resourceType: 'Group' }] }],
    ['an extension without a name', { extension: [{ valueString: 'x' }] }],
  ])('%s', (_, change) => {
    expect(isTaken(change)).toBe(false)
  })
})

test.each<[object]>([
  [{ doNotPerform: false }],
  [{ id: 'x'.repeat(2_000) }],
  [{ reasonCode: Array(50).fill({}) }],
  ...['unit', 'units', 'bag', 'bags'].map((unit): [object] => [{ quantityQuantity: { unit } }]),
  ...['{unit}', '{bag}', '1'].map((code): [object] => [{ quantityQuantity: { code } }]),
  [{ quantityQuantity: { system: 'http://unitsofmeasure.org' } }],
  ...['male', 'female', 'other', 'unknown'].map((gender): [object] => [ofPatient({ gender })]),
  ...['draft', 'active', 'on-hold', 'revoked', 'completed', 'entered-in-error', 'unknown'].map(
    (status): [object] => [{ status }],
  ),
  [ofPatient({ active: true, deceasedBoolean: false })],
])('%j is taken', (change) => {
  expect(isTaken(change)).toBe(true)
})
