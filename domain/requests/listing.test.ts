import { describe, expect, test } from 'vitest'
import { hospitalChoices, liveStatuses, mostPending, pageSize, withoutDelivery } from './listing.ts'
import { requestStatuses } from './request.ts'

describe('the hospitals a filter offers', () => {
  test.each(['firm', 'noble', 'city', 'developer', 'testing', 'dev2'])(
    'REQSTATUS-03 %s offers itself',
    (id) => {
      const member = { organisationId: id, displayName: 'Firm' }
      expect(hospitalChoices(member)).toEqual([{ value: id, label: 'Firm' }])
    },
  )

  test.each(['dev', 'test'])('REQSTATUS-05 %s is in no list of choices, not even its own', (id) => {
    expect(hospitalChoices({ organisationId: id, displayName: 'Dev' })).toEqual([])
  })

  test('REQSTATUS-03 who has no hospital has none to offer', () => {
    expect(hospitalChoices({ organisationId: null, displayName: 'bloodsupport' })).toEqual([])
  })
})

test.each([
  ['REQSTATUS-08', 'without a filter', 10, false],
  ['REQSTATUS-10', 'with a filter', 20, true],
] as const)('%s a page %s has %i rows', (_row, _name, rows, isFiltered) => {
  expect(pageSize({ isFiltered })).toBe(rows)
})

test('APPROVAL-06 the approval list shows at most 20', () => {
  expect(mostPending).toBe(20)
})

test('LIVE-02 three of the thirteen statuses are live', () => {
  expect([...liveStatuses].sort()).toEqual([
    'bloodbank-approved',
    'hospital-admin-approved',
    'partially-completed',
  ])
})

test('DELIVERY-02 only what is not approved yet, or never will be, has no delivery', () => {
  const without: readonly string[] = withoutDelivery
  expect(requestStatuses.filter((status) => without.includes(status))).toEqual([
    'pending',
    'hospital-admin-rejected',
  ])
})
