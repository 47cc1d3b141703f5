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
  expect(questionGroups.map(({ period, keys }) => `${period}: ${keys.join(', ')}`)).toEqual([
    '2-years: tuberculosis',
    '12-months: blood_transfusion, hepatitis, tattoos, major_surgery, rabies',
    '6-months: jaundice, kidney_infection, dental_surgery',
    '4-months: zika_west_nile',
    '3-months: blood_donate, malaria',
    '4-weeks: cholera, acne, anti_venom, antibiotics',
    '1-week: cortisone, alcoholic, reporting_work, smoked, cold, anti_helminthic',
    'females: female',
  ])
  expect(questionGroups.filter(({ femalesOnly }) => femalesOnly).flatMap(({ keys }) => keys)).toEqual([
    'female',
  ])
})
