import { expect, test } from 'vitest'
import type { ShelfGroup } from '../bags/kinds.ts'
import { instantOf } from '../basics/time.ts'
import { observationsOf } from './observing.ts'
import { others, systems } from './systems.ts'

const nothing = { order: { id: '0123abcd' }, samples: [], groupFound: null, bags: [] }
const toOrder = { reference: 'ServiceRequest/0123abcd', type: 'ServiceRequest' }
const kind = 'http://terminology.hl7.org/CodeSystem/observation-category'
const rest = {
  status: 'final',
  category: [{ coding: [{ system: kind, code: 'laboratory', display: 'Laboratory' }] }],
}
const loinc = (code: string, display: string) => ({ system: others.loinc, code, display })
const positive = loinc('LA6576-8', 'Positive')
const negative = loinc('LA6577-6', 'Negative')

test.each([
  ['A-', 'A', 'negative', [loinc('LA19710-5', 'Group A')], negative],
  ['B+', 'B', 'positive', [loinc('LA19709-7', 'Group B')], positive],
  ['O+', 'O', 'positive', [loinc('LA19708-9', 'Group O')], positive],
  ['AB-', 'AB', 'negative', [loinc('LA28449-9', 'Group AB')], negative],
  ['Oh+', 'Oh', 'positive', [], positive],
] as const)('the group that was found in the tube: %s', (groupFound, abo, rh, theirAbo, theirRh) => {
  const observed = (what: string, name: [string, string], coding: object[]) => ({
    ...{ resourceType: 'Observation', id: `0123abcd-${what}`, basedOn: [toOrder], ...rest },
    code: { coding: [loinc(...name)] },
    valueCodeableConcept: { coding },
  })
  expect(observationsOf({ ...nothing, groupFound })).toEqual([
    observed(
      'abo',
      ['883-9', 'ABO group [Type] in Blood'],
      [{ system: systems.abo, code: abo }, ...theirAbo],
    ),
    observed('rh', ['10331-7', 'Rh [Type] in Blood'], [{ system: systems.rh, code: rh }, theirRh]),
  ])
  expect(observationsOf(nothing)).toEqual([])
})

test('a group is of the last tube in which it was found, and of none of an earlier order', () => {
  const tube = (id: string, groupFound: ShelfGroup | null, hour: string) => ({
    ...{ id, groupFound, takenAt: instantOf('2026-11-15', hour) },
  })
  const samples = [tube('s1', 'O+', '12:10'), tube('s2', 'O+', '13:10'), tube('s3', 'A+', '14:10')]
  const ofTube = {
    effectiveDateTime: instantOf('2026-11-15', '13:10').toISOString(),
    specimen: { reference: 'Specimen/0123abcd-s2', type: 'Specimen' },
  }
  expect(observationsOf({ ...nothing, groupFound: 'O+', samples })).toMatchObject([ofTube, ofTube])
  for (const one of observationsOf({ ...nothing, groupFound: 'B+', samples }))
    expect(one).not.toHaveProperty('specimen')
})

test('the group on the label of a bag that left, and which bag it is', () => {
  const bags = [{ id: 'b1', bloodGroup: 'AB-' }] as const
  const type = 'BiologicallyDerivedProduct'
  const observed = (what: string, name: [string, string], coding: object[]) => ({
    ...{ resourceType: 'Observation', id: `0123abcd-b1-${what}`, basedOn: [toOrder], ...rest },
    code: { coding: [loinc(...name)] },
    focus: [{ reference: `${type}/0123abcd-b1`, type }],
    valueCodeableConcept: { coding },
  })
  expect(observationsOf({ ...nothing, bags })).toEqual([
    observed(
      'abo',
      ['14578-9', 'ABO group [Type] in Blood from Blood product unit'],
      [{ system: systems.abo, code: 'AB' }, loinc('LA28449-9', 'Group AB')],
    ),
    observed(
      'rh',
      ['14907-0', 'Rh [Type] in Blood from Blood product unit'],
      [{ system: systems.rh, code: 'negative' }, negative],
    ),
  ])
})
