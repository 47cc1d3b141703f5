import { expect, test } from 'vitest'
import { added, type Counts } from './kept.ts'

test('parts add up; of a most the largest counts, of a least the smallest', () => {
  const parts: Counts[] = [
    { asked: 2, p99Most: 40, roomLeast: 5 },
    { asked: 3, p99Most: 30, roomLeast: 4, refused: 1 },
  ]
  expect(added(parts)).toEqual({ asked: 5, p99Most: 40, roomLeast: 4, refused: 1 })
})
