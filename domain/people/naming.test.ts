import { expect, test } from 'vitest'
import { whyNotSetName } from './naming.ts'

const account = { email: 'firm_pilot@crossmatch.example', displayName: 'Firm' }

test.each([
  ['Dr. Priya Raman', null],
  ['பிரியா', null],
  ['', 'name-missing'],
  ['   ', 'name-missing'],
  ['Firm', 'name-of-place'],
  ['Firm Hospital', 'name-of-place'],
  ['firm_pilot', 'name-of-place'],
])('"%s" as a name: %s', (name, code) => {
  expect(whyNotSetName(name, account)?.code ?? null).toBe(code)
})
