import { expect, test } from 'vitest'
import { aBenchOrder } from '#testing/makers/bags.ts'
import { bagStates } from '../bags/bag.ts'
import { instantOf, later } from '../basics/time.ts'
import { isMisfit, type LeftBag } from './misfit.ts'

const correctedAt = instantOf('2026-11-16', '10:42')
const bag: LeftBag = {
  ...{ component: 'PRBC', bloodGroup: 'A+', attributes: [], state: 'issued', isEmergency: false },
  issuedAt: later(correctedAt, -1),
}
const nowO = aBenchOrder({ bloodGroup: 'O+' })
const nowNegative = aBenchOrder({ bloodGroup: 'A-' })

test.each<[string, boolean, ReturnType<typeof aBenchOrder>, Partial<LeftBag>, Date | null]>([
  ['what never fits the group as it is now', true, nowO, {}, correctedAt],
  ['what fits it', false, nowO, { bloodGroup: 'O-' }, correctedAt],
  ['what needs care: the yes was for another group', true, nowNegative, {}, correctedAt],
  [
    'what needs care in an emergency: its doctor has decided',
    false,
    nowNegative,
    { isEmergency: true },
    correctedAt,
  ],
  ['what never fits in an emergency', true, nowO, { isEmergency: true }, correctedAt],
  ['what left in the moment of the correction', true, nowO, { issuedAt: correctedAt }, correctedAt],
  ['what left after it', false, nowNegative, { issuedAt: later(correctedAt, 1) }, correctedAt],
  ['of a group that nobody corrected', false, nowO, {}, null],
])('AMB-360 %s: %s', (_, is, order, change, at) => {
  expect(isMisfit(order, at, { ...bag, ...change })).toBe(is)
})

test('AMB-360 only of bags that are in somebody’s hands', () => {
  const are = bagStates.filter((state) => isMisfit(nowO, correctedAt, { ...bag, state }))
  expect(are).toEqual(['issued', 'received'])
})
