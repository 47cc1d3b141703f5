import { describe, expect, test } from 'vitest'
import { aBag, aBenchOrder, aMatch, aSample } from '#testing/makers/bags.ts'
import { conflictsIn } from '#testing/makers/rules.ts'
import { formWords } from '../bags/forms.ts'
import { movingWords } from '../bags/moving.ts'
import { say } from '../basics/refusal.ts'
import { earlier, hours, instantOf, later, minutes } from '../basics/time.ts'
import { requestStatuses } from '../requests/request.ts'
import { type BenchOrder, benchWords, nextToPack, unitsOwed, whyNotAtBench } from './bench-order.ts'
import { isBarred, isMatched, whyNotMatch, whyNotRecordOwed } from './crossmatch.ts'
import {
  type BagHold,
  type HoldFacts,
  heldOnMatch,
  holdEnds,
  holdUntil,
  holdWords,
  ReleaseReason,
  release,
  whyNotHold,
} from './holding.ts'

const now = instantOf('2026-11-16', '10:42')
const order = aBenchOrder()
const hold: BagHold = {
  bagId: 'bag-1',
  requestId: order.id,
  heldAt: now,
  heldBy: 'S. Meena',
  until: aSample().validUntil,
  releasedAt: null,
  releaseReason: null,
}
const facts: HoldFacts = {
  bag: aBag(),
  hold: null,
  held: 0,
  sample: aSample(),
  matches: [],
  form: null,
  spareHours: 4,
  earlyReason: '',
  emergency: null,
}
const why = (change: Partial<HoldFacts> = {}, asked: Partial<BenchOrder> = {}, at = now) =>
  whyNotHold({ ...order, ...asked }, 'redbank', { ...facts, ...change }, at)?.code ?? null

describe('an order at the bench', () => {
  test.each(requestStatuses)('that is %s', (status) => {
    const isOpen = [
      ...['bloodbank-approved', 'reservation-approved', 'sample-acquired', 'cross-matching', 'issued'],
      // completed by the clock, and not there yet
      ...['partially-completed', 'completed'],
    ].includes(status)
    expect(whyNotAtBench({ ...order, status }, 'redbank')?.code ?? null).toBe(isOpen ? null : 'order-over')
  })

  test('of another bank, or of nobody', () => {
    expect(whyNotAtBench(order, 'bluebank')?.code).toBe('not-your-order')
    expect(whyNotAtBench({ ...order, bankId: null }, 'redbank')?.code).toBe('not-your-order')
  })

  test('what is owed, and what is packed next', () => {
    const [first, second] = order.deliveries
    if (!first || !second) throw new Error('two deliveries')
    expect([unitsOwed(order), nextToPack(order)?.seq]).toEqual([5, 1])
    const packed = { ...order, deliveries: [{ ...first, packed: 3 }, second] }
    expect([unitsOwed(packed), nextToPack(packed)?.seq]).toEqual([2, 2])
    const there = { ...order, deliveries: [{ ...first, deliveredAt: now }, second] }
    // it went before the bank kept bags
    expect([unitsOwed(there), nextToPack(there)?.seq]).toEqual([2, 2])
    expect(nextToPack({ ...order, deliveries: [{ ...first, packed: 3 }] })).toBeUndefined()
  })

  test('AMB-358 the rest of what was packed in part: first while it waits, last when it has left, never when it is there', () => {
    const [first, second] = order.deliveries
    if (!first || !second) throw new Error('two deliveries')
    const next = (change: Partial<typeof first>, other: Partial<typeof second> = {}) => {
      const deliveries = [
        { ...first, packed: 2, ...change },
        { ...second, ...other },
      ]
      return [unitsOwed({ deliveries }), nextToPack({ deliveries })?.seq]
    }
    expect(next({})).toEqual([3, 1])
    expect(next({ state: 'issued' })).toEqual([3, 2])
    expect(next({ state: 'issued' }, { packed: 2 })).toEqual([1, 1])
    // it left, and none of its bags goes to the patient any more
    expect(next({ state: 'issued', packed: null })).toEqual([5, 1])
    expect(next({ state: 'delivered', deliveredAt: now })).toEqual([2, 2])
    expect(next({ state: 'delivered', deliveredAt: now }, { packed: 2 })).toEqual([0, undefined])
    expect(next({ packed: 4 })).toEqual([2, 2])
  })
})

describe('until when', () => {
  const sample = aSample()
  const afterDeadline = later(order.deadlineAt, hours(1))
  test.each([
    ['immediate', sample, false, sample.validUntil],
    ['reservation', sample, false, afterDeadline],
    ['reservation', aSample({ validUntil: now }), false, now],
    ['immediate', null, false, afterDeadline],
    ['reservation', null, false, afterDeadline],
    ['immediate', sample, true, later(now, hours(2))],
    ['reservation', null, true, later(now, hours(2))],
  ] as const)('%s', (orderType, one, isEmergency, until) => {
    expect(holdUntil({ ...order, orderType }, one, isEmergency, now)).toEqual(until)
  })
})

test('AMB-225 a compatible match holds to the end of its sample, and never shorter than before', () => {
  const sample = aSample()
  const { deadlineAt } = order
  const held = (until: Date, orderType: BenchOrder['orderType'] = 'immediate') =>
    heldOnMatch({ orderType, deadlineAt }, sample, { until }, now)
  expect(held(later(deadlineAt, hours(1)))).toEqual(sample.validUntil)
  // held in an emergency
  expect(held(later(now, hours(2)))).toEqual(sample.validUntil)
  expect(held(later(sample.validUntil, 1))).toEqual(later(sample.validUntil, 1))
  expect(held(later(now, hours(1)), 'reservation')).toEqual(later(deadlineAt, hours(1)))
})

describe('holding', () => {
  test.each([
    [null, {}, {}],
    ['not-your-order', {}, { bankId: 'bluebank' }],
    ['order-over', {}, { status: 'cancelled' }],
    ['of-another-shelf', { bag: aBag({ bankId: 'bluebank' }) }, {}],
    ['held-already', { hold, bag: aBag({ state: 'held' }) }, {}],
    ['bag-elsewhere', { bag: aBag({ state: 'quarantine' }) }, {}],
    ['bag-expired', { bag: aBag({ expiresAt: now }) }, {}],
    ['donor-form-rejected', { form: { status: 'rejected', bloodGroup: null } }, {}],
    ['donor-form-differed', { form: { status: 'complete', bloodGroup: null, differed: true } }, {}],
    ['another-component', { bag: aBag({ component: 'FFP' }) }, {}],
    ['needs-missing', {}, { needs: ['irradiated'] }],
    ['never-fits', { bag: aBag({ bloodGroup: 'A+' }) }, {}],
    ['held-barred', { matches: [aMatch({ result: 'incompatible' })] }, {}],
    ['no-early-reason', { bag: aBag({ expiresAt: later(order.deadlineAt, hours(4)) }) }, {}],
    [null, { bag: aBag({ expiresAt: later(order.deadlineAt, hours(4)) }), earlyReason: 'small child' }, {}],
    [null, { held: 6 }, {}],
    ['too-many-held', { held: 7 }, {}],
    ['hold-over', { sample: aSample({ validUntil: now }) }, {}],
    [null, { sample: aSample({ validUntil: later(now, 1) }) }, {}],
    // care is the hospital's to nod to before the issue, not before the hold
    [null, {}, { bloodGroup: 'O-' }],
  ] as [string | null, Partial<HoldFacts>, Partial<BenchOrder>][])('%s', (code, change, asked) => {
    expect(why(change, asked)).toBe(code)
  })

  test.each([
    ['A+', 'PRBC', 'A POS, never: the patient’s blood destroys these red cells.'],
    ['O-', 'WB', 'O NEG, never: whole blood is given identical alone. Ask your doctor.'],
    ['Oh+', 'PRBC', 'Oh (Bombay) POS, never: rare, kept for Bombay patients. Ask your doctor.'],
  ] as const)('why %s %s never fits is told', (bloodGroup, component, text) => {
    const asked = { ...order, component } as BenchOrder
    const refusal = whyNotHold(asked, 'redbank', { ...facts, bag: aBag({ bloodGroup, component }) }, now)
    expect(refusal && say(holdWords, refusal).text).toBe(
      `Bag A999926014381 may not be given to this patient. ${text}`,
    )
  })

  test('who has it is told', () => {
    const refusal = whyNotHold(order, 'redbank', { ...facts, hold: { ...hold, requestId: 'ffff0000' } }, now)
    expect(refusal && say(holdWords, refusal).text).toBe(
      'Bag A999926014381 is held for order ffff0000, by S. Meena.',
    )
  })

  test.each([
    [null, 'O+', null],
    [null, 'O-', null],
    ['never-fits', 'A+', null],
    [null, 'A+', 'A+'],
    ['never-fits', 'B+', 'A+'],
  ] as const)('in an emergency %s: %s for %s', (code, bloodGroup, group) => {
    expect(why({ bag: aBag({ bloodGroup }), emergency: { group } }, { needs: ['irradiated'] })).toBe(code)
  })

  test('on a wrong tube nothing is held, and in an emergency nothing but red cells', () => {
    for (const sample of [aSample({ labelName: 'Mohamed Irfan' }), aSample({ labelPatientId: 'FH-20871' })]) {
      expect(why({ sample })).toBe('label-differs')
      expect(why({ sample, emergency: { group: null } })).toBeNull()
    }
    expect(why({ sample: aSample({ unfitReason: 'clotted' }) })).toBe('sample-unfit')
    for (const component of ['FFP', 'SDP', 'RDP'] as const) {
      const bag = aBag({ component })
      expect(why({ bag, emergency: { group: 'O+' } }, { component })).toBe('emergency-component')
      expect(why({ bag }, { component })).toBeNull()
    }
  })

  test('in an emergency nobody asks for a sample, needs or a reason', () => {
    const bag = aBag({ expiresAt: later(now, minutes(5)) })
    expect(why({ bag, emergency: { group: null }, sample: aSample({ validUntil: now }) })).toBeNull()
    expect(why({ bag, emergency: { group: null }, matches: [aMatch({ result: 'incompatible' })] })).toBe(
      'held-barred',
    )
  })
})

describe('the end of a hold', () => {
  const bag = aBag({ expiresAt: later(now, hours(5)) })
  const ending = { ...hold, until: later(now, hours(1)) }
  test.each([
    ['nothing', null, order, now],
    ['a moment before its time', null, order, earlier(ending.until, 1)],
    ['its time', 'time', order, ending.until],
    ['the bag is over', 'expired', order, bag.expiresAt],
    ['cancelled', 'cancelled', { ...order, status: 'cancelled' }, bag.expiresAt],
    ['refused, or given to another bank', 'cancelled', { ...order, bankId: null }, now],
    ['given to another bank', 'cancelled', { ...order, bankId: 'bluebank' }, now],
    ['all of it there', 'not-needed', { ...order, status: 'delivery-completed' }, now],
  ] as [string, string | null, BenchOrder, Date][])('%s: %s', (_, reason, one, at) => {
    expect(holdEnds(ending, bag, one, at)).toBe(reason)
  })

  test('it keeps when and why', () => {
    expect(release(hold, 'time', now)).toEqual({ ...hold, releasedAt: now, releaseReason: 'time' })
  })
})

describe('the cross-match', () => {
  const held = aBag({ state: 'held' })
  const match = (change: object, asked: Partial<BenchOrder> = {}) =>
    whyNotMatch(
      { ...order, ...asked },
      'redbank',
      { bag: held, heldFor: order.id, sample: aSample(), matches: [], ...change },
      now,
    )?.code ?? null

  test.each([
    [null, {}, {}],
    ['order-over', {}, { status: 'cancelled' }],
    ['no-match-needed', { bag: { ...held, component: 'FFP' } }, {}],
    ['no-match-needed', { bag: { ...held, component: 'SDP' } }, {}],
    ['bag-barred', { matches: [aMatch({ result: 'incompatible', sampleId: 'older' })] }, {}],
    ['not-held-here', { heldFor: null }, {}],
    ['not-held-here', { heldFor: 'ffff0000' }, {}],
    ['not-held-here', { bag: aBag() }, {}],
    ['no-sample', { sample: null }, {}],
    ['label-differs', { sample: aSample({ labelName: 'x' }) }, {}],
    ['sample-group-differs', { sample: aSample({ groupFound: 'A+' }) }, {}],
  ] as [string | null, object, Partial<BenchOrder>][])('%s', (code, change, asked) => {
    expect(match(change, asked)).toBe(code)
  })

  test('compatible on this sample, and never incompatible', () => {
    const good = aMatch()
    expect(isMatched('bag-1', 'sample-1', [good])).toBe(true)
    expect(isMatched('bag-1', 'sample-2', [good])).toBe(false)
    expect(isMatched('bag-2', 'sample-1', [good])).toBe(false)
    const bad = aMatch({ result: 'incompatible', sampleId: 'sample-0' })
    expect(isMatched('bag-1', 'sample-1', [good, bad])).toBe(false)
    expect([isBarred('bag-1', [bad]), isBarred('bag-2', [bad]), isBarred('bag-1', [good])]).toEqual([
      ...[true, false, false],
    ])
  })

  test('what is owed after an emergency is recorded though bag and order are gone', () => {
    const over = { ...order, status: 'delivery-completed' } as const
    const owed = (isOwed: boolean, sample = aSample({ groupFound: null })) =>
      whyNotRecordOwed(over, { sample, isOwed }, now)?.code ?? null
    expect([owed(true), owed(false)]).toEqual([null, 'nothing-owed'])
    expect(owed(true, aSample({ labelPatientId: 'x' }))).toBe('label-differs')
  })
})

test('what is nobody’s mistake is answered as a conflict', () => {
  expect(conflictsIn(holdWords)).toEqual([
    'not-your-order',
    'order-over',
    'bag-changed',
    'bag-elsewhere',
    'with-hospital',
    'bag-expired',
    'there-already',
    'held-already',
  ])
})

test('why a hold ends, and the words of each refusal', () => {
  expect(ReleaseReason.options).toEqual([
    ...['issued', 'time', 'cancelled', 'swapped', 'expired', 'not-needed', 'discarded'],
  ])
  expect(Object.keys(holdWords)).toEqual([
    ...new Set([...Object.keys(benchWords), ...Object.keys(movingWords), ...Object.keys(formWords)]),
    ...[
      'of-another-shelf',
      'held-already',
      'another-component',
      'needs-missing',
      'never-fits',
      'label-differs',
    ],
    ...[
      'sample-unfit',
      'emergency-component',
      'held-barred',
      'no-early-reason',
      'too-many-held',
      'hold-over',
    ],
  ])
})

test.each<[string, string | undefined, Partial<HoldFacts>, Partial<BenchOrder>]>([
  ['of-another-shelf', 'bagId', { bag: aBag({ bankId: 'bluebank' }) }, {}],
  ['held-already', 'bagId', { hold }, {}],
  ['another-component', 'bagId', { bag: aBag({ component: 'FFP' }) }, {}],
  [
    'emergency-component',
    'bagId',
    { bag: aBag({ component: 'FFP' }), emergency: { group: null } },
    { component: 'FFP' },
  ],
  ['needs-missing', 'bagId', {}, { needs: ['washed', 'irradiated'] }],
  ['never-fits', 'bagId', { bag: aBag({ bloodGroup: 'A+' }) }, {}],
  ['held-barred', 'bagId', { matches: [aMatch({ result: 'incompatible' })] }, {}],
  ['no-early-reason', 'reason', { bag: aBag({ expiresAt: later(order.deadlineAt, 1) }) }, {}],
  ['label-differs', undefined, { sample: aSample({ labelPatientId: 'FH-1' }) }, {}],
])('%s is said at %s', (code, field, change, asked) => {
  const refusal = whyNotHold({ ...order, ...asked }, 'redbank', { ...facts, ...change }, now)
  expect([refusal?.code, refusal?.field]).toEqual([code, field])
  if (code === 'needs-missing') expect(refusal?.values).toMatchObject({ missing: 'washed, irradiated' })
})

test('two more than are owed may be held', () => {
  const refusal = whyNotHold(order, 'redbank', { ...facts, held: 7 }, now)
  expect(refusal).toEqual({ code: 'too-many-held', values: { owed: 5, held: 7, most: 7 } })
})
