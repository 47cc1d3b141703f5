import fc from 'fast-check'
import { expect, test } from 'vitest'
import { conflictsIn } from '#testing/makers/rules.ts'
import { say } from '../basics/refusal.ts'
import { instantOf } from '../basics/time.ts'
import { CampDraft, campWords, offeredDays, whyNotAskCamp, whyNotCampForm } from './asking.ts'
import { campCategories } from './company.ts'

const now = instantOf('2026-11-15', '23:30')
const offered = ['2026-11-20', '2026-12-01']
const draft: CampDraft = { category: '0-50', day: '2026-12-01' }

test.each<[string, Partial<CampDraft>, string[], string | null]>([
  ['nothing wrong', {}, offered, null],
  ['no category', { category: null }, offered, 'form-incomplete category'],
  ['no category and no dates', { category: null }, [], 'form-incomplete category'],
  ['no day', { day: null }, offered, 'form-incomplete day'],
  ['neither', { category: null, day: null }, [], 'form-incomplete category'],
  ['a category that nobody offers', {}, [], 'no-dates category'],
  ['a category that nobody offers, and no day', { day: null }, [], 'no-dates category'],
  ['a day that is gone', { day: '2026-11-21' }, offered, 'date-not-offered day'],
])('CAMP-05 CAMP-07 %s', (_, change, days, expected) => {
  const refusal = whyNotAskCamp({ ...draft, ...change }, days)
  expect(refusal && `${refusal.code} ${refusal.field}`).toBe(expected)
})

test('CAMP-05 CAMP-07 AMB-126 ERRORS-01 the alerts, word for word', () => {
  const said = (change: Partial<CampDraft>, days: string[]) => {
    const refusal = whyNotAskCamp({ ...draft, ...change }, days)
    return refusal && say(campWords, refusal)
  }
  expect(said({ day: null }, offered)).toEqual({
    title: 'Form Incomplete',
    text: 'Please fill all fields before submitting the form',
  })
  expect(said({}, [])).toEqual({
    title: 'No Available Dates',
    text: "No companies available for the selected blood units' category",
  })
  expect(whyNotCampForm({ category: null, day: null })?.code).toBe('form-incomplete')
})

test.each(['200+', '0 - 50', '', 7, null, undefined])(
  'CAMP-06 a category of %j counts as none',
  (category) => {
    expect(CampDraft.parse({ category, day: '2026-12-01' }).category).toBeNull()
  },
)

test.each(['0-50', '50-100', '100+'])('CAMP-02 CAMP-06 the category %s is one', (category) => {
  expect(CampDraft.parse({ category, day: '2026-12-01' })).toEqual({ category, day: '2026-12-01' })
  expect(campCategories).toHaveLength(3)
})

test.each<[string, string[][], string[]]>([
  ['no company', [], []],
  ['days behind us', [['2026-11-14', '2026-11-13', '2020-01-01']], []],
  [
    'today, until it is over in India',
    [['2026-11-15', '2026-11-14', '2026-11-16']],
    ['2026-11-15', '2026-11-16'],
  ],
  [
    'days that two companies share',
    [
      ['2026-12-08', '2026-11-20', '2026-11-01'],
      ['2026-11-20', '2026-11-18', '2026-12-08'],
    ],
    ['2026-11-18', '2026-11-20', '2026-12-08'],
  ],
])('CAMP-04 AMB-123 the dates to choose from: %s', (_, companies, days) => {
  expect(
    offeredDays(
      companies.map((of) => ({ days: of })),
      now,
    ),
  ).toEqual(days)
})

test('CAMP-04 AMB-123 whatever companies offer: none in the past, none twice, in order, none invented', () => {
  const day = fc.integer({ min: 0, max: 400 }).map((n) => {
    return new Date(Date.UTC(2026, 4, 1) + n * 86_400_000).toISOString().slice(0, 10)
  })
  fc.assert(
    fc.property(fc.array(fc.array(day, { minLength: 3, maxLength: 3 })), (companies) => {
      const found = offeredDays(
        companies.map((days) => ({ days })),
        now,
      )
      const all = companies.flat().filter((one) => one >= '2026-11-15')
      expect(found).toEqual([...new Set(all)].toSorted())
    }),
  )
})

test('what is nobody’s mistake is answered as a conflict', () => {
  expect(conflictsIn(campWords)).toEqual(['date-not-offered'])
})
