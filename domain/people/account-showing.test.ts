import { expect, test } from 'vitest'
import type { EventKind } from '../events/events.ts'
import { accountEventText, comingText, grantName, statusActs, statusName } from './account-showing.ts'
import { accountStatuses } from './actor.ts'

test.each<[EventKind, string | null, string | null, string | null, string]>([
  ['organisation-activated', 'pending', 'active', 'pilot admin', 'Activated as pilot, admin'],
  ['organisation-activated', 'pending', 'active', null, 'Activated'],
  ['organisation-suspended', 'active', 'suspended', null, 'Suspended'],
  ['organisation-reinstated', 'suspended', 'active', null, 'Reinstated'],
  ['subscription-ended', 'active', 'subscription-ended', null, 'Subscription marked as ended'],
  ['ended-subscription-blocks', null, null, null, 'An ended subscription stops approving'],
  ['ended-subscription-is-told', null, null, null, 'An ended subscription is a notice alone'],
  ['account-added', null, 'plus staff', null, 'Account added as plus, staff'],
  ['account-granted', 'plus staff', 'pilot admin', null, 'Account changed from plus, staff to pilot, admin'],
  ['account-invited', null, null, null, 'Invited again'],
  ['bank-offered', null, null, null, 'Offered for linking'],
])('%s from %s to %s is told', (kind, from, to, grant, text) => {
  expect(accountEventText({ kind, from, to, grant, about: null })).toBe(text)
})

test('every status has its word, and all but pending an act that leads there', () => {
  expect(Object.keys(statusName)).toEqual([...accountStatuses])
  expect(Object.keys(statusActs).toSorted()).toEqual(
    accountStatuses.filter((status) => status !== 'pending').toSorted(),
  )
  expect(grantName({ product: 'bloodbank', role: 'admin' })).toBe('Blood bank, admin')
})

test.each([
  [true, new Date('2026-11-09T17:40:00+05:30'), 'Second factor on, last sign-in 9 Nov 2026, 5:40 pm'],
  [false, null, 'Second factor off, never signed in'],
])('AMB-286 a second factor (%s) and the last sign-in at %s: %s', (hasSecondFactor, lastSignInAt, text) => {
  expect(comingText({ hasSecondFactor, lastSignInAt })).toBe(text)
})
