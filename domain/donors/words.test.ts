import { describe, expect, test } from 'vitest'
import { groupName } from '../basics/blood.ts'
import { DonorDraft } from './donor-form.ts'
import { orEnglish } from './words.ts'
import { donorWordsEn } from './words-en.ts'
import { donorWordsTa } from './words-ta.ts'

test.each([
  [
    'DONOR-PUBLIC-08',
    'no-bank',
    'Invalid URL accessed',
    'Missing bloodbank ID, please ask admin for a valid link',
  ],
  ['DONOR-PUBLIC-09', 'no-consent', 'Donor Consent Error', 'Please Check the Consent Declaration Box'],
  ['DONOR-PUBLIC-10', 'invalid-phone', 'Invalid Phone Number', 'Check the number'],
  ['DONOR-PUBLIC-12', 'form-incomplete', 'Form Incomplete', 'Donor Details Section'],
  ['DONOR-PUBLIC-19', 'submitted', 'Data Submitted', 'successfully submitted'],
  ['DONOR-PUBLIC-20', 'failed', 'Database Error', 'Error: {detail}'],
] as const)('%s ERRORS-01 the words of %s are those of the specification', (_, code, title, text) => {
  expect(donorWordsEn.alerts[code]).toEqual({ title, text })
})

test('DONOR-PUBLIC-26 blood groups are named as everywhere', () => {
  for (const [group, name] of Object.entries(donorWordsEn.bloodGroups))
    expect(name).toBe(groupName(group as keyof typeof donorWordsEn.bloodGroups))
})

describe('DONOR-PUBLIC-02', () => {
  const english = leaves(donorWordsEn)
  const tamil = leaves(donorWordsTa)

  test('both languages have the same lines', () => {
    expect([...tamil.keys()]).toEqual([...english.keys()])
  })

  test('every line of the Tamil table is Tamil, and is filled with the same', () => {
    for (const [path, text] of tamil) {
      expect(text, path).toMatch(/\p{Script=Tamil}/u)
      expect(text.match(/\{\w+\}/g), path).toEqual(english.get(path)?.match(/\{\w+\}/g) ?? null)
      expect(text, path).toBe(text.normalize('NFC').trim())
    }
  })

  test('no line of the English table is', () => {
    for (const [path, text] of english) expect(text, path).not.toMatch(/\p{Script=Tamil}/u)
  })
})

describe('DONOR-PUBLIC-03', () => {
  test('a line that is missing in Tamil is said in English', () => {
    const { submit: _, ...form } = donorWordsTa.form
    const words = orEnglish({ ...donorWordsTa, form }, donorWordsEn)
    expect(words.form.submit).toBe('Submit')
    expect(words.form.ok).toBe('சரி')
    expect(orEnglish(donorWordsTa, donorWordsEn)).toEqual(donorWordsTa)
  })

  test('a language that nobody wrote is English', () => {
    expect(orEnglish(undefined, donorWordsEn)).toEqual(donorWordsEn)
    expect(DonorDraft.parse({ language: 'hi' }).language).toBe('en')
  })
})

test('DONOR-PUBLIC-27 the place is one city, in both languages', () => {
  expect([donorWordsEn.city, donorWordsTa.city]).toEqual(['Chennai', 'சென்னை'])
})

function leaves(table: object, path = ''): Map<string, string> {
  return new Map(
    Object.entries(table).flatMap(([key, value]): [string, string][] => {
      const name = path ? `${path}.${key}` : key
      return typeof value === 'string' ? [[name, value]] : [...leaves(value as object, name)]
    }),
  )
}
