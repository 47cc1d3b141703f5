import { describe, expect, test } from 'vitest'
import { type AdviceCode, adviceOn } from './advising.ts'
import type { ConsentDraft } from './consenting.ts'
import { emptyDonorDraft } from './submitting.ts'

const today = '2026-11-15'
const { language: _, consent: _c, screeningDeclared: _s, ...details } = emptyDonorDraft
const draft = (change: Partial<ConsentDraft>): ConsentDraft => ({
  ...details,
  findings: {},
  signature: { preference: null, name: '' },
  ...change,
})
const codes = (change: Partial<ConsentDraft>): string[] =>
  adviceOn(draft(change), today).map(({ code, isToCheck }) => (isToCheck ? `check ${code}` : code))
const only = (change: Partial<ConsentDraft>, code: AdviceCode) =>
  adviceOn(draft(change), today).find((advice) => advice.code === code)

describe('AMB-208 advice that never decides', () => {
  test('nothing is said of what is not known', () => expect(codes({})).toEqual([]))

  test.each([
    ['a man after 90 days', { gender: 'Male', lastDonatedOn: '2026-08-17' }, ['gap-over']],
    ['a man a day before', { gender: 'Male', lastDonatedOn: '2026-08-18' }, ['check gap-open']],
    ['a woman after 120 days', { gender: 'Female', lastDonatedOn: '2026-07-18' }, ['gap-over']],
    ['a woman a day before', { gender: 'Female', lastDonatedOn: '2026-07-19' }, ['check gap-open']],
    ['neither: the longer gap', { gender: 'Others', lastDonatedOn: '2026-07-19' }, ['check gap-open']],
    ['44.9 kg', { weightKg: 44.9 }, ['check too-light']],
    ['45 kg', { weightKg: 45 }, ['small-bag']],
    ['55 kg and 450 ml', { weightKg: 55, findings: { quantity: '450ml' } }, ['check small-bag']],
    ['55.1 kg and 450 ml', { weightKg: 55.1, findings: { quantity: '450ml' } }, ['large-bag']],
    ['12.4 g/dL', { findings: { haemoglobin: '12.4 g/dL' } }, ['check haemoglobin-low']],
    ['12.5 g/dL with a comma', { findings: { haemoglobin: '12,5' } }, []],
    ['140/90', { findings: { bloodPressure: '140/90' } }, []],
    ['141/90', { findings: { bloodPressure: '141 / 90' } }, ['check pressure']],
    ['110/59', { findings: { bloodPressure: '110/59' } }, ['check pressure']],
    ['a pulse of 59', { findings: { pulse: '59' } }, ['check pulse']],
    ['a pulse of 100', { findings: { pulse: '100' } }, []],
    ['37 degrees', { findings: { temperature: '37' } }, []],
    ['98.6 degrees', { findings: { temperature: '98.6' } }, []],
    ['37.2 degrees', { findings: { temperature: '37.2' } }, ['check fever']],
    ['99.5 degrees', { findings: { temperature: '99.5 F' } }, ['check fever']],
    [
      'words instead of numbers',
      { findings: { pulse: 'normal', haemoglobin: 'ok', bloodPressure: 'fine' } },
      [],
    ],
    ['10:30 to 10:10', { findings: { startedAt: '10:30', endedAt: '10:10' } }, ['check end-first']],
    ['10:10 to 10:30', { findings: { startedAt: '10:10', endedAt: '10:30' } }, []],
    ['no end yet', { findings: { startedAt: '10:30' } }, []],
    ['66 years', { bornOn: '1960-11-15', donations: 4 }, ['check too-old']],
    ['65 years', { bornOn: '1960-11-16', donations: 4 }, []],
    ['61 years, the first time', { bornOn: '1965-11-15', donations: 0 }, ['check too-old-first']],
    ['60 years, the first time', { bornOn: '1965-11-16' }, []],
  ] as const)('%s', (_, change, expected) => {
    expect(codes(change as Partial<ConsentDraft>)).toEqual(expected)
  })

  test('the next eligible date is told with its rule', () => {
    expect(only({ gender: 'Female', lastDonatedOn: '2026-10-01' }, 'gap-open')).toMatchObject({
      text: 'Next eligible on 29 Jan 2027.',
      rule: 'NBTC guideline 2017: 90 days after the last donation for men, 120 for women.',
    })
  })
})
