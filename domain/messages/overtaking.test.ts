import { expect, test } from 'vitest'
import { hasNothingToTakeBack, type InThread } from './overtaking.ts'

const one = (takesBack: boolean, state: InThread['state'], attempts: number, tries = attempts): InThread => ({
  state,
  attempts,
  tries,
  takesBack,
})
const sent = one(false, 'sent', 1)
const untold = one(false, 'overtaken', 0)
const inHand = one(false, 'waiting', 1)
const failed = one(false, 'failed', 301)
const takenBack = one(true, 'sent', 1)
const notTakenBack = one(true, 'overtaken', 0)

test.each([
  ['nothing was written before', [], false],
  ['it was told', [sent], false],
  ['it was never taken to be sent', [untold], true],
  ['it still waits', [one(false, 'waiting', 0)], true],
  ['it was tried, and released to be tried anew', [one(false, 'overtaken', 0, 1)], false],
  ['it is being sent, or was tried in vain', [inHand], false],
  ['it failed, and somebody may have called', [failed], false],
  ['it was told, and a second time not', [sent, untold], false],
  ['it was told and taken back, and a second time not told', [sent, takenBack, untold], true],
  ['it was told and taken back', [sent, takenBack], false],
  ['it was told, and its taking back was not', [sent, notTakenBack, untold], false],
  ['neither was told', [untold, notTakenBack], true],
] as const)('AMB-277 where %s: nothing to take back is %4$s', (_, earlier, is) => {
  expect(hasNothingToTakeBack(earlier)).toBe(is)
})
