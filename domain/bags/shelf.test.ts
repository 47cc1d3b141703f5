import { describe, expect, test } from 'vitest'
import { aBag } from '#testing/makers/bags.ts'
import { days, instantOf, later } from '../basics/time.ts'
import { bagStates } from './bag.ts'
import {
  aboOf,
  hasRedCells,
  isOrderable,
  isRhPositive,
  shelfComponentName,
  shelfComponents,
  shelfGroupName,
  shelfGroups,
} from './kinds.ts'
import { coverDays, coverText, differenceText, isFree, isScarce, offeredUnits, shelfCells } from './shelf.ts'

const now = instantOf('2026-11-16', '10:00')
const inDays = (n: number) => later(now, days(n))

describe('what lies on a shelf', () => {
  test('AMB-224 six components and ten groups, of which four and eight can be ordered', () => {
    expect(shelfComponents.map(shelfComponentName)).toEqual([
      'Packed Red Blood Cells',
      'Fresh Frozen Plasma',
      'Random Donor Platelets',
      'Single Donor Platelets',
      'Whole Blood',
      'Cryoprecipitate',
    ])
    expect(shelfGroups.map(shelfGroupName)).toEqual([
      ...['A POS', 'A NEG', 'B POS', 'B NEG', 'O POS', 'O NEG', 'AB POS', 'AB NEG'],
      ...['Oh (Bombay) POS', 'Oh (Bombay) NEG'],
    ])
    expect(shelfGroups.filter(isOrderable)).toHaveLength(8)
    expect(shelfGroups.map(aboOf)).toEqual(['A', 'A', 'B', 'B', 'O', 'O', 'AB', 'AB', 'Oh', 'Oh'])
    expect(shelfGroups.filter(isRhPositive)).toEqual(['A+', 'B+', 'O+', 'AB+', 'Oh+'])
    expect(shelfComponents.filter(hasRedCells)).toEqual(['PRBC', 'WB'])
  })

  test.each(bagStates)('%s is free only as available and alive', (state) => {
    const bag = aBag({ state, expiresAt: inDays(1) })
    expect(isFree(bag, now)).toBe(state === 'available')
    expect(isFree(bag, inDays(1))).toBe(false)
  })

  test('cells add up, with the free ones by how soon they end', () => {
    const bags = [
      aBag({ expiresAt: inDays(1) }),
      aBag({ expiresAt: inDays(2) }),
      aBag({ expiresAt: inDays(3) }),
      aBag({ expiresAt: inDays(5) }),
      aBag({ expiresAt: inDays(30) }),
      aBag({ expiresAt: inDays(1), state: 'held' }),
      aBag({ expiresAt: inDays(1), state: 'quarantine' }),
      // neither gone nor over counts
      aBag({ expiresAt: now }),
      aBag({ state: 'issued' }),
      aBag({ component: 'FFP', state: 'held' }),
      aBag({ bloodGroup: 'A-', state: 'discarded' }),
    ]
    expect(shelfCells(bags, now)).toEqual([
      {
        component: 'PRBC',
        bloodGroup: 'O+',
        free: 5,
        held: 1,
        quarantine: 1,
        ending: { day: 1, 'three-days': 2, week: 1, later: 1 },
      },
      {
        component: 'FFP',
        bloodGroup: 'O+',
        free: 0,
        held: 1,
        quarantine: 0,
        ending: { day: 0, 'three-days': 0, week: 0, later: 0 },
      },
    ])
    expect(shelfCells([], now)).toEqual([])
  })
})

describe('how long it lasts', () => {
  test.each([
    [10, 28, 10, '10 days'],
    [10, 56, 5, '5 days'],
    [1, 28, 1, '1 day'],
    [1, 29, 0, '0 days'],
    [0, 5, 0, '0 days'],
    [4, 0, null, '–'],
  ])('%s free, %s issued in 28 days: %s', (free, issued, cover, text) => {
    expect(coverDays(free, issued)).toBe(cover)
    expect(coverText(cover)).toBe(text)
  })

  test.each([
    ['nothing asked for', { free: 0, minimum: null, issued: 0 }, false],
    ['at the minimum', { free: 4, minimum: 4, issued: 0 }, false],
    ['below it', { free: 3, minimum: 4, issued: 0 }, true],
    ['three days', { free: 3, minimum: null, issued: 28 }, false],
    ['less', { free: 2, minimum: null, issued: 28 }, true],
    ['enough days, below the minimum', { free: 3, minimum: 4, issued: 28 }, true],
    ['above the minimum, few days', { free: 5, minimum: 4, issued: 280 }, true],
  ])('scarce: %s', (_, cell, is) => {
    expect(isScarce(cell)).toBe(is)
  })
})

describe('AMB-219 bags beside counts', () => {
  test('whoever keeps bags is offered with those, whoever does not as before', () => {
    expect(offeredUnits({ keepsBags: true, freeBags: 0, byCount: 9 })).toBe(0)
    expect(offeredUnits({ keepsBags: false, freeBags: 3, byCount: 9 })).toBe(9)
    expect(offeredUnits({ keepsBags: false, freeBags: 0, byCount: null })).toBeNull()
    expect(offeredUnits({ keepsBags: true, freeBags: 3, byCount: null })).toBe(3)
  })

  test.each([
    [12, 12, null],
    [0, 0, null],
    [10, 12, 'by bags: 12, counted: 10'],
    [null, 0, 'by bags: 0, never counted'],
  ])('counted %s, on the shelf %s: %s', (counted, onShelf, text) => {
    expect(differenceText(counted, onShelf)).toBe(text)
  })
})
