import { expect, test } from 'vitest'
import { days, earlier, hours, instantOf, later, minutes } from '../basics/time.ts'
import { eventKinds, events } from '../events/events.ts'
import { eventsHooked, hookedAs, hookKindIds, kindsOfReader } from './kinds.ts'
import { replayWindow, whyNotReplay, whyTooMany } from './replaying.ts'
import { judge, waitAfter, waits } from './retrying.ts'
import {
  HookDraft,
  longestHookUrl,
  whyNotAddress,
  whyNotDraft,
  whyNotOneMore,
  whyNotSwitch,
} from './saving.ts'
import { hookMessages } from './showing.ts'

const now = instantOf('2026-11-17', '10:00')

const happened = { subjectId: 'redab-1', bankId: 'redbank', detail: { requestId: 'redab-1' } }

test('AMB-320 what a hook is told of is about an order, and every status an order can take is among it', () => {
  const subjects = new Set(eventsHooked.map((kind) => events[kind].subject))
  expect([...subjects].sort()).toEqual(['bag', 'issuing', 'request'])
  expect(
    new Set([...eventsHooked.map((kind) => hookedAs({ ...happened, kind })?.kind), 'delivery.delivered']),
  ).toEqual(new Set(hookKindIds))
  // of orders only what follows from them, what is the provider's alone, and what an import brought
  const untold = eventKinds.filter(
    (kind) => events[kind].subject === 'request' && !eventsHooked.includes(kind),
  )
  expect(untold.filter((kind) => !/invoice/.test(kind)).sort()).toEqual([
    'hand-over-code-wrong',
    'request-imported',
    'step-kept-aside',
  ])
})

test.each([
  [{ kind: 'request-moved' }, 'order.status'],
  [{ kind: 'delivery-step-done', detail: { step: 'issued' } }, 'delivery.step'],
  [{ kind: 'delivery-step-done', detail: { step: 'delivered' } }, 'delivery.delivered'],
  [{ kind: 'order-withdrawn', bankId: 'redbank' }, 'order.withdrawn'],
  [{ kind: 'order-withdrawn', bankId: null }, null],
  [{ kind: 'bloodbank-invoice-made' }, null],
  [{ kind: 'of another version' }, null],
])('AMB-320 %j is told as %s', (event, kind) => {
  expect(hookedAs({ subjectId: 'redab-1', ...event })?.kind ?? null).toBe(kind)
})

test('AMB-351 the fate of a bag is told of the order that it was issued for, and of no bag without one', () => {
  const told = { kind: 'bag-transfused', subjectId: 'bag-7', bankId: 'redbank' }
  expect(hookedAs({ ...told, detail: { requestId: 'redab-1' } })).toEqual({
    kind: 'bag.fate',
    orderId: 'redab-1',
  })
  const discarded = { ...told, kind: 'bag-discarded' }
  expect(hookedAs({ ...discarded, detail: { requestId: null } })).toBeNull()
  const detail = { requestId: 'redab-1' }
  expect(hookedAs({ ...discarded, from: 'held', detail }), 'it never left').toBeNull()
  expect(hookedAs({ ...discarded, from: 'received', detail })?.kind).toBe('bag.fate')
})

test('AMB-411 a bag that proves incompatible is told as one that does not fit any more, or as a result to whoever asked for results', () => {
  const came = { kind: 'owed-result-came', subjectId: 'redab-1', bankId: 'redbank' }
  const told = (result: string) => hookedAs({ ...came, detail: { bag: 'RB-1', result } })
  expect(told('compatible')).toEqual({ kind: 'bench.result', orderId: 'redab-1' })
  expect(told('incompatible')).toEqual({
    ...{ kind: 'bag.recalled', otherwise: 'bench.result', orderId: 'redab-1' },
  })
})

test('AMB-320 a hospital is not offered what only banks hear, nor a bank what happens before it', () => {
  expect(kindsOfReader('hospital')).not.toContain('order.withdrawn')
  expect(kindsOfReader('bank')).not.toContain('order.raised')
  expect(kindsOfReader('provider')).toEqual(hookKindIds)
})

test('AMB-321 it is tried again for three days, seldom at last, and then given up', () => {
  const total = waits.reduce((sum, wait) => sum + wait, 0)
  expect([total >= days(3), total < days(3) + hours(2)]).toEqual([true, true])
  expect(waitAfter(1, 0.5)).toBe(5_000)
  expect([waitAfter(3, 0), waitAfter(3, 1)]).toEqual([minutes(2) * 0.9, minutes(2) * 1.1])
  expect(waitAfter(waits.length + 1, 0.5)).toBeNull()
})

const last = waits.length + 1
test.each([
  [{ code: 200 }, { state: 'delivered' }],
  [{ code: 299 }, { state: 'delivered' }],
  [{ code: 199 }, { state: 'failed', wait: 5_000 }],
  [{ code: 302 }, { state: 'failed', wait: 5_000 }],
  [{ code: null }, { state: 'failed', wait: 5_000 }],
  [{ code: 410 }, { state: 'given-up', isDead: true }],
  [
    { code: 500, tries: last },
    { state: 'given-up', isDead: true },
  ],
  [
    { code: 500, tries: last, lastTakenAt: earlier(now, days(4)) },
    { state: 'given-up', isDead: true },
  ],
  [
    { code: 500, tries: last, lastTakenAt: earlier(now, days(1)) },
    { state: 'given-up', isDead: false },
  ],
])('AMB-321 AMB-322 %j is %j', (tried, verdict) => {
  const of = { tries: 1, firstAt: earlier(now, days(3)), lastTakenAt: null, quiet: 0, ...tried }
  expect(judge(of, now, 0.5)).toEqual(verdict)
})

const draft = (change: object = {}) =>
  HookDraft.parse({ url: 'https://a.example.org', kinds: ['order.linked'], ...change })
test.each([
  [{}, null],
  [{ url: '  ' }, 'no-url'],
  [{ url: `https://a.example.org/${'x'.repeat(longestHookUrl)}` }, 'url-too-long'],
  [{ kinds: [] }, 'no-kinds'],
  [{ kinds: ['order.withdrawn'] }, 'kind-not-yours'],
])('AMB-320 a draft with %j: %s', (change, code) => {
  expect(whyNotDraft(draft(change), 'hospital')?.code ?? null).toBe(code)
})

test('AMB-304 AMB-320 what speaks against an address is said at it', () => {
  expect(whyNotAddress(new URL('https://169.254.169.254/'), [])).toEqual({
    code: 'inside-network',
    field: 'url',
  })
  expect(whyNotAddress(new URL('https://a.example.org/'), [])).toBeNull()
  expect([whyNotOneMore(9), whyNotOneMore(10)?.code]).toEqual([null, 'too-many-hooks'])
})

test.each([
  ['on', 3, false, null],
  ['on', 3, true, 'on-already'],
  ['off', 3, false, 'off-already'],
  ['stopped', 3, false, 'off-already'],
  ['stopped', 3, true, null],
  ['off', 2, true, 'changed-meanwhile'],
] as const)(
  'AMB-320 one that is %s, seen as version %i, switched to %s: %s',
  (state, version, isOn, code) => {
    expect(whyNotSwitch({ state, version: 3 }, { version, isOn })?.code ?? null).toBe(code)
  },
)

const hook = { state: 'on', isReplaying: false } as const
test.each([
  [hook, hours(10), hours(24), null],
  [hook, days(30), hours(24), null],
  [hook, days(30) + 1, hours(24), 'too-long-ago'],
  [hook, -1, hours(1), 'in-future'],
  [hook, hours(10), hours(24) + 1, 'window-too-long'],
  [hook, hours(10), 0, 'ends-before-it-begins'],
  [{ ...hook, state: 'off' }, hours(10), hours(1), 'not-on'],
  [{ ...hook, isReplaying: true }, hours(10), hours(1), 'replay-running'],
] as const)('AMB-324 %j, from %i ms ago, %i ms long: %s', (of, ago, length, code) => {
  const from = earlier(now, ago)
  expect(whyNotReplay(of, { from, until: later(from, length) }, now)?.code ?? null).toBe(code)
})

test('AMB-324 without an end it is a day; more than can be sent is told', () => {
  expect(replayWindow({ from: now }).until).toEqual(later(now, hours(24)))
  expect([whyTooMany(20_000), whyTooMany(20_001)?.code]).toEqual([null, 'too-many-events'])
})

test('AMB-322 who owns a dead hook reads what happened and what to do', () => {
  const { words } = hookMessages['hook-stopped']
  expect(words({ host: 'a.example.org', isGone: false })).toContain('has taken nothing for three days')
  expect(words({ host: 'a.example.org', isGone: true })).toContain('nobody takes it any more')
})
