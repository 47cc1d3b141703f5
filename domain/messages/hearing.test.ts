import { describe, expect, test } from 'vitest'
import { instantOf } from '../basics/time.ts'
import type { Actor } from '../people/actor.ts'
import {
  audienceOf,
  deskHears,
  deskWaysOf,
  hears,
  heldUntil,
  kindsHeardBy,
  quietUntil,
  type Way,
  waysOf,
  whyNotQuiet,
  wishOf,
} from './hearing.ts'

describe('AMB-306 what somebody hears', () => {
  test.each([
    // what nobody touched
    ['late', 'page', {}, true],
    ['delivered', 'page', {}, true],
    ['late', 'push', {}, true],
    ['delivered', 'push', {}, false],
    ['late', 'mail', {}, false],
    ['late', 'sms', {}, false],
    // what they chose
    ['delivered', 'push', { 'delivered push': true }, true],
    ['late', 'push', { 'late push': false }, false],
    ['late', 'mail', { 'late mail': true }, true],
    ['late', 'sms', { 'late mail': true, 'delivered sms': true }, false],
  ] as const)('%s by %s, having chosen %j: %s', (kind, way, choices, is) => {
    expect(hears(choices, kind, way)).toBe(is)
  })

  test.each([
    ['late', 'mail', {}, true],
    ['late', 'mail', { 'late mail': false }, false],
    ['late', 'sms', { 'late mail': false }, true],
    // what the specification sends
    ['raised', 'sms', { 'raised sms': false }, true],
    ['temperature', 'sms', { 'temperature sms': false }, true],
  ] as const)('the desk, of %s by %s, having chosen %j: %s', (kind, channel, choices, is) => {
    expect(deskHears(choices, kind, channel)).toBe(is)
  })

  test('a choice is named by its kind and its way', () => {
    expect(wishOf('late', 'sms')).toBe('late sms')
  })
})

const member = (product: 'admin' | 'pilot' | 'plus' | 'bloodbank'): Actor => ({
  ...{ kind: 'member', accountId: 'a', email: 'a@b.example', product, role: 'staff', organisationId: 'b' },
  ...{ displayName: 'B', accountStatus: 'active', isApprovingBlocked: false },
})

test('each hears the kinds of whom they act for', () => {
  expect((['admin', 'pilot', 'plus', 'bloodbank'] as const).map((one) => audienceOf(member(one)))).toEqual([
    'provider',
    'hospital',
    'hospital',
    'bank',
  ])
  expect(audienceOf({ kind: 'driver', accountId: 'd', email: 'd@d.example', displayName: 'D' })).toBe(
    'driver',
  )
  expect(kindsHeardBy('driver')).toEqual(['driver', 'driver-freed'])
  expect(kindsHeardBy('bank')).toContain('temperature')
  expect(kindsHeardBy('provider')).toContain('temperature')
  expect(kindsHeardBy('hospital')).not.toContain('order-linked')
  expect(waysOf('driver')).toEqual(['push'])
  expect(waysOf('bank')).toEqual(['page', 'push', 'mail', 'sms'])
})

test.each([
  ['late', 'hospital', ['mail', 'sms']],
  ['raised', 'hospital', ['sms']],
  ['temperature', 'bank', ['sms']],
  ['temperature', 'provider', ['mail']],
  ['untaken', 'provider', ['mail']],
] as const)('%s reaches the desk of a %s by %j', (kind, audience, channels) => {
  expect(deskWaysOf(kind, audience)).toEqual(channels)
})

describe('AMB-307 quiet hours', () => {
  const night = { from: '22:00', to: '06:00' }
  const noon = { from: '12:30', to: '13:30' }
  const at = (time: string, day = '2026-11-16') => instantOf(day, time)

  test.each([
    ['none', null, at('23:00'), null],
    ['a minute before', night, at('21:59'), null],
    ['from the minute on', night, at('22:00'), at('06:00', '2026-11-17')],
    ['before midnight', night, at('23:59'), at('06:00', '2026-11-17')],
    ['at midnight', night, at('00:00'), at('06:00')],
    ['the last minute', night, at('05:59'), at('06:00')],
    ['at the end', night, at('06:00'), null],
    ['over the end of a month', night, at('23:00', '2026-11-30'), at('06:00', '2026-12-01')],
    ['within a day, before', noon, at('12:29'), null],
    ['within a day', noon, at('13:29'), at('13:30')],
    ['within a day, after', noon, at('13:30'), null],
    ['until midnight', { from: '20:00', to: '00:00' }, at('23:30'), at('00:00', '2026-11-17')],
  ])('%s', (_, quiet, now, until) => {
    expect(quietUntil(quiet, now)).toEqual(until)
  })

  test.each([
    ['delivered', 'sms', true],
    ['delivered', 'push', true],
    ['delivered', 'sound', true],
    ['delivered', 'mail', false],
    ['delivered', 'page', false],
    ['late', 'sms', false],
    ['late', 'push', false],
    ['late', 'sound', false],
  ] as const)('%s by %s is held: %s', (kind, way: Way | 'sound', isHeld) => {
    expect(heldUntil({ kind, way, quiet: night }, at('23:00')) !== null).toBe(isHeld)
  })

  test('two times that are one are refused', () => {
    expect(whyNotQuiet(null)).toBeNull()
    expect(whyNotQuiet(night)).toBeNull()
    expect(whyNotQuiet({ from: '06:00', to: '06:00' })).toEqual({ code: 'quiet-empty', field: 'to' })
  })
})
