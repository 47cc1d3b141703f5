import { describe, expect, test } from 'vitest'
import { aBag, aBenchOrder, aMatch, aSample, clearTests } from '#testing/makers/bags.ts'
import { conflictsIn } from '#testing/makers/rules.ts'
import type { Bag } from '../bags/bag.ts'
import { testWords } from '../bags/donation-tests.ts'
import type { ShelfGroup } from '../bags/kinds.ts'
import { hours, instantOf, later } from '../basics/time.ts'
import type { BenchOrder } from './bench-order.ts'
import { matchWords, whyNotRecordOwed } from './crossmatch.ts'
import {
  type IssuedBag,
  type IssueFacts,
  issueWords,
  reasonsNotToIssue,
  resultOwedBy,
  resultsOwed,
  whyNotIssue,
} from './issuing.ts'

const now = instantOf('2026-11-16', '10:48')
const order = aBenchOrder()
const scanned = (change: Partial<Bag> = {}, more: Partial<IssuedBag> = {}): IssuedBag => {
  const bag = aBag({ state: 'held', ...change })
  return {
    bag,
    heldFor: order.id,
    results: clearTests(bag.bloodGroup),
    form: null,
    isInspected: true,
    ...more,
  }
}
const facts: IssueFacts = {
  seq: 1,
  bags: [scanned()],
  sample: aSample(),
  matches: [aMatch(), aMatch({ bagId: 'bag-2' }), aMatch({ bagId: 'bag-3' }), aMatch({ bagId: 'bag-4' })],
  nods: [],
  emergency: null,
  issuedBy: 'meena',
  checkedBy: 'revathi',
  needsChecker: true,
  hasKey: true,
}
const why = (change: Partial<IssueFacts> = {}, asked: Partial<BenchOrder> = {}, at = now) =>
  whyNotIssue({ ...order, ...asked }, 'redbank', { ...facts, ...change }, at)?.code ?? null
const withBag = (change: Partial<Bag>, more: Partial<IssuedBag> = {}) => ({ bags: [scanned(change, more)] })
const ids = (...all: string[]) => ({ bags: all.map((id) => scanned({ id })) })

describe('the order and its delivery', () => {
  test.each([
    [null, {}, {}],
    ['not-your-order', {}, { bankId: 'bluebank' }],
    ['order-over', {}, { status: 'cancelled' }],
    ['no-driver', {}, { driverEmail: null }],
    ['not-next-delivery', { seq: 2 }, {}],
    ['not-next-delivery', {}, { deliveries: [] }],
    ['no-bags', { bags: [] }, {}],
    [null, ids('bag-1', 'bag-2', 'bag-3'), {}],
    ['too-many-bags', ids('bag-1', 'bag-2', 'bag-3', 'bag-4'), {}],
    [
      'too-many-bags',
      ids('bag-1', 'bag-2'),
      { deliveries: [{ seq: 1, units: 1, state: '-', deliveredAt: null, packed: null }] },
    ],
    ['bag-twice', ids('bag-1', 'bag-1'), {}],
  ] as [string | null, Partial<IssueFacts>, Partial<BenchOrder>][])('%s', (code, change, asked) => {
    expect(why(change, asked)).toBe(code)
  })
})

describe('each bag', () => {
  test.each([
    ['not-held-here', withBag({}, { heldFor: null })],
    ['not-held-here', withBag({}, { heldFor: 'ffff0000' })],
    ['bag-elsewhere', withBag({ state: 'available' })],
    ['bag-elsewhere', withBag({ state: 'issued' })],
    ['bag-expired', withBag({ expiresAt: now })],
    [null, withBag({ expiresAt: later(now, 1) })],
    ['tests-missing', withBag({}, { results: [] })],
    [
      'donation-reactive',
      withBag({}, { results: [...clearTests('O+'), { test: 'HCV', result: 'reactive' }] }),
    ],
    ['group-differs', withBag({}, { results: clearTests('A+') })],
    [null, withBag({}, { form: { status: 'complete', bloodGroup: 'O+' } })],
    ['donor-form-rejected', withBag({}, { form: { status: 'rejected', bloodGroup: 'O+' } })],
    ['donor-form-differs', withBag({}, { form: { status: 'complete', bloodGroup: 'A+' } })],
    ['another-component', withBag({ component: 'FFP' })],
    ['never-fits', withBag({ bloodGroup: 'A+' })],
    [null, withBag({ bloodGroup: 'O-' })],
    ['not-matched', withBag({ id: 'bag-9' })],
    ['not-inspected', withBag({}, { isInspected: false })],
    ['bag-barred', { matches: [aMatch(), aMatch({ result: 'incompatible', sampleId: 'older' })] }],
    ['not-matched', { matches: [aMatch({ sampleId: 'older' })] }],
  ] as [string | null, Partial<IssueFacts>][])('%s', (code, change) => {
    expect(why(change)).toBe(code)
  })

  test('the second is looked at as the first is', () => {
    expect(why({ bags: [scanned(), scanned({ id: 'bag-9' })] })).toBe('not-matched')
  })

  test('has what the patient needs', () => {
    expect(why({}, { needs: ['irradiated'] })).toBe('needs-missing')
    expect(why(withBag({ attributes: ['irradiated'] }), { needs: ['irradiated'] })).toBeNull()
  })

  test.each([
    ['no-sample', null],
    ['label-differs', aSample({ labelName: 'x' })],
    ['sample-over', aSample({ validUntil: now })],
    ['group-not-tested', aSample({ groupFound: null })],
    ['sample-group-differs', aSample({ groupFound: 'A+' })],
  ])('on a sample that counts: %s', (code, sample) => {
    expect(why({ sample })).toBe(code)
  })

  test.each(['FFP', 'SDP', 'RDP'] as const)('%s needs the group and no cross-match', (component) => {
    const plasma = { ...withBag({ component }), matches: [] }
    expect(why(plasma, { component })).toBeNull()
    expect(why({ ...plasma, sample: aSample({ groupFound: null }) }, { component })).toBe('group-not-tested')
  })
})

describe('what needs care', () => {
  const negative = { bloodGroup: 'O-' } as const
  const sample = aSample({ groupFound: 'O-' })
  const nod = { bloodGroup: 'O+' as ShelfGroup, doctor: 'Dr. K. Meenakshi', reason: 'no O NEG in the town' }

  test.each([
    ['no-nod', []],
    ['no-nod', [{ ...nod, bloodGroup: 'A+' as ShelfGroup }]],
    [null, [nod]],
    ['no-nod-doctor', [{ ...nod, doctor: ' ' }]],
    ['no-nod-doctor', [{ ...nod, reason: '' }]],
  ])('Rh positive for Rh negative: %s', (code, nods) => {
    expect(why({ sample, nods }, negative)).toBe(code)
    expect(why({ sample, nods }, { ...negative, sex: 'Female' })).toBe(code)
  })

  test('platelets of another group need the nod, and no doctor', () => {
    const platelets = { ...withBag({ component: 'SDP', bloodGroup: 'A+' }), matches: [] }
    const nods = [{ bloodGroup: 'A+' as ShelfGroup, doctor: '', reason: '' }]
    expect(why(platelets, { component: 'SDP' })).toBe('no-nod')
    expect(why({ ...platelets, nods }, { component: 'SDP' })).toBeNull()
  })
})

describe('the second person and the key', () => {
  test.each([
    ['no-checker', { checkedBy: null }],
    ['same-checker', { checkedBy: 'meena' }],
    [null, { checkedBy: null, needsChecker: false }],
    ['same-checker', { checkedBy: 'meena', needsChecker: false }],
    ['no-key', { hasKey: false }],
  ])('%s', (code, change) => {
    expect(why(change)).toBe(code)
  })
})

describe('an emergency', () => {
  const emergency = { doctor: 'Dr. K. Meenakshi', reason: 'pressure 70 over 40' }
  const plain = { emergency, sample: null, matches: [] }

  test('without sample and cross-match, group O, whatever the request says', () => {
    expect(why(plain)).toBeNull()
    expect(why(plain, { bloodGroup: 'A+', needs: ['irradiated'] })).toBeNull()
    expect(why({ ...plain, ...withBag({ bloodGroup: 'A+' }) }, { bloodGroup: 'A+' })).toBe('never-fits')
    // Rh positive for a young woman is on the doctor's word, and that is there
    expect(why(plain, { sex: 'Female', age: 20 })).toBeNull()
  })

  test('of the group that was found, on the right tube alone', () => {
    const groupA = withBag({ bloodGroup: 'A+' })
    expect(why({ ...plain, ...groupA, sample: aSample({ groupFound: 'A+' }) })).toBeNull()
    expect(why({ ...plain, ...groupA, sample: aSample({ groupFound: 'A+', labelName: 'x' }) })).toBe(
      'never-fits',
    )
    expect(why({ ...plain, sample: aSample({ groupFound: 'Oh+' }) })).toBe('never-fits')
  })

  test('AMB-376 is the way of a Bombay patient: their group alone, though the request says another', () => {
    const sample = aSample({ groupFound: 'Oh+' })
    const bombay = withBag({ bloodGroup: 'Oh+' })
    expect(why({ ...plain, sample, ...bombay })).toBeNull()
    expect(why({ sample, ...bombay })).toBe('sample-group-differs')
    expect(whyNotRecordOwed(order, { sample, isOwed: true }, now)).toBeNull()
  })

  test.each([
    ['no-doctor', { ...plain, emergency: { ...emergency, doctor: '' } }, {}],
    ['no-emergency-reason', { ...plain, emergency: { ...emergency, reason: ' ' } }, {}],
    [
      'emergency-component',
      { ...plain, ...withBag({ component: 'FFP', bloodGroup: 'AB+' }) },
      { component: 'FFP' },
    ],
    ['tests-missing', { ...plain, ...withBag({}, { results: [] }) }, {}],
    ['bag-expired', { ...plain, ...withBag({ expiresAt: now }) }, {}],
    ['bag-barred', { ...plain, matches: [aMatch({ result: 'incompatible' })] }, {}],
    ['not-inspected', { ...plain, ...withBag({}, { isInspected: false }) }, {}],
    ['no-checker', { ...plain, checkedBy: null }, {}],
  ] as [string, Partial<IssueFacts>, Partial<BenchOrder>][])('is refused: %s', (code, change, asked) => {
    expect(why(change, asked)).toBe(code)
  })

  test('its result is owed within a day, of each bag', () => {
    expect(resultOwedBy(now)).toEqual(later(now, hours(24)))
    expect(resultsOwed(['bag-1', 'bag-2'], [aMatch({ result: 'incompatible' })])).toEqual(['bag-2'])
  })
})

test('all that is left to do is told, in the order in which it is asked', () => {
  const reasons = reasonsNotToIssue(
    { ...order, driverEmail: null },
    'redbank',
    {
      ...facts,
      seq: 2,
      bags: [scanned({ id: 'bag-9' }), scanned({}, { isInspected: false })],
      sample: aSample({ groupFound: null }),
      checkedBy: null,
      hasKey: false,
    },
    now,
  )
  expect(reasons.map(({ code }) => code)).toEqual([
    'no-driver',
    'not-next-delivery',
    'group-not-tested',
    'not-matched',
    'not-inspected',
    'no-checker',
    'no-key',
  ])
  expect(reasonsNotToIssue(order, 'bluebank', { ...facts, hasKey: false }, now)).toHaveLength(1)
})

test('what is nobody’s mistake is answered as a conflict', () => {
  expect(conflictsIn(issueWords)).toEqual([
    'not-your-order',
    'order-over',
    'nothing-to-correct',
    'not-held-here',
    'nothing-owed',
    'bag-changed',
    'bag-elsewhere',
    'with-hospital',
    'bag-expired',
    'there-already',
    'group-released',
    'not-next-delivery',
  ])
})

test.each<[string, string, Partial<IssueFacts>, Partial<BenchOrder>]>([
  ['not-next-delivery', 'seq', { seq: 2 }, {}],
  ['no-bags', 'bags', { bags: [] }, {}],
  ['too-many-bags', 'bags', ids('bag-1', 'bag-2', 'bag-3', 'bag-4'), {}],
  ['bag-twice', 'bags', ids('bag-1', 'bag-1'), {}],
  ['no-doctor', 'doctor', { emergency: { doctor: ' ', reason: 'bleeds' } }, {}],
  ['no-emergency-reason', 'reason', { emergency: { doctor: 'Dr. Rao', reason: '' } }, {}],
  ['not-held-here', 'bags', withBag({}, { heldFor: null }), {}],
  ['another-component', 'bags', withBag({ component: 'WB' }), {}],
  ['needs-missing', 'bags', {}, { needs: ['washed', 'irradiated'] }],
  ['not-inspected', 'bags', withBag({}, { isInspected: false }), {}],
  ['never-fits', 'bags', withBag({ bloodGroup: 'Oh+' }), {}],
  ['bag-barred', 'bags', { matches: [aMatch({ result: 'incompatible' })] }, {}],
  ['not-matched', 'bags', { matches: [] }, {}],
  ['no-checker', 'checkedBy', { checkedBy: null }, {}],
  ['same-checker', 'checkedBy', { checkedBy: 'meena' }, {}],
])('%s is said at %s', (code, field, change, asked) => {
  const refusal = whyNotIssue({ ...order, ...asked }, 'redbank', { ...facts, ...change }, now)
  expect(refusal).toMatchObject({ code, field })
  if (code === 'needs-missing') expect(refusal?.values).toMatchObject({ missing: 'washed, irradiated' })
  if (code === 'never-fits')
    expect(refusal?.values?.why).toBe(
      'Oh (Bombay) POS, never: rare, kept for Bombay patients. Ask your doctor',
    )
})

test('the nod to another group is missed at the bags', () => {
  const negative = { bloodGroup: 'O-' } as const
  const sample = aSample({ groupFound: 'O-' })
  const refusal = (nods: IssueFacts['nods']) =>
    whyNotIssue({ ...order, ...negative }, 'redbank', { ...facts, sample, nods }, now)
  expect(refusal([])).toMatchObject({ code: 'no-nod', field: 'bags', values: { group: 'O+' } })
  const nod = { bloodGroup: 'O+', doctor: '', reason: 'x' } as const
  expect(refusal([nod])).toMatchObject({ code: 'no-nod-doctor', field: 'bags' })
})

test('a result that is owed is in when one of many is of that bag', () => {
  expect(resultsOwed(['a', 'b'], [{ bagId: 'x' }, { bagId: 'a' }])).toEqual(['b'])
})

test('each refusal of an issue has its words', () => {
  expect(
    Object.keys(issueWords).slice(new Set([...Object.keys(matchWords), ...Object.keys(testWords)]).size),
  ).toEqual([
    ...['no-driver', 'not-next-delivery', 'no-bags', 'too-many-bags', 'bag-twice', 'another-component'],
    ...[
      'needs-missing',
      'never-fits',
      'no-nod',
      'no-nod-doctor',
      'not-matched',
      'not-inspected',
      'no-checker',
    ],
    ...['same-checker', 'no-key', 'emergency-component', 'no-doctor', 'no-emergency-reason'],
  ])
})
