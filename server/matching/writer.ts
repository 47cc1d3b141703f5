import type { Insertable, Selectable } from 'kysely'
import type { Tables } from '../db/tables.ts'
import type { Work } from '../db/work.ts'

/** Writing, while the order is held. */
export function benchWriter({ db }: Work) {
  return {
    async answer(row: Insertable<Tables['bankAnswers']>): Promise<void> {
      await db.insertInto('bankAnswers').values(row).execute()
    },

    async addSample(row: Insertable<Tables['samples']>): Promise<void> {
      await db.insertInto('samples').values(row).execute()
    },

    async saveFindings({
      id,
      groupFound,
      antibodyScreen,
      recent,
      unfitReason,
      validUntil,
      version,
    }: Selectable<Tables['samples']>): Promise<void> {
      await db
        .updateTable('samples')
        .set({ groupFound, antibodyScreen, recent, unfitReason, validUntil, version })
        .where('id', '=', id)
        .execute()
    },
  }
}
