import { expect, test } from 'vitest'
import { aBenchOrder } from '#testing/makers/bags.ts'
import { conflictsIn } from '#testing/makers/rules.ts'
import { benchWords } from './bench-order.ts'
import { fitOf, isAboutRh } from './fit.ts'
import {
  isWholeNod,
  needsDoctor,
  nodsAmong,
  substitutionWords,
  whyNotDecide,
  whyNotPropose,
} from './substituting.ts'

const negative = aBenchOrder({ bloodGroup: 'O-' })

test.each([
  [aBenchOrder(), 'O-', 'no-nod-needed'],
  [aBenchOrder(), 'A+', 'group-never-fits'],
  [negative, 'O+', null],
  [negative, 'A+', 'group-never-fits'],
  [aBenchOrder({ component: 'SDP' }), 'A+', null],
  [aBenchOrder({ status: 'completed' }), 'O-', 'no-nod-needed'],
  [aBenchOrder({ status: 'cancelled' }), 'O-', 'order-over'],
  [aBenchOrder({ bankId: 'bluebank' }), 'O-', 'not-your-order'],
] as const)('a bank may ask only for what needs care: %#', (order, group, code) => {
  expect(whyNotPropose(order, 'redbank', group)?.code ?? null).toBe(code)
})

test.each([
  [{ isAccepted: true, doctor: '', reason: 'none left' }, 'rh-doctor'],
  [{ isAccepted: true, doctor: 'Dr. Rao', reason: ' ' }, 'rh-reason'],
  [{ isAccepted: true, doctor: 'Dr. Rao', reason: 'none left' }, null],
  [{ isAccepted: false, doctor: '', reason: '' }, null],
] as const)('Rh-positive for Rh-negative: %j', (said, code) => {
  expect(whyNotDecide(negative, { bloodGroup: 'O+', isOpen: true }, said)?.code ?? null).toBe(code)
})

test('what nobody offers is not decided; platelets need no doctor', () => {
  const yes = { isAccepted: true, doctor: '', reason: '' }
  const platelets = aBenchOrder({ component: 'SDP' })
  expect(whyNotDecide(platelets, { bloodGroup: 'A+', isOpen: false }, yes)?.code).toBe('not-offered')
  expect(whyNotDecide(platelets, { bloodGroup: 'A+', isOpen: true }, yes)).toBeNull()
})

const mother = { bloodGroup: 'A-', sex: 'Female', age: 30 } as const
test.each([
  ['red cells', aBenchOrder(mother), 'A+', true],
  ['platelets of the same group', aBenchOrder({ ...mother, component: 'SDP' }), 'A+', true],
  ['platelets of another, for who may bear', aBenchOrder({ ...mother, component: 'SDP' }), 'B+', true],
  ['platelets of another, for a man', aBenchOrder({ ...mother, component: 'SDP', sex: 'Male' }), 'B+', false],
  ['plasma', aBenchOrder({ ...mother, component: 'FFP' }), 'B+', false],
] as const)('AMB-362 one rule says whether a doctor decides: %s', (_, asked, bloodGroup, isAsked) => {
  expect(needsDoctor(asked, bloodGroup)).toBe(isAsked)
  expect(isWholeNod(asked, { bloodGroup, doctor: '', reason: '' })).toBe(!isAsked)
  expect(isWholeNod(asked, { bloodGroup, doctor: 'Dr. Rao', reason: ' ' })).toBe(!isAsked)
  expect(isWholeNod(asked, { bloodGroup, doctor: 'Dr. Rao', reason: 'none left' })).toBe(true)
  const said = { isAccepted: true, doctor: '', reason: 'none left' }
  expect(whyNotDecide(asked, { bloodGroup, isOpen: true }, said)?.code ?? null).toBe(
    isAsked ? 'rh-doctor' : null,
  )
  const { bloodGroup: group, sex, age } = asked
  const bag = { bloodGroup, attributes: ['low-titre'] as const }
  expect(isAboutRh(fitOf(asked.component, { group, sex, age }, bag))).toBe(isAsked)
})

test('AMB-362 the last word about a group is the one that counts', () => {
  const words = [
    { bloodGroup: 'A+', isAccepted: false },
    { bloodGroup: 'B+', isAccepted: true },
    { bloodGroup: 'A+', isAccepted: true },
    { bloodGroup: 'O+', isAccepted: null },
    { bloodGroup: 'O+', isAccepted: true },
  ] as const
  expect(nodsAmong(words)).toEqual([{ bloodGroup: 'B+', isAccepted: true }])
})

test('what is nobody’s mistake is answered as a conflict', () => {
  expect(conflictsIn(substitutionWords)).toEqual(['not-your-order', 'order-over', 'not-offered'])
})

test('it is said at its field, and each refusal has its words', () => {
  const order = aBenchOrder({ bloodGroup: 'O-' })
  expect(whyNotPropose(order, 'redbank', 'A+')).toMatchObject({
    code: 'group-never-fits',
    field: 'bloodGroup',
  })
  expect(whyNotPropose(order, 'redbank', 'O-')).toMatchObject({ code: 'no-nod-needed', field: 'bloodGroup' })
  const yes = { isAccepted: true, doctor: 'Dr. Rao', reason: 'none left' }
  const decided = (isOpen: boolean, change: object = {}, of = order) =>
    whyNotDecide(of, { bloodGroup: 'O+', isOpen }, { ...yes, ...change })
  expect(decided(false)).toMatchObject({ code: 'not-offered', field: 'bloodGroup' })
  expect(decided(true, { doctor: '' })).toEqual({ code: 'rh-doctor', field: 'doctor' })
  expect(decided(true, { reason: '' })).toEqual({ code: 'rh-reason', field: 'reason' })
  // for whoever is positive, and of plasma, no doctor is asked
  expect(decided(true, { doctor: '' }, aBenchOrder({ bloodGroup: 'A+' }))).toBeNull()
  expect(decided(true, { doctor: '' }, aBenchOrder({ bloodGroup: 'O-', component: 'FFP' }))).toBeNull()
  expect(Object.keys(substitutionWords).slice(Object.keys(benchWords).length)).toEqual([
    ...['no-nod-needed', 'group-never-fits', 'not-offered', 'rh-doctor', 'rh-reason'],
  ])
})
