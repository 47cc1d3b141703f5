import { expect, test } from 'vitest'
import { firstOf } from '../../parts/form-errors.ts'
import { emptyForm, errorsFor, isByHand, isSame, screenOrder } from './link-form.ts'
import { idIn } from './use-typed-order.ts'

const filled = { requestId: '05c8aa71', bankId: 'redbank', otherBank: '', driverEmail: 'arun@x.example' }
const incomplete = { code: 'form-incomplete', field: 'requestId', text: 'Please fill all fields' }

test.each([
  ['05c8aa71', '05c8aa71'],
  ['  05C8AA71 ', '05c8aa71'],
  ['#05c8-AA71', '05c8aa71'],
  ['05c8 aa71', '05c8aa71'],
  ['zzzzzzzz', undefined],
  ['05c8aa7', undefined],
  ['05c8aa711', undefined],
  ['', undefined],
])('LINK-04 %j is the id %s', (typed, id) => {
  expect(idIn(typed)).toBe(id)
})

test.each([
  ['nothing filled in', emptyForm, ['requestId', 'bankId', 'driverEmail']],
  ['no bank', { ...filled, bankId: '' }, ['bankId']],
  ['others without a name', { ...filled, bankId: 'others' }, ['otherBank']],
  ['others with signs alone', { ...filled, bankId: 'others', otherBank: '?!' }, ['otherBank']],
  ['a name that is not asked for', { ...filled, requestId: ' ', otherBank: '' }, ['requestId']],
])('LINK-02 every gap is shown: %s', (_, form, fields) => {
  const errors = errorsFor(incomplete, form)
  expect(Object.keys(errors)).toEqual(fields)
  expect(firstOf(errors, screenOrder)).toBe(fields[0])
})

test('LINK-03 another refusal stands at its own field, or at none that is not of the form', () => {
  expect(errorsFor({ code: 'x', field: 'driverEmail', text: 'No.' }, filled)).toEqual({ driverEmail: 'No.' })
  expect(errorsFor({ code: 'x', field: 'id', text: 'No.' }, filled)).toEqual({ requestId: 'No.' })
  expect(errorsFor({ code: 'x', field: 'version', text: 'No.' }, filled)).toEqual({})
  expect(errorsFor({ code: 'x', text: 'No.' }, filled)).toEqual({})
})

test('LINK-19 a form is the same only if every field is', () => {
  expect(isSame(filled, { ...filled })).toBe(true)
  for (const field of ['requestId', 'bankId', 'otherBank', 'driverEmail'] as const) {
    expect(isSame(filled, { ...filled, [field]: 'x' }), field).toBe(false)
  }
})

test.each([
  ['nothing yet', emptyForm, false],
  ['what the order has', filled, false],
  ['emptied by a failed write', { ...filled, bankId: '', driverEmail: '' }, false],
  ['another bank', { ...filled, bankId: 'greenbank' }, true],
  ['another driver', { ...filled, driverEmail: 'meena@x.example' }, true],
  ['a name', { ...filled, otherBank: 'Kauvery' }, true],
])('AMB-272 chosen by hand: %s', (_, draft, isChosen) => {
  expect(isByHand(draft, filled)).toBe(isChosen)
})
