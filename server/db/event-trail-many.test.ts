import { expect, test } from 'vitest'
import { aService } from '#testing/harness/service.ts'
import { appendEvent, appendEvents, type NewEvent } from './event-trail.ts'
import { verifyEvents } from './sealing.ts'

const by = { accountId: null, displayName: 'Import' }
const at = new Date('2026-11-16T10:00:00+05:30')
const fact = (subjectId: string, day: string): NewEvent => ({
  kind: 'company-added',
  subjectId,
  detail: { to: { category: '0-50', days: [day] } },
})

test('T71 many events at once go on with the chains of their subjects, and with each other', async () => {
  const { db } = await aService()
  await db.transaction().execute(async (tx) => {
    await appendEvent(tx, fact('Tidel', 'first'), by, at)
    const recorded = await appendEvents(
      tx,
      [fact('Tidel', 'second'), fact('Zoho', 'first'), fact('Tidel', 'third')],
      by,
      at,
    )
    expect(
      recorded.map(
        ({ subjectId, detail }) => `${subjectId} ${JSON.stringify(detail).match(/first|second|third/)}`,
      ),
    ).toEqual(['Tidel second', 'Zoho first', 'Tidel third'])
    expect(await appendEvents(tx, [], by, at)).toEqual([])
  })
  const rows = await db.selectFrom('events').selectAll().orderBy('id').execute()
  const [first, second, zoho, third] = rows
  expect(rows.map(({ previousHash }) => previousHash)).toEqual(['', first?.hash, '', second?.hash])
  expect([zoho?.detail, third?.detail]).toEqual([
    expect.stringContaining('first'),
    expect.stringContaining('third'),
  ])
  expect(await verifyEvents(db)).toMatchObject({ events: 4, faults: [] })
})
