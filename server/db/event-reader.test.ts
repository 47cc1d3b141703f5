import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { aService } from '#testing/service.ts'
import { readChanges } from './event-reader.ts'

test('T20 changes are read in the order of their transactions, also where the number gets one digit longer', async () => {
  const { db } = await aService({ settings: { ROLE: 'web' } })
  for (const txid of ['100', '98', '101', '99']) {
    await sql`insert into events (txid, subject_kind, subject_id, kind, at, actor_name, previous_hash, hash)
      values (${txid}::xid8, 'request', ${txid}, 'request-raised', now(), 'x', '', 'x')`.execute(db)
  }
  const read = async (txid: string, limit: number) =>
    (await readChanges(db, { txid, id: 0 }, limit)).map((change) => change.subjectId)
  expect(await read('98', 10)).toEqual(['98', '99', '100', '101'])
  expect(await read('98', 2)).toEqual(['98', '99'])
})
