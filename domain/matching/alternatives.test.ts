import { expect, test } from 'vitest'
import type { ShelfGroup } from '../bags/kinds.ts'
import { alternativesFor } from './alternatives.ts'

const free = (bankId: string, bloodGroup: ShelfGroup, units: number) => ({
  ...{ bankId, name: bankId, bloodGroup, units },
})
const man = (group: ShelfGroup) => ({ group, sex: 'Male' as const, age: 60 })

test('AMB-331 what fits comes before what needs care, who has most first; the group itself, none and never are left out', () => {
  const shelves = [
    free('blue', 'O+', 30),
    free('blue', 'A-', 9),
    free('green', 'O-', 2),
    free('red', 'O-', 5),
    free('red', 'A+', 12),
    free('red', 'B-', 4),
    free('green', 'A-', 0),
  ]
  expect(alternativesFor('PRBC', man('A-'), shelves).map(({ bankId, text }) => [bankId, text])).toEqual([
    ['red', 'O NEG, fits'],
    ['green', 'O NEG, fits'],
    [
      'red',
      'A POS, Rh positive for an Rh-negative patient: only on a doctor’s word; the hospital has to say yes first',
    ],
    [
      'blue',
      'O POS, Rh positive for an Rh-negative patient: only on a doctor’s word; the hospital has to say yes first',
    ],
  ])
})

test('AMB-331 Rh-positive red cells for whoever may bear children are marked', () => {
  const [only] = alternativesFor('PRBC', { group: 'O-', sex: 'Female', age: 30 }, [free('red', 'O+', 3)])
  expect(only).toMatchObject({ level: 'care', isAlarming: true })
})

test('AMB-331 six at most; of one group who has most, and then by the name', () => {
  const named = (name: string, units: number) => ({ bankId: name, name, bloodGroup: 'O-', units }) as const
  const shown = (...free: ReturnType<typeof named>[]) =>
    alternativesFor('PRBC', { group: 'O+', sex: 'Male', age: 40 }, free).map(({ name }) => name)
  expect(shown(named('b', 1), named('a', 1), named('c', 2), named('none', 0))).toEqual(['c', 'a', 'b'])
  expect(shown(named('a', 1), named('b', 1))).toEqual(['a', 'b'])
  expect(shown(...[...'hgfedcba'].map((name) => named(name, 1)))).toEqual([...'abcdef'])
})
