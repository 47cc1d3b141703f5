import { expect, test } from 'vitest'
import { byGroup } from './counting.ts'
import { heatStep, levelOf, levelsText, linkedIn, unitsIn } from './levels.ts'

test.each([
  [0, 0],
  [1, 1],
  [4, 1],
  [5, 2],
  [9, 2],
  [10, 3],
  [19, 3],
  [20, 4],
  [39, 4],
  [40, 5],
  [9_999, 5],
])('INVENTORY-04 %d units have the heat of step %d', (units, step) => {
  expect(heatStep(units)).toBe(step)
})

test.each([
  [0, 0, 'out'],
  [1, 0, 'low'],
  [2, 0, 'low'],
  [3, 0, 'enough'],
  [6, 3, 'enough'],
  [6, 4, 'low'],
  [6, 6, 'out'],
  [6, 9, 'out'],
])('INVENTORY-04 AMB-121 %d units, %d of them linked since: %s', (units, linked, level) => {
  expect(levelOf({ units, linked })).toBe(level)
})

const shelves = (...units: number[]) => {
  const left = [...units]
  return byGroup(() => ({ units: left.shift() ?? 9, linked: 1 }))
}

test.each([
  [[], 'every group in stock'],
  [[2], '1 group low'],
  [[2, 3], '2 groups low'],
  [[0], '1 group out'],
  [[0, 1], '2 groups out'],
  [[0, 2, 3], '1 group out, 2 low'],
])('INVENTORY-04 what is short is told: %j', (units, words) => {
  expect(levelsText(shelves(...units))).toBe(words)
})

test('INVENTORY-04 the sums of a component', () => {
  expect([unitsIn(shelves(1, 2, 3)), linkedIn(shelves())]).toEqual([51, 8])
})
