import type { Insertable } from 'kysely'
import type { PictureState } from '#domain/requests/pictures.ts'
import type { Db } from '../db/database.ts'
import type { Tables } from '../db/tables.ts'
import type { Work } from '../db/work.ts'

export type PictureRow = Insertable<Tables['pictures']>

export function pictureStore(db: Db) {
  const of = (requestId: string) =>
    db.selectFrom('pictures').selectAll('pictures').where('requestId', '=', requestId)

  return {
    types: () =>
      db
        .selectFrom('pictureTypes')
        .select(['state', 'name'])
        .orderBy('state')
        .orderBy('position')
        .orderBy('name')
        .execute(),

    async isRequest(id: string): Promise<boolean> {
      return Boolean(await db.selectFrom('requests').select('id').where('id', '=', id).executeTakeFirst())
    },

    /** In the order of the picture types within each state. */
    list: (requestId: string) =>
      of(requestId)
        .innerJoin('pictureTypes', (join) =>
          join
            .onRef('pictureTypes.state', '=', 'pictures.state')
            .onRef('pictureTypes.name', '=', 'pictures.name'),
        )
        .orderBy('position')
        .orderBy('pictures.name')
        .execute(),

    find: (requestId: string, state: PictureState, name: string) =>
      of(requestId).where('state', '=', state).where('name', '=', name).executeTakeFirst(),
  }
}

export function pictureWriter(work: Work) {
  return {
    /** Holds the order until the transaction ends, so that two uploads of one picture take turns. */
    lockRequest: (id: string) =>
      work.db.selectFrom('requests').select('id').where('id', '=', id).forUpdate().executeTakeFirst(),

    async save(row: PictureRow): Promise<void> {
      const { bytes, takenAt, takenBy } = row
      await work.db
        .insertInto('pictures')
        .values(row)
        .onConflict((before) =>
          before.columns(['requestId', 'state', 'name']).doUpdateSet({ bytes, takenAt, takenBy }),
        )
        .execute()
      await work.record({
        subjectKind: 'picture',
        subjectId: row.requestId,
        kind: 'picture-kept',
        detail: { state: row.state, name: row.name },
      })
    },
  }
}
