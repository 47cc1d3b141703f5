import { expect, test } from 'vitest'
import { avatarLetters } from './avatar-letters.ts'

test.each([
  ['Firm', 'FI'],
  ['Bewell Anna Nagar', 'BA'],
  ['redbank', 'RE'],
  ['தமிழ் மருத்துவமனை', 'தம'],
  ['', ''],
])('the picture of "%s" shows %s', (name, letters) => {
  expect(avatarLetters(name)).toBe(letters)
})
