import { expect, test } from 'vitest'
import { conflictsIn } from '#testing/makers/rules.ts'
import { answerWords } from './answering.ts'

test('what is nobody’s mistake is answered as a conflict', () => {
  expect(conflictsIn(answerWords)).toEqual(['not-your-order', 'order-over'])
})
