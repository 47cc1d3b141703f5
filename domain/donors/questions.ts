/** §3.3: ticked, each keeps a donor from giving blood for good. In the order of the form. */
export const deferralKeys = [
  'bp_stroke',
  'major_stroke',
  'heart_disease',
  'allergic_disorders',
  'epilepsy',
  'sex_related',
  'abnormal_bleeding',
  'std',
  'diabetes',
  'leprosy',
  'liver_disease',
  'cancer',
  'parkinsons',
  'autoimmune',
  'psoriasis',
  'faints',
  'psychiatric_disorders',
  'transplant',
] as const
export type DeferralKey = (typeof deferralKeys)[number]

/** §9: the questionnaire by how far back it asks; which question belongs where is ruling AMB-132. */
export const questionGroups = [
  { period: '2-years', femalesOnly: false, keys: ['tuberculosis'] },
  {
    period: '12-months',
    femalesOnly: false,
    keys: ['blood_transfusion', 'hepatitis', 'tattoos', 'major_surgery', 'rabies'],
  },
  { period: '6-months', femalesOnly: false, keys: ['jaundice', 'kidney_infection', 'dental_surgery'] },
  { period: '4-months', femalesOnly: false, keys: ['zika_west_nile'] },
  { period: '3-months', femalesOnly: false, keys: ['blood_donate', 'malaria'] },
  { period: '4-weeks', femalesOnly: false, keys: ['cholera', 'acne', 'anti_venom', 'antibiotics'] },
  {
    period: '1-week',
    femalesOnly: false,
    keys: ['cortisone', 'alcoholic', 'reporting_work', 'smoked', 'cold', 'anti_helminthic'],
  },
  { period: 'females', femalesOnly: true, keys: ['female'] },
] as const

type QuestionGroup = (typeof questionGroups)[number]
export type Period = QuestionGroup['period']
export type QuestionKey = QuestionGroup['keys'][number]

export const questionKeys: readonly QuestionKey[] = questionGroups.flatMap(
  ({ keys }): readonly QuestionKey[] => keys,
)
