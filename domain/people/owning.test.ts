import { expect, test } from 'vitest'
import { ownersOf } from './owning.ts'

test.each([
  ['pilot', 'firm', { hospitalId: 'firm', bankId: null }],
  ['plus', 'city', { hospitalId: 'city', bankId: null }],
  ['bloodbank', 'redbank', { hospitalId: null, bankId: 'redbank' }],
  ['admin', null, { hospitalId: null, bankId: null }],
  ['admin', 'firm', { hospitalId: null, bankId: null }],
] as const)('AMB-298 what somebody of %s %s does is %o', (product, organisationId, owners) => {
  expect(ownersOf({ product, organisationId })).toEqual(owners)
})
