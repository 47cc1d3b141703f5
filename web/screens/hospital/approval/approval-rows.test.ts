import { expect, test } from 'vitest'
import type { OwnRequest } from '#contract/requests.ts'
import { later, minutes } from '#domain/basics/time.ts'
import { readSearch } from '#domain/requests/searching.ts'
import { type ApprovalRow, approvalRows, type Decided } from './approval-rows.ts'

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

const ids = (rows: readonly ApprovalRow[]) =>
  rows.map(({ request: { id }, decision }) => `${id} ${decision ?? 'waits'}`)
const firstPage = { search: readSearch(''), after: undefined, sort: 'newest' } as const

test('AMB-244 what was decided keeps its place by either order, also while the list still has it as pending', () => {
  for (const pending of [
    [first, third],
    [first, second, third],
  ])
    expect(ids(approvalRows(pending, [decided(second)], firstPage).here)).toEqual([
      'aaaa0001 waits',
      'bbbb0002 approve',
      'cccc0003 waits',
    ])
  const byPickup = approvalRows([first, third], [decided(second)], { ...firstPage, sort: 'pickup' })
  expect(ids(byPickup.here)).toEqual(['bbbb0002 approve', 'cccc0003 waits', 'aaaa0001 waits'])
})

test('AMB-244 one that is pending again by somebody else waits, and stands nowhere as decided', () => {
  const again = { ...second, version: second.version + 2 }
  for (const page of [undefined, 'p2'])
    expect(approvalRows([again], [decided(second, page)], firstPage)).toEqual({
      here: [{ request: again, decision: null }],
      elsewhere: [],
    })
})

test('AMB-244 what was decided on another page stands beside this one, and only once', () => {
  const seen = approvalRows([first], [decided(third, 'p2'), decided(second, 'p2')], firstPage)
  expect(ids(seen.here)).toEqual(['aaaa0001 waits'])
  expect(ids(seen.elsewhere)).toEqual(['bbbb0002 approve', 'cccc0003 approve'])
  const notReadAgain = approvalRows([first, second], [decided(second, 'p2')], firstPage)
  expect(ids(notReadAgain.here)).toEqual(['aaaa0001 waits', 'bbbb0002 approve'])
  expect(notReadAgain.elsewhere).toEqual([])
})

test.each([
  ['on the page where it was decided', '', 'p2', 'here'],
  ['beside another page', '', undefined, 'elsewhere'],
  ['where its id is searched for', 'bbbb0002', undefined, 'here'],
  ['not where another id is', 'aaaa0001', 'p2', null],
  ['where a part of its id is', 'b00', 'p2', 'here'],
  ['beside another page of which a part of its id is searched for', 'b00', undefined, 'elsewhere'],
  ['not where it has no such part', 'a00', 'p2', null],
])('AMB-244 a decided row stands %s', (_, typed, after, stands) => {
  const { here, elsewhere } = approvalRows([], [decided(second, 'p2')], {
    ...firstPage,
    search: readSearch(typed),
    after,
  })
  expect(here.length ? 'here' : elsewhere.length ? 'elsewhere' : null).toBe(stands)
})
