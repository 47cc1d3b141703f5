/** The description as others' programs read it: a linter, and a generator of clients. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createConfig, lintFromString } from '@redocly/openapi-core'
import { generate } from 'openapi-typescript-codegen'
import { afterAll, expect, test } from 'vitest'
import { instantOf } from '#domain/basics/time.ts'
import { aService } from '#testing/harness/service.ts'
import { aKey } from '#testing/makers/keys.ts'
import { aDraft } from '#testing/makers/makers.ts'

const service = await aService({ now: instantOf('2026-11-16', '10:00'), settings: { ROLE: 'web' } })
const { text } = await service.anonymous.raw('GET', '/api/openapi.json')
const folder = await mkdtemp(join(tmpdir(), 'crossmatch-client-'))
afterAll(() => rm(folder, { recursive: true, force: true }))

test('a linter finds no error in it, and nothing to warn of but paths that a reader could mix up', async () => {
  const config = await createConfig({ extends: ['recommended-strict'] })
  const found = await lintFromString({ source: text, config })
  const told = found.filter(({ ruleId }) => ruleId !== 'no-ambiguous-paths')
  expect(told.map(({ ruleId, message, location: [at] }) => `${ruleId} ${message} ${at?.pointer}`)).toEqual([])
})

test('a client that was generated from it raises an order with a key, and is told why not', async () => {
  await generate({ input: JSON.parse(text), output: folder, httpClient: 'fetch', useUnionTypes: true })
  const client = await import(/* @vite-ignore */ join(folder, 'index.ts'))
  const { key } = await aKey(service.db, {}, service.clock.now())
  Object.assign(client.OpenAPI, { BASE: service.url, TOKEN: key })
  const draft = JSON.parse(JSON.stringify(aDraft(service.clock.now())))
  const raised = await client.RequestsService.requestsRaise(draft, 'order-4711')
  expect(raised).toMatchObject({ status: 'pending', hospitalId: 'firm', units: draft.units })
  expect((await client.RequestsService.requestsRaise(draft, 'order-4711')).id).toBe(raised.id)
  const refused = client.RequestsService.requestsRaise({ ...draft, units: 31 }, 'order-4712')
  await expect(refused).rejects.toMatchObject({ status: 422, body: { code: expect.any(String) } })
})
