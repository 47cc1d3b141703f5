import { describe, expect, test } from 'vitest'
import { say } from '../basics/refusal.ts'
import { CompanyDraft, campCategories, companyFrom, companyWords, whyNotSaveCompany } from './company.ts'

const draft: CompanyDraft = {
  name: 'AcmeCorp',
  category: '50-100',
  days: ['2026-12-01', '2026-12-08', '2026-12-15'],
}
const asked = (change: object) => whyNotSaveCompany(CompanyDraft.parse({ ...draft, ...change }))

describe('COMPANY-02 name, category and all three days are required', () => {
  test.each([
    ['all there', {}, null],
    ['no name', { name: '' }, 'name'],
    ['a name of spaces', { name: '  ' }, 'name'],
    ['no category', { category: null }, 'category'],
    ['another category', { category: '10-20' }, 'category'],
    ['no first day', { days: [null, '2026-12-08', '2026-12-15'] }, 'days.0'],
    ['no second day', { days: ['2026-12-01', null, '2026-12-15'] }, 'days.1'],
    ['no third day', { days: ['2026-12-01', '2026-12-08', null] }, 'days.2'],
    ['two days', { days: ['2026-12-01', '2026-12-08'] }, 'days.2'],
    ['a day that is none', { days: ['2026-02-30', '2026-12-08', '2026-12-15'] }, 'days.0'],
    ['a day no database knows', { days: ['0000-01-01', '2026-12-08', '2026-12-15'] }, 'days.0'],
  ])('%s', (_, change, field) => {
    expect(asked(change)).toEqual(field === null ? null : { code: 'form-incomplete', field })
  })
})

test.each(['acme corp', 'acme\u00a0corp', 'acme\u3000corp'])('COMPANY-03 %j is no company name', (name) => {
  expect(asked({ name })).toEqual({ code: 'name-with-spaces', field: 'name' })
})

test('COMPANY-02 COMPANY-03 a gap is told before a space', () => {
  expect(asked({ name: 'acme corp', category: null })?.code).toBe('form-incomplete')
})

test('COMPANY-03 ERRORS-01 the words are those of §5.5', () => {
  expect(say(companyWords, { code: 'name-with-spaces' })).toEqual({
    title: 'Incorrect Company Name',
    text: 'Please fill the company name without spaces',
  })
  expect(companyWords['form-incomplete'].title).toBe('Form Incomplete')
})

test('COMPANY-02 AMB-125 days that are past or the same are taken as they are', () => {
  expect(asked({ days: ['2020-01-01', '2020-01-01', '2020-01-01'] })).toBeNull()
})

test('COMPANY-04 COMPANY-07 a company is kept by its name in lower case, with its three days and the time', () => {
  const now = new Date('2026-11-15T05:00:00Z')
  expect(companyFrom(draft, now)).toEqual({ ...draft, name: 'acmecorp', updatedAt: now })
})

test('COMPANY-05 there are three categories', () => {
  expect(campCategories).toEqual(['0-50', '50-100', '100+'])
})
