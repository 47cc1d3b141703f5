import { beforeAll, expect, test } from 'vitest'
import { orders } from '#contract/orders.ts'
import { requests } from '#contract/requests.ts'
import { instantOf } from '#domain/basics/time.ts'
import { aService } from '#testing/harness/service.ts'
import { statementsOf } from '#testing/harness/statements.ts'
import { drive } from '#testing/makers/driving.ts'
import { arun, wishFor } from '#testing/makers/linked-orders.ts'
import { aDraft, aRequest } from '#testing/makers/makers.ts'

/*
 * What a call costs in round trips, who asks, begin and commit among them. A number that grows here is paid by every
 * call of its kind.
 */

const now = instantOf('2026-11-16', '10:40')
const service = await aService({ now, settings: { ROLE: 'web' } })
const nurse = service.as('firm_pilot')
const admin = service.as('firm')
const provider = service.as('bloodsupport')
const driver = service.as(arun)

// their sessions are made with the first call, in the database
beforeAll(() => Promise.all([nurse, admin, provider, driver].map((client) => client.cookies())))

const linked = async () => {
  const { id } = await aRequest(service.db, { status: 'hospital-admin-approved' }, now)
  const { request } = await provider.done(orders.link, wishFor({ id, driverEmail: arun }))
  return request
}

test('a raise is one statement, with its key and without', async () => {
  const draft = aDraft(now)
  const keyed = await statementsOf(service, () =>
    nurse.call(requests.raise, draft, { idempotencyKey: 'raise-number-1' }),
  )
  expect(keyed, keyed.join('\n')).toHaveLength(2)
  expect(await statementsOf(service, () => nurse.done(requests.raise, draft))).toEqual(keyed)
})

test('an approval', async () => {
  const { id } = await nurse.done(requests.raise, aDraft(now))
  const sent = await statementsOf(service, () => admin.done(requests.approve, { id, version: 1 }))
  expect(sent, sent.join('\n')).toHaveLength(5)
})

test('a link', async () => {
  const { id } = await aRequest(service.db, { status: 'hospital-admin-approved' }, now)
  const sent = await statementsOf(service, () =>
    provider.done(orders.link, wishFor({ id, driverEmail: arun })),
  )
  expect(sent, sent.join('\n')).toHaveLength(13)
})

test('a status, and its undo', async () => {
  const { id, version } = await linked()
  const moved = { id, version, status: 'sample-acquired', note: '' } as const
  expect(await statementsOf(service, () => provider.done(orders.move, moved))).toHaveLength(7)
  const undone = { id, version: version + 1 }
  expect(await statementsOf(service, () => provider.done(orders.undo, undone))).toHaveLength(6)
})

test("a driver's step", async () => {
  const { id } = await linked()
  const sent = await statementsOf(service, () =>
    drive(driver, service.db, { id, step: 'sample acquired' }, now),
  )
  // one of them is the test's own look at the code
  expect(sent, sent.join('\n')).toHaveLength(16)
})
