import { describe, expect, test } from 'vitest'
import { conflictsIn } from '#testing/makers/rules.ts'
import { instantOf } from '../basics/time.ts'
import {
  ConsentDraft,
  type ConsentForm,
  changedParts,
  complete,
  consentWords,
  detailMistakes,
  draftOf,
  flaggedIn,
  formStatuses,
  keepDraft,
  reject,
  whyNotCertify,
  whyNotComplete,
  whyNotKeep,
  whyNotTouch,
} from './consenting.ts'
import { hasPart, readFormSearch } from './consenting-search.ts'
import { bagTypes, Findings, fitnesses, quantities } from './findings.ts'
import { deferralKeys, questionKeys } from './questions.ts'
import { signingWords, whyNotDrawing, whyNotSign } from './signing.ts'

const unticked = <Key extends string>(keys: readonly Key[]) =>
  Object.fromEntries(keys.map((key) => [key, false])) as Record<Key, boolean>

const form: ConsentForm = {
  id: 'd0bb210e',
  bankId: 'redbank',
  language: 'ta',
  status: 'incomplete',
  submittedOn: '2026-11-15',
  submittedAt: instantOf('2026-11-15', '10:00'),
  name: 'Selvi Murugan',
  phone: '9840012345',
  email: '',
  bornOn: '1994-03-12',
  age: 32,
  gender: 'Female',
  bloodGroup: 'O+',
  weightKg: 58,
  address: '22 Bharathi Street',
  altAddress: '',
  donorType: 'voluntary',
  donations: 0,
  lastDonatedOn: null,
  lastMeal: '',
  deferrals: unticked(deferralKeys),
  answers: unticked(questionKeys),
  consent: true,
  screeningDeclared: true,
  completedAt: null,
  findings: null,
  signatureName: null,
  isDrawn: false,
}
const now = instantOf('2026-11-15', '11:00')
const typed = { preference: 'typed', name: 'Selvi' } as const
const draftWith = (change: Partial<ConsentDraft> = {}): ConsentDraft => ({ ...draftOf(form), ...change })

test('AMB-192 the group that is found is at first the one that the donor named', () => {
  expect(draftOf(form).findings).toEqual({ bloodGroup: 'O+' })
  expect(draftOf({ ...form, findings: { pulse: '70' } }).findings).toEqual({ pulse: '70' })
})

describe('what stands against Submit', () => {
  test.each([
    ['CONSENT-STAFF-14 no donor type', { donorType: null }, 'form-incomplete', 'donorType'],
    [
      'CONSENT-STAFF-14 before the signature',
      { donorType: null, signature: { preference: null, name: '' } },
      'form-incomplete',
      'donorType',
    ],
    [
      'CONSENT-STAFF-16 no preference',
      { signature: { preference: null, name: 'Selvi' } },
      'no-preference',
      'preference',
    ],
    ['AMB-139 a blank name', { signature: { preference: 'typed', name: ' ' } }, 'no-name', 'signature'],
    [
      'AMB-139 an empty canvas',
      { signature: { preference: 'drawn', name: 'Selvi' } },
      'not-drawn',
      'signature',
    ],
    ['DONOR-PUBLIC-10 nine digits', { phone: '984001234' }, 'invalid-phone', 'phone'],
    ['a name that was emptied', { name: ' ' }, 'form-incomplete', 'name'],
    ['a number of donations below nought', { donations: -1 }, 'negative-number', 'donations'],
    [
      'a last donation after the day it was sent',
      { lastDonatedOn: '2026-11-16' },
      'form-incomplete',
      'lastDonatedOn',
    ],
    ['DONOR-PUBLIC-16 17 on the day it was sent', { bornOn: '2008-11-16' }, 'form-incomplete', 'bornOn'],
  ] as const)('%s', (_, change, code, field) => {
    expect(whyNotComplete(draftWith({ signature: typed, ...change }), form, false)).toMatchObject({
      code,
      field,
    })
  })

  test('CONSENT-STAFF-16 ERRORS-01 the words of a missing preference are those of §5.7', () => {
    expect(signingWords['no-preference'].text).toBe('Please Select Your Preference.')
  })

  test('CONSENT-STAFF-15 AMB-138 nothing, with a typed or a drawn signature and no finding at all', () => {
    expect(whyNotComplete(draftWith({ signature: typed, findings: {} }), form, false)).toBeNull()
    const drawn = draftWith({ signature: { preference: 'drawn', name: '' } })
    expect(whyNotComplete(drawn, form, true)).toBeNull()
  })

  test.each([
    ['a phone number in no known form', { phone: '12-3456-78' }],
    ['no date of the last donation', { donations: 2 }],
    ['a birthday that the age does not fit', { bornOn: '2015-01-01', age: 20 }],
    ['a birthday of another century', { bornOn: '1894-01-01' }],
  ])('AMB-138 nothing, of a form that came in with %s: it can be saved and submitted as it is', (_, gap) => {
    const imported = { ...form, ...gap }
    const draft = { ...draftOf(imported), lastMeal: 'Lunch', signature: typed }
    expect(whyNotKeep(draft, imported)).toBeNull()
    expect(whyNotComplete(draft, imported, false)).toBeNull()
    expect(detailMistakes(draft, imported)).toEqual([])
    expect(keepDraft(imported, draft)).toEqual({
      ...imported,
      lastMeal: 'Lunch',
      findings: { bloodGroup: 'O+' },
    })
  })

  test('AMB-138 Save asks for no signature, and not for what was not typed', () => {
    expect(whyNotKeep(draftWith({ donations: 2 }), form)).toBeNull()
    expect(whyNotSign(draftWith().signature, false)).not.toBeNull()
  })

  test('every mistake is told, in the order of the form', () => {
    expect(detailMistakes(draftWith({ name: '', donorType: null, phone: '1' }), form)).toEqual([
      ['name', 'missing'],
      ['phone', 'phone'],
      ['donorType', 'missing'],
    ])
  })
})

describe('the form afterwards', () => {
  test('CONSENT-STAFF-09 CONSENT-STAFF-18 CONSENT-STAFF-22 Submit completes the same form, with one signature', () => {
    const draft = draftWith({
      signature: typed,
      weightKg: 60.5,
      findings: { bloodGroup: 'A-', fitness: 'FIT' },
    })
    expect(complete(form, draft, now)).toEqual({
      ...form,
      weightKg: 60.5,
      findings: { bloodGroup: 'A-', fitness: 'FIT' },
      status: 'complete',
      completedAt: now,
      signatureName: 'Selvi',
      isDrawn: false,
    })
    const drawn = draftWith({ signature: { preference: 'drawn', name: 'left over' } })
    expect(complete({ ...form, isDrawn: true }, drawn, now)).toMatchObject({
      signatureName: null,
      isDrawn: true,
    })
  })

  test('CONSENT-STAFF-10 AMB-141 Reject rejects it, which is no completion', () => {
    expect(reject(form, draftWith({ findings: { reason: 'cold' } }))).toMatchObject({
      status: 'rejected',
      completedAt: null,
      findings: { reason: 'cold' },
    })
  })

  test('AMB-140 Reject takes what is typed and can be kept; the rest stays as the donor gave it', () => {
    const draft = draftWith({ name: '', phone: '1', bornOn: null, donations: -1, lastMeal: 'Lunch' })
    const rejected = { ...form, status: 'rejected', lastMeal: 'Lunch', findings: { bloodGroup: 'O+' } }
    expect(reject(form, draft)).toEqual(rejected)
  })

  test('what the donor declared, the language and the day of sending stay; the age follows the birthday', () => {
    const kept = keepDraft({ ...form, screeningDeclared: false }, draftWith({ bornOn: '1994-11-16' }))
    expect(kept).toMatchObject({
      language: 'ta',
      consent: true,
      screeningDeclared: false,
      age: 31,
      status: 'incomplete',
    })
    expect(kept.submittedAt).toBe(form.submittedAt)
  })

  test('AMB-132 what females alone are asked is taken from a man', () => {
    const answers = { ...form.answers, female: true }
    expect(keepDraft(form, draftWith({ gender: 'Male', answers })).answers.female).toBe(false)
  })

  test('T62 the trail names the parts that changed and nothing of them', () => {
    const after = keepDraft(
      form,
      draftWith({ name: 'Canary', deferrals: { ...form.deferrals, cancer: true } }),
    )
    expect(changedParts(form, after)).toEqual(['name', 'deferrals'])
    expect(changedParts(form, keepDraft(form, draftWith()))).toEqual([])
  })
})

test('CONSENT-STAFF-11 only an incomplete form is changed, and only as it was seen', () => {
  expect(whyNotTouch({ status: 'incomplete', seen: 'a' }, 'a')).toBeNull()
  expect(whyNotTouch({ status: 'incomplete', seen: 'a' }, 'b')).toMatchObject({ code: 'changed-meanwhile' })
  expect(whyNotTouch({ status: 'complete', seen: 'a' }, 'a')).toMatchObject({ code: 'already-decided' })
  expect(whyNotTouch({ status: 'rejected', seen: 'a' }, 'a')).toMatchObject({ code: 'already-decided' })
})

test('CONSENT-STAFF-19 a certificate is for complete forms alone', () => {
  expect(
    (['incomplete', 'complete', 'rejected'] as const).map((status) => whyNotCertify({ status })?.code),
  ).toEqual(['not-complete', undefined, 'not-complete'])
})

test('CONSENT-STAFF-12 CONSENT-STAFF-13 findings: other values are refused, gaps are none', () => {
  expect([fitnesses, quantities, bagTypes]).toEqual([
    ['FIT', 'UNFIT'],
    ['350ml', '450ml'],
    ['SINGLE', 'DOUBLE', 'TRIPLE', 'QUADRUPLE'],
  ])
  expect(Findings.parse({ fitness: null, pulse: ' ', quantity: '350ml', reason: 'a\nb' })).toEqual({
    quantity: '350ml',
    reason: 'a b',
  })
  for (const wrong of [
    { quantity: '500ml' },
    { fitness: 'fit' },
    { bagType: 'FIVE' },
    { bloodGroup: 'C+' },
    { pulse: 'x'.repeat(41) },
    { status: 'complete' },
  ])
    expect(Findings.safeParse(wrong).success, JSON.stringify(wrong)).toBe(false)
})

test('a file that is no drawing, and one with nothing on it', () => {
  expect([
    whyNotDrawing(null)?.code,
    whyNotDrawing({ isBlank: true })?.code,
    whyNotDrawing({ isBlank: false }),
  ]).toEqual(['not-a-signature', 'not-drawn', null])
})

test('what the donor ticked comes first', () => {
  const ticked = { deferrals: { ...form.deferrals, cancer: true }, answers: { ...form.answers, cold: true } }
  expect(flaggedIn(ticked)).toEqual({ deferrals: ['cancer'], answers: ['cold'] })
})

test.each([
  ['CONSENT-STAFF-02 a whole donation ID', ' D0BB210E ', { kind: 'id', text: 'd0bb210e' }],
  ['CONSENT-STAFF-03 a whole phone number', '9840012345', { kind: 'phone', text: '9840012345' }],
  ['CONSENT-STAFF-03 one as people write it', '+91 98400 12345', { kind: 'phone', text: '9840012345' }],
  ['AMB-142 a part of either', '98400', { kind: 'part', text: '98400' }],
  ['AMB-142 nothing', '  ', { kind: 'all', text: '' }],
])('%s is looked for', (_, text, search) => {
  expect(readFormSearch(text)).toEqual(search)
})

test('AMB-142 a part is found in the donation ID and in the phone number', () => {
  expect(['bb21', '0012', 'ff'].map((part) => hasPart(form, part))).toEqual([true, true, false])
})

test('what is nobody’s mistake is answered as a conflict', () => {
  expect(conflictsIn(consentWords)).toEqual([
    'already-decided',
    'changed-meanwhile',
    'not-complete',
    'signature-lost',
  ])
})

test('a form is incomplete, complete or rejected; what the donor declared is not for staff to change', () => {
  expect([...formStatuses]).toEqual(['incomplete', 'complete', 'rejected'])
  expect(['language', 'consent', 'screeningDeclared'].filter((field) => field in ConsentDraft.shape)).toEqual(
    [],
  )
})
