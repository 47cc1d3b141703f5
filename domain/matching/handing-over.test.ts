import { expect, test } from 'vitest'
import { conflictsIn } from '#testing/makers/rules.ts'
import { handingOverWords } from './handing-over.ts'

test('what is nobody’s mistake is answered as a conflict', () => {
  expect(conflictsIn(handingOverWords)).toEqual([
    'not-your-order',
    'order-over',
    'not-packed',
    'told-already',
    'not-current',
  ])
})
