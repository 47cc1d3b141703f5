import fc from 'fast-check'
import { expect, test } from 'vitest'
import { days, earlier, hours, instantOf, minutes } from '../basics/time.ts'
import { isStale } from './freshness.ts'
import { bestFirst, freeUnits, offerNote } from './offers.ts'

const now = instantOf('2026-11-16', '10:00')

test.each([
  ['nothing linked since', 42, 0, 42],
  ['some linked since', 42, 6, 36],
  ['all linked since', 6, 6, 0],
  ['more linked than was counted', 6, 9, 0],
])('LINK-01 free units, %s', (_, counted, linked, free) => {
  expect(freeUnits(counted, linked)).toBe(free)
})

test.each([
  ['just now', 0, false],
  ['24 hours ago', hours(24), false],
  ['a second more', hours(24) + 1000, true],
  ['days ago', days(3), true],
  ['by a clock that runs ahead', -minutes(5), false],
])('LINK-01 a count made %s is stale or not', (_, age, stale) => {
  expect(isStale(earlier(now, age), now)).toBe(stale)
})

type Facts = [
  name: string,
  freeUnits: number | null,
  age: number | null,
  pricePaise: number | null,
  refusal?: string | null,
]
const offer = ([name, free, age, pricePaise, refusal = null]: Facts) => ({
  name,
  freeUnits: free,
  countedAt: age === null ? null : earlier(now, age),
  pricePaise,
  refusal,
})

test.each<[string, Facts[], string]>([
  [
    'enough before not enough, however dear',
    [
      ['few', 2, 0, 1],
      ['enough', 3, hours(30), 9],
    ],
    'enough few',
  ],
  [
    'of two that have enough the fresher',
    [
      ['old', 40, hours(5), 1],
      ['fresh', 3, hours(2), 9],
    ],
    'fresh old',
  ],
  [
    'of one hour the cheaper',
    [
      ['dear', 9, minutes(121), 9],
      ['cheap', 9, minutes(150), 1],
    ],
    'cheap dear',
  ],
  [
    'a price that is not known is the dearest',
    [
      ['unpriced', 9, 0, null],
      ['priced', 9, 0, 9],
    ],
    'priced unpriced',
  ],
  [
    'also if it comes last',
    [
      ['priced', 9, 0, 9],
      ['unpriced', 9, 0, null],
    ],
    'priced unpriced',
  ],
  [
    'of two that have too few the one with more',
    [
      ['one', 1, 0, 1],
      ['two', 2, hours(9), 9],
    ],
    'two one',
  ],
  [
    'some before none, none before not counted',
    [
      ['unknown', null, null, 1],
      ['none', 0, 0, 1],
      ['one', 1, 0, 9],
    ],
    'one none unknown',
  ],
  [
    'like ones stay in their order',
    [
      ['a', 3, 0, 5],
      ['b', 3, 0, 5],
      ['c', 3, 0, 5],
    ],
    'a b c',
  ],
  [
    'one that refused it after all others, however much it has',
    [
      ['refused', 9, 0, 1, 'No bag passed the cross-match'],
      ['unknown', null, null, 9],
    ],
    'unknown refused',
  ],
  ['no bank at all', [], ''],
])('LINK-01 the offers for three units, best first: %s', (_, offers, expected) => {
  const names = bestFirst(offers.map(offer), 3, now).map(({ name }) => name)
  expect(names.join(' ')).toBe(expected)
})

const anyOffer = fc
  .tuple(
    fc.string(),
    fc.option(fc.nat(40)),
    fc.option(fc.integer({ min: -60_000, max: days(9) })),
    fc.option(fc.nat(2_000_00)),
  )
  .map(offer)

test('LINK-01 whatever the offers, none is lost and none that has too few stands before one that has enough', () => {
  fc.assert(
    fc.property(fc.array(anyOffer), fc.integer({ min: 1, max: 30 }), (offers, units) => {
      const sorted = bestFirst(offers, units, now)
      expect(new Set(sorted)).toEqual(new Set(offers))
      expect(sorted).toHaveLength(offers.length)
      const places = sorted.map(({ freeUnits: free }) =>
        free === null ? 3 : free >= units ? 0 : free > 0 ? 1 : 2,
      )
      expect(places).toEqual(places.toSorted((a, b) => a - b))
    }),
  )
})

test.each([
  [null, null, null],
  [3, 5, null],
  [2, 2, 'Only 2 free, the order needs 3.'],
  [0, 0, 'None in stock.'],
  [0, 4, 'None free: all 4 are for other orders.'],
])('AMB-251 a bank with %s free of %s, where 3 are needed, says: %s', (freeUnits, units, note) => {
  expect(offerNote({ freeUnits, units }, 3)).toBe(note)
})

test.each([
  [3, true, false, '3 free, alive at the deadline.'],
  [2, true, false, 'Only 2 free, alive at the deadline; the order needs 3.'],
  [0, true, false, 'No free bag fits and outlives the deadline.'],
  [0, false, false, 'No bag lies free.'],
  [3, true, true, '3 free, alive now.'],
  [0, true, true, 'No free bag fits.'],
])(
  'AMB-219 of bags %s will do, any lies free: %s, the deadline has passed: %s; it says: %s',
  (freeUnits, isAnyFree, isLate, note) => {
    expect(offerNote({ freeUnits, units: 9, keepsBags: true, isAnyFree }, 3, { isLate })).toBe(note)
  },
)
