import { type Selectable, sql } from 'kysely'
import type { Camp } from '#contract/camps.ts'
import type { CampCategory, Company } from '#domain/camps/company.ts'
import type { Db } from '../db/database.ts'
import { type PageRange, readPage } from '../db/page-range.ts'
import type { Tables } from '../db/tables.ts'
import type { Work } from '../db/work.ts'

/** More than anybody keeps. */
const most = 1_000

export const companyStore = (db: Db) => ({
  async list(): Promise<Company[]> {
    const rows = await db.selectFrom('companies').selectAll().orderBy('name').limit(most).execute()
    return rows.map(asCompany)
  },

  async ofCategory(category: CampCategory): Promise<Company[]> {
    const rows = await db
      .selectFrom('companies')
      .selectAll()
      .where('category', '=', category)
      .limit(most)
      .execute()
    return rows.map(asCompany)
  },
})

/** The camps that one bank asked for. */
export const campStore = (db: Db) => {
  const of = (bankId: string) => db.selectFrom('camps').selectAll().where('bankId', '=', bankId)

  return {
    list(bankId: string, ask: PageRange): Promise<Camp[]> {
      const place = sql`(${sql.ref('askedAt')}, ${sql.ref('id')})`
      const read = async ({ after, through, limit }: PageRange) => {
        let query = of(bankId)
        if (after) query = query.where(sql<boolean>`${place} < (${after.at}, ${numberIn(after.id)}::bigint)`)
        if (through)
          query = query.where(sql<boolean>`${place} >= (${through.at}, ${numberIn(through.id)}::bigint)`)
        const rows = await query.orderBy('askedAt', 'desc').orderBy('id', 'desc').limit(limit).execute()
        return rows.map(asCamp)
      }
      return readPage(ask, read, (camp) => ({ at: camp.askedAt, id: camp.id }))
    },

    async upcoming(bankId: string, today: string, limit: number): Promise<Camp[]> {
      const next = of(bankId).where('heldOn', '>=', today).orderBy('heldOn').orderBy('id').limit(limit)
      return (await next.execute()).map(asCamp)
    },
  }
}

/** A place that is none of ours begins nowhere, and is no error of the database. */
const numberIn = (id: string): number => (/^\d{1,15}$/.test(id) ? Number(id) : 0)

export const campWriter = (work: Work) => ({
  async insert(bankId: string, camp: Omit<Camp, 'id'>): Promise<Camp> {
    const row = await work.db
      .insertInto('camps')
      .values({ ...camp, bankId })
      .returningAll()
      .executeTakeFirstOrThrow()
    return asCamp(row)
  },
})

export const companyWriter = (work: Work) => ({
  /** As it was before, or null if it is new. Either way it is this transaction's until it ends. */
  async save({ days, ...rest }: Company): Promise<Company | null> {
    const row = { ...rest, donationDays: days }
    const added = await work.db
      .insertInto('companies')
      .values(row)
      .onConflict((conflict) => conflict.column('name').doNothing())
      .returning('name')
      .executeTakeFirst()
    if (added) return null
    const before = await work.db
      .selectFrom('companies')
      .selectAll()
      .where('name', '=', row.name)
      .forUpdate()
      .executeTakeFirstOrThrow()
    const { name, ...change } = row
    await work.db.updateTable('companies').set(change).where('name', '=', name).execute()
    return asCompany(before)
  },
})

const asCompany = ({ donationDays, ...company }: Selectable<Tables['companies']>): Company => ({
  ...company,
  days: donationDays,
})

const asCamp = ({ bankId: _, id, ...camp }: Selectable<Tables['camps']>): Camp => ({
  ...camp,
  id: String(id),
})
