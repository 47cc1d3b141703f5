import { describe, expect, test } from 'vitest'
import type { BenchOrderView, Slip } from '#contract/matching.ts'
import { instantOf } from '#domain/basics/time.ts'
import { aBenchOrder, aBenchRow, aTestedSample } from '#testing/makers/bench-views.ts'
import { allText, benchText, mayProveWrong, stagesOf, usualBy } from './bench-words.ts'

const now = instantOf('2026-11-16', '10:00')
const at = (time: string, day = '2026-11-16') => instantOf(day, time)
const saying = (units: number) => ({ units, byAt: at('14:00'), note: '', saidAt: now, saidBy: 'S. Meena' })
const words = (change: Parameters<typeof aBenchRow>[0]) =>
  stagesOf(aBenchRow(change), now).map(({ state, words: said }) => `${state}: ${said}`)

describe('where an order stands', () => {
  test.each<[string, Parameters<typeof aBenchRow>[0], string[]]>([
    ['new', { stage: 'answer' }, ['now: answer', 'open: sample', 'open: match', 'open: issue']],
    [
      'answered',
      { stage: 'sample', answer: saying(2) },
      ['done: all 2', 'now: sample awaited', 'open: match', 'open: issue'],
    ],
    [
      'some of it',
      { stage: 'sample', units: 5, left: 5, answer: saying(2) },
      ['done: 2 of 5', 'now: sample awaited', 'open: match', 'open: issue'],
    ],
    [
      'on hold',
      { stage: 'on-hold', onHold: 'The tube differs.' },
      ['open: answer', 'stop: on hold', 'open: match', 'open: issue'],
    ],
    [
      'one of two matched',
      { stage: 'match', held: 2, matched: 1 },
      ['open: answer', 'done: sample agrees', 'now: 1 of 2 ready', 'open: issue'],
    ],
    [
      'plasma, by its group',
      { stage: 'packed', component: 'FFP', packed: 2 },
      ['open: answer', 'done: sample agrees', 'done: group check', 'done: packed 2 of 2'],
    ],
    [
      'owed',
      { stage: 'owed', packed: 2, owed: 1 },
      ['open: answer', 'done: sample agrees', 'done: match', 'stop: 1 result owed'],
    ],
  ])('%s', (_, change, line) => expect(words(change)).toEqual(line))

  test('in one line for all', () => {
    expect(benchText([aBenchRow({ stage: 'answer' })])).toBe('1 order, 1 waits for your answer.')
    const rows = (['answer', 'answer', 'on-hold', 'issue'] as const).map((stage) => aBenchRow({ stage }))
    expect(benchText(rows)).toBe('4 orders, 2 wait for your answer, 1 on hold, 1 ready to issue.')
    expect(benchText([])).toBe('0 orders.')
  })
})

describe('an answer', () => {
  test.each([
    [{ units: 2, left: 2 }, 'All 2'],
    [{ units: 1, left: 1 }, 'The unit'],
    [{ units: 5, left: 2 }, 'The other 2'],
    [{ units: 4, left: 1 }, 'The last one'],
  ])('for %o is offered as %s', (order, text) => expect(allText(order)).toBe(text))

  test.each([
    ['13:00', '12:15'],
    ['13:10', '12:15'],
    // what is due soon or late already: the next quarter that can be kept
    ['10:50', '10:15'],
    ['09:00', '10:15'],
  ])('is ready three quarters of an hour before %s: %s', (due, by) =>
    expect(usualBy(at(due), now)).toEqual(at(by)),
  )
})

test('AMB-432 that a bag which left proved incompatible is told once, and by a sample', () => {
  const bag: Slip['bags'][number] = {
    ...{ id: 'bag-1', number: 'B1', component: 'PRBC', division: '', bloodGroup: 'O+' },
    ...{ expiresAt: at('14:00'), isOwed: false, setAside: null },
  }
  const match: BenchOrderView['matches'][number] = {
    ...{ id: 'm1', bagId: 'bag-1', bagNumber: 'B1', division: '', sampleId: 'sample-1' },
    ...{ method: 'gel', result: 'incompatible', note: '', doneAt: now, doneBy: 'S. Meena' },
  }
  const may = (change: Parameters<typeof aBenchOrder>[0], of: Partial<typeof bag> = {}) =>
    mayProveWrong(aBenchOrder({ samples: [aTestedSample()], ...change }), { ...bag, ...of })
  expect([may({}), may({ matches: [{ ...match, result: 'compatible' }] })]).toEqual([true, true])
  expect([may({ matches: [match] }), may({ samples: [] }), may({ isElsewhere: true })]).toEqual([
    ...[false, false, false],
  ])
  expect([
    may({}, { component: 'FFP' }),
    may({}, { isOwed: true }),
    may({}, { setAside: 'recalled' }),
  ]).toEqual([...[false, false, false]])
})
