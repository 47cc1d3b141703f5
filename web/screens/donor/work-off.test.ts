import { expect, test } from 'vitest'
import { firstWord } from '#domain/donors/first-word.ts'
import { isSolved, solutionIn } from '#domain/donors/working.ts'
import { workOff } from './work-off.ts'

const challenge = `12.1794800000000.${'ab'.repeat(16)}`
const neverSolved = `32.1794800000000.${'ab'.repeat(16)}`

test('AMB-227 the work that is asked for is done', async () => {
  const solution = solutionIn((await workOff(challenge)) ?? '')
  expect(solution && isSolved(firstWord, solution.challenge, solution.tried)).toBe(true)
  expect(await workOff('null')).toBeNull()
})

test('AMB-227 while it works the page does other things, and may stop it', async () => {
  const stop = new AbortController()
  const working = workOff(neverSolved, stop.signal)
  for (let n = 0; n < 3; n++) await new Promise((resolve) => setTimeout(resolve))
  stop.abort()
  expect(await working).toBeNull()
})
