import { expect, test } from 'vitest'
import { conflictsIn } from '#testing/makers/rules.ts'
import { replayWords } from './replaying.ts'

test('what is nobody’s mistake is answered as a conflict', () => {
  expect(conflictsIn(replayWords)).toEqual(['not-on', 'replay-running'])
})
