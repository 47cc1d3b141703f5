import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { closeLater } from '#testing/harness/closing.ts'
import { cloneDatabase } from '#testing/harness/database.ts'
import { prepare, whyTrailIsOpen } from '../prepare.ts'
import { openDatabase } from './database.ts'
import { migrate } from './migrate.ts'

async function bothSides() {
  const clone = await cloneDatabase('people')
  const [app, owner] = [openDatabase(clone.url), openDatabase(clone.ownerUrl)]
  closeLater(async () => {
    await Promise.all([app.close(), owner.close()])
    await clone.drop()
  })
  return { clone, app, owner }
}

test('T71 the app may add to the trail and to nothing of the schema; a new table is the app’s after the next start', async () => {
  const { clone, app, owner } = await bothSides()
  for (const refused of [
    sql`update events set kind = kind`,
    sql`delete from seals`,
    sql`alter table events disable trigger user`,
    sql`insert into schema_steps (name) values ('x')`,
    sql`create table made (id int)`,
  ])
    await expect(refused.execute(app.db)).rejects.toThrow(/permission denied|must be owner/)
  await sql`create table made_later (id int generated always as identity, word text)`.execute(owner.db)
  await prepare({ url: clone.url, ownerUrl: clone.ownerUrl })
  await sql`insert into made_later (word) values ('x')`.execute(app.db)
  expect(await whyTrailIsOpen(clone.url)).toBeNull()
  expect(await whyTrailIsOpen(clone.ownerUrl)).toContain('DATABASE_OWNER_URL')
})

test('T71 reports read the data and neither passwords nor sessions, and write nothing', async () => {
  const { owner } = await bothSides()
  const asReports = (statement: string) =>
    owner.db.transaction().execute(async (tx) => {
      await sql`set local role crossmatch_reports`.execute(tx)
      await sql.raw(statement).execute(tx)
    })
  await asReports('select count(*) from requests')
  for (const refused of ['select * from credentials', 'select * from sessions', 'delete from requests'])
    await expect(asReports(refused)).rejects.toThrow('permission denied')
})

test('a start whose role may not take the missing steps says what to set', async () => {
  const { app, owner } = await bothSides()
  await sql`delete from schema_steps where name = (select max(name) from schema_steps)`.execute(owner.db)
  await expect(migrate(app.pool)).rejects.toThrow('DATABASE_OWNER_URL')
})
