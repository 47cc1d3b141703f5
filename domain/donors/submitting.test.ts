import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { sized } from '#testing/harness/size.ts'
import { DonorDraft } from './donor-form.ts'
import { deferralKeys, questionKeys } from './questions.ts'
import {
  ageOn,
  detailOrder,
  donationIdOf,
  emptyDonorDraft,
  isPhone,
  isRequired,
  latestBirth,
  mistakeIn,
  plainPhone,
  submit,
  whyNotSubmit,
  wrongFields,
} from './submitting.ts'

const today = '2026-11-15'
const at = { bankId: 'redbank', today }

const draft: DonorDraft = {
  ...emptyDonorDraft,
  name: 'Selvi Murugan',
  phone: '9840012345',
  bornOn: '1994-03-12',
  gender: 'Female',
  bloodGroup: 'O+',
  weightKg: 58,
  address: '22 Bharathi Street, Adyar',
  donorType: 'voluntary',
  consent: true,
}

test('DONOR-PUBLIC-12 the eight required details are enough', () => {
  expect(whyNotSubmit(draft, at)).toBeNull()
  expect(detailOrder.filter((field) => isRequired(field))).toHaveLength(8)
})

test('DONOR-PUBLIC-08 without a blood bank the form is refused first of all', () => {
  expect(whyNotSubmit(draft, { bankId: null, today })).toEqual({ code: 'no-bank' })
})

test('DONOR-PUBLIC-09 without the consent it is refused; the screening declaration may stay open', () => {
  expect(whyNotSubmit({ ...draft, consent: false }, at)).toEqual({ code: 'no-consent', field: 'consent' })
  expect(whyNotSubmit({ ...draft, screeningDeclared: false }, at)).toBeNull()
})

test.each([
  ['ten digits', '9840012345', true],
  ['the form of the hint', '984-00-123', true],
  ['nine digits', '984001234', false],
  ['eleven digits', '98400123456', false],
  ['ten letters', 'abcdefghij', false],
  ['ten characters with a space', '98400 1234', false],
  ['a country code', '+919840012', false],
  ['the digits of another script', '௯௮௪௦௦௧௨௩௪௫', false],
  ['nothing', '', false],
])('DONOR-PUBLIC-10 a phone of %s', (_, phone, isRight) => {
  expect(isPhone(phone)).toBe(isRight)
  expect(whyNotSubmit({ ...draft, phone }, at)?.code).toBe(isRight ? undefined : 'invalid-phone')
})

test.each([
  ['name', ''],
  ['name', ' \u200d '],
  ['bornOn', null],
  ['donorType', null],
  ['gender', null],
  ['bloodGroup', null],
  ['address', '  '],
  ['weightKg', null],
] as const)('DONOR-PUBLIC-12 a form without %s is incomplete', (field, value) => {
  const gap = { ...draft, [field]: value }
  expect(whyNotSubmit(gap, at)).toEqual({ code: 'form-incomplete', field })
  expect(wrongFields(gap, today)).toEqual([field])
})

test.each([
  ['two donations and no date', { donations: 2 }, 'missing'],
  ['two donations and a date', { donations: 2, lastDonatedOn: '2026-05-02' }, null],
  ['no donation and no date', { donations: 0 }, null],
  ['a number left open', { donations: null }, null],
])('DONOR-PUBLIC-13 the last donation date with %s', (_, change, mistake) => {
  const changed = { ...draft, ...change }
  expect(mistakeIn(changed, 'lastDonatedOn', today)).toBe(mistake)
  expect(whyNotSubmit(changed, at)?.code).toBe(mistake ? 'form-incomplete' : undefined)
})

test.each([
  ['9840012345', '9840012345'],
  [' 98400 12345 ', '9840012345'],
  ['984-001-2345', '9840012345'],
  ['+91 98400 12345', '9840012345'],
  ['+91-9840012345', '9840012345'],
  ['0091 9840012345', '9840012345'],
  ['91 98400 12345', '9840012345'],
  ['098400 12345', '9840012345'],
  ['(0)98400.12345', '9840012345'],
  ['984-00-123', '984-00-123'],
  ['98400123456', '98400123456'],
  ['984001234', '984001234'],
  ['+44 98400 12345', '+44 98400 12345'],
  ['call me', 'call me'],
])('DONOR-PUBLIC-10 a phone typed as "%s" is read as "%s"', (typed, read) => {
  expect(plainPhone(typed)).toBe(read)
})

test('DONOR-PUBLIC-15 the checks run in their order: link, consent, phone, details', () => {
  const codes = [
    whyNotSubmit(emptyDonorDraft, { bankId: null, today }),
    whyNotSubmit(emptyDonorDraft, at),
    whyNotSubmit({ ...emptyDonorDraft, consent: true }, at),
    whyNotSubmit({ ...emptyDonorDraft, consent: true, phone: '9840012345' }, at),
  ].map((refusal) => refusal?.code)
  expect(codes).toEqual(['no-bank', 'no-consent', 'invalid-phone', 'form-incomplete'])
})

describe('DONOR-PUBLIC-16', () => {
  test.each([
    ['2008-11-15', null],
    ['2008-11-16', 'tooYoung'],
    ['2009-01-01', 'tooYoung'],
    ['1950-01-01', null],
    ['0094-03-12', 'year'],
  ])('born on %s, on the day in 2026', (bornOn, mistake) => {
    expect(mistakeIn({ ...draft, bornOn }, 'bornOn', today)).toBe(mistake)
  })

  test('a last donation in the year 26 is told so too, whether donations were counted or not', () => {
    for (const donations of [null, 0, 2])
      expect(mistakeIn({ ...draft, donations, lastDonatedOn: '0026-05-02' }, 'lastDonatedOn', today)).toBe(
        'year',
      )
  })

  test.each([
    ['2026-11-15', '2008-11-15'],
    ['2028-02-29', '2010-02-28'],
    ['2036-02-29', '2018-02-28'],
  ])('on %s the latest day of birth is %s', (day, latest) => {
    expect(latestBirth(day)).toBe(latest)
  })

  test('the picker and the age agree, whatever the days', () => {
    const day = fc
      .date({ min: new Date('1990-01-01'), max: new Date('2099-12-31'), noInvalidDate: true })
      .map((date) => date.toISOString().slice(0, 10))
    fc.assert(
      fc.property(day, day, (bornOn, now) => {
        expect(bornOn <= latestBirth(now)).toBe(ageOn(bornOn, now) >= 18)
      }),
    )
  })
})

test.each([
  ['2026-11-15', null],
  ['2026-11-16', 'tooEarly'],
])('DONOR-PUBLIC-17 a last donation on %s', (lastDonatedOn, mistake) => {
  expect(mistakeIn({ ...draft, donations: 1, lastDonatedOn }, 'lastDonatedOn', today)).toBe(mistake)
})

test.each([
  [-1, 'negative-number'],
  [1.5, 'form-incomplete'],
  [1e9, 'form-incomplete'],
])('DONOR-PUBLIC-18 a number of %s donations is refused', (donations, code) => {
  expect(whyNotSubmit({ ...draft, donations, lastDonatedOn: '2026-05-02' }, at)?.code).toBe(code)
})

test.each([
  [0, 'weight'],
  [-58, 'weight'],
  [0.001, 'weight'],
  [1000, 'weight'],
  [999.999, 'weight'],
  [0.01, null],
  [999, null],
])('AMB-134 a weight of %s kg', (weightKg, mistake) => {
  expect(mistakeIn({ ...draft, weightKg }, 'weightKg', today)).toBe(mistake)
})

test('AMB-133 no tick keeps a form from being sent', () => {
  const all = DonorDraft.parse({
    ...draft,
    deferrals: Object.fromEntries(deferralKeys.map((key) => [key, true])),
    answers: Object.fromEntries(questionKeys.map((key) => [key, true])),
  })
  expect(whyNotSubmit(all, at)).toBeNull()
})

test('DONOR-PUBLIC-23 a sent form has its bank, its age and its day in India', () => {
  const now = new Date('2026-03-11T19:00:00Z') // 00:30 on the 12th in India: the birthday
  const typed = { ...draft, language: 'ta' as const, weightKg: 58.456, donations: null }
  expect(submit(typed, { id: '1a2b3c4d', bankId: 'redbank', now })).toMatchObject({
    id: '1a2b3c4d',
    bankId: 'redbank',
    status: 'incomplete',
    language: 'ta',
    submittedOn: '2026-03-12',
    submittedAt: now,
    age: 32,
    weightKg: 58.46,
    donations: 0,
    lastDonatedOn: null,
    donorType: 'voluntary',
  })
})

test('AMB-132 what females alone are asked is no answer of a man', () => {
  const by = { id: '1a2b3c4d', bankId: 'redbank', now: new Date('2026-11-15T06:00:00Z') }
  const ticked = { ...draft, answers: { ...draft.answers, female: true, cold: true } }
  const femaleOf = (gender: 'Male' | 'Female' | 'Others') => submit({ ...ticked, gender }, by).answers
  expect(femaleOf('Female').female).toBe(true)
  expect(femaleOf('Others').female).toBe(true)
  expect(femaleOf('Male')).toMatchObject({ female: false, cold: true })
})

test('DONOR-PUBLIC-22 a donation ID is eight characters of a unique id without its first dash', () => {
  expect(donationIdOf('6f1c20ab-9d3e-4f5a-8b7c-0123456789ab')).toBe('6f1c20ab')
  fc.assert(fc.property(fc.uuid(), (uuid) => /^[0-9a-f]{8}$/.test(donationIdOf(uuid))))
})

test('DONOR-PUBLIC-12 whatever is not refused can be stored', () => {
  const when = fc.constantFrom(null, '1899-12-31', '1994-02-29', '2008-11-15', '2008-11-16', '2026-11-16', 7)
  const anything = fc.record({
    name: fc.string(),
    phone: fc.constantFrom('9840012345', '984-00-123', '12345'),
    bornOn: when,
    gender: fc.constantFrom('Male', 'Female', 'Others', 'female', null),
    bloodGroup: fc.constantFrom('O+', 'AB-', 'O POS', null),
    weightKg: fc.oneof(fc.double(), fc.constant(58), fc.string()),
    address: fc.string({ unit: 'grapheme', maxLength: 40 }),
    donorType: fc.constantFrom('voluntary', 'Voluntary', null),
    donations: fc.oneof(fc.integer(), fc.constant(null), fc.double()),
    lastDonatedOn: when,
    consent: fc.boolean(),
  })
  const few = fc.subarray(Object.keys(draft), { minLength: 15 })
  let stored = 0
  fc.assert(
    fc.property(anything, few, (odd, usual) => {
      const read = DonorDraft.parse({
        ...odd,
        ...Object.fromEntries(usual.map((key) => [key, draft[key as keyof DonorDraft]])),
      })
      if (whyNotSubmit(read, at)) return
      stored += 1
      const form = submit(read, { id: '1a2b3c4d', bankId: 'redbank', now: new Date('2026-11-15T06:00:00Z') })
      expect(form.age).toBeGreaterThanOrEqual(18)
      expect(form.weightKg > 0 && form.weightKg < 1000 && form.donations >= 0).toBe(true)
      expect(form.name !== '' && form.address !== '' && form.phone.length === 10).toBe(true)
    }),
    { numRuns: sized(200, 5_000) },
  )
  expect(stored, 'the forms are not all nonsense').toBeGreaterThan(50)
})

test.each([
  ['a name too long', { name: 'x'.repeat(121) }, 'name'],
  ['an address too long', { address: 'x'.repeat(201) }, 'address'],
  ['a tick that is neither yes nor no', { answers: { cold: 'yes' } }, 'answers.cold'],
  ['a consent in words', { consent: 'true' }, 'consent'],
  ['a question nobody asks', { deferrals: { pregnant: true } }, 'deferrals'],
])('AMB-198 %s is not read', (_, change, path) => {
  const read = DonorDraft.safeParse({ ...draft, ...change })
  expect(read.error?.issues[0]?.path.join('.')).toBe(path)
})

test('DONOR-PUBLIC-24 DONOR-PUBLIC-25 ticks left out are stored as not ticked', () => {
  const { deferrals, answers } = DonorDraft.parse({ answers: { cold: true } })
  expect(Object.keys(deferrals)).toEqual([...deferralKeys])
  expect(Object.keys(answers)).toEqual([...questionKeys])
  expect(Object.entries(answers).filter(([, isTicked]) => isTicked)).toEqual([['cold', true]])
})

test('an empty form: in English, nothing written, nothing ticked, nothing declared', () => {
  const { deferrals, answers, ...rest } = emptyDonorDraft
  expect(rest).toEqual({
    ...{ language: 'en', name: '', phone: '', email: '', bornOn: null, gender: null, bloodGroup: null },
    ...{ weightKg: null, address: '', altAddress: '', donorType: null, donations: null, lastDonatedOn: null },
    ...{ lastMeal: '', consent: false, screeningDeclared: false },
  })
  expect(new Set([...Object.values(deferrals), ...Object.values(answers)])).toEqual(new Set([false]))
  expect(donationIdOf('0123-4567-89ab')).toBe('01234567')
})
