import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { closeLater } from '#testing/harness/closing.ts'
import { cloneDatabase } from '#testing/harness/database.ts'
import { openDatabase } from './database.ts'
import { statementNames } from './prepared.ts'

test('a statement has a name from the third time on, always the same and no other’s', () => {
  const nameOf = statementNames()
  const asked = (text: string, times: number) => Array.from({ length: times }, () => nameOf(text))
  expect(asked('select a where b = $1', 5)).toEqual([undefined, undefined, 's0', 's0', 's0'])
  expect(asked('select count(*) where b = $1', 3).at(-1)).toBe('s1')
})

test('one that asks for all columns has none, since the columns may change under it', () => {
  const nameOf = statementNames()
  for (const text of ['select * from a where b = $1', 'select "r".* from r where b = $1'])
    for (let time = 0; time < 5; time++) expect(nameOf(text)).toBeUndefined()
})

test('there are only so many names', () => {
  const nameOf = statementNames()
  const names = new Set<string | undefined>()
  for (let nth = 0; nth < 3_000; nth++)
    for (let time = 0; time < 3; time++) names.add(nameOf(`select ${nth} where a = $1`))
  expect(names.size).toBe(1_001)
})

test('what is asked often is planned once on a connection; it goes on when a column is added, and after a fault', async () => {
  const clone = await cloneDatabase('people')
  const { db, close } = openDatabase(clone.url, { connections: 1, isPreparing: true })
  const owner = openDatabase(clone.ownerUrl, { connections: 1 })
  closeLater(async () => {
    await Promise.all([close(), owner.close()])
    await clone.drop()
  })
  const ask = (id: string) =>
    db.selectFrom('organisations').select(['id', 'name']).where('id', '=', id).executeTakeFirst()
  for (let time = 0; time < 4; time++) expect((await ask('firm'))?.id).toBe('firm')
  const planned = await sql<{ statement: string }>`select statement from pg_prepared_statements`.execute(db)
  expect(planned.rows.filter(({ statement }) => statement.includes('from "organisations"'))).toHaveLength(1)
  await expect(sql`select ${'x'}::int`.execute(db)).rejects.toThrow('invalid input syntax')
  await sql`alter table organisations add column since_then text`.execute(owner.db)
  expect((await ask('noble'))?.id).toBe('noble')
})
