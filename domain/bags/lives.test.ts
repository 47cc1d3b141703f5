import { describe, expect, test } from 'vitest'
import { aBag } from '#testing/makers/bags.ts'
import { say } from '../basics/refusal.ts'
import { days, earlier, hours, instantOf, later, minutes } from '../basics/time.ts'
import { isExpired } from './bag.ts'
import {
  Beginning,
  type ComponentLife,
  endOfDay,
  expiryOf,
  expiryStep,
  expirySteps,
  expiryWords,
  latestEnd,
  lifeOf,
  type Treatment,
  treat,
  usualLives,
  whyNotExpiry,
  whyNotTreat,
} from './lives.ts'

const now = instantOf('2026-11-16', '10:00')
const at = instantOf
const red = aBag({ component: 'PRBC', anticoagulant: 'SAGM', collectedOn: '2026-11-15' })

describe('the end by the rule', () => {
  test.each([
    ['PRBC', 'CPDA-1', '2026-12-20'],
    ['PRBC', 'SAGM', '2026-12-27'],
    // the shortest, where nobody knows in what it lies
    ['PRBC', null, '2026-12-20'],
    ['PRBC', 'CPD', '2026-12-20'],
    ['SDP', null, '2026-11-20'],
    ['SDP', 'ACD-A', '2026-11-20'],
    ['RDP', null, '2026-11-20'],
    ['FFP', null, '2027-11-15'],
    ['CRYO', null, '2027-11-15'],
    ['WB', 'CPDA-1', '2026-12-20'],
  ] as const)('%s in %s collected on 15 Nov 2026 ends with %s', (component, anticoagulant, day) => {
    const bag = { ...red, component, anticoagulant }
    expect(latestEnd(usualLives, bag, now)).toEqual(at(day, '23:59'))
  })

  test.each([
    ['2028-02-28', 5 * 24, '2028-03-04'],
    ['2027-02-28', 5 * 24, '2027-03-05'],
    ['2028-02-29', 365 * 24, '2029-02-28'],
    ['2026-12-31', 24, '2027-01-01'],
  ])('collected on %s, %s hours: %s', (collectedOn, length, day) => {
    const lives: ComponentLife[] = [
      { component: 'SDP', anticoagulant: null, after: 'collection', hours: length, isUnchecked: false },
    ]
    expect(latestEnd(lives, { ...red, component: 'SDP', collectedOn }, now)).toEqual(at(day, '23:59'))
  })

  test('a life in hours is counted from the beginning of its day', () => {
    const lives: ComponentLife[] = [
      { component: 'SDP', anticoagulant: null, after: 'collection', hours: 30, isUnchecked: false },
    ]
    expect(latestEnd(lives, { ...red, component: 'SDP' }, now)).toEqual(at('2026-11-16', '06:00'))
  })

  test('what came in irradiated was so now at the latest', () => {
    const irradiated = { ...red, attributes: ['irradiated' as const] }
    expect(latestEnd(usualLives, irradiated, now)).toEqual(later(now, days(28)))
    const old = { ...irradiated, collectedOn: '2026-10-10' }
    expect(latestEnd(usualLives, old, now)).toEqual(at('2026-11-21', '23:59'))
    const platelets = { ...irradiated, component: 'SDP' as const }
    expect(latestEnd(usualLives, platelets, now)).toEqual(at('2026-11-20', '23:59'))
  })

  test('an operator may have other rows, and none', () => {
    expect(latestEnd([], red, now)).toBeNull()
    const others = usualLives.filter(({ after }) => after !== 'collection')
    expect(latestEnd(others, red, now)).toBeNull()
    expect(lifeOf(usualLives, red, 'thaw')).toBeUndefined()
  })

  test('which rows nobody has checked is in them', () => {
    const unchecked = usualLives.filter(({ isUnchecked }) => isUnchecked)
    expect(unchecked.map(({ component, after }) => `${component} ${after}`)).toEqual([
      'WB collection',
      'WB irradiation',
      'WB opening',
      'SDP opening',
      'RDP opening',
      'CRYO thaw',
    ])
  })
})

describe('what the label says', () => {
  const rule = at('2026-12-27', '23:59')

  test('it counts, and the rule counts where it says nothing', () => {
    expect(expiryOf(usualLives, red, at('2026-12-01', '12:00'), now)).toEqual(at('2026-12-01', '12:00'))
    expect(expiryOf(usualLives, red, null, now)).toEqual(rule)
    expect(expiryOf([], red, null, now)).toBeNull()
    expect(endOfDay('2026-11-20')).toEqual(at('2026-11-20', '23:59'))
  })

  test.each([
    ['as late as the rule', rule, null],
    ['a millisecond later', later(rule, 1), 'expiry-too-late'],
    ['much later', at('2027-12-27', '23:59'), 'expiry-too-late'],
    ['sooner', at('2026-11-20', '08:00'), null],
    ['in a moment', later(now, 1), null],
    ['now', now, 'expired-already'],
    ['yesterday, and collected then', at('2026-11-15', '23:59'), 'expired-already'],
    ['the first minute of the day of its collection', at('2026-11-15', '00:00'), 'expired-already'],
    ['a minute before that', at('2026-11-14', '23:59'), 'expiry-before-collection'],
    ['a hundred years ago', at('1926-12-27', '23:59'), 'expiry-before-collection'],
    ['nothing', null, null],
  ])('%s', (_, end, code) => {
    expect(whyNotExpiry(usualLives, red, end, now)?.code ?? null).toBe(code)
  })

  test('without a row the label decides, and has to say something', () => {
    expect(whyNotExpiry([], red, null, now)).toEqual({ code: 'no-life', field: 'expiresAt' })
    expect(whyNotExpiry([], red, at('2030-01-01', '12:00'), now)).toBeNull()
  })

  test.each([
    ['2026-11-16', null],
    ['2026-11-17', 'collected-later'],
    ['2026-10-01', 'expired-already'],
  ])('collected on %s, by the rule: %s', (collectedOn, code) => {
    expect(whyNotExpiry(usualLives, { ...red, collectedOn }, null, now)?.code ?? null).toBe(code)
  })

  test('the words name the end', () => {
    const refusal = whyNotExpiry(usualLives, red, at('2027-12-27', '23:59'), now)
    expect(refusal && say(expiryWords, refusal).text).toContain('ends on 27 Dec 2026, 11:59 pm')
    const past = whyNotExpiry(usualLives, red, at('2026-11-15', '23:59'), now)
    expect(past && say(expiryWords, past).text).toBe('Expired 15 Nov 2026, 11:59 pm. Not taken in.')
  })
})

describe('what is done to a bag', () => {
  const end = at('2026-12-27', '23:59')
  const bag = aBag({ component: 'PRBC', anticoagulant: 'SAGM', expiresAt: end, version: 3 })

  test.each([
    ['irradiate', 'PRBC', later(now, days(28)), ['irradiated']],
    ['wash', 'PRBC', later(now, hours(24)), ['washed']],
    ['open', 'PRBC', later(now, hours(24)), []],
    ['thaw', 'FFP', later(now, hours(24)), []],
    ['thaw', 'CRYO', later(now, hours(4)), []],
    ['irradiate', 'SDP', end, ['irradiated']],
  ] as const)('%s of %s', (treatment, component, expiresAt, attributes) => {
    expect(whyNotTreat(usualLives, { ...bag, component }, treatment)).toBeNull()
    expect(treat(usualLives, { ...bag, component }, treatment, now)).toEqual({
      ...bag,
      component,
      expiresAt,
      attributes,
      version: 4,
    })
  })

  test('an end that is sooner stays, and nothing is noted twice', () => {
    const soon = { ...bag, expiresAt: later(now, hours(3)), attributes: ['washed' as const] }
    expect(treat(usualLives, soon, 'wash', now)).toEqual({ ...soon, version: 4 })
  })

  test.each([
    ['thaw', 'PRBC'],
    ['thaw', 'SDP'],
    ['irradiate', 'FFP'],
    ['wash', 'CRYO'],
  ] as [Treatment, 'PRBC' | 'SDP' | 'FFP' | 'CRYO'][])(
    '%s of %s has no row and is refused',
    (treatment, component) => {
      const refusal = { code: 'no-such-treatment', field: 'treatment' }
      expect(whyNotTreat(usualLives, { ...bag, component }, treatment)).toEqual(refusal)
    },
  )

  test('red cells without a row for it are not irradiated', () => {
    expect(whyNotTreat([], bag, 'irradiate')?.code).toBe('no-such-treatment')
  })
})

describe('alive or not', () => {
  const expiresAt = at('2026-11-16', '16:10')
  test.each([
    ['a minute before', earlier(expiresAt, minutes(1)), false],
    ['a millisecond before', earlier(expiresAt, 1), false],
    ['at its end', expiresAt, true],
    ['after it', later(expiresAt, 1), true],
  ])('%s', (_, moment, is) => {
    expect(isExpired({ expiresAt }, moment)).toBe(is)
  })

  test.each([
    [0, 'expired'],
    [1, 'day'],
    [days(1), 'day'],
    [days(1) + 1, 'three-days'],
    [days(3), 'three-days'],
    [days(3) + 1, 'week'],
    [days(7), 'week'],
    [days(7) + 1, 'later'],
  ])('%s ms before its end: %s', (left, step) => {
    expect(expiryStep({ expiresAt }, earlier(expiresAt, left))).toBe(step)
  })
})

test('a life begins with the collection, or anew with what is done to the bag', () => {
  expect(Beginning.options).toEqual(['collection', 'irradiation', 'thaw', 'opening'])
})

test.each([
  ['WB', 'CPDA-1', 'irradiation', 28 * 24, true],
  ['WB', 'CPDA-1', 'opening', 24, true],
  ['WB', 'CPDA-1', 'collection', 35 * 24, true],
  ['SDP', null, 'opening', 4, true],
  ['RDP', null, 'opening', 4, true],
  ['PRBC', 'CPDA-1', 'collection', 35 * 24, false],
  // of what nobody knows, the shortest
  ['PRBC', null, 'collection', 35 * 24, false],
  ['PRBC', 'SAGM', 'opening', 24, false],
] as const)(
  '%s in %s lives after its %s for %d hours',
  (component, anticoagulant, after, length, isUnchecked) => {
    const row = lifeOf(usualLives, { component, anticoagulant }, after)
    expect(row).toMatchObject({ hours: length, isUnchecked })
  },
)

test('the rows of its own anticoagulant come first, then those for any, then the shortest of all', () => {
  const row = (anticoagulant: string | null, length: number): ComponentLife => ({
    ...{ component: 'PRBC', after: 'collection', isUnchecked: false, anticoagulant, hours: length },
  })
  const rows = [row('SAGM', 3), row(null, 9), row(null, 5), row('CPDA-1', 2), row('ACD', 1)]
  const lives = (anticoagulant: string) =>
    lifeOf(rows, { component: 'PRBC', anticoagulant }, 'collection')?.hours
  expect([lives('SAGM'), lives('CPD')]).toEqual([3, 5])
  expect(
    lifeOf(
      [row('SAGM', 9), row('ACD', 7), row('X', 8)],
      { component: 'PRBC', anticoagulant: 'CPD' },
      'collection',
    )?.hours,
  ).toBe(7)
})

test.each([
  ['collected-later', 'collectedOn', { collectedOn: '2026-11-17' }, null],
  ['expiry-before-collection', 'expiresAt', {}, at('2026-11-14', '23:59')],
  ['expiry-too-late', 'expiresAt', {}, at('2027-12-27', '23:59')],
  ['expired-already', 'expiresAt', {}, now],
])('%s is said at %s', (code, field, change, end) => {
  expect(whyNotExpiry(usualLives, { ...red, ...change }, end, now)).toMatchObject({ code, field })
})

test('platelets of either kind are irradiated without a row, and keep what was done before', () => {
  for (const component of ['SDP', 'RDP'] as const)
    expect(whyNotTreat(usualLives, aBag({ component }), 'irradiate')).toBeNull()
  const washed = aBag({ attributes: ['washed'] })
  expect(treat(usualLives, washed, 'irradiate', now).attributes).toEqual(['washed', 'irradiated'])
  expect([...expirySteps]).toEqual(['expired', 'day', 'three-days', 'week', 'later'])
})
