import { expect, test } from 'vitest'
import { certifiedBySubmit, doubtsOnComplete } from './doubting.ts'
import { deferralKeys } from './questions.ts'

const none = Object.fromEntries(deferralKeys.map((key) => [key, false])) as Record<
  (typeof deferralKeys)[number],
  boolean
>
const whole = { fitness: 'FIT', quantity: '350ml', bagNumber: 'R-1' } as const

test.each([
  ['all of it', whole, {}, null],
  ['no fitness', { ...whole, fitness: undefined }, {}, { missing: ['fitness'] }],
  ['nothing', {}, {}, { missing: ['fitness', 'quantity', 'bagNumber'] }],
  ['an empty bag number', { ...whole, bagNumber: '' }, {}, { missing: ['bagNumber'] }],
  ['a deferral', whole, { cancer: true }, { deferrals: ['cancer'] }],
  ['UNFIT', { ...whole, fitness: 'UNFIT' }, {}, { isUnfit: true, missing: [] }],
] as const)('AMB-264 Submit with %s', (_, findings, ticked, doubts) => {
  const asked = doubtsOnComplete({ findings: { ...findings }, deferrals: { ...none, ...ticked } })
  if (doubts === null) expect(asked).toBeNull()
  else expect(asked).toMatchObject(doubts)
})

test('AMB-264 Submit is not said to certify that blood was given where the certificate will not say it', () => {
  expect(certifiedBySubmit({ missing: ['fitness', 'quantity'] })).toContain('not that blood was given')
  expect(certifiedBySubmit({ missing: ['bagNumber'] })).toBe('Submit certifies that blood was given.')
})
