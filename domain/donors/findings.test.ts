import { expect, test } from 'vitest'
import { bagTypes, Findings, findingKeys, findingTextLimits, fitnesses, quantities } from './findings.ts'

test('what a donor meets at the desk, with the doctor and in the chair, in this order', () => {
  expect([...findingKeys]).toEqual([
    ...['bloodGroup', 'haemoglobin', 'pulse', 'temperature', 'bloodPressure', 'heart', 'lungs', 'fitness'],
    ...[
      'reason',
      'quantity',
      'bagType',
      'bagNumber',
      'segmentNumber',
      'phlebotomist',
      'startedAt',
      'endedAt',
    ],
  ])
  expect([[...fitnesses], [...quantities], [...bagTypes]]).toEqual([
    ['FIT', 'UNFIT'],
    ['350ml', '450ml'],
    ['SINGLE', 'DOUBLE', 'TRIPLE', 'QUADRUPLE'],
  ])
})

test.each<[object, boolean]>([
  [{ pulse: 'x'.repeat(40) }, true],
  [{ pulse: 'x'.repeat(41) }, false],
  [{ reason: 'x'.repeat(300) }, true],
  [{ reason: 'x'.repeat(301) }, false],
  [{ colour: 'red' }, false],
])('what fits the certificate: %j', (given, isTaken) => {
  expect(findingTextLimits).toEqual({ short: 40, reason: 300 })
  expect(Findings.safeParse(given).success).toBe(isTaken)
})

test('AMB-138 an empty text is no finding', () => {
  expect(Findings.parse({ pulse: ' ', heart: null, lungs: undefined, reason: 'x' })).toEqual({ reason: 'x' })
  for (const given of [null, [], 'x']) expect(Findings.safeParse(given).success).toBe(false)
})
