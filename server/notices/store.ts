import { type Selectable, sql } from 'kysely'
import type { WrittenNotice } from '#contract/notices.ts'
import type { Notice } from '#domain/notices/writing.ts'
import type { Db } from '../db/database.ts'
import { takeTurn } from '../db/locks.ts'
import { type PageRange, readPage } from '../db/page-range.ts'
import type { Tables } from '../db/tables.ts'
import type { Work } from '../db/work.ts'

type Row = Selectable<Tables['notices']>

/** Whom a notice may be for: the provider reads those to everybody. */
export type NoticeReader = { kind: 'hospital' | 'bank' | 'provider'; organisationId: string | null }

export const noticeStore = (db: Db) => ({
  /** All that are not over and for this reader, those to come too; a rule keeps them few. */
  notOverFor({ kind, organisationId }: NoticeReader, now: Date): Promise<Row[]> {
    const groups = { hospital: ['all', 'hospitals'], bank: ['all', 'banks'], provider: ['all'] }[kind]
    return db
      .selectFrom('notices')
      .selectAll()
      .where('isOverAt', '>', now)
      .where(
        sql<boolean>`(audience = any(${groups}) or (audience = 'chosen' and ${organisationId} = any(organisation_ids)))`,
      )
      .orderBy('fromAt', 'desc')
      .orderBy('id', 'desc')
      .execute()
  },

  list: (ask: PageRange<number>): Promise<Row[]> =>
    readPage(
      ask,
      ({ after, through, limit }) => {
        let query = db.selectFrom('notices').selectAll()
        if (after) query = query.where('id', '<', after)
        if (through) query = query.where('id', '>=', through)
        return query.orderBy('id', 'desc').limit(limit).execute()
      },
      ({ id }) => id,
    ),

  /** Those of some organisations that there are, by name. */
  async organisations(ids: readonly string[]): Promise<{ id: string; name: string }[]> {
    if (ids.length === 0) return []
    return db
      .selectFrom('organisations')
      .select(['id', 'name'])
      .where('id', 'in', [...ids])
      .orderBy('name')
      .orderBy('id')
      .execute()
  },
})

export const noticeWriter = (work: Work) => ({
  /** One at a time, so that none is written past the most there may be. */
  async countNotOver(): Promise<number> {
    await takeTurn(work.db, 'notices')
    const { count } = await work.db
      .selectFrom('notices')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('isOverAt', '>', work.now)
      .executeTakeFirstOrThrow()
    return Number(count)
  },

  insert: (notice: Omit<Notice, 'version' | 'endedAt'>, writtenBy: string): Promise<Row> =>
    work.db
      .insertInto('notices')
      .values({ ...notice, writtenBy, writtenAt: work.now })
      .returningAll()
      .executeTakeFirstOrThrow(),

  lock: (id: number): Promise<Row | undefined> =>
    work.db.selectFrom('notices').selectAll().where('id', '=', id).forUpdate().executeTakeFirst(),

  change: (id: number, change: Partial<Omit<Notice, 'version'>> & { endedBy?: string }): Promise<Row> =>
    work.db
      .updateTable('notices')
      .set({ ...change, version: sql`version + 1` })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow(),
})

/** With the names of those it is for. */
export async function written(db: Db, rows: readonly Row[]): Promise<WrittenNotice[]> {
  const ids = [...new Set(rows.flatMap(({ organisationIds }) => organisationIds))]
  const names = await noticeStore(db).organisations(ids)
  return rows.map(({ organisationIds, isOverAt: _, ...row }) => ({
    ...row,
    organisations: names.filter(({ id }) => organisationIds.includes(id)),
  }))
}
