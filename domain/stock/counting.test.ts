import fc from 'fast-check'
import { expect, test } from 'vitest'
import { conflictsIn } from '#testing/makers/rules.ts'
import { bloodGroups } from '../basics/blood.ts'
import { say } from '../basics/refusal.ts'
import { instantOf, later, minutes } from '../basics/time.ts'
import {
  byGroup,
  countOf,
  mostUnits,
  StockDraft,
  stockWords,
  whyNotConfirm,
  whyNotCount,
  whyNotOver,
} from './counting.ts'

const draft = byGroup<number | null>(() => 4)

test.each<[string, number | null, string | null]>([
  ['nothing', null, null],
  ['nought', 0, null],
  ['a whole number', 12, null],
  ['a fraction, which is cut', 7.9, null],
  ['the most there can be', mostUnits, null],
  ['the most there can be, and a fraction', mostUnits + 0.5, null],
  ['one more', mostUnits + 1, 'too-many'],
  ['less than nought', -1, 'not-a-quantity'],
  ['a little less than nought', -0.5, 'not-a-quantity'],
  ['what is no number', Number.NaN, 'not-a-quantity'],
])('INVENTORY-05 a quantity of %s is taken or refused at its field', (_, units, code) => {
  expect(whyNotCount({ ...draft, 'AB-': units })?.code ?? null).toBe(code)
  if (code) expect(whyNotCount({ ...draft, 'AB-': units })?.field).toBe('AB-')
})

test('INVENTORY-05 the alert names the group and the limit', () => {
  const said = (units: number) => {
    const refusal = whyNotCount({ ...draft, 'O-': units })
    return refusal && say(stockWords, refusal)
  }
  expect(said(-1)).toEqual({
    title: 'Invalid Quantity',
    text: 'Please enter a whole number of at least 0 for O NEG.',
  })
  expect(said(10_000)?.text).toBe('Please enter at most 9999 units for O NEG.')
})

test.each([
  [7.9, 7],
  [0.999, 0],
  [12, 12],
  [null, 0],
])('INVENTORY-06 AMB-120 typed %j is counted as %d', (typed, counted) => {
  expect(countOf({ ...draft, 'B-': typed })).toEqual({ ...byGroup(() => 4), 'B-': counted })
})

test('INVENTORY-06 whatever is not refused becomes whole numbers that the database takes', () => {
  const quantity = fc.option(fc.oneof(fc.double(), fc.integer({ min: -10, max: 20_000 })))
  let taken = 0
  fc.assert(
    fc.property(fc.constantFrom(...bloodGroups), quantity, (group, typed) => {
      const any = { ...draft, [group]: typed }
      if (whyNotCount(any)) return
      taken += 1
      for (const units of Object.values(countOf(any))) {
        expect(Number.isInteger(units) && units >= 0 && units <= mostUnits).toBe(true)
      }
    }),
    { numRuns: 500 },
  )
  expect(taken, 'the counts are not all nonsense').toBeGreaterThan(50)
})

test('INVENTORY-02 a count is of all eight groups and of no other', () => {
  expect(StockDraft.safeParse(draft).success).toBe(true)
  const { 'O-': _, ...seven } = draft
  expect(StockDraft.safeParse(seven).success).toBe(false)
  expect(StockDraft.safeParse({ ...draft, 'C+': 1 }).success).toBe(false)
})

const at = instantOf('2026-11-15', '10:42')
const last = { countedAt: at, countedBy: 'redbank_bloodbank' }

test.each([
  ['the first count of all', null, null, null],
  ['over the count that was seen', last, new Date(at), null],
  ['over an older one than there is', last, later(at, -minutes(1)), 'counted-meanwhile'],
  ['over none, though there is one by now', last, null, 'counted-meanwhile'],
])('INVENTORY-08 a count %s', (_, before, seen, code) => {
  expect(whyNotOver(before, seen)?.code ?? null).toBe(code)
})

test('INVENTORY-08 who counted meanwhile is named, and when', () => {
  const refusal = whyNotOver(last, null)
  expect(refusal && say(stockWords, refusal).text).toContain(
    'redbank_bloodbank counted this on 15 Nov 2026, 10:42 am, after you began.',
  )
})

test.each([
  ['nothing', null, null, 'not-counted-yet'],
  ['the count that was seen', last, at, null],
  ['an older one', last, later(at, -1), 'counted-meanwhile'],
])('INVENTORY-09 still correct, said of %s', (_, before, seen, code) => {
  expect(whyNotConfirm(before, seen)?.code ?? null).toBe(code)
})

test('what is nobody’s mistake is answered as a conflict', () => {
  expect(conflictsIn(stockWords)).toEqual(['not-counted-yet', 'counted-meanwhile'])
})
