import { expect, test } from 'vitest'
import { requestStatuses } from '#domain/requests/request.ts'
import { openDatabase } from '#server/db/database.ts'
import { verifyEvents } from '#server/db/sealing.ts'
import { cloneDatabase } from '../../../testing/harness/database.ts'
import { aRequest } from '../../../testing/makers/makers.ts'

test('a request can be made in each status, with a trail that verifies and ends in it', async () => {
  const { url, drop } = await cloneDatabase('people')
  const { db, close } = openDatabase(url, { connections: 1 })
  const now = new Date('2026-11-16T04:30:00Z')
  for (const status of requestStatuses) {
    const request = await aRequest(db, { status }, now)
    const trail = await db
      .selectFrom('events')
      .selectAll()
      .where('subjectId', '=', request.id)
      .orderBy('id')
      .execute()
    expect(trail[0]).toMatchObject({ kind: 'request-raised', fromStatus: null, at: request.raisedAt })
    expect(trail.at(-1)).toMatchObject({ toStatus: status, at: request.updatedAt })
    expect(trail.every((event, index) => index === 0 || event.at > (trail[index - 1]?.at ?? now))).toBe(true)
    expect(request.updatedAt < now).toBe(true)
  }
  expect(await verifyEvents(db)).toMatchObject({ faults: [], seals: 0 })
  await close()
  await drop()
})
