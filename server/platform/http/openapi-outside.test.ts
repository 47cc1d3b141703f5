/** The description as others' programs read it: a linter and a generator of clients. */
import { createConfig, lintFromString } from '@redocly/openapi-core'
import { expect, test } from 'vitest'
import { aService } from '#testing/harness/service.ts'

const service = await aService({ settings: { ROLE: 'web' } })
const { text } = await service.anonymous.raw('GET', '/api/openapi.json')

test('a linter finds no error in it, and nothing to warn of but paths that a reader could mix up', async () => {
  const config = await createConfig({ extends: ['recommended-strict'] })
  const found = await lintFromString({ source: text, config })
  const told = found.filter(({ ruleId }) => ruleId !== 'no-ambiguous-paths')
  expect(told.map(({ ruleId, message, location: [at] }) => `${ruleId} ${message} ${at?.pointer}`)).toEqual([])
})
