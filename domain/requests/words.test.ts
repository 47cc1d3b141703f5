import { expect, test } from 'vitest'
import { say } from '../basics/refusal.ts'
import { requestWords } from './words.ts'

test.each([
  ['RAISE-16', 'units-not-a-number', 'Blood Units Empty or Invalid', 'Enter numbers only for blood units'],
  ['RAISE-17', 'form-incomplete', 'Form Incomplete', 'Please fill all fields before submitting the form'],
  ['RAISE-18', 'no-units', 'Invalid No. of Blood Units', 'Minimum Units of Blood per Request is 1.'],
  ['RAISE-19', 'too-many-units', 'Invalid No. of Blood Units', expect.stringContaining('30')],
  ['RAISE-21', 'invalid-age', 'Invalid Age', 'Please select a valid age.'],
  ['RAISE-23', 'pickup-passed', 'Invalid Sample Pickup Time', 'Selected time has already passed.'],
  ['RAISE-24', 'deadline-passed', 'Invalid Delivery Deadline', 'Selected time has already passed.'],
  [
    'RAISE-25',
    'pickup-too-soon',
    'Sample Pickup Time Issue',
    expect.stringContaining('must be at least 30 minutes ahead of approval and raising time'),
  ],
  ['RAISE-27', 'deadline-too-soon', 'Delivery Time Issue', expect.stringContaining('3 hours')],
  [
    'RAISE-28',
    'pickup-too-late',
    'Invalid Date/Time Selected',
    'Please ensure that the Sample Pickup Date/Time is within 7 days from today.',
  ],
] as const)('%s ERRORS-01 the words of %s', (_row, code, title, text) => {
  expect(say(requestWords, { code })).toEqual({ title, text })
})

test('RAISE-35 every refusal has a title and a text', () => {
  for (const { title, text } of Object.values(requestWords)) {
    expect(title).toMatch(/^\S.*\S$/)
    expect(text).toMatch(/^\S.*\S$/)
  }
})
