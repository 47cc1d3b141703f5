import { describe, expect, test } from 'vitest'
import { aBag } from '#testing/makers/bags.ts'
import type { Bag } from '../bags/bag.ts'
import { days, hours, instantOf, later } from '../basics/time.ts'
import { type ChoiceOrder, choicesFor, choiceText, endingSoonText, endsSoon } from './choosing.ts'
import { MoreForBank, missingNeeds, unaskedOf } from './needs.ts'

const now = instantOf('2026-11-16', '10:42')
const deadlineAt = instantOf('2026-11-16', '13:30')
const order: ChoiceOrder = {
  component: 'PRBC',
  patient: { group: 'O+', sex: 'Male', age: 34 },
  needs: [],
  deadlineAt,
  barred: [],
}
const bag = (id: string, change: Partial<Bag> = {}) =>
  aBag({ id, number: `RB-${id}`, expiresAt: later(now, days(3) + hours(1)), ...change })
const idsOf = (bags: Bag[], change: Partial<ChoiceOrder> = {}) => {
  const { offered, endingSoon } = choicesFor({ ...order, ...change }, bags, 4, now)
  return [offered, endingSoon].map((some) => some.map((one) => one.bag.id))
}

describe('which come first', () => {
  test('fit, then what nobody asked for, then the soonest end, then the number', () => {
    const bags = [
      bag('negative', { bloodGroup: 'O-', expiresAt: later(now, days(1)) }),
      bag('filtered', { attributes: ['leucoreduced'], expiresAt: later(now, days(1)) }),
      bag('both', { attributes: ['leucoreduced', 'irradiated'], expiresAt: later(now, days(1)) }),
      bag('late', { expiresAt: later(now, days(9)) }),
      bag('twin-b'),
      bag('twin-a'),
    ]
    expect(idsOf(bags)).toEqual([['twin-a', 'twin-b', 'late', 'filtered', 'both', 'negative'], []])
  })

  test('the best of a level before the others of it', () => {
    const patient = { group: 'AB+', sex: 'Male', age: 34 } as const
    const bags = [
      bag('o', { bloodGroup: 'O+', expiresAt: later(now, days(1)) }),
      bag('a', { bloodGroup: 'A+' }),
      bag('ab', { bloodGroup: 'AB+', expiresAt: later(now, days(30)) }),
    ]
    expect(idsOf(bags, { patient })).toEqual([['ab', 'a', 'o'], []])
  })

  test('AMB-387 the order of groups of a level comes before what nobody asked for', () => {
    const patient = { group: 'AB+', sex: 'Male', age: 34 } as const
    const soon = later(now, days(1))
    const bags = [
      bag('o', { bloodGroup: 'O+', expiresAt: soon }),
      bag('a-filtered', { bloodGroup: 'A+', attributes: ['leucoreduced', 'irradiated'] }),
      bag('o-filtered', { bloodGroup: 'O+', attributes: ['leucoreduced'], expiresAt: soon }),
      bag('negative', { bloodGroup: 'A-', expiresAt: soon }),
    ]
    expect(idsOf(bags, { patient })).toEqual([['a-filtered', 'negative', 'o', 'o-filtered'], []])
  })

  test('what needs care comes last, what never fits not at all', () => {
    const patient = { group: 'O-', sex: 'Male', age: 34 } as const
    const bags = [bag('positive'), bag('negative', { bloodGroup: 'O-' }), bag('a', { bloodGroup: 'A-' })]
    expect(idsOf(bags, { patient })).toEqual([['negative', 'positive'], []])
  })
})

describe('which are not offered', () => {
  test.each([
    ['of another component', { component: 'FFP' }],
    ['held', { state: 'held' }],
    ['in quarantine', { state: 'quarantine' }],
    ['over', { expiresAt: now }],
    ['barred', { id: 'barred' }],
    ['over at the deadline', { expiresAt: deadlineAt }],
  ] as [string, Partial<Bag>][])('%s', (_, change) => {
    expect(idsOf([bag('x', change)], { barred: ['barred'] })).toEqual([[], []])
  })

  test('what lacks one need of two; asked for, it is nothing too much', () => {
    const bags = [
      bag('half', { attributes: ['irradiated'] }),
      bag('whole', { attributes: ['irradiated', 'leucoreduced'] }),
      bag('more', { attributes: ['irradiated', 'leucoreduced', 'washed'], expiresAt: later(now, days(1)) }),
    ]
    expect(idsOf(bags, { needs: ['irradiated', 'leucoreduced'] })).toEqual([['whole', 'more'], []])
  })
})

describe('what ends soon after the deadline', () => {
  test.each([
    ['at the deadline', 0, [[], []]],
    ['a moment later', 1, [[], ['x']]],
    ['four hours later', hours(4), [[], ['x']]],
    ['a moment after that', hours(4) + 1, [['x'], []]],
  ])('%s', (_, after, wanted) => {
    expect(idsOf([bag('x', { expiresAt: later(deadlineAt, after) })])).toEqual(wanted)
  })

  test('of an order that is late, four hours from now', () => {
    const late = { deadlineAt: instantOf('2026-11-16', '08:00') }
    expect(idsOf([bag('x', { expiresAt: later(now, hours(4)) })], late)).toEqual([[], ['x']])
    expect(idsOf([bag('x', { expiresAt: later(now, hours(4) + 1) })], late)).toEqual([['x'], []])
    expect(endsSoon(bag('x', { expiresAt: later(now, hours(4)) }), late.deadlineAt, 4, now)).toBe(true)
  })

  test('is told apart, with the first of them', () => {
    const soon = [
      bag('b', { expiresAt: instantOf('2026-11-16', '17:00') }),
      bag('a', { expiresAt: instantOf('2026-11-16', '16:10'), bloodGroup: 'O-' }),
    ]
    expect(endingSoonText(choicesFor(order, soon.slice(1), 4, now), 4)).toBe(
      '1 bag expires too soon, at 4:10 pm: less than 4 h after the deadline. Taken only with a reason.',
    )
    expect(endingSoonText(choicesFor(order, soon, 4, now), 4)).toContain(
      '2 bags expire too soon, the first at 4:10 pm',
    )
    expect(endingSoonText(choicesFor(order, [], 4, now), 4)).toBeNull()
  })
})

test('each says why in words', () => {
  const bags = [bag('a'), bag('b'), bag('c', { attributes: ['leucoreduced'] })]
  const { offered } = choicesFor(order, bags, 4, now)
  expect(offered.map((one, at) => choiceText(one, at === 0, now))).toEqual([
    'O POS, identical, expires in 3 days: take first',
    'O POS, identical, expires in 3 days',
    'O POS, identical, expires in 3 days; leucoreduced: nobody asked for it, leave it for who needs it',
  ])
})

describe('AMB-222 what a hospital may say besides', () => {
  test('all of it may stay empty', () => {
    expect(MoreForBank.parse({})).toEqual({
      needs: [],
      needsNote: '',
      ward: '',
      bed: '',
      doctor: '',
      diagnosis: '',
      transfusedBefore: 'unknown',
    })
    expect(MoreForBank.safeParse({ needs: ['warm'] }).success).toBe(false)
    expect(MoreForBank.safeParse({ religion: 'x' }).success).toBe(false)
    expect(MoreForBank.safeParse({ ward: 'x'.repeat(61) }).success).toBe(false)
  })

  test('what is missing, and what is too much', () => {
    const attributes = ['irradiated', 'washed'] as const
    expect(missingNeeds(['irradiated', 'cmv-negative'], { attributes })).toEqual(['cmv-negative'])
    expect(unaskedOf(['irradiated', 'cmv-negative'], { attributes })).toEqual(['washed'])
  })
})
