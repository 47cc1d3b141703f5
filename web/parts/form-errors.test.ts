import { expect, test } from 'vitest'
import { errorsFor, firstOf, toFillIn, without } from './form-errors.ts'

const fields = ['name', 'days.0', 'A+'] as const
const gaps = toFillIn<(typeof fields)[number]>(['days.0', 'A+'])

test('an incomplete form shows every gap, in the same words', () => {
  const incomplete = { code: 'form-incomplete', field: 'days.0', text: 'Please fill all fields.' }
  expect(errorsFor(incomplete, fields, gaps)).toEqual({
    'days.0': 'Please fill this in.',
    'A+': 'Please fill this in.',
  })
  // a form without gaps of its own says it where the rule does
  expect(errorsFor(incomplete, fields)).toEqual({ 'days.0': 'Please fill all fields.' })
})

test.each([
  ['its own name', 'name', { name: 'No.' }],
  ['its own name, with a dot in it', 'days.0', { 'days.0': 'No.' }],
  ['its name in what was sent', 'quantities.A+', { 'A+': 'No.' }],
  ['a name that the form has not', 'version', {}],
  ['a name that every object has', 'toString', {}],
  ['no name', undefined, {}],
])('any other refusal stands at its field alone: %s', (_, field, errors) => {
  expect(errorsFor({ code: 'odd', field, text: 'No.' }, fields, gaps)).toEqual(errors)
})

test('the first wrong field is the first on the screen, or the first that was marked where there is no order', () => {
  const wrong = { 'A+': 'No.', name: 'No.' }
  expect(firstOf(wrong, fields)).toBe('name')
  expect(firstOf<string>(wrong, [])).toBe('A+')
  expect(firstOf({}, fields)).toBeUndefined()
})

test('what was mended is not wrong any more; the rest still is', () => {
  expect(without({ name: 'No.', 'A+': 'No.' }, ['name', 'days.0'])).toEqual({ 'A+': 'No.' })
})
