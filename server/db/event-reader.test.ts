import { sql } from 'kysely'
import pg from 'pg'
import { expect, test } from 'vitest'
import { ownerUrlOf } from '#testing/harness/database.ts'
import { aService } from '#testing/harness/service.ts'
import { prepare } from '../prepare.ts'
import { readChanges, startOfReading } from './event-reader.ts'

test('T20 changes are read in the order of their transactions, also where the number gets one digit longer', async () => {
  const { db } = await aService({ settings: { ROLE: 'web' } })
  for (const txid of ['100', '98', '101', '99']) {
    await sql`insert into events (txid, subject_kind, subject_id, kind, at, actor_name, previous_hash, hash)
      values (${txid}::xid8, 'request', ${txid}, 'request-raised', now(), 'x', '', 'x')`.execute(db)
  }
  const read = async (txid: string, limit: number) =>
    (await readChanges(db, { txid, id: 0 }, limit)).changes.map((change) => change.subjectId)
  expect(await read('98', 10)).toEqual(['98', '99', '100', '101'])
  expect(await read('98', 2)).toEqual(['98', '99'])
})

test('SHELL-37 an open transaction holds up what comes after it in its own database, and in no other', async () => {
  const service = await aService({ settings: { ROLE: 'web' } })
  const { db } = service
  const begin = await startOfReading(db)
  const told = async () => (await readChanges(db, begin, 10)).changes.map((change) => change.subjectId)
  const tell = (id: string) =>
    sql`
    insert into events (subject_kind, subject_id, kind, at, actor_name, previous_hash, hash)
    values ('request', ${id}, 'request-raised', now(), 'x', '', 'x')`.execute(db)
  const neighbour = await aService({ settings: { ROLE: 'web' } })
  const elsewhere = await anOpenTransaction(neighbour.databaseUrl)
  await tell('past another')
  expect(await told()).toEqual(['past another'])
  const here = await anOpenTransaction(service.databaseUrl)
  await tell('behind our own')
  expect(await told()).toEqual(['past another'])
  await here.end()
  expect(await told()).toEqual(['past another', 'behind our own'])
  await elsewhere.end()
})

/** One that has a number, as each has that writes. */
async function anOpenTransaction(url: string): Promise<{ end(): Promise<void> }> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query('begin')
  await client.query('select pg_current_xact_id()')
  return { end: () => client.end() }
}

test('X30 a trail that came from an older server holds nobody up', async () => {
  const service = await aService({ settings: { ROLE: 'web' } })
  const { db } = service
  await sql`insert into events (txid, subject_kind, subject_id, kind, at, actor_name, previous_hash, hash)
    values ('900000000000'::xid8, 'request', 'brought', 'request-raised', now(), 'x', '', 'x')`.execute(db)
  expect((await readChanges(db, await startOfReading(db), 10)).heldUpBy).not.toBeNull()
  await prepare({ url: service.databaseUrl, ownerUrl: ownerUrlOf(service.databaseUrl) })
  expect(await readChanges(db, await startOfReading(db), 10)).toEqual({ changes: [], heldUpBy: null })
  await expect(sql`update events set txid = '4'`.execute(service.owner)).rejects.toThrow('append-only')
})
