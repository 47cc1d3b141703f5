import { expect, test } from 'vitest'
import { limiter } from './limiter.ts'

test('T41 so many at once and no more, in the order they came, also after one has failed', async () => {
  const inTurn = limiter(2)
  const begun: number[] = []
  let running = 0
  let most = 0
  const act = (number: number) =>
    inTurn(async () => {
      begun.push(number)
      most = Math.max(most, ++running)
      await new Promise((resolve) => setTimeout(resolve, 2))
      running--
      if (number === 1) throw new Error('one of them fails')
      return number
    })
  const ends = await Promise.allSettled([0, 1, 2, 3, 4, 5].map(act))
  expect(ends.map(({ status }) => status === 'fulfilled')).toEqual([true, false, true, true, true, true])
  expect([begun, most]).toEqual([[0, 1, 2, 3, 4, 5], 2])
})
