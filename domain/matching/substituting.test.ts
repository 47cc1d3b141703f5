import { expect, test } from 'vitest'
import { aBenchOrder } from '#testing/makers/bags.ts'
import { conflictsIn } from '#testing/makers/rules.ts'
import { benchWords } from './bench-order.ts'
import { whyNotHandOverBags } from './handing-over.ts'
import { substitutionWords, whyNotDecide, whyNotPropose } from './substituting.ts'

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

const order = aBenchOrder({
  deliveries: [
    { seq: 1, units: 3, state: '-', deliveredAt: null, packed: 3 },
    { seq: 2, units: 2, state: '-', deliveredAt: null, packed: 2 },
  ],
})
const unpacked = aBenchOrder()

test.each([
  [order, 1, [[], []], null],
  [order, 1, [['issued'], []], 'told-already'],
  [order, 2, [[], []], 'not-current'],
  [order, 2, [['delivered'], []], null],
  [unpacked, 1, [[], []], 'not-packed'],
  [order, 3, [[], []], 'not-packed'],
] as const)('AMB-220 what was packed is handed over once, in turn: %#', (packed, seq, done, code) => {
  const soFar = done.map((steps, at) => ({ seq: at + 1, done: steps }))
  expect(whyNotHandOverBags(packed, 'redbank', { seq, soFar })?.code ?? null).toBe(code)
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
