import { expect, test } from 'vitest'
import { requestStatuses } from '../requests/request.ts'
import { changedIn, identifiersIn, mostInBundle, statusesIn, usualInBundle } from './searching.ts'

test('a page has twenty, and never more than a hundred', () => {
  expect([usualInBundle, mostInBundle]).toEqual([20, 100])
})

test.each([
  ['ORD-1', { system: null, value: 'ORD-1' }],
  ['urn:x|ORD-1', { system: 'urn:x', value: 'ORD-1' }],
  ['|ORD-1', { system: '', value: 'ORD-1' }],
  ['urn:x|a|b', { system: 'urn:x', value: 'a|b' }],
  ['urn:x|', { system: 'urn:x', value: '' }],
  ['urn:x|a\\,b', { system: 'urn:x', value: 'a,b' }],
])('the identifier %s', (token, expected) => {
  expect(identifiersIn(token)).toEqual([expected])
})

test('AMB-414 any of several identifiers', () => {
  expect(identifiersIn('urn:x|1,2')).toEqual([
    { system: 'urn:x', value: '1' },
    { system: null, value: '2' },
  ])
})

test.each([
  [undefined, [...requestStatuses]],
  ['draft', ['pending']],
  ['draft,completed', ['pending', 'completed']],
  ['revoked', ['hospital-admin-rejected', 'bloodbank-rejected', 'cancelled']],
  ['entered-in-error', []],
])('AMB-325 the status %s', (tokens, expected) => {
  expect(statusesIn(tokens)).toEqual(expected)
})

test.each(['activ', 'pending', '', 'draft,', 'draft,Active'])(
  'AMB-414 the status %s is refused',
  (tokens) => {
    expect(statusesIn(tokens)).toEqual({ code: 'unknown-status', field: 'status' })
  },
)

const day = '2026-11-16T10:00:00'
const at = (ms = 0) => new Date(Date.parse(`${day}Z`) + ms)
test.each([
  [[], { from: null, to: null }],
  [[`${day}Z`], { from: at(), to: at() }],
  [[`eq${day}Z`], { from: at(), to: at() }],
  [[`ge${day}Z`], { from: at(), to: null }],
  [[`gt${day}Z`], { from: at(1), to: null }],
  [[`le${day}Z`], { from: null, to: at() }],
  [[`lt${day}Z`], { from: null, to: at(-1) }],
  [[`ge${day}Z`, `lt${day}.500Z`], { from: at(), to: at(499) }],
  [[`ge${day}Z`, `ge${day}.500Z`], { from: at(500), to: null }],
  [[`ge${day}.500Z`, `gt${day}Z`], { from: at(500), to: null }],
  [[`gt${day}.500Z`, `ge${day}Z`], { from: at(501), to: null }],
  [[`le${day}Z`, `lt${day}.500Z`], { from: null, to: at() }],
  [[`lt${day}Z`, `le${day}.500Z`], { from: null, to: at(-1) }],
  [['ge2026-11-16T15:30+05:30'], { from: at(), to: null }],
])('changed %j: both ends are in it, to the millisecond', (tokens, expected) => {
  expect(changedIn(tokens)).toEqual(expected)
})

test.each([
  '2026-11-16',
  'ge2026',
  `${day}`,
  `ne${day}Z`,
  'x',
  '',
  `ge${day}Zx`,
  `xge${day}Z`,
  '2026-13-16T10:00:00Z',
])('changed %s is no instant', (token) => {
  expect(changedIn([`ge${day}Z`, token])).toEqual({ code: 'not-an-instant', field: '_lastUpdated' })
})
