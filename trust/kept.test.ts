import { expect, test } from 'vitest'
import { added, type Counts, withRow } from './kept.ts'

test('parts add up; of a most the largest counts, of a least the smallest', () => {
  const parts: Counts[] = [
    { asked: 2, p99Most: 40, roomLeast: 5 },
    { asked: 3, p99Most: 30, roomLeast: 4, refused: 1 },
  ]
  expect(added(parts)).toEqual({ asked: 5, p99Most: 40, roomLeast: 4, refused: 1 })
})

test('a figure keeps its row, and a row that is not there is not made up', () => {
  const page = '| id |\n| F01 | a | b |\n| F02 | c | d |\n'
  expect(withRow(page, 'F02', '| F02 | $& | e |')).toBe('| id |\n| F01 | a | b |\n| F02 | $& | e |\n')
  expect(() => withRow(page, 'F03', '| F03 |')).toThrow('docs/trust.md has no row F03')
})
