import { expect, test } from 'vitest'
import { wrongFields } from '#domain/donors/submitting.ts'
import { draftOf, emptyForm, type Form, formFrom, isUntouched, mistakesFor } from './form.ts'
import { addressOf, linkIn, pathIn } from './link.ts'

const today = '2026-11-15'
const typed: Form = {
  ...emptyForm,
  name: 'Selvi',
  phone: ' 9840012345 ',
  bornOn: '1994-03-12',
  weightKg: '58,5',
  donations: '2',
  lastDonatedOn: '2026-05-02',
  gender: 'Female',
}

test('DONOR-PUBLIC-23 what was typed becomes numbers and days, and what was not becomes nothing', () => {
  expect(draftOf(typed, 'ta')).toMatchObject({
    language: 'ta',
    phone: '9840012345',
    bornOn: '1994-03-12',
    weightKg: 58.5,
    donations: 2,
  })
  expect(draftOf(emptyForm, 'en')).toMatchObject({ bornOn: null, weightKg: null, donations: null })
})

test.each(['abc', '5 8', '0', '-3'])('DONOR-PUBLIC-12 a weight of "%s" is none', (weightKg) => {
  expect(wrongFields(draftOf({ ...typed, weightKg }, 'en'), today)).toContain('weightKg')
})

test('DONOR-PUBLIC-14 an incomplete form shows all its gaps, any other refusal its own field', () => {
  const draft = draftOf({ ...typed, bornOn: '2020-01-01' }, 'en')
  expect(mistakesFor('form-incomplete', draft, today)).toEqual({
    bornOn: 'tooYoung',
    bloodGroup: 'missing',
    address: 'missing',
    donorType: 'missing',
  })
  expect(mistakesFor('no-consent', draft, today)).toEqual({ consent: 'consent' })
  expect(mistakesFor('invalid-phone', { ...draft, phone: '12' }, today)).toEqual({ phone: 'phone' })
  expect(mistakesFor('no-bank', draft, today)).toEqual({})
})

test('DONOR-PUBLIC-01 a draft that was kept comes back, as far as it still fits', () => {
  expect(formFrom(JSON.parse(JSON.stringify(typed)))).toEqual(typed)
  const odd = { name: 7, gender: 'Female', answers: { cold: true, gone: true }, deferrals: null, extra: 1 }
  expect(formFrom(odd)).toEqual({
    ...emptyForm,
    gender: 'Female',
    answers: { ...emptyForm.answers, cold: true },
  })
  for (const nothing of [null, 'x', [], {}, emptyForm]) expect(formFrom(nothing)).toBeNull()
  expect(isUntouched(typed)).toBe(false)
})

test.each([
  ['?bloodbankId=redbank', { bankId: 'redbank', isKiosk: false, language: null }],
  ['?bloodbankId=redbank&kiosk=1&language=ta', { bankId: 'redbank', isKiosk: true, language: 'ta' }],
  ['?language=hi', { bankId: '', isKiosk: false, language: 'en' }],
  ['', { bankId: '', isKiosk: false, language: null }],
])('DONOR-PUBLIC-01 DONOR-PUBLIC-03 the link %s', (search, link) => {
  expect(linkIn({ search })).toEqual(link)
})

test('DONOR-PUBLIC-07 the links to the other pages keep bank, language and shared device', () => {
  const link = linkIn({ search: '?bloodbankId=redbank&kiosk=1' })
  expect(addressOf('/terms', link, 'ta')).toBe('/terms?bloodbankId=redbank&kiosk=1&language=ta')
  expect(addressOf('/privacy', linkIn({ search: '' }), 'en')).toBe('/privacy')
  expect(['/terms', '/privacy/', '/consent', '/consent/'].map((pathname) => pathIn({ pathname }))).toEqual([
    '/terms',
    '/privacy',
    '/consent',
    '/consent',
  ])
})
