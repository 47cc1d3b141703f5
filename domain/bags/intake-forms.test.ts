import { expect, test } from 'vitest'
import { aBag } from '#testing/makers/bags.ts'
import { instantOf } from '../basics/time.ts'
import type { Bag } from './bag.ts'
import type { FormStand } from './forms.ts'
import { type IntakeLine, whyNotTakeIn, withForms } from './intake.ts'
import { usualLives } from './lives.ts'

const now = instantOf('2026-11-16', '10:00')
const right: IntakeLine = {
  ...{ number: 'A999926014381', numberKind: 'isbt', component: 'PRBC', division: '', bloodGroup: 'O+' },
  ...{ segment: null, volumeMl: null, anticoagulant: 'SAGM', attributes: [], collectedOn: '2026-11-15' },
  ...{ expiresAt: null, donorFormId: null, place: '' },
}
const nothingKnown = { lives: usualLives, twin: null, otherBank: null }
const ofO: FormStand = { status: 'complete', bloodGroup: 'O+' }

test('AMB-394 a line has the form of its donation: its own, that of bags that are here, and else of another line', () => {
  const [here, other, wrong] = ['11111111', '22222222', 'Gayathri']
  const formsOf = (lines: readonly Partial<IntakeLine>[]) =>
    withForms(
      lines.map((one) => ({ ...right, ...one })),
      [{ number: right.number, donorFormId: here }],
      (id) => id !== wrong,
    ).map(({ donorFormId }) => donorFormId)
  expect(formsOf([{}, { donorFormId: other }])).toEqual([here, other])
  const number = 'RB-1'
  expect(formsOf([{ number }, { number, donorFormId: other }, { number }, { number: 'RB-2' }])).toEqual([
    ...[other, other, other, null],
  ])
  // a slip of one line is said there alone
  expect(formsOf([{ number }, { number, donorFormId: wrong }])).toEqual([null, wrong])
})

test.each<[string | null, Partial<Bag>, FormStand]>([
  [null, {}, ofO],
  ['donor-form-differs', { bloodGroup: 'A+' }, ofO],
  [null, { bloodGroup: 'A+', state: 'expired' }, ofO],
])('AMB-394 %s: bags without a form get that of the line, of which one is %j', (code, bag, form) => {
  const formless = [aBag(), aBag(bag)]
  const refusal = whyNotTakeIn(
    { ...right, donorFormId: '0123abcd' },
    [],
    { ...nothingKnown, form, formless },
    now,
  )
  expect(refusal?.code ?? null).toBe(code)
  // it is the form that is wrong, or the label of another bag
  if (refusal) expect(refusal.field).toBe('donorFormId')
})
