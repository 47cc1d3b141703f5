import { expect, test } from 'vitest'
import { conflictsIn } from '#testing/makers/rules.ts'
import { workWords } from './working.ts'

test('what is nobody’s mistake is answered as a conflict', () => {
  expect(conflictsIn(workWords)).toEqual(['work-changed'])
})
