import { expect, test } from 'vitest'
import { initialsOf } from './initials.ts'

test.each([
  ['Firm', 'FI'],
  ['Bewell Anna Nagar', 'BA'],
  ['redbank', 'RE'],
  ['தமிழ் மருத்துவமனை', 'தம'],
  ['', ''],
])('the picture of "%s" shows %s', (name, letters) => {
  expect(initialsOf(name)).toBe(letters)
})
