import { describe, expect, test } from 'vitest'
import { conflictsIn } from '#testing/makers/rules.ts'
import { instantOf, later, minutes } from '../basics/time.ts'
import {
  Fate,
  Found,
  fateWords,
  foundText,
  type IssuedBag,
  isSameFate,
  moveOfFate,
  moveOfFound,
  type ToldFate,
  whyNotReceive,
  whyNotTellFate,
} from './fate.ts'

const issuedAt = instantOf('2026-11-16', '10:00')
const now = instantOf('2026-11-16', '12:00')
const bag: IssuedBag = {
  ...{ id: 'a', number: 'RB-1', state: 'issued', found: null, receivedAt: null, issuedAt },
  ...{ setAside: null, setAsideAt: null },
  expiresAt: instantOf('2026-12-01', '10:00'),
}
const receivedAt = instantOf('2026-11-16', '11:00')
const received: IssuedBag = { ...bag, state: 'received', found: 'as-issued', receivedAt }
const setAsideAt = instantOf('2026-11-16', '11:30')
const aside = { setAside: 'misfit', setAsideAt } as const

describe('AMB-345 how bags came', () => {
  const said = (bags: readonly IssuedBag[], told: Parameters<typeof whyNotReceive>[1], at = now) =>
    whyNotReceive(bags, told, at, now)

  test.each(['as-issued', 'missing', 'damaged', 'warm'] as const)('%s is taken, and again', (found) => {
    expect(said([bag], [{ bagId: 'a', found }])).toBeNull()
    expect(said([{ ...received, found }], [{ bagId: 'a', found }])).toBeNull()
  })

  test.each([
    ['not-on-slip', [bag], [{ bagId: 'b', found: 'warm' }], now],
    [
      'twice-told',
      [bag],
      [
        { bagId: 'a', found: 'warm' },
        { bagId: 'a', found: 'warm' },
      ],
      now,
    ],
    ['received-before', [received], [{ bagId: 'a', found: 'warm' }], now],
    ['not-yet', [bag], [{ bagId: 'a', found: 'warm' }], later(now, 1)],
    ['too-early', [bag], [{ bagId: 'a', found: 'warm' }], later(issuedAt, -1)],
    ['elsewhere', [{ ...bag, state: 'discarded' }], [{ bagId: 'a', found: 'warm' }], now],
  ] as const)('%s', (code, bags, told, at) => {
    expect(said(bags, told, at)?.code).toBe(code)
  })

  test('the moment of the issue is not too early', () => {
    expect(said([bag], [{ bagId: 'a', found: 'as-issued' }], issuedAt)).toBeNull()
  })
})

describe('AMB-345 what became of a bag', () => {
  const plain: ToldFate = { fate: 'transfused', at: now, reason: null, note: '', patientId: null }
  const why = (
    from: IssuedBag,
    told: Partial<ToldFate> = {},
    known: Parameters<typeof whyNotTellFate>[1] = null,
  ) => whyNotTellFate(from, known, { ...plain, ...told }, 'FH-1', now)?.code ?? null

  test.each([
    [null, received, {}],
    [null, received, { patientId: ' fh-1 ' }],
    ['other-patient', received, { patientId: 'FH-2' }],
    ['receive-first', bag, {}],
    // AMB-360: the group was corrected an hour ago
    ['set-aside', { ...received, ...aside }, {}],
    ['set-aside', { ...received, ...aside }, { at: setAsideAt }],
    ['set-aside', { ...bag, ...aside }, { note: ' ' }],
    [null, { ...received, ...aside }, { at: later(setAsideAt, -1) }],
    [null, { ...received, ...aside }, { note: 'ran before the call came' }],
    [null, { ...received, ...aside }, { fate: 'returned' }],
    ['other-patient', { ...received, ...aside }, { patientId: 'FH-2' }],
    ['not-to-be-used', { ...received, found: 'warm' }, {}],
    ['not-to-be-used', { ...received, found: 'damaged' }, {}],
    [null, { ...received, found: 'warm' }, { fate: 'returned' }],
    [null, bag, { fate: 'returned' }],
    [null, bag, { fate: 'missing' }],
    ['no-reason', received, { fate: 'discarded' }],
    ['no-reason', received, { fate: 'discarded', reason: 'other', note: ' ' }],
    [null, received, { fate: 'discarded', reason: 'leaking' }],
    [null, received, { fate: 'discarded', reason: 'other', note: 'dropped' }],
    ['not-yet', received, { at: later(now, minutes(1)) }],
    ['too-early', received, { at: later(issuedAt, -1) }],
    ['before-receipt', received, { at: later(receivedAt, -1) }],
    ['before-receipt', received, { fate: 'returned', at: later(receivedAt, -1) }],
    [null, received, { at: receivedAt }],
    [null, bag, { fate: 'missing', at: issuedAt }],
    ['elsewhere', { ...received, state: 'expired' }, { fate: 'missing' }],
    // what was given was given, though it was past its end
    [null, { ...received, expiresAt: issuedAt }, {}],
  ] as const)('%s', (code, from, told) => {
    expect(why(from, told)).toBe(code)
  })

  test('one fate, and who said it', () => {
    expect(why(received, { fate: 'returned' }, { fate: 'missing', at: now, toldBy: 'Anu' })).toBe(
      'fate-known',
    )
  })

  test('another wristband is told first, also of a bag that is known as transfused', () => {
    const known = { fate: 'transfused', at: now, toldBy: 'Anu' } as const
    expect(why(received, { patientId: 'FH-2' }, known)).toBe('other-patient')
    expect(why(received, { patientId: 'FH-1' }, known)).toBe('fate-known')
    expect(why(received, { fate: 'returned', patientId: 'FH-2' }, known)).toBe('fate-known')
  })
})

test('AMB-345 what may be found of a bag, and what may become of it', () => {
  expect(Found.options).toEqual(['as-issued', 'missing', 'damaged', 'warm'])
  expect(Fate.options).toEqual(['transfused', 'returned', 'discarded', 'missing'])
  expect(Found.options.map((found) => moveOfFound(found))).toEqual(['receive', 'lose', 'receive', 'receive'])
  expect(Fate.options.map((fate) => moveOfFate[fate])).toEqual(['transfuse', 'return', 'destroy', 'lose'])
  expect(Found.options.map((found) => foundText[found])).toEqual(['as issued', 'missing', 'damaged', 'warm'])
})

test.each([
  ['transfused', 'transfused'],
  ['returned', 'sent back'],
  ['discarded', 'discarded'],
  ['missing', 'missing'],
] as const)('AMB-345 of a bag that is %s another fate hears that it was %s', (fate, words) => {
  const known = { fate, at: now, toldBy: 'Anu' }
  const told: ToldFate = { fate, at: now, reason: null, note: '', patientId: null }
  expect(whyNotTellFate(received, known, told, 'FH-1', now)).toEqual({
    ...{ code: 'fate-known', values: { fate: words, at: '16 Nov 2026, 12:00 pm', by: 'Anu' } },
  })
  expect(isSameFate(known, told)).toBe(true)
  expect(isSameFate(known, { ...told, fate: fate === 'missing' ? 'returned' : 'missing' })).toBe(false)
  expect(isSameFate(null, told)).toBe(false)
})

test.each<[Partial<ToldFate>, string, string]>([
  [{ patientId: 'FH-2' }, 'other-patient', 'patientId'],
  [{ fate: 'discarded' }, 'no-reason', 'reason'],
  [{ fate: 'discarded', reason: 'other' }, 'no-reason', 'note'],
  [{ at: later(now, 1) }, 'not-yet', 'at'],
  [{ at: later(issuedAt, -1) }, 'too-early', 'at'],
  [{ at: later(receivedAt, -1) }, 'before-receipt', 'at'],
])('AMB-345 it is said at its field: %j', (change, code, field) => {
  const told: ToldFate = { fate: 'transfused', at: now, reason: null, note: '', patientId: null, ...change }
  expect(whyNotTellFate(received, null, told, 'FH-1', now)).toMatchObject({ code, field })
})

test('AMB-345 a time of receiving is said at its field, a bag at its line', () => {
  const bags = [bag, { ...bag, id: 'b' }]
  const told = [
    { bagId: 'a', found: 'warm' },
    { bagId: 'b', found: 'warm' },
  ] as const
  expect(whyNotReceive(bags, told, later(now, 1), now)).toEqual({ code: 'not-yet', field: 'receivedAt' })
  const gone = [bag, { ...bag, id: 'b', state: 'discarded' }] as const
  expect(whyNotReceive(gone, told, now, now)).toMatchObject({ code: 'elsewhere', field: 'bags.1' })
})

test('what is nobody’s mistake is answered as a conflict', () => {
  expect(conflictsIn(fateWords)).toEqual([
    'received-before',
    'receive-first',
    'not-to-be-used',
    'fate-known',
    'elsewhere',
  ])
})
