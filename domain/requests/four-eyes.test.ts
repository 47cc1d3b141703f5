import { expect, test } from 'vitest'
import { fourEyesText } from './four-eyes.ts'

test.each([
  [
    { isNeeded: false, approved: 61, bySameHands: 4 },
    'Off now. 4 of 61 approved requests of the last 28 days were raised and approved by the same person; each says so.',
  ],
  [
    { isNeeded: true, approved: 3, bySameHands: 1 },
    'On now. 1 of 3 approved requests of the last 28 days was raised and approved by the same person; it says so.',
  ],
  [
    { isNeeded: true, approved: 3, bySameHands: 0 },
    'On now. 0 of 3 approved requests of the last 28 days were raised and approved by the same person.',
  ],
  [{ isNeeded: false, approved: 0, bySameHands: 0 }, 'Off now. No request of the last 28 days was approved.'],
])('AMB-294 the evidence beside the choice: %o', (counted, text) => {
  expect(fourEyesText(counted)).toBe(text)
})
