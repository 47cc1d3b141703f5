import { expect, test } from 'vitest'
import { tableShape } from './table-shape.ts'

// 386 px in all: 80 that stay, 200 that may shrink, 106 at least for the column that takes the rest
const columns = [{ width: 200 }, { width: 80 }, {}]

test.each([
  ['room enough keeps the widths asked for', 386, 1440, [200, 80, undefined]],
  ['a little less narrows the wide columns alone', 366, 1440, [180, 80, undefined]],
  ['seven tenths of the wide columns is the least', 326, 1440, [140, 80, undefined]],
  ['less than that becomes cards', 325, 1440, null],
  ['room enough on a phone becomes cards all the same', 600, 699, null],
  ['the same room on a tablet stays a table', 600, 700, [200, 80, undefined]],
])('a table with %s', (_, room, viewport, widths) => {
  expect(tableShape(columns, room, viewport)?.widths ?? null).toEqual(widths)
})

test('a table of narrow columns that has too little room becomes cards', () => {
  expect(tableShape([{ width: 80 }, { width: 100 }], 179, 1440)).toBeNull()
})

test.each([
  ['narrows the others alone', 366, [200, 80, 86]],
  ['becomes cards where these cannot narrow further', 353, null],
] as const)('a table with a wide column that must stay so %s', (_, room, widths) => {
  const [wide, narrow, rest] = [{ width: 200, firm: true }, { width: 80 }, { width: 121 }] as const
  const shape = tableShape([wide, narrow, rest], room, 1440)
  expect(shape?.widths ?? null).toEqual(widths)
})
