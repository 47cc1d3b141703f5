import { describe, expect, test } from 'vitest'
import { aBag } from '#testing/makers/bags.ts'
import { conflictsIn } from '#testing/makers/rules.ts'
import { say } from '../basics/refusal.ts'
import { earlier, instantOf, later } from '../basics/time.ts'
import { type Bag, type BagState, bagStates } from './bag.ts'
import {
  arriveFrom,
  type BagMove,
  type BagMover,
  bagMoveNames,
  bagMoves,
  changeBag,
  discardBag,
  discardReasons,
  moveBag,
  movingWords,
  whyNotChangeBag,
  whyNotDiscard,
  whyNotMoveBag,
  whyNotOverBag,
  whyNotTransfer,
} from './moving.ts'

const now = instantOf('2026-11-16', '10:00')
const expiresAt = instantOf('2026-11-20', '23:59')
const movers: BagMover[] = ['bank', 'hospital', 'clock']

/** The whole table a second time, as it is drawn: from, to, by. */
const ways: [BagMove, BagState[], BagState, BagMover[]][] = [
  ['release', ['quarantine'], 'available', ['bank']],
  ['put-back', ['available', 'held'], 'quarantine', ['bank']],
  ['hold', ['available'], 'held', ['bank']],
  ['let-go', ['held'], 'available', ['bank', 'clock']],
  ['issue', ['held'], 'issued', ['bank']],
  ['issue-late', ['quarantine', 'available', 'held', 'expired'], 'issued', ['bank']],
  ['issue-reactive', ['discarded', 'expired'], 'issued', ['bank']],
  ['receive', ['issued'], 'received', ['hospital']],
  ['transfuse', ['received'], 'transfused', ['hospital']],
  ['return', ['issued', 'received'], 'returned', ['bank', 'hospital']],
  ['discard', ['quarantine', 'available', 'held', 'returned'], 'discarded', ['bank']],
  ['destroy', ['issued', 'received'], 'discarded', ['hospital']],
  ['expire', ['quarantine', 'available', 'held'], 'expired', ['clock']],
  ['transfer', ['quarantine', 'available', 'held'], 'transferred', ['bank']],
  ['lose', ['issued', 'received'], 'missing', ['bank', 'hospital']],
]

test('there are fourteen moves and eleven states', () => {
  expect(ways.map(([name]) => name)).toEqual(bagMoveNames)
  expect(bagStates).toHaveLength(11)
})

test.each(ways)('%s goes from %s to %s by %s, and not otherwise', (name, from, to, by) => {
  const moment = name === 'expire' ? expiresAt : now
  for (const state of bagStates)
    for (const mover of movers) {
      const bag = aBag({ state, expiresAt, version: 7 })
      const refusal = whyNotMoveBag(bag, name, mover, moment)?.code ?? null
      const wanted = !by.includes(mover) ? 'not-yours-to-move' : from.includes(state) ? null : 'bag-elsewhere'
      expect([state, mover, refusal]).toEqual([state, mover, wanted])
      if (refusal === null) expect(moveBag(bag, name)).toEqual({ ...bag, state: to, version: 8 })
    }
})

test('what is transfused, transferred or missing goes nowhere any more, and what is expired or discarded by a paper alone', () => {
  const moves = Object.entries(bagMoves).filter(([name]) => !['issue-late', 'issue-reactive'].includes(name))
  const left = moves.flatMap(([, { from }]): readonly BagState[] => from)
  expect(bagStates.filter((state) => !left.includes(state))).toEqual([
    'transfused',
    'discarded',
    'expired',
    'transferred',
    'missing',
  ])
})

describe('its end', () => {
  test.each([
    ['release', 'quarantine'],
    ['hold', 'available'],
    ['issue', 'held'],
    ['issue-late', 'expired'],
    ['issue-reactive', 'discarded'],
    ['transfer', 'available'],
  ] as [BagMove, BagState][])('nobody can %s what has expired', (name, state) => {
    const bag = { state, expiresAt }
    expect(whyNotMoveBag(bag, name, 'bank', earlier(expiresAt, 1))).toBeNull()
    expect(whyNotMoveBag(bag, name, 'bank', expiresAt)?.code).toBe('bag-expired')
  })

  test('what has expired is let go of and discarded', () => {
    const after = later(expiresAt, 1)
    expect(whyNotMoveBag({ state: 'held', expiresAt }, 'let-go', 'clock', after)).toBeNull()
    expect(whyNotMoveBag({ state: 'held', expiresAt }, 'discard', 'bank', after)).toBeNull()
  })

  test('the clock ends nothing that is alive', () => {
    const bag = { state: 'available' as const, expiresAt }
    const early = whyNotMoveBag(bag, 'expire', 'clock', earlier(expiresAt, 1))
    expect(early && say(movingWords, early).text).toBe('This bag is alive until 20 Nov 2026, 11:59 pm.')
    expect(whyNotMoveBag(bag, 'expire', 'clock', expiresAt)).toBeNull()
  })
})

test('an older picture of the bag is refused, with what it is now', () => {
  const bag = aBag({ version: 4, state: 'quarantine' })
  expect(whyNotOverBag(bag, 4)).toBeNull()
  for (const seen of [3, 5]) {
    const refusal = whyNotOverBag(bag, seen)
    expect(refusal && say(movingWords, refusal).text).toContain('it is in quarantine now')
  }
  expect(whyNotOverBag({ ...bag, state: 'held' }, 1)?.values).toEqual({ state: 'held' })
})

describe('discarding', () => {
  test.each(discardReasons)('for %s', (reason) => {
    const bag = aBag({ state: 'available', expiresAt })
    const code = reason === 'other' ? 'no-discard-reason' : null
    expect(whyNotDiscard(bag, { reason, note: ' ', by: 'bank' }, now)?.code ?? null).toBe(code)
    expect(whyNotDiscard(bag, { reason, note: 'fell down', by: 'bank' }, now)).toBeNull()
  })

  test('AMB-363 on the shelf by the bank, away by the hospital alone', () => {
    const why = (state: BagState, by: BagMover) =>
      whyNotDiscard(aBag({ state, expiresAt }), { reason: 'leaking', note: '', by }, now)?.code ?? null
    expect([why('held', 'bank'), why('held', 'hospital')]).toEqual([null, 'not-yours-to-move'])
    expect([why('received', 'hospital'), why('issued', 'hospital')]).toEqual([null, null])
    expect([why('received', 'bank'), why('issued', 'bank')]).toEqual(Array(2).fill('with-hospital'))
    const back = { reason: 'leaking', note: '', by: 'bank', isBack: true } as const
    expect(whyNotDiscard(aBag({ state: 'issued', expiresAt }), back, now)).toBeNull()
    expect([why('returned', 'bank'), why('transfused', 'bank')]).toEqual([null, 'bag-elsewhere'])
    for (const state of ['available', 'issued'] as const)
      expect(discardBag(aBag({ state })).state).toBe('discarded')
  })
})

describe('transferring', () => {
  const bag = aBag({ state: 'available', expiresAt })
  test.each([
    ['bluebank', true, null],
    ['redbank', true, 'same-bank'],
    ['nobank', false, 'bank-unknown'],
  ])('to %s', (bankId, isKnown, code) => {
    const to = { bankId, isKnown, hasTwin: false }
    expect(whyNotTransfer(bag, to, { isReactive: false }, now)?.code ?? null).toBe(code)
  })

  test('not of a reactive donation, and not to where a bag of this number lies', () => {
    const to = { bankId: 'bluebank', isKnown: true, hasTwin: false }
    expect(whyNotTransfer(bag, to, { isReactive: true }, now)?.code).toBe('reactive-goes-nowhere')
    const twin = whyNotTransfer(bag, { ...to, hasTwin: true }, { isReactive: false }, now)
    expect(twin?.code).toBe('there-already')
  })

  test('not of what was issued', () => {
    const issued = { ...bag, state: 'issued' as const }
    const to = { bankId: 'bluebank', isKnown: true, hasTwin: false }
    expect(whyNotTransfer(issued, to, { isReactive: false }, now)?.code).toBe('bag-elsewhere')
  })

  test('at the other bank it waits in quarantine', () => {
    const sent = { ...bag, donorFormId: 'form', version: 9 }
    expect(arriveFrom(sent, { id: 'bag-2', bankId: 'bluebank' })).toEqual({
      ...sent,
      id: 'bag-2',
      bankId: 'bluebank',
      fromBankId: 'redbank',
      donorFormId: null,
      place: '',
      state: 'quarantine',
      version: 1,
    })
  })
})

describe('changing what is told of a bag', () => {
  const told = { place: 'Fridge 1', attributes: ['leucoreduced' as const] }
  const why = (change: Partial<Bag>, to: Partial<Bag> = {}) =>
    whyNotChangeBag(aBag({ expiresAt, ...change }), { ...told, ...to }, now)?.code ?? null

  test('while it lies on the shelf and lives', () => {
    expect(bagStates.filter((state) => why({ state }) === null)).toEqual(['quarantine', 'available', 'held'])
    expect(why({ expiresAt: now })).toBe('bag-expired')
  })

  test.each([
    [[], ['irradiated']],
    [['washed'], []],
  ] as Bag['attributes'][][])('irradiated and washed come by a treatment alone: %o to %o', (from, to) => {
    expect(why({ attributes: from }, { attributes: to })).toBe('by-treatment-alone')
    expect(why({ attributes: from }, { attributes: from })).toBeNull()
  })

  test('each once', () => {
    const bag = aBag({ version: 3 })
    expect(changeBag(bag, { place: 'x', attributes: ['low-titre', 'low-titre'] })).toEqual({
      ...bag,
      ...{ place: 'x', attributes: ['low-titre'], version: 4 },
    })
  })
})

test('what is nobody’s mistake is answered as a conflict', () => {
  expect(conflictsIn(movingWords)).toEqual([
    ...['bag-changed', 'bag-elsewhere', 'with-hospital', 'bag-expired', 'there-already'],
  ])
})

test('why a bag is thrown away', () => {
  expect([...discardReasons]).toEqual([
    ...['reactive', 'expired', 'leaking', 'haemolysed', 'temperature', 'clotted', 'wrong-label', 'other'],
  ])
})

test('it is said at its field', () => {
  const bag = aBag({ state: 'available', expiresAt })
  expect(whyNotDiscard(bag, { reason: 'other', note: '', by: 'bank' }, now)?.field).toBe('note')
  const to = { bankId: 'bluebank', isKnown: true, hasTwin: true }
  const fieldOf = (change: object) =>
    whyNotTransfer(bag, { ...to, ...change }, { isReactive: false }, now)?.field
  expect([fieldOf({}), fieldOf({ isKnown: false }), fieldOf({ bankId: 'redbank' })]).toEqual(
    Array(3).fill('bankId'),
  )
  const washed = { place: '', attributes: ['washed' as const] }
  expect(whyNotChangeBag(bag, washed, now)?.field).toBe('attributes')
  expect(whyNotChangeBag({ ...bag, state: 'issued' }, { place: '', attributes: [] }, now)?.code).toBe(
    'bag-elsewhere',
  )
})
