import type { Db } from '../db/database.ts'
import type { Part } from './store.ts'

/** A file that a row names; when it was made where that is known. */
export type NamedFile = { path: string; at: Date | null }
type Page = { files: NamedFile[]; next: string | null }

/** Every file that is kept for a row, page by page, in the order of the rows. */
export function fileStore(db: Db) {
  return {
    async invoices({ after, limit }: Part): Promise<Page> {
      const rows = await db
        .selectFrom('requests')
        .select(['id', 'hospitalInvoicePath', 'bankInvoicePath'])
        .where('id', '>', after)
        .orderBy('id')
        .limit(limit)
        .execute()
      const files = rows.flatMap(({ hospitalInvoicePath, bankInvoicePath }) =>
        [hospitalInvoicePath, bankInvoicePath].flatMap((path) => (path === null ? [] : [{ path, at: null }])),
      )
      return { files, next: nextAfter(rows, limit, ({ id }) => id) }
    },

    async pictures({ after, limit }: Part): Promise<Page> {
      const rows = await db
        .selectFrom('pictures')
        .select(['path', 'takenAt'])
        .where('path', '>', after)
        .orderBy('path')
        .limit(limit)
        .execute()
      return {
        files: rows.map(({ path, takenAt }) => ({ path, at: takenAt })),
        next: nextAfter(rows, limit, ({ path }) => path),
      }
    },

    async signatures({ after, limit }: Part): Promise<Page> {
      const rows = await db
        .selectFrom('donorForms')
        .select(['id', 'signaturePath'])
        .where('id', '>', after)
        .orderBy('id')
        .limit(limit)
        .execute()
      return {
        files: rows.flatMap(({ signaturePath: path }) => (path === null ? [] : [{ path, at: null }])),
        next: nextAfter(rows, limit, ({ id }) => id),
      }
    },
  }
}

const nextAfter = <Row>(rows: readonly Row[], limit: number, keyOf: (row: Row) => string): string | null => {
  const last = rows.at(-1)
  return last === undefined || rows.length < limit ? null : keyOf(last)
}
