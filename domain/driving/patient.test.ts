import { expect, test } from 'vitest'
import { patientInitials } from './patient.ts'

test.each([
  ['Karthik Subramanian', 'K. S.'],
  ['K. S. Ravi', 'K. S. R.'],
  ['lakshmi', 'L.'],
  ['  Mohammed   Irfan ', 'M. I.'],
  ['கார்த்திக் சுப்பிரமணியன்', 'கா. சு.'],
  ["O'Brien (twin)", 'O. T.'],
  ['', ''],
])('AMB-115 of %j a driver sees %j', (name, initials) => {
  expect(patientInitials(name)).toBe(initials)
})
