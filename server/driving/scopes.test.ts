import { expect, test } from 'vitest'
import { instantOf, later, minutes } from '#domain/basics/time.ts'
import { aService } from '#testing/harness/service.ts'
import { aDriver, aRequest } from '#testing/makers/makers.ts'
import { appendEvents } from '../db/event-trail.ts'
import { drivingStore } from './store.ts'

const now = instantOf('2026-11-16', '10:00')
const { db } = await aService({ now, settings: { ROLE: 'web' } })

test('AMB-278 when an order was taken from one driver is not when it was taken from another', async () => {
  const [one, other] = [await aDriver(db), await aDriver(db)]
  const { id } = await aRequest(db, { status: 'issued', driverEmail: other.email }, now)
  const by = { accountId: null, displayName: 'Provider' }
  const at = (count: number) => later(now, minutes(count))
  for (const [count, { email }] of [one, other].entries())
    await db
      .transaction()
      .execute((tx) =>
        appendEvents(
          tx,
          [{ subjectId: id, kind: 'order-withdrawn', to: 'issued', driverEmail: email }],
          by,
          at(count),
        ),
      )
  const { withdrawnFrom } = drivingStore(db)
  expect([await withdrawnFrom(id, one.email), await withdrawnFrom(id, other.email)]).toEqual([
    { at: at(0) },
    { at: at(1) },
  ])
})
