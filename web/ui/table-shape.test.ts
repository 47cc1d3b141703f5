import { expect, test } from 'vitest'
import { tableShape } from './table-shape.ts'

// 390 px in all: 180 + 100 as asked, 110 for the column that takes the rest
const columns = [{ width: 180 }, { width: 100 }, {}]

test.each([
  ['390 px of room', 390, 1440, 'wide'],
  ['a little less', 389, 1440, 'tight'],
  ['four fifths', 312, 1440, 'tight'],
  ['less than four fifths', 311, 1440, 'cards'],
  ['room enough on a phone', 600, 699, 'cards'],
  ['the same room on a tablet', 600, 700, 'wide'],
])('SHELL-27 a table with %s', (_, room, viewport, shape) => {
  expect(tableShape(columns, room, viewport)).toBe(shape)
})
