import { expect, test } from 'vitest'
import { conflictsIn } from '#testing/makers/rules.ts'
import { matchWords } from './crossmatch.ts'

test('what is nobody’s mistake is answered as a conflict', () => {
  expect(conflictsIn(matchWords)).toEqual([
    'not-your-order',
    'order-over',
    'nothing-to-correct',
    'not-held-here',
    'nothing-owed',
  ])
})
