import { describe, expect, test } from 'vitest'
import { aBag } from '#testing/makers/bags.ts'
import { conflictsIn } from '#testing/makers/rules.ts'
import { say } from '../basics/refusal.ts'
import { type Bag, bagStates } from './bag.ts'
import {
  bagsAgainst,
  differsFrom,
  type FormStand,
  formBagWords,
  formWords,
  whyNotByForm,
  whyNotDecide,
} from './forms.ts'

const good: FormStand = { status: 'complete', bloodGroup: 'O+' }

test.each<[string | null, FormStand | null]>([
  [null, null],
  [null, good],
  [null, { ...good, status: 'incomplete' }],
  ['donor-form-rejected', { ...good, status: 'rejected' }],
  ['donor-form-differs', { ...good, bloodGroup: 'A+' }],
  // erased: how it ended is known, the group is not
  [null, { status: 'complete', bloodGroup: null }],
  ['donor-form-rejected', { status: 'rejected', bloodGroup: null }],
  ['donor-form-differed', { status: 'complete', bloodGroup: null, differed: true }],
  [null, { status: 'complete', bloodGroup: null, differed: false }],
])('AMB-365 a bag of O POS is held back by its form as %s: %j', (code, form) => {
  expect(whyNotByForm({ bloodGroup: 'O+' }, form)?.code ?? null).toBe(code)
})

test('AMB-365 both groups are said', () => {
  const refusal = whyNotByForm({ bloodGroup: 'O+' }, { ...good, bloodGroup: 'AB-' })
  expect(refusal && say(formWords, refusal).text).toBe(
    'The donor form of this donation says AB NEG, the label O POS.',
  )
  expect(refusal?.field).toBe('bloodGroup')
  expect(whyNotByForm({ bloodGroup: 'O+' }, { ...good, status: 'rejected' })?.field).toBe('donorFormId')
})

test.each<[boolean, Partial<Bag>, FormStand]>([
  [false, {}, good],
  [true, { bloodGroup: 'A+' }, good],
  [true, { bloodGroup: 'A+', state: 'quarantine' }, good],
  [false, { bloodGroup: 'A+', state: 'discarded' }, good],
  // that is kept by itself
  [false, {}, { ...good, status: 'rejected' }],
])(
  'AMB-395 %s: that a bag %j was of another group than the form as %j stays when it is erased',
  (is, bag, form) => {
    expect(differsFrom([aBag(), aBag(bag)], form)).toBe(is)
  },
)

describe('AMB-365 a form is decided on after bags came in by it', () => {
  const bags = bagStates.map((state) => aBag({ id: state, state }))
  const ids = (some: readonly { id: string }[]) => some.map(({ id }) => id)

  test('all that is not over is asked about, and what is free or held goes back', () => {
    const { concerned, toPutBack } = bagsAgainst(bags, good, { ...good, status: 'rejected' })
    expect(ids(concerned)).toEqual(bagStates.filter((state) => !['discarded', 'expired'].includes(state)))
    expect(ids(toPutBack)).toEqual(['available', 'held'])
  })

  test('of another group only bags of the old one, and once', () => {
    const other = aBag({ id: 'a', bloodGroup: 'A+' })
    const after: FormStand = { ...good, bloodGroup: 'A+' }
    expect(ids(bagsAgainst([aBag({ id: 'o' }), other], good, after).concerned)).toEqual(['o'])
    expect(bagsAgainst([aBag()], after, after).concerned).toEqual([])
    expect(bagsAgainst([aBag()], { ...good, status: 'incomplete' }, good).concerned).toEqual([])
  })

  test('they are named, until somebody has seen them', () => {
    const concerned = [aBag(), aBag({ number: 'RB-1', component: 'FFP', state: 'issued' })]
    expect(whyNotDecide([], false)).toBeNull()
    expect(whyNotDecide(concerned, true)).toBeNull()
    const refusal = whyNotDecide(concerned, false)
    expect(refusal && say(formBagWords, refusal).text).toContain(
      'A999926014381 PRBC (available), RB-1 FFP (issued)',
    )
    expect(conflictsIn(formBagWords)).toEqual(['form-has-bags'])
  })
})
