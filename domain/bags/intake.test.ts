import { describe, expect, test } from 'vitest'
import { aBag, clearTests } from '#testing/makers/bags.ts'
import { conflictsIn } from '#testing/makers/rules.ts'
import { say } from '../basics/refusal.ts'
import { instantOf } from '../basics/time.ts'
import type { Bag } from './bag.ts'
import { type FormStand, whyNotByForm } from './forms.ts'
import {
  addLabels,
  type IntakeDefaults,
  type IntakeKnown,
  IntakeLine,
  intakeWords,
  lineFrom,
  takeIn,
  unknownProduct,
  whyNotLines,
  whyNotMendForm,
  whyNotTakeIn,
} from './intake.ts'
import { expiryWords, usualLives } from './lives.ts'
import { isRefused, readBag } from './reading.ts'

const now = instantOf('2026-11-16', '10:00')
const defaults: IntakeDefaults = {
  component: 'PRBC',
  anticoagulant: 'SAGM',
  collectedOn: '2026-11-15',
  place: 'Fridge 2, shelf 3',
}
const products = { E0336: 'FFP' } as const

const scanned = (typed: string) => {
  const read = readBag(typed)
  if (isRefused(read)) throw new Error(read.code)
  return read
}

const right: IntakeLine = {
  ...lineFrom(scanned('=A99992601438100=%5100'), defaults, products),
  segment: 'M6 41 7540',
}
const form = '0123abcd'
const nothingKnown: IntakeKnown = { lives: usualLives, twin: null, otherBank: null }
const ofA: FormStand = { status: 'complete', bloodGroup: 'A+' }
const ofO: FormStand = { ...ofA, bloodGroup: 'O+' }
const rejected: FormStand = { ...ofO, status: 'rejected' }
const codeOf = (change: Partial<IntakeLine>, known: Partial<IntakeKnown> = {}, before: IntakeLine[] = []) =>
  whyNotTakeIn({ ...right, ...change }, before, { ...nothingKnown, ...known }, now)?.code ?? null

describe('a line from a scan', () => {
  test('the label says what it says, the defaults the rest', () => {
    expect(lineFrom(scanned('=A99992601438100=%5100'), defaults, products)).toEqual({
      number: 'A999926014381',
      numberKind: 'isbt',
      component: 'PRBC',
      division: '',
      bloodGroup: 'O+',
      segment: null,
      volumeMl: null,
      anticoagulant: 'SAGM',
      attributes: [],
      collectedOn: '2026-11-15',
      expiresAt: null,
      donorFormId: null,
      place: 'Fridge 2, shelf 3',
    })
  })

  test('a whole message leaves nothing to the defaults', () => {
    const whole = scanned('=+05000=A99992601438100=%5100=<E0336VA0&>0273191200=*026318')
    expect(lineFrom(whole, defaults, products)).toMatchObject({
      component: 'FFP',
      division: 'A0',
      collectedOn: '2026-11-14',
      expiresAt: instantOf('2027-11-15', '12:00'),
    })
  })

  test('a number alone has no group, and a new product code no component: it is asked', () => {
    expect(lineFrom(scanned('RB26-11931'), defaults, products)).toMatchObject({
      number: 'RB26-11931',
      numberKind: 'own',
      bloodGroup: null,
    })
    const strange = scanned('=A99992601438100=<E9999V00')
    expect(lineFrom(strange, defaults, products).component).toBeNull()
    const refusal = unknownProduct(strange, products)
    expect(refusal && say(intakeWords, refusal).text).toContain('Product code E9999 is new here.')
    expect(unknownProduct(scanned('=A99992601438100=<E0336V00'), products)).toBeNull()
    expect(unknownProduct(scanned('RB26-11931'), products)).toBeNull()
  })
})

describe('taking in', () => {
  test('a right line', () => {
    expect(codeOf({})).toBeNull()
    expect(codeOf({ number: 'RB26-11931', numberKind: 'own' })).toBeNull()
  })

  test.each([
    ['number-not-isbt', { number: 'RB26-11931' }],
    ['component-missing', { component: null }],
    ['group-missing', { bloodGroup: null }],
    ['collected-missing', { collectedOn: null }],
    ['collected-later', { collectedOn: '2026-11-17' }],
    ['expiry-before-collection', { expiresAt: instantOf('2026-11-14', '12:00') }],
    ['expiry-too-late', { expiresAt: instantOf('2026-12-28', '00:00') }],
    ['expired-already', { expiresAt: instantOf('2026-11-15', '23:59') }],
  ])('%s', (code, change) => {
    expect(codeOf(change)).toBe(code)
  })

  test('the number is looked at first, the expiry last', () => {
    const wrong = { number: 'RB26', component: null, bloodGroup: null, collectedOn: null }
    const twin = { since: now, by: 'R. Selvam', place: '', state: 'available' as const }
    const expiresAt = instantOf('2020-01-01', '12:00')
    const codes = [
      codeOf(wrong),
      codeOf({ ...wrong, numberKind: 'own' }),
      codeOf({ bloodGroup: null, collectedOn: null }),
      codeOf({ collectedOn: null, expiresAt }, { twin }),
      codeOf({ expiresAt }, { twin, otherBank: 'Bluebank', form: ofA }, [right]),
      codeOf({ expiresAt }, { twin, otherBank: 'Bluebank', form: ofA }),
      codeOf({ expiresAt }, { otherBank: 'Bluebank', form: ofA }),
      codeOf({ expiresAt }, { form: ofA }),
      codeOf({ expiresAt }),
    ]
    expect(codes).toEqual([
      'number-not-isbt',
      'component-missing',
      'group-missing',
      'collected-missing',
      'twin-in-list',
      'twin',
      'of-another-bank',
      'donor-form-differs',
      'expiry-before-collection',
    ])
  })

  test('another component or division of the same donation is no twin', () => {
    expect(codeOf({}, {}, [{ ...right, component: 'FFP' }])).toBeNull()
    expect(codeOf({}, {}, [{ ...right, division: 'A0' }])).toBeNull()
    expect(codeOf({}, {}, [{ ...right, number: 'A999926014382' }])).toBeNull()
    expect(codeOf({}, {}, [{ ...right, component: null }])).toBeNull()
    expect(codeOf({}, {}, [right])).toBe('twin-in-list')
  })

  test('a twin is told with whose it is and since when', () => {
    const twin = {
      since: instantOf('2026-11-14', '16:10'),
      by: 'R. Selvam',
      place: 'Fridge 2, shelf 1',
      state: 'quarantine' as const,
    }
    const saidOf = (place: string) => {
      const refusal = whyNotTakeIn(right, [], { ...nothingKnown, twin: { ...twin, place } }, now)
      return refusal && say(intakeWords, refusal).text
    }
    expect(saidOf('Fridge 2, shelf 1')).toBe(
      'With you since 14 Nov 2026, 4:10 pm: Fridge 2, shelf 1, by R. Selvam. It is in quarantine.',
    )
    expect(saidOf('')).toContain(': no place, by')
  })

  test('not of a donation that was found reactive, nor with a donor form that is not there', () => {
    expect(codeOf({}, { results: [{ test: 'HCV', result: 'reactive' }] })).toBe('donation-reactive')
    expect(codeOf({}, { results: clearTests('O+') })).toBeNull()
    expect(codeOf({ donorFormId: form }, { isFormUnknown: true })).toBe('donor-form-unknown')
  })

  test('the donor form has the same group, or none', () => {
    expect(codeOf({}, { form: ofO })).toBeNull()
    expect(codeOf({}, { form: { ...ofO, bloodGroup: null } })).toBeNull()
  })

  test.each([ofA, rejected, { ...rejected, bloodGroup: null }, { ...ofO, bloodGroup: null, differed: true }])(
    'AMB-365 what %j says against a bag is the same when it comes in, is released or gets the form later',
    (form) => {
      const later = whyNotByForm(right as Bag, form)
      expect(later).not.toBeNull()
      expect(whyNotTakeIn(right, [], { ...nothingKnown, form }, now)).toEqual(later)
      expect(whyNotMendForm([aBag()], '0123abcd', { form })).toEqual({ ...later, field: 'donorFormId' })
    },
  )

  test('AMB-370 whose form it is comes before what it says', () => {
    const linked = [{ number: 'RB-1', donorFormId: form }]
    expect(codeOf({ donorFormId: form }, { linked, form: rejected })).toBe('donor-form-taken')
  })

  test.each([
    [0, null],
    [100, null],
    [101, 'too-many-lines'],
  ])('%s lines at once', (lines, code) => {
    expect(whyNotLines(Array.from({ length: lines }))?.code ?? null).toBe(code)
  })

  test('it lies in quarantine then', () => {
    const made = { id: 'bag-7', bankId: 'redbank' }
    expect(takeIn(right, made, usualLives, now)).toEqual({
      ...right,
      ...made,
      expiresAt: instantOf('2026-12-27', '23:59'),
      fromBankId: null,
      state: 'quarantine',
      version: 1,
    })
    const label = instantOf('2026-12-01', '12:00')
    expect(takeIn({ ...right, expiresAt: label }, made, usualLives, now)?.expiresAt).toEqual(label)
    for (const gap of [{ component: null }, { bloodGroup: null }, { collectedOn: null }])
      expect(takeIn({ ...right, ...gap }, made, usualLives, now)).toBeNull()
    expect(takeIn(right, made, [], now)).toBeNull()
    expect(takeIn({ ...right, segment: '' }, made, usualLives, now)?.segment).toBeNull()
  })

  test.each([
    [{}, true],
    [{ volumeMl: 0 }, false],
    [{ volumeMl: 2_001 }, false],
    [{ volumeMl: 2_000 }, true],
    [{ division: 'ABC' }, false],
    [{ number: 'abc1' }, false],
    [{ state: 'available' }, false],
    [{ attributes: ['blessed'] }, false],
  ])('as a shape: %j', (change, is) => {
    expect(IntakeLine.safeParse({ ...right, ...change }).success).toBe(is)
  })
})

test('what is nobody’s mistake is answered as a conflict', () => {
  expect(conflictsIn(intakeWords)).toEqual(['twin', 'of-another-bank'])
})

test.each<[object, boolean]>([
  [{ segment: 'x'.repeat(30) }, true],
  [{ segment: 'x'.repeat(31) }, false],
  [{ donorFormId: 'x'.repeat(21) }, false],
  [{ volumeMl: 1 }, true],
  [{ volumeMl: 0 }, false],
  [{ volumeMl: 2_000 }, true],
  [{ volumeMl: 2_001 }, false],
  [{ anticoagulant: 'x'.repeat(20) }, true],
  [{ anticoagulant: 'x'.repeat(21) }, false],
  [{ attributes: Array(5).fill('washed') }, true],
  [{ attributes: Array(6).fill('washed') }, false],
  [{ place: 'x'.repeat(60) }, true],
  [{ place: 'x'.repeat(61) }, false],
])('a line with %j', (change, isRead) => {
  expect(IntakeLine.safeParse({ ...right, ...change }).success).toBe(isRead)
})

test.each<[Partial<IntakeLine>, Partial<IntakeKnown>, string, string]>([
  [{ number: 'x' }, {}, 'number-not-isbt', 'number'],
  [{ component: null }, {}, 'component-missing', 'component'],
  [{ bloodGroup: null }, {}, 'group-missing', 'bloodGroup'],
  [{ collectedOn: null }, {}, 'collected-missing', 'collectedOn'],
  [{}, { twin: { since: now, by: 'Anu', place: '', state: 'held' } }, 'twin', 'number'],
  [{}, { otherBank: 'Blue' }, 'of-another-bank', 'number'],
  [{}, { results: [{ test: 'HIV', result: 'reactive' }] }, 'donation-reactive', 'number'],
  [{ volumeMl: 0 }, {}, 'volume-wrong', 'volumeMl'],
  [{ volumeMl: 2_001 }, {}, 'volume-wrong', 'volumeMl'],
  [{ donorFormId: '0123ABC' }, {}, 'donor-form-malformed', 'donorFormId'],
  [{ donorFormId: '' }, {}, 'donor-form-malformed', 'donorFormId'],
  [{ donorFormId: form }, { isFormUnknown: true }, 'donor-form-unknown', 'donorFormId'],
  [{ donorFormId: form }, { form: rejected }, 'donor-form-rejected', 'donorFormId'],
  [
    { donorFormId: form },
    { linked: [{ number: 'RB-1', donorFormId: form }] },
    'donor-form-taken',
    'donorFormId',
  ],
  [
    { donorFormId: form },
    { linked: [{ number: right.number, donorFormId: 'ffffffff' }] },
    'donor-form-other',
    'donorFormId',
  ],
  [{}, { form: ofA }, 'donor-form-differs', 'bloodGroup'],
])('it is said at its field: %j %j', (change, known, code, field) => {
  const refusal = whyNotTakeIn({ ...right, ...change }, [], { ...nothingKnown, ...known }, now)
  expect(refusal).toMatchObject({ code, field })
})

test('AMB-352 a donor form is that of one donation, and a donation has one; the line above counts too', () => {
  const linked = [
    { number: right.number, donorFormId: form },
    { number: right.number, donorFormId: null },
    { number: 'RB-1', donorFormId: null },
  ]
  expect(codeOf({ donorFormId: form }, { linked })).toBeNull()
  const above = { ...right, component: 'FFP', donorFormId: form } as const
  expect(codeOf({ donorFormId: form }, {}, [above])).toBeNull()
  expect(codeOf({ donorFormId: 'ffffffff' }, {}, [above])).toBe('donor-form-other')
  const other = { ...above, number: 'A999926014382' }
  const refusal = whyNotTakeIn({ ...right, donorFormId: form }, [other], nothingKnown, now)
  expect(refusal && say(intakeWords, refusal).text).toBe('This donor form is that of donation A999926014382.')
})

test.each<[string | null, string | null, Partial<IntakeKnown>, Partial<Bag>]>([
  [null, form, {}, {}],
  [null, null, {}, {}],
  [null, null, {}, { bloodGroup: 'A+' }],
  ['form-of-giver', null, {}, { fromBankId: 'bluebank' }],
  ['donor-form-malformed', 'Gayathri', {}, {}],
  ['donor-form-unknown', form, { isFormUnknown: true }, {}],
  ['donor-form-rejected', form, { form: rejected }, {}],
  ['donor-form-taken', form, { linked: [{ number: 'RB-1', donorFormId: form }] }, {}],
  // its own bags have another now, and that is what is mended
  [null, form, { linked: [{ number: right.number, donorFormId: 'ffffffff' }] }, {}],
  ['donor-form-differs', form, { form: ofO }, { bloodGroup: 'A+' }],
  [null, form, { form: ofO }, { bloodGroup: 'A+', state: 'discarded' }],
  // the other bag of the donation lies here
  ['donor-form-rejected', form, { form: rejected }, { state: 'discarded' }],
])(
  'AMB-365 %s: a donation gets donor form %s, where %j, and one of its bags is %j',
  (code, to, known, bag) => {
    const donation = [aBag({ number: right.number }), aBag({ number: right.number, ...bag })]
    const refusal = whyNotMendForm(donation, to, known)
    expect(refusal?.code ?? null).toBe(code)
    if (refusal) expect(refusal.field).toBe('donorFormId')
  },
)

test('AMB-370 a donation that is used no more may be a rejected donor’s', () => {
  const over = [aBag({ state: 'discarded' }), aBag({ state: 'expired' })]
  expect(whyNotMendForm(over, form, { form: rejected })).toBeNull()
})

test('a twin above it in the list, and all that is reactive, are named', () => {
  expect(whyNotTakeIn(right, [right], nothingKnown, now)).toEqual({ code: 'twin-in-list', field: 'number' })
  const results = [
    { test: 'HIV', result: 'reactive' },
    { test: 'HCV', result: 'reactive' },
  ] as const
  expect(whyNotTakeIn(right, [], { ...nothingKnown, results }, now)?.values).toEqual({ tests: 'HIV, HCV' })
})

test('a further label of the bag in the hand is added, one that differs is the next bag’s', () => {
  const read = scanned('=A99992601438100=%5100')
  const [other, antigens] = [
    { kind: 'group', group: 'A+', isForOne: false },
    { kind: 'other', identifier: '=(' },
  ] as const
  expect(addLabels(read, [other])).toMatchObject({ code: 'label-differs', field: 'number' })
  expect(addLabels({ ...read, labels: [antigens] }, [{ kind: 'other', identifier: '=[' }])).toEqual({
    ...read,
    labels: [antigens],
  })
  const product = { kind: 'product', code: 'E9999', division: '' } as const
  expect(unknownProduct({ ...read, labels: [product] }, products)).toEqual({
    ...{ code: 'product-unknown', field: 'component', values: { code: 'E9999' } },
  })
})

test('each refusal of the intake has its words', () => {
  expect(Object.keys(intakeWords)).toEqual([
    ...Object.keys(expiryWords),
    ...['number-not-isbt', 'product-unknown', 'component-missing', 'group-missing', 'collected-missing'],
    ...[
      'twin-in-list',
      'twin',
      'of-another-bank',
      'volume-wrong',
      'donor-form-differs',
      'donor-form-differed',
      'donor-form-rejected',
      'donor-form-unknown',
    ],
    ...['donor-form-malformed', 'donor-form-taken', 'donor-form-other', 'form-of-giver'],
    ...['donation-reactive', 'label-differs', 'too-many-lines'],
  ])
})
