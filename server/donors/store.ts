import type { DonorForm } from '#domain/donors/donor-form.ts'
import type { Db } from '../db/database.ts'
import type { Work } from '../db/work.ts'

export const donorStore = (db: Db) => ({
  /** Null where no donor can send a form to. */
  async bank(id: string) {
    return db
      .selectFrom('organisations')
      .select(['name', 'address', 'phones'])
      .where('id', '=', id)
      .where('kind', '=', 'bank')
      .where('accountStatus', 'in', ['active', 'subscription-ended'])
      .executeTakeFirst()
  },
})

export const donorWriter = (work: Work) => ({
  /** False if the id is another form's. */
  async insert(form: DonorForm): Promise<boolean> {
    const added = await work.db
      .insertInto('donorForms')
      .values(form)
      .onConflict((conflict) => conflict.column('id').doNothing())
      .returning('id')
      .executeTakeFirst()
    return added !== undefined
  },
})
