import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { aService } from '#testing/harness/service.ts'
import { claimKey, keepAnswer } from './idempotency.ts'

const service = await aService({ settings: { ROLE: 'web' } })
const now = new Date()
const sent = { units: '2' }

const claim = (key: string, call: { sent: unknown; input: unknown }) =>
  service.db.transaction().execute((tx) => claimKey(tx, { scope: 'a call', key, ...call }, now))

test('X26 what another version reads in another way is the same call if the same was sent', async () => {
  expect(await claim('key-1', { sent, input: { units: 2 } })).toEqual({ kind: 'first' })
  await service.db
    .transaction()
    .execute((tx) => keepAnswer(tx, { scope: 'a call', key: 'key-1', sent, input: sent }, 'done'))
  expect(await claim('key-1', { sent, input: { units: 2, ward: '' } })).toEqual({
    ...{ kind: 'repeated', answer: 'done' },
  })
  expect(await claim('key-1', { sent: { units: '3' }, input: { units: 3 } })).toEqual({ kind: 'other-input' })
})

test('X26 a call that version 1.0.1 took is known again by what it read', async () => {
  const fingerprint = createHash('sha256')
    .update(JSON.stringify({ units: 2 }))
    .digest('hex')
  await service.db
    .insertInto('idempotencyKeys')
    .values({ scope: 'a call', key: 'key-2', fingerprint, answer: '"done"', createdAt: now })
    .execute()
  expect(await claim('key-2', { sent, input: { units: 2 } })).toEqual({ kind: 'repeated', answer: 'done' })
})
