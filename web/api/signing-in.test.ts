import { expect, test } from 'vitest'
import { people } from '#contract/people.ts'
import { signInCalls } from './signing-in.ts'

test('the calls that the sign-in page names are those of the contract', () => {
  for (const [verb, { method, path }] of Object.entries(signInCalls)) {
    const row = people[verb as keyof typeof signInCalls]
    expect({ method, path }).toEqual({ method: row.method, path: row.path })
  }
})
