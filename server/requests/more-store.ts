import { sql } from 'kysely'
import type { Bombay } from '#domain/bags/kinds.ts'
import { isNothingMore, MoreForBank, nothingMore } from '#domain/matching/needs.ts'
import type { Db } from '../db/database.ts'
import { columnsOf, type Part, part, valuesOf, words } from '../db/statement.ts'
import type { Work } from '../db/work.ts'

/** What is told the bank beyond the form, in the table's order. A row is there only where something was said. */
const columns = Object.keys(MoreForBank.shape) as (keyof MoreForBank)[]

/** For a statement that has just written a request, named by `from`: with it goes what was said, if something was. */
export const withMore = <Asked>(
  from: string,
  more: (asked: Asked) => MoreForBank,
): Part<Asked> => part<Asked>`
  insert into more_for_bank (request_id, ${columnsOf(columns)})
  select ${words(from)}.id, ${valuesOf(columns.map((column) => (asked: Asked) => more(asked)[column]))}
  from ${words(from)} where ${(asked) => !isNothingMore(more(asked))}::boolean`

/** What takes back all that was said leaves the hospital's word that its patient is Oh (ruling AMB-376). */
export const unlessWord = words('more_for_bank.bombay_at is null')

/** The same in place of what was said before. */
export const inPlaceOfMore = <Asked>(
  from: string,
  more: (asked: Asked) => MoreForBank,
): Part<Asked> => part<Asked>`
  ${withMore(from, more)}
    or exists (select from more_for_bank where request_id = ${words(from)}.id and not ${unlessWord})
  on conflict (request_id) do update set (${columnsOf(columns)})
    = row (${columnsOf(columns.map((column) => `excluded.${column}`))})`

export async function moreOf(db: Db, requestId: string): Promise<MoreForBank> {
  const row = await db
    .selectFrom('moreForBank')
    .select(columns)
    .where('requestId', '=', requestId)
    .executeTakeFirst()
  return row ?? nothingMore
}

/** Of `requests`, for a statement that lists them. */
export const bombayIn = sql<Bombay | null>`(select bombay from more_for_bank where request_id = requests.id)`

/** What the hospital gave its word for, of a patient whose group no list has. */
export async function bombayOf(db: Db, requestId: string): Promise<Bombay | null> {
  const row = await db
    .selectFrom('moreForBank')
    .select('bombay')
    .where('requestId', '=', requestId)
    .executeTakeFirst()
  return row?.bombay ?? null
}

/** Of a request that has just been written. */
export async function insertMore({ db }: Work, requestId: string, more: MoreForBank): Promise<void> {
  if (!isNothingMore(more))
    await db
      .insertInto('moreForBank')
      .values({ requestId, ...more })
      .execute()
}
