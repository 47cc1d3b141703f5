import { expect, test } from 'vitest'
import {
  addressWindowMs,
  bankWindowMs,
  bitsFor,
  challengeIn,
  challengeMs,
  challengeText,
  isSolved,
  mostOfAddress,
  solutionIn,
  solutionText,
} from './working.ts'

test.each([
  [0, 0, 0],
  [99, 19, 0],
  [99, 20, 18],
  [100, 0, 18],
  [599, 599, 18],
  [600, 0, 21],
  [1_199, 0, 21],
  [1_200, 0, 22],
  [2_400, 0, 23],
  [4_800, 0, 24],
  [1_000_000, 1_000_000, 24],
])(
  'AMB-227 after %i forms of the bank and %i of the address one works %i bits',
  (formsOfBank, formsOfAddress, bits) => {
    expect(bitsFor({ formsOfBank, formsOfAddress })).toBe(bits)
  },
)

const challenge = { bits: 8, askedAt: 1_794_800_000_000, seal: 'ab'.repeat(16) }

test.each([
  [0x00ffffff, true],
  [0x01000000, false],
  [0x00000000, true],
  [0xffffffff, false],
])('AMB-227 eight bits: a hash that begins with %i is right: %s', (word, isRight) => {
  expect(isSolved(() => word, challenge, 7)).toBe(isRight)
})

test('AMB-227 challenge and solution are read as they are written, and nothing else is', () => {
  expect(challengeIn(challengeText(challenge))).toEqual(challenge)
  expect(solutionIn(solutionText(challenge, 42))).toEqual({ challenge, tried: 42 })
  const good = challengeText(challenge)
  for (const text of ['', 'x', good, `${good} `, `${good} -1`, `${good} 1e9`, `-${good} 1`, `${good}g 1`])
    expect(solutionIn(text), text).toBeNull()
})

test('windows of a day and an hour, six hundred of one address, half an hour for the work', () => {
  expect([bankWindowMs, addressWindowMs, mostOfAddress, challengeMs]).toEqual([
    86_400_000, 3_600_000, 600, 1_800_000,
  ])
})
