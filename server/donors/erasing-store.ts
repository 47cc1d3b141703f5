import { sql } from 'kysely'
import { certificatePath } from '#domain/donors/consenting.ts'
import { signatureFolder } from '#domain/donors/signing.ts'
import { formDiffers } from '../bags/forms.ts'
import type { Db } from '../db/database.ts'
import type { Work } from '../db/work.ts'

type Why = 'asked' | 'age'
type Form = { id: string; bankId: string; signaturePath: string | null }

export const erasingStore = (db: Db) => ({
  find: (id: string) => db.selectFrom('donorForms').selectAll().where('id', '=', id).executeTakeFirst(),

  erased: (id: string) => db.selectFrom('erasedForms').selectAll().where('id', '=', id).executeTakeFirst(),

  events: (id: string) =>
    db
      .selectFrom('events')
      .select(['kind', 'at', 'actorName', 'detail'])
      .where('subjectKind', '=', 'donor-form')
      .where('subjectId', '=', id)
      .orderBy('id')
      .execute(),

  bank: (id: string) =>
    db
      .selectFrom('organisations')
      .select(['name', 'address', 'phones'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow(),

  /** The oldest that came in before that moment, whatever became of them. */
  async olderThan(at: Date, limit: number): Promise<string[]> {
    const rows = await db
      .selectFrom('donorForms')
      .select('id')
      .where('submittedAt', '<', at)
      .orderBy('submittedAt')
      .limit(limit)
      .execute()
    return rows.map(({ id }) => id)
  },

  async retention(): Promise<Map<string, number>> {
    const rows = await db.selectFrom('retention').selectAll().execute()
    return new Map(rows.map(({ kind, days }) => [kind, days]))
  },

  /** No bytes of these are kept any more. */
  forget: (keys: readonly string[]) =>
    db
      .deleteFrom('storedFiles')
      .where('contentKey', 'in', [...keys])
      .where('path', 'is', null)
      .execute(),
})

export const erasingWriter = (work: Work) => ({
  /** The form goes, and a note of it stays: with what it says against bags, which it never takes back (AMB-395). */
  async erase(id: string, why: Why): Promise<Form | null> {
    const form = await work.db
      .selectFrom('donorForms')
      .select(['id', 'bankId', 'status', 'signaturePath'])
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst()
    if (!form) return null
    const { bankId, status } = form
    const differs = await formDiffers(work, form)
    const note = { id, bankId, status, erasedAt: work.now, why, differs }
    await work.db.insertInto('erasedForms').values(note).execute()
    await work.db.deleteFrom('donorForms').where('id', '=', id).execute()
    // without the mark of what was sent; the key stays taken, so that a phone that repeats it brings nothing back
    await work.db
      .updateTable('idempotencyKeys')
      .set({ fingerprint: 'erased' })
      .where(sql<boolean>`answer::text like ${`%${id}%`}`)
      .execute()
    return form
  },

  /** Answers with the keys of the files that were its. */
  async letGoOfFiles({ id, bankId, signaturePath }: Form): Promise<string[]> {
    // nothing names them from now on; if we die before their bytes go, the sweep removes them
    const files = await work.db
      .updateTable('storedFiles')
      .set({ path: null, named: null, storedAt: sql<Date>`now()` })
      .where((eb) =>
        eb.or([
          eb('path', '=', certificatePath({ id, bankId })),
          eb('path', 'like', `${signatureFolder(bankId)}${id}-%`),
          eb('path', '=', signaturePath ?? ''),
        ]),
      )
      .returning('contentKey')
      .execute()
    // of version 1.0.1 files lay at their paths
    const old = signaturePath ? [signaturePath] : []
    return [...files.map(({ contentKey }) => contentKey), ...old]
  },

  async keepFor(kind: 'donor-forms' | 'messages', days: number | null): Promise<void> {
    await work.db.deleteFrom('retention').where('kind', '=', kind).execute()
    if (days !== null) await work.db.insertInto('retention').values({ kind, days }).execute()
  },

  /** To whom and what; that there was a message, and what became of it, stays. */
  async emptyMessages(before: Date, limit: number): Promise<number> {
    const { numUpdatedRows } = await work.db
      .updateTable('notifications')
      .set({ recipient: '', subject: '', body: '' })
      .where('id', 'in', (old) =>
        old
          .selectFrom('notifications')
          .select('id')
          .where('createdAt', '<', before)
          .where('state', '<>', 'waiting')
          .where('body', '<>', '')
          .limit(limit),
      )
      .executeTakeFirst()
    return Number(numUpdatedRows)
  },
})
