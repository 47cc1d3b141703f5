import { expect, test } from 'vitest'
import { cloneDatabase } from '#testing/harness/database.ts'
import { openDatabase } from './database.ts'

test.each([
  ['the pool alone', async ({ pool }: ReturnType<typeof openDatabase>) => pool.query('select')],
  [
    'a query',
    async ({ db }: ReturnType<typeof openDatabase>) => db.selectFrom('events').select('id').execute(),
  ],
  ['nothing', async () => undefined],
])('closed after %s was used, it leaves no connection behind', async (_, use) => {
  const { url, drop } = await cloneDatabase()
  const database = openDatabase(url)
  await use(database)
  await database.close()
  expect([database.pool.ended, database.pool.totalCount]).toEqual([true, 0])
  await drop()
})
