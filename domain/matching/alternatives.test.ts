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
