import { describe, expect, test } from 'vitest'
import { doerOf, doerText, personIn } from './doer.ts'

describe('the person behind an account', () => {
  test.each([
    ['Dr. Priya Raman', 'Dr. Priya Raman'],
    ['  Dr. Priya Raman ', 'Dr. Priya Raman'],
    // a shared account is called after its hospital or its address
    ['Firm', ''],
    ['firm', ''],
    ['Firm Hospital', ''],
    ['firm_pilot', ''],
    ['firm_pilot@crossmatch.example', ''],
    ['', ''],
    // of another hospital's name nothing is known
    ['Noble', 'Noble'],
  ])('%s is %s', (name, person) => {
    expect(personIn({ name, email: 'firm_pilot@crossmatch.example', place: 'Firm' })).toBe(person)
  })
})

test('a person is told with their organisation, and without one the organisation alone', () => {
  expect(doerText({ person: 'Dr. Priya Raman', place: 'Firm' })).toBe('Dr. Priya Raman, Firm')
  expect(doerText({ person: '', place: 'Firm' })).toBe('Firm')
})

describe('who did it', () => {
  const account = { accountName: 'Dr. Priya Raman', accountEmail: 'priya@firm.example' }
  test.each([
    // as it was written down, whatever the account is called now
    [{ person: 'T. Kavitha', actorName: 'Firm', ...account }, 'T. Kavitha, Firm'],
    [{ person: '', actorName: 'Firm', ...account }, 'Firm'],
    // from before people were written down
    [{ person: null, actorName: 'Firm', ...account }, 'Dr. Priya Raman, Firm'],
    [{ person: null, actorName: 'Dr. Priya Raman', ...account }, 'Dr. Priya Raman'],
    [{ person: null, actorName: 'Crossmatch', accountName: null, accountEmail: null }, 'Crossmatch'],
  ])('%j: %s', (event, text) => {
    expect(doerOf(event)).toBe(text)
  })
})
