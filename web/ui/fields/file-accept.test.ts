import { expect, test } from 'vitest'
import { isAccepted } from './file-accept.ts'

const pdf = { name: 'Invoice.PDF', type: 'application/pdf' }
const png = { name: 'bag.png', type: 'image/png' }

test.each([
  ['anything, when nothing is asked for', png, [], true],
  ['an ending in capitals', pdf, ['.pdf'], true],
  ['another ending', png, ['.pdf'], false],
  ['a type of the family', png, ['image/*'], true],
  ['a type of another family', pdf, ['image/*'], false],
  ['a family that only begins alike', { name: 'x', type: 'images/png' }, ['image/*'], false],
  ['the very type', png, ['image/jpeg', 'image/png'], true],
  ['a type that only begins alike', { name: 'x', type: 'image/pngx' }, ['image/png'], false],
])('SHELL-29 a dropped file of %s', (_, file, accept, expected) => {
  expect(isAccepted(file, accept)).toBe(expected)
})
