import { expect, test } from 'vitest'
import { people } from '#contract/people.ts'
import { aService } from '#testing/harness/service.ts'
import { draftKeyOf } from './draft-key.ts'

const secret = 's'.repeat(32)

test('AMB-217 a key has 256 bits, is the same each time, and is another for another account or secret', () => {
  const key = draftKeyOf(secret, 'a')
  expect(Buffer.from(key, 'base64')).toHaveLength(32)
  expect(draftKeyOf(secret, 'a')).toBe(key)
  expect(new Set([key, draftKeyOf(secret, 'b'), draftKeyOf('t'.repeat(32), 'a')]).size).toBe(3)
})

test('AMB-217 T13 each account gets its own, and nothing on the way keeps it', async () => {
  const service = await aService({ settings: { ROLE: 'web' } })
  const [first, again, other] = await Promise.all(
    ['firm_pilot', 'firm_pilot', 'firm'].map((email) => service.as(email).done(people.draftKey, {})),
  )
  expect(again).toEqual(first)
  expect(other?.key).not.toBe(first?.key)
  expect(other?.accountId).not.toBe(first?.accountId)
  const { headers } = await service.as('firm_pilot').raw('GET', people.draftKey.path)
  expect(headers.get('cache-control')).toBe('no-store')
})
