import { expect, test } from 'vitest'
import { deferralKeys, questionGroups, questionKeys } from './questions.ts'

const sorted = (keys: readonly string[]) => [...keys].sort()

test('DATA-11 the 18 permanent deferrals are those of §3.3', () => {
  const named = `bp_stroke, major_stroke, heart_disease, allergic_disorders, epilepsy, sex_related, abnormal_bleeding,
    std, diabetes, leprosy, liver_disease, cancer, parkinsons, autoimmune, psoriasis, faints, psychiatric_disorders,
    transplant`
  expect(deferralKeys).toEqual(named.split(/,\s*/))
  expect(deferralKeys).toHaveLength(18)
})

test('DATA-12 the 23 questions are those of §3.3, each asked once', () => {
  const named = `tuberculosis, blood_transfusion, hepatitis, tattoos, major_surgery, rabies, jaundice, kidney_infection,
    dental_surgery, zika_west_nile, blood_donate, malaria, cholera, acne, anti_venom, antibiotics, cortisone, alcoholic,
    reporting_work, smoked, cold, female, anti_helminthic`
  expect(sorted(questionKeys)).toEqual(sorted(named.split(/,\s*/)))
  expect(questionKeys).toHaveLength(23)
})

test('AMB-132 the groups go from two years back to one week, then what females alone are asked', () => {
  expect(questionGroups.map(({ period, keys }) => [period, keys.length])).toEqual([
    ['2-years', 1],
    ['12-months', 5],
    ['6-months', 3],
    ['4-months', 1],
    ['3-months', 2],
    ['4-weeks', 4],
    ['1-week', 6],
    ['females', 1],
  ])
  expect(questionGroups.filter(({ femalesOnly }) => femalesOnly).flatMap(({ keys }) => keys)).toEqual([
    'female',
  ])
})
