import { expect, test } from 'vitest'
import type { IssuingSummary } from '#contract/issuing.ts'
import type { ComponentStock } from '#contract/stock.ts'
import { earlier, hours, instantOf } from '#domain/basics/time.ts'
import { byGroup } from '#domain/stock/counting.ts'
import { stockComponents } from '#domain/stock/levels.ts'
import { bankSummingUp, shelfWords } from './bank-words.ts'

const now = instantOf('2026-11-15', '10:42')
const issuing = (count: number): IssuingSummary => ({
  toIssue: { count, first: [] },
  onTheRoad: { count: 3 },
})
const stock = (change: Partial<Record<ComponentStock['component'], Partial<ComponentStock>>> = {}) =>
  stockComponents.map(
    (component): ComponentStock => ({
      component,
      countedAt: earlier(now, hours(1)),
      countedBy: 'anitha',
      isBySystem: false,
      shelves: byGroup(() => ({ units: 9, linked: 0, byBags: null })),
      ...change[component],
    }),
  )
const without = (...groups: string[]) =>
  byGroup((group) => ({ units: groups.includes(group) ? 0 : 9, linked: 0, byBags: null }))

test.each<[string, ComponentStock[], number, string]>([
  ['nothing', stock(), 0, 'Nothing waits for you right now.'],
  ['one order', stock(), 1, '1 order waits to be issued.'],
  ['seven orders', stock(), 7, '7 orders wait to be issued.'],
  ['one group out', stock({ SDP: { shelves: without('AB-') } }), 0, 'AB NEG SDP is out.'],
  ['three groups out', stock({ SDP: { shelves: without('AB-', 'A-', 'B-') } }), 0, '3 groups are out.'],
  [
    'old and missing counts, whose noughts mean nothing',
    stock({
      FFP: { countedAt: null, shelves: byGroup(() => ({ units: 0, linked: 0, byBags: null })) },
      PRBC: { countedAt: earlier(now, hours(25)) },
    }),
    2,
    '2 orders wait to be issued. PRBC, FFP to be counted.',
  ],
])('the line under the greeting of a bank sums up %s', (_, shelves, orders, line) => {
  expect(
    bankSummingUp(
      { stock: shelves, issuing: issuing(orders), camps: [], forms: 0, bench: undefined, shelf: undefined },
      now,
    ),
  ).toBe(line)
})

test.each([
  [0, '2 orders wait to be issued.'],
  [1, '2 orders wait to be issued. 1 donor form to complete.'],
  [8, '2 orders wait to be issued. 8 donor forms to complete.'],
  [undefined, '2 orders wait to be issued.'],
])('the line tells of %s donor forms', (forms, line) => {
  expect(
    bankSummingUp(
      { stock: stock(), issuing: issuing(2), camps: [], forms, bench: undefined, shelf: undefined },
      now,
    ),
  ).toBe(line)
})

test('what is not known yet is not summed up', () => {
  expect(
    bankSummingUp(
      { stock: undefined, issuing: issuing(2), camps: [], forms: 0, bench: undefined, shelf: undefined },
      now,
    ),
  ).toBe('\u00a0')
})

const said = (units: number, linked: number) => {
  const { unit, free, after } = shelfWords({ units, linked })
  return [units, unit, free, after].filter((word) => word !== null && word !== '').join(' ')
}

test.each([
  [0, 0, '0 units'],
  [1, 0, '1 unit, low'],
  [2, 0, '2 units, low'],
  [12, 0, '12 units'],
  [12, 5, '12 units, 7 free after 5 linked since the count'],
  [6, 5, '6 units, 1 free after 5 linked since the count, low'],
  [6, 9, '6 units, 0 free after 9 linked since the count, none free'],
])(
  'INVENTORY-04 a cell of %d units, %d linked since, says so to those who do not see it',
  (units, linked, words) => {
    expect(said(units, linked)).toBe(words)
  },
)

test('AMB-330 the line tells what waits on the bench', () => {
  const none = { answer: 0, sample: 0, onHold: 0, match: 0, issue: 0, owed: 0 }
  const line = (bench: typeof none) =>
    bankSummingUp({ stock: stock(), issuing: issuing(1), camps: [], forms: 0, bench, shelf: undefined }, now)
  expect(line({ ...none, answer: 3, sample: 2, owed: 1 })).toBe(
    '1 order waits to be issued. On the bench: 3 to answer, 2 samples awaited, 1 result owed.',
  )
  expect(line(none)).toBe('1 order waits to be issued.')
})
