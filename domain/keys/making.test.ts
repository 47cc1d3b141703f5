import { expect, test } from 'vitest'
import { conflictsIn } from '#testing/makers/rules.ts'
import { instantOf } from '../basics/time.ts'
import { KeyDraft, keyWords, lastDayAtMost, usualLastDay, whyNotMake, whyNotOneMore } from './making.ts'
import { Scope, scopeNames, scopesFor } from './scopes.ts'
import { keyBeginning, keyIn, shownLength, whyNotCall, whyNotFrom } from './using.ts'

const now = instantOf('2026-11-16', '10:00')
const draft = (change: object = {}) => ({ name: 'HIS ward module', scopes: ['orders:read'], ...change })

test('AMB-315 what keys may be given, and to whom', () => {
  const ofHospitals = ['orders:read', 'orders:write', 'fate:write', 'reports:read']
  expect(scopesFor).toEqual({
    ...{ pilot: ofHospitals, plus: ofHospitals, admin: ['orders:read', 'reports:read'] },
    bloodbank: ['orders:read', 'stock:write', 'bags:write', 'reports:read'],
  })
  expect(Scope.options).toEqual([
    ...['orders:read', 'orders:write', 'stock:write', 'bags:write', 'fate:write', 'reports:read'],
  ])
  expect(Scope.options.filter((scope) => scopeNames[scope] === '')).toEqual([])
})

test.each<[string, object, object]>([
  ['no name', { name: ' ' }, { code: 'name-blank', field: 'name' }],
  ['a long name', { name: 'x'.repeat(61) }, { code: 'name-long', field: 'name', values: { most: 60 } }],
  ['nothing ticked', { scopes: [] }, { code: 'no-scope', field: 'scopes' }],
  [
    'not theirs',
    { scopes: ['orders:read', 'bags:write'] },
    { code: 'scope-unfit', field: 'scopes', values: { scope: 'bags:write' } },
  ],
  [
    'too many networks',
    { networks: Array(21).fill('10.0.0.1') },
    { code: 'too-many-networks', field: 'networks', values: { most: 20 } },
  ],
  [
    'no network',
    { networks: ['10.0.0.1', 'here'] },
    { code: 'no-network', field: 'networks', values: { network: 'here' } },
  ],
  ['ended', { lastDay: '2026-11-15' }, { code: 'end-past', field: 'lastDay' }],
  [
    'too far',
    { lastDay: '2028-11-16' },
    { code: 'end-far', field: 'lastDay', values: { day: '2028-11-15' } },
  ],
])('AMB-317 it is said at its field: %s', (_, change, refusal) => {
  expect(whyNotMake(KeyDraft.parse(draft(change)), { product: 'pilot' }, now)).toEqual(refusal)
})

test('AMB-317 two years at most, one as a rule; twenty networks; a bank tries nothing out', () => {
  expect([usualLastDay(now), lastDayAtMost(now)]).toEqual(['2027-11-16', '2028-11-15'])
  const twenty = KeyDraft.parse(draft({ networks: Array(20).fill('10.0.0.1') }))
  expect(whyNotMake(twenty, { product: 'pilot' }, now)).toBeNull()
  const trial = KeyDraft.parse(draft({ isTest: true }))
  expect(whyNotMake(trial, { product: 'bloodbank' }, now)).toEqual({ code: 'no-test-bank', field: 'isTest' })
})

test('AMB-317 one name of many is enough to be taken; twenty keys are enough', () => {
  expect(whyNotOneMore({ name: 'his' }, ['lab', 'HIS'])).toEqual({
    ...{ code: 'name-taken', field: 'name', values: { name: 'his' } },
  })
  expect(whyNotOneMore({ name: 'his' }, [])).toBeNull()
  expect(whyNotOneMore({ name: 'his' }, Array(19).fill('x'))).toBeNull()
  expect(whyNotOneMore({ name: 'his' }, Array(20).fill('x'))).toEqual({
    ...{ code: 'too-many-keys', values: { most: 20 } },
  })
})

test.each<[string, object, boolean]>([
  ['a name of 2000', { name: 'x'.repeat(2_000) }, true],
  ['a name of 2001', { name: 'x'.repeat(2_001) }, false],
  ['twenty ticks', { scopes: Array(20).fill('orders:read') }, true],
  ['a tick more', { scopes: Array(21).fill('orders:read') }, false],
  ['a network of 100 characters', { networks: ['x'.repeat(100)] }, true],
  ['of 101', { networks: ['x'.repeat(101)] }, false],
  ['two hundred networks', { networks: Array(200).fill('x') }, true],
  ['one more', { networks: Array(201).fill('x') }, false],
])('what is far too much is not even read: %s', (_, change, isRead) => {
  expect(KeyDraft.safeParse(draft(change)).success).toBe(isRead)
})

test('AMB-316 a key says by its beginning whether it is one for trials; a list shows six letters more', () => {
  expect([keyBeginning(true), keyBeginning(false)]).toEqual(['cm_test_', 'cm_live_'])
  expect(shownLength).toBe(14)
  expect(keyIn('Basic x')).toBeNull()
})

test('AMB-315 a key is told which network or which scope it lacks; what asks for any takes any', () => {
  expect(whyNotFrom({ networks: ['10.0.0.0/8'] }, '11.0.0.1')).toEqual({
    ...{ code: 'key-network', values: { address: '11.0.0.1' } },
  })
  expect(whyNotCall([], 'any')).toBeNull()
  expect(whyNotCall([], 'orders:read')?.values).toEqual({
    ...{ scope: 'orders:read', what: 'read orders and where they are' },
  })
})

test('what is nobody’s mistake is answered as a conflict', () => {
  expect(conflictsIn(keyWords)).toEqual(['name-taken', 'too-many-keys', 'already-stopped'])
})
