import type { Selectable } from 'kysely'
import type { Company } from '#domain/camps/company.ts'
import type { Db } from '../db/database.ts'
import type { Tables } from '../db/tables.ts'
import type { Work } from '../db/work.ts'

/** More than anybody keeps. */
const most = 1_000

export const companyStore = (db: Db) => ({
  async list(): Promise<Company[]> {
    const rows = await db.selectFrom('companies').selectAll().orderBy('name').limit(most).execute()
    return rows.map(asCompany)
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
