import { expect, test } from 'vitest'
import { conflictsIn } from '#testing/makers/rules.ts'
import { outgoingWords } from '../basics/outgoing.ts'
import { hookKindIds, hookKinds, kindsOfReader, pingKind } from './kinds.ts'
import { HookDraft, HookState, hookWords, longestHookUrl, whyNotDraft } from './saving.ts'

test('AMB-320 a hook is on, off, or stopped by what it answers', () => {
  expect(HookState.options).toEqual(['on', 'off', 'stopped'])
})

test('AMB-320 what hospitals and banks are offered, in the order of an order’s life', () => {
  const untold = (reader: 'hospital' | 'bank') =>
    hookKindIds.filter((kind) => !kindsOfReader(reader).includes(kind))
  expect(untold('hospital')).toEqual(['order.withdrawn', 'bag.fate'])
  expect(untold('bank')).toEqual(['order.raised', 'order.rejected', 'order.refused'])
  expect(hookKindIds.map((kind): string => hookKinds[kind].name)).not.toContain('')
  expect(pingKind).toBe('test.ping')
})

const draft = (change: object = {}) => ({ url: 'https://a.example.org', kinds: ['order.linked'], ...change })
const long = (length: number) => 'https://a.example.org/'.padEnd(length, 'x')

test.each<[string, object, object | null]>([
  ['no address', { url: ' ' }, { code: 'no-url', field: 'url' }],
  ['an address of 2000', { url: long(2_000) }, null],
  [
    'an address of 2001',
    { url: long(2_001) },
    { code: 'url-too-long', field: 'url', values: { most: 2_000, length: 2_001 } },
  ],
  ['nothing chosen', { kinds: [] }, { code: 'no-kinds', field: 'kinds' }],
  [
    'what is not theirs',
    { kinds: ['order.linked', 'order.withdrawn'] },
    { code: 'kind-not-yours', field: 'kinds', values: { kind: 'order.withdrawn' } },
  ],
])('AMB-320 it is said at its field: %s', (_, change, refusal) => {
  expect(longestHookUrl).toBe(2_000)
  expect(whyNotDraft(HookDraft.parse(draft(change)), 'hospital')).toEqual(refusal)
})

test.each<[string, object, boolean]>([
  ['an address of 20000', { url: long(20_000) }, true],
  ['an address of 20001', { url: long(20_001) }, false],
  ['a hundred ticks', { kinds: Array(100).fill('order.late') }, true],
  ['a tick more', { kinds: Array(101).fill('order.late') }, false],
])('what is far too much is not even read: %s', (_, change, isRead) => {
  expect(HookDraft.safeParse(draft(change)).success).toBe(isRead)
})

test('each refusal of a hook has its words', () => {
  expect(Object.keys(hookWords)).toEqual([
    ...Object.keys(outgoingWords),
    ...['no-url', 'url-too-long', 'no-kinds', 'kind-not-yours', 'too-many-hooks', 'same-address'],
    ...['changed-meanwhile', 'on-already', 'off-already'],
  ])
})

test('what is nobody’s mistake is answered as a conflict', () => {
  expect(conflictsIn(hookWords)).toEqual([
    'too-many-hooks',
    'same-address',
    'changed-meanwhile',
    'on-already',
    'off-already',
  ])
})
