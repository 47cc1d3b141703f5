import { expect, test } from 'vitest'
import { aBenchOrder } from '#testing/makers/bags.ts'
import { bagStates } from '../bags/bag.ts'
import { isMisfit, type LeftBag } from './misfit.ts'

const bag: LeftBag = {
  ...{ component: 'PRBC', bloodGroup: 'A+', attributes: [], state: 'issued', isEmergency: false },
}
const nowO = aBenchOrder({ bloodGroup: 'O+' })
const nowNegative = aBenchOrder({ bloodGroup: 'A-' })

test.each<[string, boolean, ReturnType<typeof aBenchOrder>, Partial<LeftBag>]>([
  ['what never fits the group as it is now', true, nowO, {}],
  ['what fits it', false, nowO, { bloodGroup: 'O-' }],
  ['what needs care: the yes was for another group', true, nowNegative, {}],
  ['what needs care in an emergency: its doctor has decided', false, nowNegative, { isEmergency: true }],
  ['what never fits in an emergency', true, nowO, { isEmergency: true }],
])('AMB-360 %s: %s', (_, is, order, change) => {
  expect(isMisfit(order, { ...bag, ...change })).toBe(is)
})

test('AMB-360 only of bags that are in somebody’s hands', () => {
  const are = bagStates.filter((state) => isMisfit(nowO, { ...bag, state }))
  expect(are).toEqual(['issued', 'received'])
})
