import { describe, expect, test } from 'vitest'
import { instantOf, later } from '../basics/time.ts'
import { sentIn } from './reading.ts'
import { ServiceRequestIn } from './shapes.ts'
import { extensions, others } from './systems.ts'

const now = instantOf('2026-11-16', '10:00')
const code = (system: string, value: string) => ({ coding: [{ system, code: value }] })
const sent = (change: object): ServiceRequestIn =>
  ServiceRequestIn.parse({
    ...{ resourceType: 'ServiceRequest', status: 'active', intent: 'order', subject: { reference: '#p' } },
    ...change,
  })
const patient = {
  ...{ resourceType: 'Patient', id: 'p', name: [{ text: 'Asha Rao' }], gender: 'female' },
  extension: [{ url: extensions.age, valueAge: { value: 42 } }],
}
const ofPatient = (change: object) => sent({ contained: [{ ...patient, ...change }] })
const draftOf = (change: object) => sentIn(sent(change), now).draft

describe('the patient', () => {
  const personOf = (change: object) => sentIn(ofPatient(change), now).draft
  test.each<[object[] | undefined, string]>([
    [undefined, ''],
    [[{ given: ['Asha', 'Devi'], family: 'Rao' }], 'Asha Devi Rao'],
    [[{ family: 'Rao' }], 'Rao'],
    [[{ given: ['Asha'] }], 'Asha'],
    [[{ text: 'A. Rao' }, { text: 'Asha Rao', use: 'official' }], 'Asha Rao'],
    [[{ text: 'A. Rao', use: 'usual' }, { text: 'Asha' }], 'A. Rao'],
    [[{ text: 'A. Rao', given: ['Asha'] }], 'A. Rao'],
  ])('named %j is %s', (name, patientName) => {
    expect(personOf({ name }).patientName).toBe(patientName)
  })

  const abha = { system: 'https://healthid.abdm.gov.in', value: '12-3456-7890-1234' }
  const ndhm = { ...abha, system: 'https://healthid.ndhm.gov.in' }
  const own = { system: 'urn:firm', value: 'FH-1' }
  const record = { system: 'urn:record', value: 'MR-1', type: code(others.identifierType, 'MR') }
  test.each<[object[] | undefined, string]>([
    [undefined, ''],
    [[own], 'FH-1'],
    [[abha, own], 'FH-1'],
    [[ndhm, own], 'FH-1'],
    [[abha], abha.value],
    [[{ ...ndhm, value: '12345678901234' }], abha.value],
    [[own, record], 'MR-1'],
    [[{ ...abha, type: record.type }, own], 'FH-1'],
    [[{ value: 'FH-9' }, abha], 'FH-9'],
    [[{ system: 'urn:firm' }], ''],
    [[own, { system: 'urn:other', value: 'X', type: code('urn:types', 'MR') }], 'FH-1'],
  ])('of the numbers %j it is known by %s', (identifier, patientId) => {
    expect(personOf({ identifier }).patientId).toBe(patientId)
  })

  test.each([
    ['male', 'Male'],
    ['female', 'Female'],
    ['other', 'Others'],
    ['unknown', null],
    [undefined, null],
  ])('%s is %s', (gender, sex) => {
    expect(personOf({ gender }).sex).toBe(sex)
  })

  test.each<[string, number | null]>([
    ['1984-11-16', 42],
    ['1984-11-17', 41],
    ['1984-12-01', 41],
    ['1984-10-31', 42],
    ['1984-11', 42],
    ['1984-12', 41],
    ['1984', 42],
    ['2026-11-16', 0],
  ])('born %s is %s years old on 16 November 2026', (birthDate, age) => {
    expect(personOf({ birthDate, extension: undefined }).age).toBe(age)
  })

  test('on a birthday the calendar of India counts, and an age that is said counts first', () => {
    const born = ofPatient({ birthDate: '1984-11-17', extension: [] })
    expect(sentIn(born, instantOf('2026-11-17', '00:00')).draft.age).toBe(42)
    expect(sentIn(born, later(instantOf('2026-11-17', '00:00'), -1)).draft.age).toBe(41)
    expect(personOf({ birthDate: '1984-11-16' }).age).toBe(42)
    expect(personOf({ birthDate: '1920-01-01' }).age).toBe(42)
    expect(personOf({ extension: [] }).age).toBeNull()
  })

  test('that is not inside is told by the subject', () => {
    const extension = [
      { url: extensions.gender, valueCode: 'male' },
      { url: extensions.age, valueAge: { value: 7 } },
    ]
    const subject = { display: 'Baby Rao', identifier: own, extension }
    expect(draftOf({ contained: [], subject })).toMatchObject({
      ...{ patientName: 'Baby Rao', patientId: 'FH-1', age: 7, sex: 'Male' },
    })
    expect(draftOf({ contained: undefined, subject: { identifier: abha } })).toMatchObject({
      ...{ patientName: '', patientId: abha.value, age: null, sex: null },
    })
    expect(draftOf({ contained: [], subject: {} }).patientId).toBe('')
  })
})
