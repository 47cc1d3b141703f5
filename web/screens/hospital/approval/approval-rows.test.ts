import { expect, test } from 'vitest'
import type { OwnRequest } from '#contract/requests.ts'
import { later, minutes } from '#domain/basics/time.ts'
import { readSearch } from '#domain/requests/searching.ts'
import { approvalRows, type Decided, standsIn } from './approval-rows.ts'

const now = new Date('2026-11-16T10:00:00+05:30')
const request = (id: string, raised: number, pickup: number) =>
  ({
    id,
    raisedAt: later(now, minutes(raised)),
    pickupAt: later(now, minutes(pickup)),
    version: 1,
  }) as OwnRequest
const [first, second, third] = [
  request('aaaa0001', 3, 90),
  request('bbbb0002', 2, 30),
  request('cccc0003', 1, 60),
]
const decided = (of: OwnRequest, after?: string): Decided => ({
  request: { ...of, version: of.version + 1 },
  decision: 'approve',
  after,
  until: later(now, minutes(10)),
})

test('AMB-244 what was decided keeps its place by either order, also while the list still has it as pending', () => {
  const ids = (rows: ReturnType<typeof approvalRows>) =>
    rows.map(({ request: { id }, decision }) => `${id} ${decision ?? 'waits'}`)
  for (const pending of [
    [first, third],
    [first, second, third],
  ])
    expect(ids(approvalRows(pending, [decided(second)], 'newest'))).toEqual([
      'aaaa0001 waits',
      'bbbb0002 approve',
      'cccc0003 waits',
    ])
  expect(ids(approvalRows([first, third], [decided(second)], 'pickup'))).toEqual([
    'bbbb0002 approve',
    'cccc0003 waits',
    'aaaa0001 waits',
  ])
})

test('AMB-244 one that is pending again by somebody else waits', () => {
  const again = { ...second, version: second.version + 2 }
  expect(approvalRows([again], [decided(second)], 'newest')).toEqual([{ request: again, decision: null }])
})

test.each([
  ['on the page where it was decided', '', 'p2', true],
  ['not on another page', '', undefined, false],
  ['where its id is searched for', 'bbbb0002', undefined, true],
  ['not where another id is', 'aaaa0001', 'p2', false],
  ['where a part of its id is', 'b00', 'p2', true],
  ['not where it has no such part', 'a00', 'p2', false],
])('AMB-244 a decided row stands %s', (_, typed, after, stands) => {
  expect(standsIn(decided(second, 'p2'), { search: readSearch(typed), after })).toBe(stands)
})
