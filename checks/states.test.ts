import { expect, test } from 'vitest'
import { statesPage, writtenStates } from '../scripts/state-diagram.ts'

test('docs/states.md is what the rules say (npm run states writes it)', () => {
  expect(writtenStates()).toBe(statesPage())
})
