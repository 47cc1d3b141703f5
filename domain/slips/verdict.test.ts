import { describe, expect, test } from 'vitest'
import { days, instantOf, later } from '../basics/time.ts'
import type { Actor } from '../people/actor.ts'
import type { Product, Role } from '../people/roles.ts'
import { isOwnSlip, whyNotOpenSlip } from './opening.ts'
import type { SlipPayload, SlipText } from './slip.ts'
import { isOver, judgeSlip, type KnownKeys, keyFor, type SlipKey } from './verdict.ts'

const now = instantOf('2026-11-16', '11:00')
const seconds = (at: Date) => at.getTime() / 1_000
const payload: SlipPayload = {
  ...{ v: 1, slip: 'REDBANK-2026-004423', request: 'e19b5d30', bank: 'redbank', at: seconds(now) },
  ...{ seq: 1, emergency: false, p: '1a2b3c4d' },
  bags: [
    ['A1', 'PRBC', 'O+', seconds(now) + 2],
    ['A2', 'PRBC', 'O+', seconds(now) + 1],
  ],
}
const reading: SlipText = { kid: 'redbank-1', payload, signed: 'x.y', signature: new Uint8Array(64) }
const key: SlipKey = {
  ...{ kid: 'redbank-1', bankId: 'redbank', bankName: 'Redbank', x: 'x', madeAt: now },
  ...{ retiredAt: null, compromisedAt: null },
}
const knowing = (change: Partial<SlipKey> = {}, toldAt = now): KnownKeys => ({
  keys: [{ ...key, ...change }],
  toldAt,
})
const claims = { slip: payload.slip, bank: payload.bank }
const plain = { isSigned: true, isElsewhere: false, isSetAside: false, isOnline: false, now }

describe('AMB-314 the verdict', () => {
  test('what is no slip, or none any more, claims nothing', () => {
    expect(judgeSlip('foreign', knowing(), plain)).toEqual({ kind: 'not-ours', claims: null })
    expect(judgeSlip('changed', knowing(), plain)).toEqual({ kind: 'changed', claims: null })
    expect([keyFor('foreign', knowing()), keyFor('changed', knowing())]).toEqual([null, null])
    expect([keyFor(reading, knowing()), keyFor(reading, knowing({ kid: 'redbank-2' }))]).toEqual([key, null])
  })

  test('genuine, or with a bag past its end, or seen before: with its key', () => {
    expect(judgeSlip(reading, knowing(), plain)).toEqual({ kind: 'genuine', slip: payload, key })
    const after = { ...plain, now: later(now, 1_000) }
    expect(judgeSlip(reading, knowing(), after)).toEqual({ kind: 'expired-bag', slip: payload, key })
    const elsewhere = { ...after, isElsewhere: true }
    expect(judgeSlip(reading, knowing(), elsewhere)).toEqual({ kind: 'seen-before', slip: payload, key })
  })

  test('AMB-358 set aside, though a bag is past its end as well', () => {
    const aside = { ...plain, isSetAside: true, now: later(now, 1_000) }
    expect(judgeSlip(reading, knowing(), aside)).toEqual({ kind: 'set-aside', slip: payload, key })
    const elsewhere = { ...aside, isElsewhere: true }
    expect(judgeSlip(reading, knowing(), elsewhere).kind).toBe('seen-before')
    expect(judgeSlip(reading, knowing(), { ...aside, isSigned: false }).kind).toBe('changed')
  })

  test.each<[string, KnownKeys, object, object]>([
    ['a signature that does not fit', knowing(), { isSigned: false }, { kind: 'changed', claims }],
    ['a key of another bank', knowing({ bankId: 'lifeline' }), {}, { kind: 'changed', claims }],
    ['no key of a bank that is known', knowing({ kid: 'redbank-2' }), {}, { kind: 'changed', claims }],
    [
      'a paper that was entered with a later key than those here',
      knowing({ kid: 'redbank-0', madeAt: later(now, -9) }, later(now, 9)),
      {},
      { kind: 'unknown-bank', claims },
    ],
    [
      'a later key, and those here are of this moment',
      knowing({ kid: 'redbank-0' }, later(now, 9)),
      { isOnline: true },
      { kind: 'changed', claims },
    ],
    [
      'no key, and newer than the keys here',
      knowing({ kid: 'redbank-2' }, later(now, -1)),
      {},
      { kind: 'unknown-bank', claims },
    ],
    [
      'a bank that is not known',
      knowing({ kid: 'x', bankId: 'lifeline' }),
      {},
      { kind: 'unknown-bank', claims },
    ],
    ['retired at that moment', knowing({ retiredAt: now }), {}, { kind: 'genuine', slip: payload }],
    [
      'retired before it',
      knowing({ retiredAt: later(now, -1) }),
      {},
      { kind: 'withdrawn', on: later(now, -1), claims },
    ],
    [
      'others may have the key',
      knowing({ compromisedAt: later(now, 5) }),
      {},
      { kind: 'withdrawn', on: later(now, 5), claims },
    ],
  ])('%s', (_, known, change, verdict) => {
    expect(judgeSlip(reading, known, { ...plain, ...change })).toMatchObject(verdict)
  })

  test.each([
    ['redbank-9', 'unknown-bank'],
    ['redbank-10', 'unknown-bank'],
    ['redbank-2-9', 'changed'],
    ['redbank-09', 'changed'],
    ['redbank-9x', 'changed'],
    ['lifeline-9', 'changed'],
  ])('AMB-401 a key is counted within its bank: %s is %s', (kid, kind) => {
    expect(judgeSlip({ ...reading, kid }, knowing(), plain).kind).toBe(kind)
  })

  test('a bag is over at its end, and not a millisecond before', () => {
    expect([isOver(seconds(now), now), isOver(seconds(now), later(now, -1))]).toEqual([true, false])
  })
})

const member = (product: Product, role: Role, organisationId: string | null): Actor => ({
  ...{ kind: 'member', accountId: 'a1', email: 'a@b.example', product, role, organisationId },
  ...{ displayName: 'A', accountStatus: 'active', isApprovingBlocked: false },
})
const driver: Actor = { kind: 'driver', accountId: 'd1', email: 'd@b.example', displayName: 'Arun' }

test.each<[string, Actor, boolean]>([
  ['its bank', member('bloodbank', 'staff', 'redbank'), true],
  ['another bank', member('bloodbank', 'staff', 'lifeline'), false],
  ['its hospital', member('pilot', 'staff', 'firm'), true],
  ['another hospital', member('plus', 'admin', 'city'), false],
  ['a hospital with the bank’s name', member('pilot', 'staff', 'redbank'), false],
  ['a bank with the hospital’s name', member('bloodbank', 'staff', 'firm'), false],
  ['the provider', member('admin', 'admin', null), false],
  ['a driver', driver, false],
])('AMB-314 whose slip it is: %s', (_, actor, isOwn) => {
  expect(isOwnSlip(actor, 'redbank', { hospitalId: 'firm' })).toBe(isOwn)
})

describe('AMB-314 how long a slip is open', () => {
  const order = { hospitalId: 'firm', status: 'completed', invoiceKind: 'NORMAL', deliveries: [] } as const
  const why = (actor: Actor, ago: number, change: object = {}) =>
    whyNotOpenSlip(actor, { ...order, updatedAt: later(now, -ago), ...change }, now)?.code ?? null
  test.each<[string, Actor, number, object, string | null]>([
    ['staff of the bank, within seven days', member('bloodbank', 'staff', 'redbank'), days(7) - 1, {}, null],
    ['after them', member('bloodbank', 'staff', 'redbank'), days(7), {}, 'slip-closed'],
    ['while it is on its way', member('bloodbank', 'staff', 'redbank'), days(9), { status: 'issued' }, null],
    ['an admin of the bank', member('bloodbank', 'admin', 'redbank'), days(99), {}, null],
    ['the hospital', member('pilot', 'staff', 'firm'), days(99), {}, null],
  ])('%s', (_, actor, ago, change, code) => {
    expect(why(actor, ago, change)).toBe(code)
  })
})

test('AMB-314 a bank is known by one key of many', () => {
  const keys = [
    { ...key, kid: 'redbank-2' },
    { ...key, kid: 'lifeline-1', bankId: 'lifeline' },
  ]
  expect(judgeSlip(reading, { keys, toldAt: now }, plain)).toEqual({ kind: 'changed', claims })
})
