import { expect, test } from 'vitest'
import type { ShelfBag } from '#contract/bags.ts'
import { standOf } from '#domain/bags/donation-tests.ts'
import {
  allNegative,
  foundResults,
  joined,
  reactiveIn,
  reactiveText,
  resultsOf,
  waitingDonations,
} from './donations.ts'

const bag = (change: Partial<ShelfBag>) =>
  ({ number: 'RB26-1', bloodGroup: 'A+', state: 'quarantine', ...change }) as ShelfBag

test('AMB-219 bags wait by donation; where their labels differ there is no group to take over', () => {
  const waiting = waitingDonations([bag({}), bag({ number: 'RB26-2' }), bag({ bloodGroup: 'O+' })])
  expect(waiting).toMatchObject([
    { number: 'RB26-1', bags: [{}, {}], group: null },
    { number: 'RB26-2', bags: [{}], group: 'A+' },
  ])
})

test('AMB-219 a scanned bag stands before the list that does not have it, and once where it does', () => {
  const [listed, further] = [bag({ id: '1' }), bag({ id: '2', number: 'RB26-2' })]
  expect(joined([listed], [further]).map(({ id }) => id)).toEqual(['2', '1'])
  expect(joined([listed, further], [further]).map(({ id }) => id)).toEqual(['1', '2'])
})

test('AMB-219 all negative, group as labelled, is clear', () => {
  expect(standOf(allNegative('O-'))).toEqual({ kind: 'clear', group: 'O-' })
})

test('AMB-219 only what was chosen is recorded', () => {
  const results = foundResults({ tests: { HIV: 'negative', HCV: 'reactive' }, group: null })
  expect(results).toEqual([
    { test: 'HIV', result: 'negative' },
    { test: 'HCV', result: 'reactive' },
  ])
  expect(reactiveIn(results)).toEqual(['HCV'])
})

test('AMB-219 a result that is not known here is passed over', () => {
  const told = { testedAt: new Date(), testedBy: 'r' }
  const results = [
    { test: 'HIV', result: 'negative', ...told },
    { test: 'HTLV', result: 'negative', ...told },
  ]
  expect(resultsOf({ results })).toEqual([{ test: 'HIV', result: 'negative' }])
})

test('AMB-219 a reactive donation says how many bags go, and how many are out of the house', () => {
  expect(reactiveText([bag({}), bag({ state: 'held' }), bag({ state: 'issued' })])).toBe(
    '2 bags of this donation are discarded at once. 1 bag left the house and must be called back. That is not taken back.',
  )
})
