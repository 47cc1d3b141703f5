import { expect, test } from 'vitest'
import { instantOf } from '#domain/basics/time.ts'
import { numbered, type PageAsk, readMark, windowOf } from './price-pages.ts'

const months = [
  { month: '2026-11-01', requests: 4 },
  { month: '2026-10-01', requests: 5 },
  { month: '2026-08-01', requests: 30 },
  { month: '2025-12-01', requests: 7 },
]
const startOf = (month: string) => instantOf(month, '00:00')
const ask = (day: string | null, direction: PageAsk['direction'] = 'older', size = 8): PageAsk => ({
  place: day === null ? null : { at: instantOf(day, '12:00'), id: '80000000' },
  direction,
  size,
})

test.each([
  ['the first page, which two months fill', ask(null), '2026-10-01', '2026-12-01'],
  ['one that needs a third', ask(null, 'older', 9), '2026-08-01', '2026-12-01'],
  ['one that nothing fills', ask(null, 'older', 500), null, '2026-12-01'],
  [
    'below the middle of a month, of which nobody knows the rest',
    ask('2026-10-15'),
    '2026-08-01',
    '2026-11-01',
  ],
  ['below a month without any', ask('2026-09-15'), '2026-08-01', '2026-09-01'],
  ['below all of them', ask('2025-11-15'), null, null],
  ['above a month without any', ask('2026-09-15', 'newer', 3), '2026-10-01', '2026-11-01'],
  ['above the middle of a month', ask('2026-08-15', 'newer', 3), '2026-08-01', '2026-11-01'],
  ['above, and nothing fills it', ask('2026-08-15', 'newer', 20), '2026-08-01', null],
  ['above, over the end of a year', ask('2025-11-15', 'newer', 6), '2025-12-01', '2026-01-01'],
])('PRICETRACK-01 where to look for a page: %s', (_, asked, from, to) => {
  expect(windowOf(months, asked)).toEqual({ from: from && startOf(from), to: to && startOf(to) })
})

test('PRICETRACK-01 a month is one in India: its first hours are the month before elsewhere', () => {
  const place = { at: instantOf('2026-11-01', '00:30'), id: '80000000' }
  expect(windowOf(months, { place, direction: 'older', size: 1 })).toEqual({
    from: startOf('2026-10-01'),
    to: startOf('2026-12-01'),
  })
})

const row = (n: number) => ({ id: `0000000${n}`, raisedAt: new Date(1_000_000 - n) })
const [a, b, c] = [row(1), row(2), row(3)]
const at = (below: number) => ({ place: { at: new Date(), id: '80000000' }, below })

test.each([
  ['the first of several', { rows: [a, b], total: 5, hasMore: true }, 'older', null, 1, [3, null]],
  ['the only one', { rows: [a, b], total: 2, hasMore: false }, 'older', null, 1, [null, null]],
  ['one in the middle', { rows: [a, b], total: 7, hasMore: true }, 'older', at(5), 3, [3, 5]],
  [
    'one in the middle after two more came',
    { rows: [a, b], total: 9, hasMore: true },
    'older',
    at(5),
    5,
    [3, 5],
  ],
  [
    'the last, though its mark is wrong',
    { rows: [a, b], total: 7, hasMore: false },
    'older',
    at(4),
    6,
    [null, 2],
  ],
  ['one above', { rows: [b, a], total: 9, hasMore: true }, 'newer', at(3), 5, [3, 5]],
  ['one whose mark says nonsense', { rows: [a, b, c], total: 9, hasMore: true }, 'older', at(99), 1, [6, 9]],
] as const)('PRICETRACK-02 the numbers of %s', (_, found, direction, mark, from, [next, previous]) => {
  const page = numbered(found, { direction, mark })
  expect(page.items.map(({ id }) => id)).toEqual([...found.rows].map(({ id }) => id).sort())
  expect(page.from).toBe(from)
  expect([page.next, page.previous].map((cursor) => readMark(cursor ?? undefined)?.below ?? null)).toEqual([
    next,
    previous,
  ])
})

test('PRICETRACK-02 nothing has no numbers and no neighbours', () => {
  const page = numbered({ rows: [], total: 0, hasMore: false }, { direction: 'older', mark: null })
  expect(page).toEqual({ items: [], total: 0, from: 0, next: null, previous: null })
})

test.each(['x', 'x.1', '.5', ''])('PRICETRACK-01 T60 a cursor of %j is refused', (cursor) => {
  expect(() => readMark(cursor)).toThrow(expect.objectContaining({ status: 422 }))
})

test.each(['NaN', '-4', '1e400', '', 'x'])(
  'PRICETRACK-01 T60 a number of %j in a cursor counts as nought',
  (number) => {
    const { next } = numbered({ rows: [a], total: 2, hasMore: true }, { direction: 'older', mark: null })
    expect(readMark(`${next?.split('.')[0]}.${number}`)).toEqual({
      place: { at: a.raisedAt, id: a.id },
      below: 0,
    })
  },
)
