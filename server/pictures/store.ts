import type { Insertable } from 'kysely'
import type { PictureOf, PictureState } from '#domain/requests/pictures.ts'
import type { Db } from '../db/database.ts'
import type { Tables } from '../db/tables.ts'
import type { Work } from '../db/work.ts'

export type PictureRow = Insertable<Tables['pictures']> & PictureOf

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
        .orderBy('aside')
        .execute(),

    find: (requestId: string, state: PictureState, name: string, { seq, aside }: PictureOf) =>
      of(requestId)
        .where('seq', '=', seq)
        .where('state', '=', state)
        .where('name', '=', name)
        .where('aside', '=', aside)
        .executeTakeFirst(),
  }
}

export function pictureWriter(work: Work) {
  return {
    /** The number of what lies aside of that driver's, or the next one. */
    async asideOf(
      { requestId, seq, state, name }: Pick<PictureRow, 'requestId' | 'seq' | 'state' | 'name'>,
      driverEmail: string,
    ): Promise<number> {
      const rows = await work.db
        .selectFrom('pictures')
        .select(['aside', 'driverEmail'])
        .where('requestId', '=', requestId)
        .where('seq', '=', seq)
        .where('state', '=', state)
        .where('name', '=', name)
        .execute()
      const own = rows.find((row) => row.aside > 0 && row.driverEmail === driverEmail)
      return own?.aside ?? Math.max(0, ...rows.map(({ aside }) => aside)) + 1
    },

    async save(row: PictureRow): Promise<void> {
      const { bytes, takenAt, takenBy } = row
      await work.db
        .insertInto('pictures')
        .values(row)
        .onConflict((before) =>
          before
            .columns(['requestId', 'seq', 'state', 'name', 'aside'])
            .doUpdateSet({ bytes, takenAt, takenBy }),
        )
        .execute()
      await work.record({
        subjectId: row.requestId,
        kind: 'picture-kept',
        detail: {
          state: row.state,
          name: row.name,
          ...(row.seq > 1 ? { seq: row.seq } : {}),
          ...(row.aside > 0 ? { aside: row.aside } : {}),
        },
      })
    },
  }
}
