import { describe, expect, test } from 'vitest'
import { aBag } from '#testing/makers/bags.ts'
import { instantOf } from '../basics/time.ts'
import type { Bag } from './bag.ts'
import { addLabels } from './intake.ts'
import { typedGroup } from './kinds.ts'
import { lifeOf, type Treatment, usualLives } from './lives.ts'
import { type ReadBag, readBag } from './reading.ts'
import type { ShelfCell } from './shelf.ts'
import { cellLevel, endingWithin, expiryText, lifeText, shelfText, shortText, treatText } from './showing.ts'

const now = instantOf('2026-11-16', '10:42')
const cell = (change: Partial<ShelfCell> = {}): ShelfCell => ({
  component: 'PRBC',
  bloodGroup: 'O+',
  free: 5,
  held: 1,
  quarantine: 2,
  ending: { day: 1, 'three-days': 1, week: 1, later: 2 },
  ...change,
})

test.each([
  ['2026-11-16', '10:42', 'expired', true],
  ['2026-11-16', '10:43', 'today, 10:43 am', true],
  ['2026-11-16', '23:59', 'today, 11:59 pm', true],
  ['2026-11-17', '00:00', 'tomorrow', false],
  ['2026-11-18', '23:59', 'in 2 days', false],
])('AMB-219 an end on %s at %s is told as %s', (day, time, when, isUrgent) => {
  expect(expiryText({ expiresAt: instantOf(day, time) }, now)).toMatchObject({ when, isUrgent })
})

test('AMB-219 what is left of today is told to the minute only where it is little', () => {
  expect(expiryText({ expiresAt: instantOf('2026-11-16', '11:12') }, now).more).toBe('in 30 min')
  expect(expiryText({ expiresAt: instantOf('2026-11-16', '16:10') }, now).more).toBe('in 5 h 28 min')
  expect(expiryText({ expiresAt: instantOf('2026-11-16', '23:59') }, now).more).toBe('in 13 h')
  expect(expiryText({ expiresAt: instantOf('2026-12-27', '23:59') }, now).more).toBe('27 Dec 2026')
})

test('AMB-219 of tomorrow a time is told where it is not the end of the day', () => {
  expect(expiryText({ expiresAt: instantOf('2026-11-17', '23:59') }, now).more).toBe('Tue, 17 Nov')
  expect(expiryText({ expiresAt: instantOf('2026-11-17', '09:00') }, now).more).toBe('Tue, 17 Nov, 9:00 am')
})

test('AMB-219 the shelf in one line', () => {
  expect(shelfText([])).toBe('No bag lies here yet.')
  expect(shelfText([cell()])).toBe(
    '8 bags: 5 free, 1 held, 2 in quarantine. 1 free one expires within 24 hours.',
  )
  expect(endingWithin([cell(), cell()])).toEqual({ day: 2, threeDays: 4, week: 6, later: 4 })
})

test.each([
  [0, 1, 'empty'],
  [2, 3, 'scarce'],
  [3, 3, 'enough'],
  [0, null, 'enough'],
] as const)('AMB-219 %s free where at least %s should be is %s', (free, minimum, level) => {
  expect(cellLevel({ free, minimum, issued: 0 })).toBe(level)
})

const kept = { settings: { keepsBags: true } }
const low = (bloodGroup: ShelfCell['bloodGroup'], issued = 0) => ({
  ...cell({ bloodGroup, free: 1 }),
  ...{ minimum: 2, issued },
})
const full = { ...cell(), minimum: 5, issued: 28 }
test.each([
  ['not asked yet', undefined, null],
  ['enough', { ...kept, cells: [full] }, null],
  ['one below its minimum', { ...kept, cells: [full, low('O-')] }, 'Short on your shelf: O NEG PRBC.'],
  [
    'one that lasts two days, without a minimum',
    { ...kept, cells: [{ ...full, minimum: null, issued: 60 }] },
    'Short on your shelf: O POS PRBC.',
  ],
  [
    'five',
    { ...kept, cells: [low('O-'), low('A-'), low('B-'), low('AB-'), low('B+')] },
    'Short on your shelf: O NEG PRBC, A NEG PRBC, B NEG PRBC and 2 more.',
  ],
  ['of one that keeps no bags', { settings: { keepsBags: false }, cells: [low('O-')] }, null],
])('AMB-219 what is short on the shelf: %s', (_, shelf, text) => {
  expect(shortText(shelf)).toBe(text)
})

test('AMB-219 a shelf life by its name', () => {
  const isUnchecked = false
  expect(lifeText({ anticoagulant: 'SAGM', hours: 42 * 24, isUnchecked })).toBe('SAGM, 42 days')
  expect(lifeText({ anticoagulant: null, hours: 4, isUnchecked })).toBe('4 h')
})

test('AMB-375 a shelf life that nobody has checked says so, wherever it is shown', () => {
  const whole = lifeOf(usualLives, { component: 'WB', anticoagulant: 'CPDA-1' }, 'collection')
  expect(whole && lifeText(whole)).toBe('CPDA-1, 35 days, ask your doctor')
  const treated = (component: Bag['component'], treatment: Treatment) =>
    treatText(usualLives, aBag({ component, expiresAt: instantOf('2026-12-16', '23:59') }), treatment, now)
  expect(treated('SDP', 'open')).toBe(
    'This bag then ends on 16 Nov 2026, 2:42 pm. Nobody has checked this shelf life: ask your doctor. That is not taken back.',
  )
  expect(treated('FFP', 'thaw')).toBe('This bag then ends on 17 Nov 2026, 10:42 am. That is not taken back.')
  // no life of its own: the end stays
  expect(treated('SDP', 'irradiate')).toBe(
    'This bag then ends on 16 Dec 2026, 11:59 pm. That is not taken back.',
  )
})

test.each([
  ['o+', 'O+'],
  [' AB neg ', 'AB-'],
  ['oh+', 'Oh+'],
  ['RB26-1', null],
  ['', null],
])('AMB-224 typed, %j is the group %s', (typed, group) => {
  expect(typedGroup(typed)).toBe(group)
})

describe('AMB-219 further labels of the bag in the hand', () => {
  const bag = readBag('=A999926014381 00'.replace(' ', '')) as ReadBag
  const labelled = (text: string) => (readBag(`=A99992601438100${text}`) as ReadBag).labels

  test('are added', () => {
    expect(addLabels(bag, labelled('=%6200'))).toMatchObject({
      labels: [{ kind: 'number' }, { group: 'A+' }],
    })
  })

  test('once more change nothing', () => {
    const read = addLabels(bag, labelled('=%6200')) as ReadBag
    expect(addLabels(read, labelled('=%6200'))).toEqual(read)
  })

  test('that say something else are not taken', () => {
    const read = addLabels(bag, labelled('=%6200')) as ReadBag
    expect(addLabels(read, labelled('=%5100'))).toMatchObject({ code: 'label-differs' })
  })
})
